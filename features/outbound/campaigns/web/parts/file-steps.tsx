import { Alert, Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useFocusKept } from '#platform/web/ui/focus-return.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useRefusalText } from '#platform/web/use-failure-texts.ts';
import { campaignsApi, type CampaignFile, type CampaignImport } from '../../contract.ts';
import { FileColumns } from './file-columns.tsx';
import { FileCounts } from './file-counts.tsx';
import { isAtWork, useCampaignFile } from './use-campaign-file.ts';
import { WrongLines } from './wrong-lines.tsx';
import '../campaigns.css';

export interface CampaignFileStepsProps {
  id: number;
  /** What comes after the check, where writing waits for more; else the press that writes stands there. */
  onChecked?: { label: string; run: () => void };
  onCancelled: () => void;
  onWritten?: () => void;
}

/** A file on its way into a campaign: what its columns are, what writing would do, how far it is, how it ended. */
export default function CampaignFileSteps({ id, ...rest }: CampaignFileStepsProps) {
  const t = useText();
  const { data, error, refetch, setImport } = useCampaignFile(id);
  if (error && !data)
    return <ErrorState error={error} title={t('campaigns.file.gone')} onRetry={() => void refetch()} />;
  return data ? <Standing key={id} file={data} setImport={setImport} {...rest} /> : <LoadingLines lines={6} />;
}

type StandingProps = Omit<CampaignFileStepsProps, 'id'> & {
  file: CampaignFile;
  setImport: (now: CampaignImport) => void;
};

/** What was pressed goes with its step: whoever works by keyboard stands in the one that came instead. */
function Standing(props: StandingProps) {
  // A checked file whose columns are chosen once more.
  const [isBack, setBack] = useState(false);
  const part = useFocusKept<HTMLDivElement>(`${props.file.import.state} ${isBack}`);
  return (
    <div ref={part} tabIndex={-1} className="campaign-lines">
      <Step {...props} isBack={isBack} setBack={setBack} />
    </div>
  );
}

type StepProps = StandingProps & { isBack: boolean; setBack: (isBack: boolean) => void };

function Step({ file, setImport, onChecked, onCancelled, onWritten, isBack, setBack }: StepProps) {
  const t = useText();
  const now = file.import;
  const cancel = useCommand(campaignsApi.importCancel, { invalidates: [campaignsApi.imports] });
  const start = useCommand(campaignsApi.importStart, {
    invalidates: [campaignsApi.imports],
    onDone: (started) => (setImport(started), onWritten?.()),
  });
  const discard = () => cancel.mutate({ id: now.id }, { onSuccess: onCancelled });
  async function stop(): Promise<void> {
    const isSure =
      now.state !== 'importing' ||
      (await confirm({
        title: t('campaigns.file.stopTitle'),
        body: t('campaigns.file.stopBody'),
        yes: t('campaigns.file.stop'),
        danger: true,
      }));
    if (isSure) discard();
  }
  if (now.state === 'uploaded' || (now.state === 'checked' && isBack))
    return <FileColumns file={file} onCancel={discard} onChecking={(next) => (setBack(false), setImport(next))} />;
  if (isAtWork(now)) return <AtWork now={now} isStopping={cancel.isPending} onStop={() => void stop()} />;
  if (now.state !== 'checked') return <Ended now={now} />;
  return (
    <Card title={t('campaigns.file.checked', { file: now.fileName })}>
      <div className="campaign-lines">
        <FileCounts now={now} />
        {now.wrong > 0 && <Alert color="orange">{t('campaigns.file.wrongHint')}</Alert>}
        {now.added === 0 && (
          <Alert color="red" role="alert">
            {t('campaigns.file.nobody')}
          </Alert>
        )}
        <WrongLines now={now} />
        <div className="form-buttons campaign-buttons">
          <Button variant="default" onClick={discard}>
            {t('campaigns.file.discard')}
          </Button>
          <Button variant="default" onClick={() => setBack(true)}>
            {t('campaigns.file.back')}
          </Button>
          <Button
            disabled={now.added === 0}
            loading={start.isPending}
            onClick={() => (onChecked ? onChecked.run() : start.mutate({ id: now.id }))}
          >
            {onChecked?.label ?? t('campaigns.file.write', { count: now.added })}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function AtWork({ now, isStopping, onStop }: { now: CampaignImport; isStopping: boolean; onStop: () => void }) {
  const t = useText();
  const format = useFormat();
  const { rows, done } = now;
  const name = t(now.state === 'importing' ? 'campaigns.file.writing' : 'campaigns.file.checking', {
    file: now.fileName || t('campaigns.file.condition'),
  });
  return (
    <Card title={name}>
      <div className="campaign-lines">
        <Progress value={rows ? (done / rows) * 100 : 0} color="blue" aria-label={name} animated={rows === null} />
        <p className="campaign-hint figures" role="status">
          {rows === null
            ? t('campaigns.file.counting')
            : t('campaigns.file.doneOf', { done: format.number(done), rows: format.number(rows) })}
        </p>
        <div className="page-actions">
          <Button variant="default" loading={isStopping} onClick={onStop}>
            {t('campaigns.file.stop')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Ended({ now }: { now: CampaignImport }) {
  const t = useText();
  const isDone = now.state === 'done';
  const why = useRefusalText(now.reason) ?? '';
  return (
    <Card title={now.fileName || t('campaigns.file.condition')}>
      <div className="campaign-lines">
        {isDone ? (
          <FileCounts now={now} />
        ) : (
          <Alert
            color={now.state === 'failed' ? 'red' : 'gray'}
            title={t(now.state === 'failed' ? 'campaigns.file.failed' : 'campaigns.file.cancelled')}
          >
            {[why, t('campaigns.file.nothing')].filter(Boolean).join(' ')}
          </Alert>
        )}
        {isDone && <WrongLines now={now} />}
      </div>
    </Card>
  );
}
