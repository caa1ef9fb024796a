import { Button } from '@mantine/core';
import { shortClock } from '#core/phone/call-clock.ts';
import { useText } from '#platform/web/i18n.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import { useNow } from '../now.ts';

const MORE_SEC = 30;

interface WrapUpProps {
  wrapUp: NonNullable<AgentNow['wrapUp']>;
  clockOffsetMs: number;
  onEnd: () => void;
  onExtend: (seconds: number) => void;
}

/** The work after a call: how long it still lasts, longer, or done. */
export function WrapUp({ wrapUp, clockOffsetMs, onEnd, onExtend }: WrapUpProps) {
  const t = useText();
  const leftSec = Math.max(0, Math.ceil((fromWire(wrapUp.endTime).getTime() - clockOffsetMs - useNow()) / 1_000));
  const possibleSec = Math.max(
    0,
    Math.round((fromWire(wrapUp.latestEndTime).getTime() - fromWire(wrapUp.endTime).getTime()) / 1_000),
  );
  const moreSec = Math.min(MORE_SEC, possibleSec);
  return (
    <div className="status-wrap-up" data-tone="warning">
      <span>{t('softphone.pill.wrapUpLeft')}</span>
      <b className="timer" role="timer" aria-label={t('softphone.pill.secondsLeft', { seconds: leftSec })}>
        {shortClock(leftSec * 1_000)}
      </b>
      <Button
        size="xs"
        variant="default"
        disabled={moreSec === 0}
        data-hint={t('softphone.pill.moreLeft', { time: shortClock(possibleSec * 1_000) })}
        onClick={() => onExtend(moreSec)}
      >
        {t('softphone.pill.more', { seconds: moreSec })}
      </Button>
      <Button size="xs" onClick={onEnd}>
        {t('softphone.pill.done')}
      </Button>
    </div>
  );
}
