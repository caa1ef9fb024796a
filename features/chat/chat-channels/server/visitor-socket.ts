import type { VisitorDesk, VisitorRef } from '#features/chat/chat/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { serve, type ChannelConnection, type ServedChannel } from '#platform/server/realtime/channels.ts';
import type { World } from '#platform/server/world.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { Position, type UserChannelDown } from '#shared/user-channel.ts';
import { VISITOR_PUSH, visitorSocket, type VisitorDown } from '../contract.ts';
import { visitorOf } from './visitors.ts';

type Connection = ChannelConnection<VisitorDown>;

const guestOf = ({ identity }: Connection): VisitorRef => ({
  tenantId: identity.tenantId,
  visitorId: -identity.userId,
});

/** A push to the visitor becomes a frame with its place in the stream; of other events a visitor hears nothing. */
function inVisitorWords(frame: UserChannelDown): VisitorDown | null {
  switch (frame.kind) {
    case 'ready':
    case 'reload':
      return { kind: frame.kind, event_id: frame.id };
    case 'event':
      return { ...(frame.body as VisitorDown), event_id: frame.id } as VisitorDown;
    default:
      return null;
  }
}

/** What has a name will be the same next time; a database that is away is worth another try. */
function whyNot(thrown: unknown): FailureName {
  if (thrown instanceof Failure) return thrown.name;
  return isUnavailable(thrown) ? 'unavailable' : 'unexpected';
}

/** The sockets of visitors. A message is acknowledged when it is stored; what cannot be stored is refused by its client id. */
export function openVisitorSockets(
  { db, log }: Pick<World, 'db' | 'log'>,
  desk: VisitorDesk,
): { served: ServedChannel; stop(): void } {
  const pages = new Map<number, Set<Connection>>();
  const words = { about: VISITOR_PUSH, say: inVisitorWords };

  const stopTyping = desk.onAgentTyping(({ visitorId, name }) => {
    for (const page of pages.get(visitorId) ?? []) page.send({ kind: 'typing', name });
  });

  const served = serve(visitorSocket, {
    async admit(proof) {
      const visitor = await db.everyTenant('a token belongs to no tenant yet', (tx) => visitorOf(tx, proof));
      return visitor && { tenantId: visitor.tenantId, guestId: visitor.visitorId, language: visitor.language };
    },
    async opened(connection) {
      const guest = guestOf(connection);
      const own = pages.get(guest.visitorId) ?? new Set();
      pages.set(guest.visitorId, own.add(connection));
      const since = Position.safeParse(Number(connection.query.get('last_event_id') ?? Number.NaN));
      connection.subscribe(since.success ? since.data : undefined, words);
      await desk.visitorHere(guest, true);
    },
    async message(connection, message) {
      const guest = guestOf(connection);
      switch (message.type) {
        case 'ping':
          connection.send({ kind: 'pong' });
          return desk.visitorHere(guest, true);
        case 'since':
          return connection.subscribe(message.id, words);
        case 'typing':
          return desk.visitorTyping(guest);
        case 'delivered':
          return desk.visitorDelivered(guest, message.no);
        case 'read':
          return desk.visitorRead(guest, message.no);
        case 'send': {
          const { client_id, text, file_id } = message;
          try {
            const stored = await desk.fromVisitor(guest, { client_id, text, file_id });
            return connection.send({ kind: 'ack', client_id, message: stored.message });
          } catch (thrown) {
            // By its client id either way: the page holds back what comes after it until it knows.
            const reason = whyNot(thrown);
            if (reason === 'unavailable') return connection.fail(reason, client_id);
            if (reason === 'unexpected') log.error({ err: thrown }, 'bug');
            return connection.send({ kind: 'refused', client_id, reason });
          }
        }
      }
    },
    async closed(connection) {
      const guest = guestOf(connection);
      const own = pages.get(guest.visitorId);
      own?.delete(connection);
      if (own && own.size > 0) return;
      pages.delete(guest.visitorId);
      await desk.visitorHere(guest, false);
    },
  });
  return { served, stop: stopTyping };
}
