import { Alert, Button, Loader } from '@mantine/core';
import { CircleAlert, Play, RotateCw, Square } from 'lucide-react';
import { useEffect } from 'react';
import { lineToOffer, bestLine, type CheckedLine } from '../../core/line-check.ts';
import { agentsApi } from '#features/team/agents/contract.ts';
import { failureText } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useWindow } from '#platform/web/windows.ts';
import { LineCheckState } from '#shared/codes/line-check-state.ts';
import { lineCheckApi } from '../../contract.ts';
import { closeLineCheck, useCheckWindow } from './check-window.ts';
import { HistoryGraph } from './history-graph.tsx';
import { pageReload } from './page-reload.ts';
import { BarScale, SignalBarList } from './signal-bars.tsx';
import { useLineCheck } from './use-line-check.ts';
import './line-check.css';

/** [LINE-01] [LINE-02] The agent's lines, how each sounds, and the way to another one. */
export default function LineCheckDialog() {
  const t = useText();
  const { opened, begins, turn } = useCheckWindow();
  return (
    <Dialog opened={opened} onClose={closeLineCheck} title={t('line-check.title')} size={560}>
      {opened && <Lines key={turn} begins={begins} />}
    </Dialog>
  );
}

function Lines({ begins }: { begins: boolean }) {
  const t = useText();
  const format = useFormat();
  const checkEquipment = useWindow('equipmentCheck');
  const { check, failure, isBeginning, begin, stop } = useLineCheck();
  const known = useEndpoint(agentsApi.lines, {}, { handlesFailures: true });
  const history = useEndpoint(lineCheckApi.history, {}, { handlesFailures: true });
  const change = useCommand(agentsApi.changeLine, { done: 'notice.lineChangeSaved', onDone: () => pageReload.soon() });
  // Begins once, with the dialog.
  useEffect(() => {
    if (begins) begin();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const isRunning = check.at === 'running';
  const offered = lineToOffer(check);
  const best = check.at === 'done' ? bestLine(check.lines) : null;
  const lines: readonly CheckedLine[] =
    check.lines.length > 0
      ? check.lines
      : (known.data ?? []).map(({ id, name, current, is_check }) => ({
          id,
          name,
          isCurrent: current,
          at: is_check === LineCheckState.connectError ? 'failed' : 'waiting',
          score: null,
          why: null,
        }));
  return (
    <div className="line-check">
      <p className="line-hint">
        {t('line-check.lead')} <BarScale />
      </p>
      {lines.length === 0 && <LoadingLines lines={3} />}
      <ul className="line-list" aria-label={t('line-check.lines')}>
        {lines.map((line) => (
          <LineRow key={line.id} line={line} isBest={best?.id === line.id} />
        ))}
      </ul>
      {failure !== null && (
        <Alert color="red" variant="light" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
          {failureText(failure)}
        </Alert>
      )}
      {check.at === 'done' && best === null && (
        <Alert color="red" variant="light" role="alert">
          {t('line-check.allFailed')}
        </Alert>
      )}
      {check.at === 'done' && best?.isCurrent && (
        <Alert color="green" variant="light" role="status">
          {t('line-check.bestInUse', { name: best.name })}
        </Alert>
      )}
      {offered && (
        <Alert
          color="blue"
          variant="light"
          role="status"
          title={t('line-check.better', { name: offered.name, score: format.number(offered.score!.mos, 2) })}
        >
          <p className="line-hint">{t('line-check.switchHint')}</p>
          <Button
            size="xs"
            loading={change.isPending || change.isSuccess}
            onClick={() => change.mutate({ endPointId: offered.id })}
          >
            {t('line-check.switch', { name: offered.name })}
          </Button>
        </Alert>
      )}
      <div className="line-buttons">
        {checkEquipment && (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => {
              closeLineCheck();
              checkEquipment();
            }}
          >
            {t('line-check.equipment')}
          </Button>
        )}
        {isRunning ? (
          <Button variant="default" leftSection={<Square size={14} aria-hidden />} onClick={stop}>
            {t('line-check.stop')}
          </Button>
        ) : (
          <Button
            loading={isBeginning}
            leftSection={check.at === 'idle' ? <Play size={14} aria-hidden /> : <RotateCw size={14} aria-hidden />}
            onClick={begin}
          >
            {check.at === 'idle' ? t('line-check.begin') : t('line-check.again')}
          </Button>
        )}
      </div>
      <section className="line-past">
        <h3>{t('line-check.history.title')}</h3>
        {history.data ? <HistoryGraph history={history.data} /> : <LoadingLines lines={2} />}
      </section>
    </div>
  );
}

/** Where a line is, in the three states of the specification. */
const stateOf = ({ at }: CheckedLine): LineCheckState =>
  at === 'failed'
    ? LineCheckState.connectError
    : at === 'waiting' || at === 'done'
      ? LineCheckState.waiting
      : LineCheckState.checking;

function LineRow({ line, isBest }: { line: CheckedLine; isBest: boolean }) {
  const t = useText();
  const format = useFormat();
  const { at, score, why } = line;
  const state = stateOf(line);
  const isChecking = state === LineCheckState.checking;
  const ms = (value: number | null) =>
    value === null ? '–' : t('line-check.ms', { ms: format.number(Math.round(value)) });
  return (
    <li data-state={state}>
      <div className="line-name">
        <b>{line.name}</b>
        {line.isCurrent && <Badge tone="blue">{t('line-check.inUse')}</Badge>}
        {isBest && <Badge tone="green">{t('line-check.best')}</Badge>}
      </div>
      <div className="line-state">
        {isChecking && (
          <>
            <Loader size={14} aria-hidden />
            <span role="status">{t(`line-check.stage.${at as 'registering' | 'calling' | 'talking'}`)}</span>
          </>
        )}
        {at === 'waiting' && <span>{textOf(LineCheckState.row(state).key)}</span>}
        {at === 'failed' && (
          <span className="line-error">
            {textOf(LineCheckState.row(state).key)}: {t(`line-check.why.${why ?? 'lastTime'}`)}
          </span>
        )}
        {score && (
          <span>
            {score.sentMos !== undefined && `${t('line-check.sentWorse')} `}
            {t('line-check.figures', {
              delay: ms(score.roundTripMs),
              jitter: ms(score.jitterMs),
              loss: score.lossPercent === null ? '–' : format.percent(score.lossPercent / 100, 1),
            })}
          </span>
        )}
      </div>
      <SignalBarList mos={score?.mos ?? null} />
    </li>
  );
}
