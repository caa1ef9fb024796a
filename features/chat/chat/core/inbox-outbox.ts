import type { Step } from '#core/machine.ts';
import type { ChatEffect, ChatEvent, Inbox, InboxConversation, InboxMessage, Outgoing } from './inbox-types.ts';

/** No answer on an open line for so long: the message is shown as failed. It may still arrive, and counts once. */
const ANSWERED_WITHIN_MS = 15_000;

type OutboxEvent<C, M> = Extract<
  ChatEvent<C, M>,
  { type: 'wrote' | 'uploadMoved' | 'uploaded' | 'sendFailed' | 'sendOverdue' | 'retried' | 'dropped' | 'lineOpened' }
>;

/**
 * Messages on their way.
 *
 *   wrote ─▶ uploading ──uploaded──▶ sending ──stored──▶ gone (the stored one takes its place)
 *                │                      │  ▲
 *                └──── failed ◀─────────┘  │ retried, or the line is open again
 *                        └─────────────────┘
 */
export function changeOutbox<C extends InboxConversation, M extends InboxMessage>(
  inbox: Inbox<C, M>,
  event: OutboxEvent<C, M>,
): Step<Inbox<C, M>, ChatEffect<C, M>> {
  const to = (outbox: readonly Outgoing<M>[], ...effects: ChatEffect<C, M>[]): Step<Inbox<C, M>, ChatEffect<C, M>> => ({
    state: { ...inbox, outbox },
    effects,
  });
  const sending = (message: M): ChatEffect<C, M>[] => [
    { type: 'send', message },
    { type: 'wake', afterMs: ANSWERED_WITHIN_MS, event: { type: 'sendOverdue', clientId: message.client_id } },
  ];
  const change = (clientId: string, next: (one: Outgoing<M>) => Outgoing<M>): Outgoing<M>[] =>
    inbox.outbox.map((one) => (one.message.client_id === clientId ? next(one) : one));
  switch (event.type) {
    case 'wrote': {
      if (inbox.outbox.some(({ message }) => message.client_id === event.message.client_id)) return to(inbox.outbox);
      const outbox: Outgoing<M>[] = [
        ...inbox.outbox,
        { message: event.message, at: event.isFile ? 'uploading' : 'sending', progress: 0, why: '' },
      ];
      return event.isFile
        ? to(outbox, { type: 'upload', clientId: event.message.client_id })
        : to(outbox, ...sending(event.message));
    }
    case 'uploadMoved':
      return to(change(event.clientId, (one) => ({ ...one, progress: event.progress })));
    case 'uploaded': {
      const one = inbox.outbox.find(({ message }) => message.client_id === event.clientId);
      if (!one) return to(inbox.outbox);
      const message: M = { ...one.message, file: event.file };
      return to(
        change(event.clientId, () => ({ message, at: 'sending', progress: 1, why: '' })),
        ...sending(message),
      );
    }
    case 'sendFailed':
      return to(change(event.clientId, (one) => ({ ...one, at: 'failed', why: event.why })));
    case 'sendOverdue':
      return to(change(event.clientId, (one) => (one.at === 'sending' ? { ...one, at: 'failed' } : one)));
    case 'retried': {
      const one = inbox.outbox.find(({ message }) => message.client_id === event.clientId);
      if (one?.at !== 'failed') return to(inbox.outbox);
      const needsUpload = one.message.file?.id === 0;
      const outbox = change(event.clientId, () => ({
        ...one,
        at: needsUpload ? 'uploading' : 'sending',
        progress: 0,
        why: '',
      }));
      return needsUpload
        ? to(outbox, { type: 'upload', clientId: event.clientId })
        : to(outbox, ...sending(one.message));
    }
    case 'dropped':
      return to(inbox.outbox.filter(({ message }) => message.client_id !== event.clientId));
    case 'lineOpened':
      return to(
        inbox.outbox,
        ...inbox.outbox.filter(({ at }) => at === 'sending').flatMap(({ message }) => sending(message)),
      );
  }
}

/** Rule 3: what is stored is no longer on its way. */
export function withoutStored<M extends InboxMessage>(
  outbox: readonly Outgoing<M>[],
  stored: readonly M[],
): readonly Outgoing<M>[] {
  if (outbox.length === 0) return outbox;
  const ids = new Set(stored.map(({ client_id: clientId }) => clientId));
  return outbox.some(({ message }) => ids.has(message.client_id))
    ? outbox.filter(({ message }) => !ids.has(message.client_id))
    : outbox;
}
