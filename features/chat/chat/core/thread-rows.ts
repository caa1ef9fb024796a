import type { InboxMessage, PendingMessage } from './inbox-types.ts';

/** A line of the conversation as it is drawn. */
export type ThreadRow<M> =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  /** `isFirst`: the writer and the time are said; those that follow within five minutes say neither. */
  | { kind: 'message'; key: string; message: M; isFirst: boolean; isLast: boolean; outgoing: PendingMessage<M> | null };

const GROUP_MS = 5 * 60_000;
const msOf = (wire: string): number => Date.parse(`${wire.replace(' ', 'T')}Z`);

const follows = (before: InboxMessage | undefined, next: InboxMessage & { user_id?: number | null }): boolean =>
  before !== undefined &&
  before.author === next.author &&
  before.author !== 'system' &&
  (before as typeof next).user_id === next.user_id &&
  msOf(next.created_at) - msOf(before.created_at) < GROUP_MS;

/** Messages with day marks, the line above the first unread one, and what is on its way at the end. */
export function threadRows<M extends InboxMessage>(
  messages: readonly M[],
  outbox: readonly PendingMessage<M>[],
  readUpTo: number,
  dayOf: (at: string) => string,
): ThreadRow<M>[] {
  const rows: ThreadRow<M>[] = [];
  const all = [
    ...messages.map((message) => ({ message, outgoing: null })),
    ...outbox.map((outgoing) => ({ message: outgoing.message, outgoing })),
  ];
  let day = '';
  let isUnreadMarked = false;
  all.forEach(({ message, outgoing }, index) => {
    const today = dayOf(message.created_at);
    const isNewDay = today !== day;
    if (isNewDay) rows.push({ kind: 'day', key: `day ${today}`, at: message.created_at });
    day = today;
    const isUnread = !isUnreadMarked && outgoing === null && message.no > readUpTo && message.author === 'visitor';
    if (isUnread) rows.push({ kind: 'unread', key: 'unread' });
    isUnreadMarked ||= isUnread;
    const [before, next] = [all[index - 1]?.message, all[index + 1]?.message];
    rows.push({
      kind: 'message',
      key: message.client_id || `no ${message.no}`,
      message,
      outgoing,
      isFirst: isNewDay || isUnread || !follows(before, message),
      isLast: next === undefined || !follows(message, next) || dayOf(next.created_at) !== today,
    });
  });
  return rows;
}
