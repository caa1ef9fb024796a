import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import type { InboxMessage, Mark, MessageStretch } from './inbox-types.ts';

/** A conversation that was just opened. */
export const newThread = <M>(readUpTo: number): MessageStretch<M> => ({
  at: 'loading',
  messages: [],
  hasOlder: false,
  hasNewer: false,
  early: [],
  marks: [],
  readUpTo,
});

const rank = (status: ChatMessageStatus): number => (status === ChatMessageStatus.failed ? -1 : status);

/** What is known of a message stays; how far it got only grows. */
function joined<M extends InboxMessage>(known: M, pushed: M): M {
  return rank(pushed.status) > rank(known.status) && known.status !== ChatMessageStatus.failed
    ? { ...known, status: pushed.status }
    : known;
}

/** Puts one message in its place; false when something before it is missing. */
function put<M extends InboxMessage>(messages: M[], message: M, hasNewer: boolean): boolean {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) {
    messages.push(message);
    return true;
  }
  if (message.no < first.no) return true;
  const at = message.no - first.no;
  if (message.no <= last.no) messages[at] = joined(messages[at]!, message);
  else if (hasNewer) return true;
  else if (message.no === last.no + 1) messages.push(message);
  else return false;
  return true;
}

/** Takes in a message that was told; `isGap`: what lies before it has to be asked for. */
export function addPushed<M extends InboxMessage>(
  thread: MessageStretch<M>,
  message: M,
): { thread: MessageStretch<M>; isGap: boolean } {
  if (thread.at !== 'loaded') return { thread: { ...thread, early: [...thread.early, message] }, isGap: false };
  const messages = [...thread.messages];
  if (put(messages, message, thread.hasNewer)) return { thread: { ...thread, messages }, isGap: false };
  return { thread: { ...thread, early: [...thread.early, message] }, isGap: true };
}

/** Takes in an answer. Messages told meanwhile follow it. */
export function addAnswer<M extends InboxMessage>(
  thread: MessageStretch<M>,
  how: 'newest' | 'before' | 'after' | 'around',
  answer: readonly M[],
  hasMore: boolean,
): MessageStretch<M> {
  const isNew = how === 'newest' || how === 'around';
  const known = isNew ? [] : thread.messages;
  const byNo = new Map(known.map((message) => [message.no, message]));
  for (const message of answer)
    byNo.set(message.no, byNo.has(message.no) ? joined(message, byNo.get(message.no)!) : message);
  const messages = [...byNo.values()].toSorted((a, b) => a.no - b.no);
  const hasOlder = isNew || how === 'before' ? (messages[0]?.no ?? 1) > 1 : thread.hasOlder;
  const hasNewer = how === 'before' ? thread.hasNewer : how === 'newest' ? false : hasMore;
  const early: M[] = [];
  for (const message of thread.early.toSorted((a, b) => a.no - b.no))
    if (!put(messages, message, hasNewer)) early.push(message);
  const filled: MessageStretch<M> = { ...thread, at: 'loaded', messages, hasOlder, hasNewer, early, marks: [] };
  return thread.marks.reduce(markThread, filled);
}

/** Our messages got so far, or one got an emoji. A failure is of one message alone. */
export function markThread<M extends InboxMessage>(thread: MessageStretch<M>, mark: Mark): MessageStretch<M> {
  const messages = thread.messages.map((message) => marked(message, mark));
  return {
    ...thread,
    messages,
    early: thread.early.map((message) => marked(message, mark)),
    marks: thread.at === 'loading' ? [...thread.marks, mark] : thread.marks,
  };
}

function marked<M extends InboxMessage>(message: M, mark: Mark): M {
  if ('emoji' in mark) return message.id === mark.messageId ? { ...message, emoji: mark.emoji } : message;
  // A carrier tells of one message, and of what failed and goes again.
  if ('only' in mark)
    return message.no === mark.only ? { ...message, status: mark.status, failure: mark.failure } : message;
  if (message.author !== 'agent' || message.status === ChatMessageStatus.failed) return message;
  const isMeant =
    mark.status === ChatMessageStatus.failed
      ? message.no === mark.upTo
      : message.no <= mark.upTo && message.status < mark.status;
  return isMeant ? { ...message, status: mark.status } : message;
}
