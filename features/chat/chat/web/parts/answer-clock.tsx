import { Clock } from 'lucide-react';
import { shortClock } from '#core/phone/call-clock.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { fromWire } from '#platform/web/zone.ts';
import type { Conversation } from '../../contract.ts';

const SOON_MS = 60_000;

/** How long there is to answer, as the team promised; how late it is after that. */
export function AnswerClock({
  conversation: { answer_by: by, unanswered_since: since, state },
}: {
  conversation: Pick<Conversation, 'answer_by' | 'unanswered_since' | 'state'>;
}) {
  return state === 'closed' || (!by && !since) ? null : <Counting until={by} since={since} />;
}

function Counting({ until, since }: { until: string | null; since: string | null }) {
  const t = useText();
  const nowMs = useNow();
  const leftMs = until === null ? 0 : fromWire(until).getTime() - nowMs;
  const waitedMs = since === null ? 0 : nowMs - fromWire(since).getTime();
  const tone = until === null ? 'grey' : leftMs < 0 ? 'red' : leftMs < SOON_MS ? 'warning' : 'grey';
  const time = shortClock(Math.abs(until === null ? Math.max(0, waitedMs) : leftMs));
  return (
    <span
      className="chat-clock timer"
      data-tone={tone}
      data-hint={t(until === null ? 'chat.clock.waiting' : leftMs < 0 ? 'chat.clock.late' : 'chat.clock.left', {
        time,
      })}
    >
      <Clock size={11} aria-hidden />
      {until !== null && leftMs < 0 ? '−' : ''}
      {time}
    </span>
  );
}
