import { emptySendQueue, sendQueue, type SendQueueEvent } from '#core/chat/send-queue.ts';
import type { Step } from '#core/machine.ts';
import type { ChatEffect, ChatEvent, Inbox, InboxConversation, InboxMessage, PendingMessage } from './inbox-types.ts';

type OutboxEvent<C, M> = Extract<
  ChatEvent<C, M>,
  { type: 'wrote' | 'uploadMoved' | 'uploaded' | 'sendFailed' | 'retried' | 'dropped' }
>;

/**
 * Messages on their way.
 *
 *   wrote ─▶ uploading ──uploaded──▶ sending ──stored──▶ gone (the stored one takes its place)
 *                │                      │  ▲
 *                └──── failed ◀─────────┘  │ retried: it is the last now
 *                        └─────────────────┘
 *
 * Which of those that are `sending` leaves, and when, says `leave`.
 */
export function changeOutbox<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  event: OutboxEvent<C, M>,
): Step<Inbox<C, M>, ChatEffect<C, M>> {
  const to = (
    outbox: readonly PendingMessage<M>[],
    ...effects: ChatEffect<C, M>[]
  ): Step<Inbox<C, M>, ChatEffect<C, M>> => ({
    state: { ...inbox, outbox },
    effects,
  });
  const change = (clientId: string, next: (one: PendingMessage<M>) => PendingMessage<M>): PendingMessage<M>[] =>
    inbox.outbox.map((one) => (one.message.client_id === clientId ? next(one) : one));
  switch (event.type) {
    case 'wrote': {
      if (inbox.outbox.some(({ message }) => message.client_id === event.message.client_id)) return to(inbox.outbox);
      const outbox: PendingMessage<M>[] = [
        ...inbox.outbox,
        { message: event.message, at: event.isFile ? 'uploading' : 'sending', progress: 0, why: '' },
      ];
      return event.isFile ? to(outbox, { type: 'upload', clientId: event.message.client_id }) : to(outbox);
    }
    case 'uploadMoved':
      return to(change(event.clientId, (one) => ({ ...one, progress: event.progress })));
    case 'uploaded': {
      const one = inbox.outbox.find(({ message }) => message.client_id === event.clientId);
      if (!one) return to(inbox.outbox);
      const message: M = { ...one.message, file: event.file };
      return to(change(event.clientId, () => ({ message, at: 'sending', progress: 1, why: '' })));
    }
    case 'sendFailed':
      return to(change(event.clientId, (one) => ({ ...one, at: 'failed', why: event.why })));
    case 'retried': {
      const one = inbox.outbox.find(({ message }) => message.client_id === event.clientId);
      if (one?.at !== 'failed') return to(inbox.outbox);
      const needsUpload = one.message.file?.id === 0;
      const outbox: PendingMessage<M>[] = [
        ...inbox.outbox.filter((other) => other !== one),
        { ...one, at: needsUpload ? 'uploading' : 'sending', progress: 0, why: '' },
      ];
      return needsUpload ? to(outbox, { type: 'upload', clientId: event.clientId }) : to(outbox);
    }
    case 'dropped':
      return to(inbox.outbox.filter(({ message }) => message.client_id !== event.clientId));
  }
}

/** What happens to the queue of one conversation, or of each. */
export type LeaveEvent<C, M> = Extract<ChatEvent<C, M>, { type: 'lineOpened' | 'sendRefusedForNow' | 'sendDue' }>;

/** What was written leaves conversation by conversation, each in its order (`core/chat/send-queue.ts`); a file that is uploaded is waited for. */
export function leave<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  event: LeaveEvent<C, M> | { type: 'outboxChanged' },
): Step<Inbox<C, M>, ChatEffect<C, M>> {
  const effects: ChatEffect<C, M>[] = [];
  const leaving = new Map(inbox.leaving);
  let { lastTurn } = inbox;
  const happen = (conversationId: number, what: SendQueueEvent): void => {
    const step = sendQueue(leaving.get(conversationId) ?? { ...emptySendQueue, turn: lastTurn }, what);
    if (step.state.first === null) {
      leaving.delete(conversationId);
      lastTurn = Math.max(lastTurn, step.state.turn);
    } else leaving.set(conversationId, step.state);
    for (const effect of step.effects) {
      if (effect.type === 'wake')
        effects.push({ ...effect, event: { type: 'sendDue', conversationId, turn: effect.event.turn } });
      else effects.push({ type: 'send', message: messageOf(inbox.outbox, effect.id)! });
    }
  };
  switch (event.type) {
    case 'outboxChanged': {
      const written = inbox.outbox.map(({ message }) => message.conversation_id);
      for (const id of new Set([...leaving.keys(), ...written]))
        happen(id, { type: 'changed', first: firstOf(inbox.outbox, id) });
      break;
    }
    case 'lineOpened':
      for (const id of leaving.keys()) happen(id, event);
      break;
    case 'sendRefusedForNow': {
      const message = messageOf(inbox.outbox, event.clientId);
      if (message) happen(message.conversation_id, { type: 'refusedForNow', id: event.clientId });
      break;
    }
    case 'sendDue':
      happen(event.conversationId, { type: 'due', turn: event.turn });
  }
  return { state: { ...inbox, leaving, lastTurn }, effects };
}

const messageOf = <M extends InboxMessage>(outbox: readonly PendingMessage<M>[], clientId: string): M | undefined =>
  outbox.find(({ message }) => message.client_id === clientId)?.message;

/** What failed is passed by: people decide about it. */
function firstOf<M extends InboxMessage>(outbox: readonly PendingMessage<M>[], conversationId: number): string | null {
  const first = outbox.find(({ message, at }) => message.conversation_id === conversationId && at !== 'failed');
  return first?.at === 'sending' ? first.message.client_id : null;
}

/** Rule 3: what is stored is no longer on its way. */
export function withoutStored<M extends InboxMessage>(
  outbox: readonly PendingMessage<M>[],
  stored: readonly M[],
): readonly PendingMessage<M>[] {
  if (outbox.length === 0) return outbox;
  const ids = new Set(stored.map(({ client_id: clientId }) => clientId));
  return outbox.some(({ message }) => ids.has(message.client_id))
    ? outbox.filter(({ message }) => !ids.has(message.client_id))
    : outbox;
}
