import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';

/** A message of the conversation, as far as its place in the log matters. */
export interface Logged {
  conversation_id: number;
  no: number;
  client_id: string;
  emoji: string;
}

/** Written here and not yet known to be stored. */
export interface PendingVisitorMessage {
  client_id: string;
  text?: string;
  file_id?: number;
  /** Of a file, for showing it meanwhile. */
  file_name?: string;
  /** Of a picture, which is drawn as soon as the server has it. */
  is_image?: boolean;
  /** Why the server will not take it; empty while it is on its way. */
  refused: string;
}

/** What a visitor's page shows of the conversation. */
export interface VisitorLog<M extends Logged, C> {
  conversation: C | null;
  /** In their order; each once. */
  messages: readonly M[];
  outbox: readonly PendingVisitorMessage[];
}

/** What the server tells a visitor's page. */
export type VisitorNews<M extends Logged, C> =
  | { kind: 'message' | 'ack'; message: M }
  | { kind: 'conversation'; conversation: C }
  | { kind: 'emoji'; no: number; emoji: string }
  | { kind: 'refused'; client_id: string; reason: string };

const isBefore = (a: Logged, b: Logged): boolean =>
  a.conversation_id < b.conversation_id || (a.conversation_id === b.conversation_id && a.no < b.no);

/** Puts messages where they belong. One that is there already, told again after a gap, is replaced. */
export function joined<M extends Logged>(messages: readonly M[], news: readonly M[]): M[] {
  const result = [...messages];
  for (const message of news) {
    let place = result.length;
    while (place > 0 && isBefore(message, result[place - 1]!)) place -= 1;
    const before = result[place - 1];
    if (before && !isBefore(before, message)) result[place - 1] = message;
    else result.splice(place, 0, message);
  }
  return result;
}

/** Applies what was told. Told twice, or in another order, it comes to the same log. */
export function applyNews<M extends Logged, C>(log: VisitorLog<M, C>, news: VisitorNews<M, C>): VisitorLog<M, C> {
  switch (news.kind) {
    case 'message':
    case 'ack':
      return {
        ...log,
        messages: joined(log.messages, [news.message]),
        outbox: log.outbox.filter(({ client_id }) => client_id !== news.message.client_id),
      };
    case 'conversation':
      return { ...log, conversation: news.conversation };
    case 'emoji': {
      const last = log.messages.at(-1)?.conversation_id;
      return {
        ...log,
        messages: log.messages.map((message) =>
          message.no === news.no && message.conversation_id === last ? { ...message, emoji: news.emoji } : message,
        ),
      };
    }
    case 'refused':
      return {
        ...log,
        outbox: log.outbox.map((one) => (one.client_id === news.client_id ? { ...one, refused: news.reason } : one)),
      };
  }
}

/** What leaves next; null: nothing. What was refused waits for the visitor and holds nothing up. */
export const firstWaiting = (outbox: readonly PendingVisitorMessage[]): string | null =>
  outbox.find(({ refused }) => refused === '')?.client_id ?? null;

/** A refused one that the visitor tries again is the last they wrote. */
export function triedAgain(
  outbox: readonly PendingVisitorMessage[],
  clientId: string,
): readonly PendingVisitorMessage[] {
  const one = outbox.find(({ client_id, refused }) => client_id === clientId && refused !== '');
  return one ? [...outbox.filter((other) => other !== one), { ...one, refused: '' }] : outbox;
}

/** Names the place of a message among all of a visitor's. */
export const placeOf = ({ conversation_id, no }: Logged): string => `${conversation_id}.${no}`;

/** Messages to the visitor that came since they last looked at `seen`, or that the server knows to be unread. */
export function unreadOf(
  messages: readonly (Logged & { chat_type: ChatType; kind: string; status: ChatMessageStatus })[],
  seen: string,
): number {
  const place = messages.findLastIndex((message) => placeOf(message) === seen);
  return messages
    .slice(place + 1)
    .filter(
      ({ chat_type, kind, status }) =>
        chat_type === ChatType.fromAgent && kind !== 'event' && status !== ChatMessageStatus.read,
    ).length;
}

/** The state after loading anew: what the server has, and what it does not have yet. */
export function loaded<M extends Logged, C>(
  log: VisitorLog<M, C>,
  now: { conversation: C | null; messages: readonly M[] },
): VisitorLog<M, C> {
  const stored = new Set(now.messages.map(({ client_id }) => client_id));
  return {
    conversation: now.conversation,
    messages: joined(log.messages, now.messages),
    outbox: log.outbox.filter(({ client_id }) => !stored.has(client_id)),
  };
}
