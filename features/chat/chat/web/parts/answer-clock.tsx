import { Clock } from 'lucide-react';
import { shortClock } from '#core/phone/call-clock.ts';
import { useNow } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { fromWire } from '#platform/web/zone.ts';
import { shownClock } from '../../core/shown-clock.ts';
import type { Conversation } from '../../contract.ts';
import { useInbox } from '../desk/chat-session.ts';

type Clocked = Pick<Conversation, 'react_by' | 'answer_by' | 'unanswered_since' | 'state'>;

/** How long there is to open or answer it, by the server's clock; how late it is after that, in words. */
export function AnswerClock({ conversation }: { conversation: Clocked }) {
  const { state, react_by: reactBy, answer_by: answerBy, unanswered_since: since } = conversation;
  return state === 'closed' || (!reactBy && !answerBy && !since) ? null : <Counting conversation={conversation} />;
}

function Counting({
  conversation: { react_by: reactBy, answer_by: answerBy, unanswered_since: since },
}: {
  conversation: Clocked;
}) {
  const t = useText();
  const format = useFormat();
  const nowMs = useNow() + (useInbox()?.aheadMs ?? 0);
  const ms = (wire: string | null) => (wire === null ? null : fromWire(wire).getTime());
  const clock = shownClock({ reactByMs: ms(reactBy), answerByMs: ms(answerBy), sinceMs: ms(since) }, nowMs);
  const time = clock.isRough ? format.span(clock.ms) : shortClock(clock.ms);
  return (
    <span className="chat-clock timer" data-tone={clock.tone} data-hint={t(`chat.clock.${clock.what}`, { time })}>
      <Clock size={11} aria-hidden />
      {clock.what === 'late' ? t('chat.clock.lateShort', { time }) : time}
    </span>
  );
}
