import { Button } from '@mantine/core';
import { shortClock } from '#core/phone/call-clock.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callLabelsApi } from '#features/voice/call-labels/contract.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { CallRecord } from '#features/voice/call-records/contract.ts';
import { useNow, usePhoneDesk } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText, useAltKey } from '#platform/web/keyboard.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { fromWire } from '#platform/web/zone.ts';
import { BenchKey } from '../bench-keys.ts';

const LONGER_SEC = 30;

interface WrapUpCardProps {
  wrapUp: NonNullable<AgentNow['wrapUp']>;
  clockOffsetMs: number;
  /** The call, once it is in the book. */
  own: CallRecord | undefined;
  onLabelWanted: () => void;
}

/** The work after a call: how much time is left, more of it, or done. */
export function WrapUpCard({ wrapUp, clockOffsetMs, own, onLabelWanted }: WrapUpCardProps) {
  const t = useText();
  const desk = usePhoneDesk();
  const mayLabel = useCan()('call-labels.use');
  const { callId } = wrapUp;
  const required = useEndpoint(callLabelsApi.list, {}, { enabled: mayLabel, staleMs: 300_000, handlesFailures: true })
    .data?.required;
  const chosen = useEndpoint(
    callLabelsApi.ofCalls,
    { callIds: [callId] },
    { enabled: mayLabel, handlesFailures: true },
  ).data;
  const needsLabel = required === true && chosen?.length === 0;
  const [startMs, endMs] = [fromWire(wrapUp.startTime).getTime(), fromWire(wrapUp.endTime).getTime()];
  const leftMs = Math.max(0, endMs - clockOffsetMs - useNow());
  const leftSec = Math.ceil(leftMs / 1_000);
  const done = () => (needsLabel ? onLabelWanted() : desk?.endWrapUp());
  const possibleSec = Math.max(0, Math.round((fromWire(wrapUp.latestEndTime).getTime() - endMs) / 1_000));
  const moreSec = Math.min(LONGER_SEC, possibleSec);
  const longer = () => (moreSec > 0 ? desk?.extendWrapUp(moreSec) : undefined);
  useAltKey(BenchKey.done, done);
  useAltKey(BenchKey.longer, longer);
  const who =
    own &&
    (own.customerName || (own.fromChat ? t('workbench.fromChat') : spokenNumber(own.displayNumber || own.number)));
  return (
    <article className="bench-wrap-up" data-tone="warning" aria-label={t('workbench.wrapUp')}>
      <header>
        <span className="bench-state">{t('workbench.wrapUp')}</span>
        <span className="timer bench-timer" role="timer" aria-label={t('workbench.secondsLeft', { seconds: leftSec })}>
          {shortClock(leftSec * 1_000)}
        </span>
      </header>
      <progress max={Math.max(1, endMs - startMs)} value={leftMs} aria-hidden />
      <p>
        {needsLabel ? t('workbench.labelFirst') : who ? t('workbench.wrapUpOf', { who }) : t('workbench.wrapUpHint')}
      </p>
      <div className="bench-actions">
        <Button
          data-bench="done"
          rightSection={<kbd aria-hidden>{altKeyText(BenchKey.done)}</kbd>}
          aria-keyshortcuts={`Alt+${BenchKey.done}`}
          onClick={done}
        >
          {t('workbench.done')}
        </Button>
        <Button
          variant="default"
          rightSection={<kbd aria-hidden>{altKeyText(BenchKey.longer)}</kbd>}
          aria-keyshortcuts={`Alt+${BenchKey.longer}`}
          disabled={moreSec === 0}
          onClick={longer}
        >
          {moreSec > 0 ? t('workbench.longer', { seconds: moreSec }) : t('workbench.noLonger')}
        </Button>
        {moreSec > 0 && (
          <small className="bench-quiet">{t('workbench.longerLeft', { time: shortClock(possibleSec * 1_000) })}</small>
        )}
      </div>
    </article>
  );
}
