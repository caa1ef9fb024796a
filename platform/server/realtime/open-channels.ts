import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions } from 'ws';
import { CloseCode, type Channel } from '#shared/channel.ts';
import { failed } from '#shared/envelope.ts';
import { mayUse, type Identity } from '../http/caller.ts';
import { isOurs } from '../http/security.ts';
import type { Channels, ChannelsWorld, ServedChannel } from './channels.ts';
import { Connection, type Arrived, type ConnectionWorld, type OpenedLine } from './connection.ts';
import { openLiveness } from './open-liveness.ts';
import { leadHome } from './lead-home.ts';
import { OwnedSocket } from './owned-socket.ts';
import { peopleHere } from './people-here.ts';
import { otherEnd, prove } from './prove.ts';
import { watchSessions } from './session-watch.ts';

const MAX_MESSAGE_BYTES = 65_536;
/** More than the tabs of anybody's browsers; a script that only opens and never leaves is stopped. */
const MAX_PER_PERSON = 100;
const CLOSE_PATIENCE_MS = 5_000;
const STOP_PATIENCE_MS = 2_000;
/** So many are let go at once, and then again: thousands that come back in the same moment would wait for one another. */
const MOVED_AT_ONCE = 50;
const MOVE_EVERY_MS = 100;

/** `closeTimeout` is newer than the types. */
const SOCKETS: ServerOptions<typeof OwnedSocket> & { closeTimeout: number } = {
  WebSocket: OwnedSocket,
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE_BYTES,
  closeTimeout: CLOSE_PATIENCE_MS,
  handleProtocols: (offered) => offered.values().next().value ?? false,
};

/**
 * The sockets of the product, on the HTTP server. Rules:
 * 1. A page of a foreign site is refused before anything else is looked at.
 * 2. Who comes without valid proof gets an open socket that is closed with a code: a refused upgrade would look
 *    like a broken network to the page.
 * 3. An ended session closes its sockets in every process at once, also one that was being opened at that moment.
 * 4. Tickets, tokens and addresses are never logged.
 */
export function openChannels(world: ChannelsWorld, served: readonly ServedChannel[]): Channels {
  const { server, clock, log, metrics, maxPerPerson = MAX_PER_PERSON, addressOf: whence = otherEnd } = world;
  const people = peopleHere();
  const byPath = new Map(served.map((entry) => [entry.channel.path as string, entry]));
  const withoutProof = served.find(
    ({ channel, handler }) =>
      (channel.access === 'public') !== (channel.proof === 'guest' && handler.admit !== undefined),
  );
  if (withoutProof)
    throw new Error(
      `channel ${withoutProof.channel.path}: a socket always belongs to somebody; only one for guests, which admits them itself, is public`,
    );
  const connections = new Set<Connection>();
  const sockets = new WebSocketServer(SOCKETS);
  const liveness = openLiveness(clock);
  const watch = watchSessions(world, connections);
  const shared: ConnectionWorld = { hub: world.hub, clock, log, left };
  let stopping = false;

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const address = addressOf(request);
    const entry = byPath.get(address.pathname);
    if (!entry) {
      // Somebody else may serve this path on the same server.
      if (server.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found');
      return;
    }
    const { origin, host } = request.headers;
    if (origin && !isOurs(origin, host, world.allowedOrigins)) return refuse(socket, '403 Forbidden');
    const drop = (): void => void socket.destroy();
    socket.on('error', drop);
    const led = entry.atHome
      ? await leadHome(world, entry.channel, { request, socket, head, seen: seenBy(request) })
      : false;
    if (led === true) return void socket.off('error', drop);
    const proof = led === false ? await watch.during(() => prove(world, entry, request, address)) : led;
    socket.off('error', drop);
    sockets.handleUpgrade(request, socket, head, (ws) => {
      if (stopping) return ws.close(CloseCode.serverStopping);
      if (typeof proof === 'number') return ws.close(proof);
      if (!isAllowed(entry.channel, proof)) {
        ws.send(JSON.stringify(failed('notAllowed')));
        return ws.close(CloseCode.notAllowed);
      }
      if (people.socketsOf(proof.userId) >= maxPerPerson) {
        ws.send(JSON.stringify(failed('tooManyRequests')));
        return ws.close(CloseCode.notAllowed);
      }
      address.searchParams.delete('token');
      const query = address.searchParams.toString();
      open(entry, { ws, line: socket }, { identity: proof, from: whence(request), query });
    });
  }

  function open(served: ServedChannel, line: OpenedLine, who: Arrived): void {
    const connection = new Connection(line, served, { ...who, identity: people.came(who.identity) }, shared);
    connections.add(connection);
    liveness.add(connection);
    metrics.sockets.inc({ channel: served.channel.path });
    connection.begin();
  }

  function left(connection: Connection): void {
    people.left(connection.identity.userId);
    connections.delete(connection);
    liveness.delete(connection);
    metrics.sockets.dec({ channel: connection.channel.path });
  }

  const seenBy = (request: IncomingMessage) => ({
    address: whence(request),
    site: world.door?.seen(request)?.site ?? `http://${request.headers.host ?? ''}`,
  });

  const stopListening = world.homes?.onMoved((tenantId) => {
    if (world.homes?.isHere(tenantId)) return;
    for (const connection of connections)
      if (connection.identity.tenantId === tenantId && connection.isAtHome) connection.close(CloseCode.serverStopping);
  });

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    upgrade(request, socket, head).catch((problem: unknown) => {
      log.error({ err: problem }, 'upgrade failed');
      socket.destroy();
    });
  };
  server.on('upgrade', onUpgrade);

  return {
    tick: liveness.tick,
    checkSessions: watch.check,
    count: () => connections.size,
    moveOn() {
      const leaving = [...connections].filter(({ isAtHome }) => !isAtHome);
      const next = (): void => {
        for (const connection of leaving.splice(0, MOVED_AT_ONCE)) connection.close(CloseCode.serverStopping);
        if (leaving.length > 0 && !stopping) setTimeout(next, MOVE_EVERY_MS).unref();
      };
      next();
    },
    async stop() {
      stopping = true;
      server.off('upgrade', onUpgrade);
      stopListening?.();
      liveness.stop();
      watch.stop();
      const closed = [...connections].map((connection) => connection.ended());
      for (const connection of connections) connection.close(CloseCode.serverStopping);
      const force = setTimeout(() => {
        for (const connection of connections) connection.terminate();
      }, STOP_PATIENCE_MS);
      await Promise.all(closed);
      clearTimeout(force);
    },
  };
}

const ignore = (): void => {};

const isAllowed = ({ access }: Channel, identity: Identity): boolean =>
  identity.guest ? access === 'public' : access === 'signedIn' || mayUse(identity, access);

const addressOf = (request: IncomingMessage): URL =>
  URL.parse(request.url ?? '/', 'http://localhost') ?? new URL('http://localhost/');

function refuse(socket: Duplex, status: string): void {
  socket.on('error', ignore);
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
