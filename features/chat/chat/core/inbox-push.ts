import { ChatType } from '#shared/codes/chat-type.ts';
import type { Step } from '#core/machine.ts';
import { isMine, knownConversation, put, unreadOfMine, withRead } from './inbox-known.ts';
import { changeRow, pushedConversations } from './inbox-list.ts';
import { withoutStored } from './inbox-outbox.ts';
import { addPushed, markThread } from './inbox-thread.ts';
import type { ChatEffect, ChatPushed, Inbox, InboxConversation, InboxMessage, Mark } from './inbox-types.ts';

/** Specification W2: sound after 500 ms, the title blinks every 500 ms. */
export const SOUND_AFTER_MS = 500;
export const BLINK_EVERY_MS = 500;
const TYPING_LASTS_MS = 5_000;

type Next<C, M> = Step<Inbox<C, M>, ChatEffect<C, M>>;
const same = <C, M>(state: Inbox<C, M>): Next<C, M> => ({ state, effects: [] });

/** What the server told. */
export function applyPush<C extends InboxConversation, M extends InboxMessage>(
  before: Inbox<C, M>,
  pushed: ChatPushed<C, M>,
  nowMs: number,
): Next<C, M> {
  const conversations = pushedConversations(pushed);
  if (conversations) return applyConversations(remembered(before, pushed), conversations);
  if ('kind' in pushed) return pushed.kind === 'pong' ? same(before) : applyPosition(before, pushed, nowMs);
  if ('typing' in pushed) return applyTyping(before, pushed.conversation_id, pushed.name, nowMs);
  if ('left' in pushed) return applyLeft(remembered(before, pushed), pushed.left);
  if (!('event_id' in pushed)) return same(before);
  // Rule 2; the answer to a sending counts although its event came before.
  if (before.position !== null && pushed.event_id <= before.position && !('client_id' in pushed && pushed.message))
    return same(before);
  if ('offline' in pushed)
    return { state: { ...before, position: pushed.event_id }, effects: [{ type: 'showOffline', why: pushed.offline }] };
  const known = knownConversation(before, pushed.conversation_id);
  const moved = remembered({ ...before, position: Math.max(before.position ?? 0, pushed.event_id) }, pushed);
  const inbox = known ? put(moved, changeRow(known, pushed)) : moved;
  if ('emoji_flag' in pushed)
    return same(withMark(inbox, pushed.conversation_id, { messageId: pushed.message_id, emoji: pushed.emoji }));
  if ('blacklisted' in pushed) return same(inbox);
  if ('status' in pushed) {
    const step = pushed.message ? applyMessage(inbox, pushed.message, null, pushed.event_id) : same(inbox);
    const mark: Mark = pushed.only
      ? { only: pushed.no, status: pushed.status, failure: pushed.failure ?? '' }
      : { upTo: pushed.no, status: pushed.status };
    return { ...step, state: withMark(step.state, pushed.conversation_id, mark) };
  }
  const step = applyMessage(
    inbox,
    pushed.message,
    pushed.chat_type === ChatType.fromCustomer ? pushed.user_id : null,
    pushed.event_id,
  );
  const { event } = pushed.message;
  if (event?.what !== 'transferred' || pushed.user_id !== inbox.userId || isSeen(inbox, pushed.conversation_id))
    return step;
  const handed = { conversation: pushed.conversation_id, by: event.by, note: event.note };
  return { ...step, effects: [...step.effects, { type: 'showHanded', ...handed }] };
}

/** Rule 1: kept for the answers that are still on their way. */
function remembered<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  pushed: ChatPushed<C, M>,
): Inbox<C, M> {
  const { list, open } = inbox;
  return {
    ...inbox,
    list: list.at === 'loading' ? { ...list, since: [...list.since, pushed] } : list,
    open: open?.since ? { ...open, since: [...open.since, pushed] } : open,
  };
}

function applyPosition<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  { kind, event_id: position, now_ms: serverMs }: Extract<ChatPushed<C, M>, { kind: 'ready' | 'reload' }>,
  nowMs: number,
): Next<C, M> {
  // What was asked for before events began may have changed in between.
  const isLate = inbox.position === null && (inbox.list.at === 'loaded' || inbox.open !== null);
  const aheadMs = serverMs === undefined ? inbox.aheadMs : serverMs - nowMs;
  return { state: { ...inbox, position, aheadMs }, effects: kind === 'reload' || isLate ? [{ type: 'reload' }] : [] };
}

function applyTyping<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  id: number,
  name: string,
  sinceMs: number,
): Next<C, M> {
  return {
    state: { ...inbox, typing: new Map(inbox.typing).set(id, { name, sinceMs }) },
    effects: [{ type: 'wake', afterMs: TYPING_LASTS_MS, event: { type: 'typingOver', conversationId: id, sinceMs } }],
  };
}

function applyConversations<C extends InboxConversation, M extends InboxMessage>(
  before: Inbox<C, M>,
  conversations: readonly C[],
): Next<C, M> {
  let inbox = before;
  const effects: ChatEffect<C, M>[] = [];
  for (const one of conversations) {
    const known = knownConversation(inbox, one.id);
    const isNew =
      inbox.mine !== null && isMine(one, inbox.userId) && !isMine(inbox.mine.get(one.id) ?? null, inbox.userId);
    if (!known || known.state !== one.state || known.agent_id !== one.agent_id || known.unread > 0 !== one.unread > 0)
      effects.push({ type: 'askCounts' });
    inbox = put(inbox, one);
    const gap = missingAfter(inbox, one);
    if (gap !== null) effects.push({ type: 'fillGap', conversationId: one.id, after: gap });
    if (isNew && (one.unread > 0 || one.react_by !== null) && !isSeen(inbox, one.id)) {
      const step = announce(inbox, one, one.last_text, inbox.position ?? 0);
      inbox = step.state;
      effects.push(...step.effects);
      if (!inbox.attends.page) effects.push({ type: 'showCame', conversation: one });
    }
  }
  if (unreadOfMine(inbox) === 0 && unreadOfMine(before) > 0) {
    inbox = { ...inbox, waits: false };
    effects.push({ type: 'rest' });
  }
  // A count that was asked for while something was being read may have come too early.
  if (conversations.some((one) => isMine(one, inbox.userId)) && inbox.counts.unread > unreadOfMine(inbox))
    effects.push({ type: 'askCounts' });
  const asks = effects.findIndex(({ type }) => type === 'askCounts');
  return withRead(inbox, ...effects.filter(({ type }, index) => type !== 'askCounts' || index === asks));
}

/** Messages of a conversation that waits are not told one by one: after which one they are to be read. */
function missingAfter<C extends InboxConversation, M extends InboxMessage>(
  { open, userId }: Inbox<C, M>,
  one: C,
): number | null {
  // Of what a colleague has now, I may not read on.
  if (
    open?.id !== one.id ||
    !(one.state === 'waiting' || isMine(one, userId)) ||
    open.thread.at !== 'loaded' ||
    open.thread.hasNewer
  )
    return null;
  const last = open.thread.messages.at(-1)?.no ?? 0;
  return one.last_no > last ? last : null;
}

function applyLeft<C extends InboxConversation, M extends InboxMessage>(inbox: Inbox<C, M>, id: number): Next<C, M> {
  const mine = inbox.mine && new Map(inbox.mine);
  mine?.delete(id);
  const effects: ChatEffect<C, M>[] = [{ type: 'askCounts' }];
  const isOpen = inbox.open?.id === id;
  if (isOpen) effects.push({ type: 'showLeft' });
  return {
    state: {
      ...inbox,
      mine,
      open: isOpen ? null : inbox.open,
      list: { ...inbox.list, rows: inbox.list.rows.filter((row) => row.id !== id) },
    },
    effects,
  };
}

const withMark = <C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  id: number,
  mark: Mark,
): Inbox<C, M> =>
  inbox.open?.id === id ? { ...inbox, open: { ...inbox.open, thread: markThread(inbox.open.thread, mark) } } : inbox;

/** A message that was stored. `userId`: whose it is, of a customer's. */
function applyMessage<C extends InboxConversation, M extends InboxMessage>(
  before: Inbox<C, M>,
  message: M,
  userId: number | null,
  eventId: number,
): Next<C, M> {
  const id = message.conversation_id;
  const effects: ChatEffect<C, M>[] = [];
  let inbox = { ...before, outbox: withoutStored(before.outbox, [message]) };
  if (inbox.open?.id === id) {
    const { thread, isGap } = addPushed(inbox.open.thread, message);
    inbox = { ...inbox, open: { ...inbox.open, thread } };
    if (isGap) effects.push({ type: 'fillGap', conversationId: id, after: thread.messages.at(-1)?.no ?? 0 });
  }
  const isVisitor = message.author === 'visitor';
  if (isVisitor && inbox.typing.has(id)) {
    const typing = new Map(inbox.typing);
    typing.delete(id);
    inbox = { ...inbox, typing };
  }
  if (
    (isVisitor && userId === inbox.userId) ||
    (message.author === 'note' && message.mentions.includes(inbox.userId))
  ) {
    const known = knownConversation(inbox, id);
    if (isVisitor && known && (known.answer_by === null || known.writable_until !== null))
      effects.push({ type: 'askConversation', conversationId: id });
    const step = announce(inbox, known ?? { id, name: '' }, message.text || message.file?.name || '', eventId);
    inbox = step.state;
    effects.push(...step.effects);
    // It stands in the list of the team's conversations from now on.
    if (!isVisitor) effects.push({ type: 'askConversation', conversationId: id }, { type: 'askCounts' });
    if (!isVisitor && !isSeen(inbox, id))
      effects.push({ type: 'showMentioned', conversation: id, by: message.author_name, text: message.text });
  }
  return withRead(inbox, ...effects);
}

/** I look at it this moment. */
const isSeen = ({ attends, open }: Inbox<InboxConversation, InboxMessage>, id: number): boolean =>
  attends.page && attends.front && open?.id === id;

/** Rule 4. */
function announce<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  { id, name }: { id: number; name: string },
  text: string,
  eventId: number,
): Next<C, M> {
  const { settings, attends } = inbox;
  const effects: ChatEffect<C, M>[] = settings.sound ? [{ type: 'sound', afterMs: SOUND_AFTER_MS, eventId }] : [];
  if (isSeen(inbox, id)) return { state: inbox, effects };
  if (settings.flashing) effects.push({ type: 'blinkTitle', everyMs: BLINK_EVERY_MS });
  if (!attends.front) effects.push({ type: 'notify', conversation: id, name, text, eventId });
  return { state: { ...inbox, waits: inbox.waits || !attends.page }, effects };
}
