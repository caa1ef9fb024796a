import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { isVisible, type Standing } from './visibility.ts';

/** How long a carrier takes free words: so many hours after the visitor's last message, or always. */
export interface ReplyWindow {
  lastWroteMs: number | null;
  hours: number | null;
}

const HOUR_MS = 3_600_000;

/** Whether only templates go through now. */
export const isWindowOver = ({ lastWroteMs, hours }: ReplyWindow, nowMs: number): boolean =>
  lastWroteMs !== null && hours !== null && lastWroteMs + hours * HOUR_MS <= nowMs;

/** What an agent wants to write. */
export interface Reply {
  who: number;
  supervises: boolean;
  isNote: boolean;
  isTemplate: boolean;
}

type Refusal = 'gone' | 'closed' | 'notYours' | 'windowOver' | 'notFailed';

/**
 * Why an agent may not write into a conversation, or null. Whoever may not see it is told that there is none. Whoever sees it
 * may leave notes, also when it is over; only its agent speaks to the visitor, while it lasts and the carrier takes the words.
 */
export function refusalToWrite(standing: Standing, window: ReplyWindow, reply: Reply, nowMs: number): Refusal | null {
  if (!reply.supervises && !isVisible(standing, reply.who)) return 'gone';
  return reply.isNote ? null : (refusalToSpeak(standing, reply.who) ?? refusalOfWords(window, reply, nowMs));
}

/** Why what a carrier did not take may not be sent again, or null. */
export function refusalToResend(
  standing: Standing,
  window: ReplyWindow,
  { who, isTemplate, status }: { who: number; isTemplate: boolean; status: ChatMessageStatus | null },
  nowMs: number,
): Refusal | null {
  if (!isVisible(standing, who)) return 'gone';
  const refusal = refusalToSpeak(standing, who);
  if (refusal) return refusal;
  return status === ChatMessageStatus.failed ? refusalOfWords(window, { isTemplate }, nowMs) : 'notFailed';
}

function refusalToSpeak({ state, agentId }: Standing, who: number): Refusal | null {
  if (state === 'closed') return 'closed';
  return agentId === who ? null : 'notYours';
}

const refusalOfWords = (window: ReplyWindow, { isTemplate }: Pick<Reply, 'isTemplate'>, nowMs: number) =>
  !isTemplate && isWindowOver(window, nowMs) ? 'windowOver' : null;
