import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import type { ChatPushed, Inbox, InboxConversation, InboxMessage, InboxQuery, ShownList } from './inbox-types.ts';

/** Who reads lists. */
export type ListReader = Pick<Inbox<unknown, unknown>, 'userId' | 'supervises'>;

/** Which list a conversation belongs to; those of colleagues stand in the team's, one's own only where one sees all. */
export function isListed(query: InboxQuery, one: InboxConversation, { userId, supervises }: ListReader): boolean {
  const { filter, unread, channel_id: channel, group_id: group, agent_id: agent } = query;
  const isThere =
    filter === 'mine'
      ? one.state === 'open' && one.agent_id === userId
      : filter === 'waiting'
        ? one.state === 'waiting'
        : filter === 'team'
          ? one.state === 'open' && (supervises || one.agent_id !== userId)
          : one.state === 'closed';
  return (
    isThere &&
    (!unread || one.unread > 0) &&
    (channel === undefined || one.channel_id === channel) &&
    (group === undefined || one.group_id === group) &&
    (agent === undefined || one.agent_id === agent)
  );
}

/** Negative: `a` stands above `b`. */
const order = (a: InboxConversation, b: InboxConversation): number =>
  a.last_at === b.last_at ? b.id - a.id : a.last_at < b.last_at ? 1 : -1;

function placeOf(rows: readonly InboxConversation[], one: InboxConversation): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(rows[middle]!, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An answer on its way may have overtaken an event: the one with fewer messages is the older. */
export function newer<C extends InboxConversation>(before: C | null | undefined, next: C): C {
  if (!before || next.last_no >= before.last_no) return next;
  const { last_no, last_text, last_chat_type, last_at, unread, unanswered_since, answer_by } = before;
  return { ...next, last_no, last_text, last_chat_type, last_at, unread, unanswered_since, answer_by };
}

/**
 * Puts a conversation where it belongs now, or takes it out. A row below the last one that was asked for is not added:
 * it comes when the list is asked for more. Words are the server's to compare: what they find changes, nothing is added.
 */
export function putRow<C extends InboxConversation, M>(
  list: ShownList<C, M>,
  one: C,
  reader: ListReader,
): ShownList<C, M> {
  const was = list.rows.findIndex(({ id }) => id === one.id);
  const known = was < 0 ? null : list.rows[was]!;
  const next = newer(known, one);
  const rest = was < 0 ? list.rows : list.rows.toSpliced(was, 1);
  const mayAdd = isListed(list.query, next, reader) && (known !== null || list.query.words === '');
  const place = placeOf(rest, next);
  if (!mayAdd || (list.more && place === rest.length)) return was < 0 ? list : { ...list, rows: rest };
  return { ...list, rows: rest.toSpliced(place, 0, next) };
}

/** Takes an answer in; what was told meanwhile is put on it. */
export function fillList<C extends InboxConversation, M extends InboxMessage>(
  list: ShownList<C, M>,
  rows: readonly C[],
  more: boolean,
  isNext: boolean,
  reader: ListReader,
): ShownList<C, M> {
  const before = isNext ? list.rows : [];
  const ids = new Set(before.map(({ id }) => id));
  const joined = [...before, ...rows.filter(({ id }) => !ids.has(id))];
  let filled: ShownList<C, M> = { ...list, at: 'loaded', rows: joined, more, since: [] };
  for (const pushed of list.since) {
    if (typeof pushed === 'object' && 'left' in pushed)
      filled = { ...filled, rows: filled.rows.filter(({ id }) => id !== pushed.left) };
    const named =
      pushedConversations(pushed) ??
      filled.rows.filter(({ id }) => id === conversationOf(pushed)).map((row) => changeRow(row, pushed));
    for (const one of named) filled = putRow(filled, one, reader);
  }
  return filled;
}

export const pushedConversations = <C, M>(pushed: ChatPushed<C, M>): readonly C[] | null =>
  Array.isArray(pushed) ? (pushed as readonly C[]) : null;

/** Which conversation something is about; 0: several, or none. */
export const conversationOf = (pushed: object): number =>
  'conversation_id' in pushed ? Number(pushed.conversation_id) : 0;

/** What a conversation is after something was told of it; told twice it is the same. The server's own row follows and is right. */
export function changeRow<C extends InboxConversation, M extends InboxMessage>(one: C, pushed: ChatPushed<C, M>): C {
  const named = pushedConversations(pushed)?.find(({ id }) => id === one.id);
  if (named) return newer(one, named);
  if (conversationOf(pushed) !== one.id) return one;
  if ('blacklisted' in pushed) return { ...one, blocked: true };
  const next = 'message' in pushed && pushed.message ? withLast(one, pushed.message) : one;
  return 'status' in pushed && !pushed.only ? withStatus(next, pushed.no, pushed.status) : next;
}

function withStatus<C extends InboxConversation>(one: C, no: number, status: ChatMessageStatus): C {
  const isRead = status === ChatMessageStatus.read;
  if (!isRead && status !== ChatMessageStatus.delivered) return one;
  return {
    ...one,
    delivered_no: Math.max(one.delivered_no, no),
    visitor_read_no: isRead ? Math.max(one.visitor_read_no, no) : one.visitor_read_no,
  };
}

function withLast<C extends InboxConversation>(one: C, { no, author, text, file, created_at: at }: InboxMessage): C {
  if (no <= one.last_no) return one;
  const isVisitor = author === 'visitor';
  const isTalk = isVisitor || author === 'agent';
  const owed = isVisitor
    ? { unanswered_since: one.unanswered_since ?? at }
    : author === 'agent'
      ? { unanswered_since: null, answer_by: null }
      : {};
  return {
    ...one,
    ...owed,
    last_no: no,
    ...(isTalk
      ? {
          last_text: text || (file?.name ?? ''),
          last_at: at,
          last_chat_type: isVisitor ? ChatType.fromCustomer : ChatType.fromAgent,
        }
      : {}),
    unread: isVisitor ? one.unread + 1 : one.unread,
  };
}
