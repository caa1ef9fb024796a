import type { Step } from '#core/machine.ts';
import { newer, putRow } from './inbox-list.ts';
import type { ChatEffect, Inbox, InboxConversation, InboxMessage } from './inbox-types.ts';

/** A conversation as far as it is known here. */
export function knownConversation<C extends InboxConversation, M extends InboxMessage>(
  { open, mine, list }: Inbox<C, M>,
  id: number,
): C | null {
  return (
    (open?.id === id ? open.conversation : null) ?? mine?.get(id) ?? list.rows.find((row) => row.id === id) ?? null
  );
}

/** Says that what I look at is read, once per message. */
export function withRead<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  ...effects: ChatEffect<C, M>[]
): Step<Inbox<C, M>, ChatEffect<C, M>> {
  const { open, attends, userId } = inbox;
  const one = open?.conversation;
  const no = open?.thread.at === 'loaded' && !open.thread.hasNewer ? (open.thread.messages.at(-1)?.no ?? 0) : 0;
  const reads =
    attends.page && attends.front && one && one.agent_id === userId && one.state === 'open' && no > one.agent_read_no;
  if (!reads) return { state: inbox, effects };
  const seen = { agent_read_no: no, unread: 0, react_by: null };
  const read: C = { ...one, ...seen };
  const list = {
    ...inbox.list,
    rows: inbox.list.rows.map((row) => (row.id === read.id ? { ...row, ...seen } : row)),
  };
  const mine = inbox.mine?.has(read.id)
    ? new Map(inbox.mine).set(read.id, { ...inbox.mine.get(read.id)!, ...seen })
    : inbox.mine;
  return {
    state: { ...inbox, list, mine, open: { ...open, conversation: read } },
    effects: [...effects, { type: 'read', conversationId: read.id, no }],
  };
}

/** I have it now. */
export const isMine = (one: InboxConversation | null, userId: number): boolean =>
  one?.state === 'open' && one.agent_id === userId;

/** How many of my open conversations have something unread, as far as they are known. */
export const unreadOfMine = <C extends InboxConversation, M>({ mine }: Pick<Inbox<C, M>, 'mine'>): number =>
  [...(mine?.values() ?? [])].filter(({ unread }) => unread > 0).length;

/** Puts a conversation everywhere it is shown. */
export function put<C extends InboxConversation, M extends InboxMessage>(inbox: Inbox<C, M>, one: C): Inbox<C, M> {
  const { userId, open } = inbox;
  let mine = inbox.mine;
  if (mine && (mine.has(one.id) || isMine(one, userId))) {
    const next = new Map(mine);
    if (isMine(one, userId)) next.set(one.id, newer(mine.get(one.id), one));
    else next.delete(one.id);
    mine = next;
  }
  return {
    ...inbox,
    mine,
    list: putRow(inbox.list, one, inbox),
    ...(open?.id === one.id ? { open: { ...open, conversation: newer(open.conversation, one) } } : {}),
  };
}
