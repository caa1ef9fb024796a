import type { Step } from '#core/machine.ts';
import { knownConversation, put, unreadOfMine, withRead } from './inbox-known.ts';
import { changeRow, fillList, newer } from './inbox-list.ts';
import { changeOutbox, leave, withoutStored } from './inbox-outbox.ts';
import { addAnswer, newThread } from './inbox-thread.ts';
import { applyPush } from './inbox-push.ts';
import type {
  ChatEffect,
  ChatEvent,
  Inbox,
  InboxConversation,
  InboxMessage,
  InboxQuery,
  ShownList,
} from './inbox-types.ts';

/**
 * What an agent sees of chats. Rules:
 * 1. The server is right: lists and messages are what was last asked for, with everything told since put on it. Whichever
 *    of an answer and an event comes first, the outcome is the same.
 * 2. An event that was told before (its id is not above the last) changes nothing.
 * 3. A message of ours is shown at once and stays until the stored one with its client id takes its place. One that fails
 *    stays too, to be tried again or dropped. What one wrote into a conversation is stored in that order.
 * 4. A customer's message that is mine sounds; the title blinks and a notice is shown unless I look at that conversation. So does
 *    a conversation that becomes mine and waits for me to look at it; on other pages than the chats it is told in words, too.
 * 5. What I look at is read, in every tab of mine.
 */
export function applyChatEvent<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  event: ChatEvent<C, M>,
): Step<Inbox<C, M>, ChatEffect<C, M>> {
  const step = applied(inbox, event);
  const isAnswer = event.type === 'listArrived' || event.type === 'countsArrived';
  const done = isAnswer ? step : { ...step, state: withUnreadCount(inbox, step.state) };
  if (done.state.outbox === inbox.outbox) return done;
  const left = leave(done.state, { type: 'outboxChanged' });
  return { state: left.state, effects: [...done.effects, ...left.effects] };
}

function applied<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  event: ChatEvent<C, M>,
): Step<Inbox<C, M>, ChatEffect<C, M>> {
  const to = (state: Inbox<C, M>, ...effects: ChatEffect<C, M>[]): Step<Inbox<C, M>, ChatEffect<C, M>> => ({
    state,
    effects,
  });
  switch (event.type) {
    case 'pushed':
      return applyPush(inbox, event.pushed, event.nowMs);
    case 'listAsked':
      return to({
        ...inbox,
        list: { ...listOf<C, M>(event.query), rows: sameList(inbox.list.query, event.query) ? inbox.list.rows : [] },
      });
    case 'listArrived':
      return to(withList(inbox, event));
    case 'listFailed':
      return to(event.query === inbox.list.query ? { ...inbox, list: { ...inbox.list, at: 'failed' } } : inbox);
    case 'countsArrived':
      return to({ ...inbox, counts: event.counts });
    case 'opened': {
      if (event.id === null) return to({ ...inbox, open: null });
      const conversation = knownConversation(inbox, event.id);
      return to({
        ...inbox,
        open: {
          id: event.id,
          conversation,
          since: conversation ? null : [],
          thread: newThread(conversation?.agent_read_no ?? Number.MAX_SAFE_INTEGER),
        },
      });
    }
    case 'conversationArrived':
      return withRead(withConversation(inbox, event.conversation));
    case 'messagesArrived':
      if (inbox.open?.id !== event.id) return to(inbox);
      return withRead({
        ...inbox,
        outbox: withoutStored(inbox.outbox, event.messages),
        open: { ...inbox.open, thread: addAnswer(inbox.open.thread, event.how, event.messages, event.hasMore) },
      });
    case 'messagesFailed':
      return to(
        inbox.open?.id === event.id && inbox.open.thread.at === 'loading'
          ? { ...inbox, open: { ...inbox.open, thread: { ...inbox.open.thread, at: 'failed' } } }
          : inbox,
      );
    case 'attended': {
      const attends = { page: event.page ?? inbox.attends.page, front: event.front ?? inbox.attends.front };
      return withRead({ ...inbox, attends, waits: inbox.waits && !attends.page });
    }
    case 'settingsArrived':
      return to({ ...inbox, settings: event.settings });
    case 'typingOver': {
      if (inbox.typing.get(event.conversationId)?.sinceMs !== event.sinceMs) return to(inbox);
      const typing = new Map(inbox.typing);
      typing.delete(event.conversationId);
      return to({ ...inbox, typing });
    }
    case 'lineOpened':
    case 'sendRefusedForNow':
    case 'sendDue':
      return leave(inbox, event);
    default:
      return changeOutbox(inbox, event);
  }
}

const listOf = <C, M>(query: InboxQuery): ShownList<C, M> => ({
  query,
  rows: [],
  more: false,
  at: 'loading',
  since: [],
});
const nobody = { mine: 0, waiting: 0, team: 0, unread: 0 };

/** The inbox of somebody who has just signed in. */
export const newInbox = <C extends InboxConversation, M extends InboxMessage>(
  userId: number,
  supervises = false,
): Inbox<C, M> => ({
  userId,
  supervises,
  settings: { sound: false, flashing: false },
  aheadMs: 0,
  position: null,
  attends: { page: false, front: true },
  waits: false,
  counts: nobody,
  mine: null,
  list: listOf({ filter: 'mine', unread: false, words: '' }),
  open: null,
  outbox: [],
  leaving: new Map(),
  lastTurn: 0,
  typing: new Map(),
});

/** What became unread or read since the server last counted is counted here; its next count is right again. */
function withUnreadCount<C extends InboxConversation, M extends InboxMessage>(
  before: Inbox<C, M>,
  after: Inbox<C, M>,
): Inbox<C, M> {
  if (before.mine === after.mine || before.mine === null) return after;
  const more = unreadOfMine(after) - unreadOfMine(before);
  return more === 0
    ? after
    : { ...after, counts: { ...after.counts, unread: Math.max(0, after.counts.unread + more) } };
}

/** The same rows may be shown until the answer is there. */
const sameList = (a: InboxQuery, b: InboxQuery): boolean =>
  a.filter === b.filter &&
  a.unread === b.unread &&
  a.words === b.words &&
  a.channel_id === b.channel_id &&
  a.group_id === b.group_id &&
  a.agent_id === b.agent_id;

/** Nothing narrows it down: the answer names all that are mine. */
const isWholeMine = ({
  filter,
  unread,
  words,
  channel_id: channel,
  group_id: group,
  agent_id: agent,
}: InboxQuery): boolean =>
  filter === 'mine' && !unread && words === '' && channel === undefined && group === undefined && agent === undefined;

function withList<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  { query, rows, more, counts, isNext }: Extract<ChatEvent<C, M>, { type: 'listArrived' }>,
): Inbox<C, M> {
  if (query !== inbox.list.query) return inbox;
  const list = fillList(inbox.list, rows, more, isNext, inbox);
  const mine = isWholeMine(query)
    ? new Map([...(isNext ? (inbox.mine ?? []) : []), ...list.rows.map((row) => [row.id, row] as const)])
    : inbox.mine;
  const isFirst = inbox.mine === null && mine !== null;
  const waits = inbox.waits || (isFirst && !inbox.attends.page && list.rows.some(({ unread }) => unread > 0));
  const fresh = inbox.open && list.rows.find(({ id }) => id === inbox.open?.id);
  return {
    ...inbox,
    list,
    mine,
    counts,
    waits,
    ...(fresh && inbox.open ? { open: { ...inbox.open, conversation: newer(inbox.open.conversation, fresh) } } : {}),
  };
}

/** A conversation that was asked for by itself; where it was just opened, everything after what its agent had read is unread. */
function withConversation<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  conversation: C,
): Inbox<C, M> {
  const { open } = inbox;
  if (open?.id !== conversation.id || open.since === null) return put(inbox, conversation);
  const fresh = open.since.reduce(changeRow, newer(open.conversation, conversation));
  return put(
    {
      ...inbox,
      open: {
        ...open,
        conversation: fresh,
        since: null,
        thread: { ...open.thread, readUpTo: conversation.agent_read_no },
      },
    },
    fresh,
  );
}
