import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, createServer, isIP, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer, rootCertificates } from 'node:tls';
import type { FloodGuard } from './flood-guard.ts';
import { defaultPort, type SipHop } from './sip-hop.ts';
import type { SipTransport } from '#core/trunk/trunk-settings.ts';
import { StreamReader } from './stream-reader.ts';

export interface TlsIdentity {
  port: number;
  /** Without a certificate we connect to carriers, and none connects to us. */
  own?: { cert: string; key: string };
  /** Roots besides the usual ones: of carriers that sign their own. */
  trusted?: readonly string[];
}

export interface WiresOptions {
  bindAddress: string;
  /** A port each; 0 takes a free one, none leaves the transport out. */
  udpPort?: number;
  tcpPort?: number;
  tls?: TlsIdentity;
  guard: FloodGuard;
  /** Who is one is read more of than a stranger. */
  isPeer(address: string): boolean;
  /** Whether somebody may open a connection to us; only peers where nothing is said. */
  mayConnect?(address: string): boolean;
  /** Connections at once, and of one owner: nobody's keep others from having any. */
  mostLinks?: number;
  mostLinksOfOwner?: number;
  /** For whom a connection counts that somebody opens to us; without it nobody's do. */
  ownerOf?(address: string): string;
  /** Connections nothing was said on for so long are closed, unless they are needed; without it none is. */
  idleMs?: number;
  isNeeded?(hop: SipHop): boolean;
  /** We answer on the ways others opened, and open none. */
  answersOnly?: boolean;
  /** Somebody opened a connection to us; it asked for a sign of life. */
  onOpened?(hop: SipHop): void;
  onPing?(hop: SipHop): void;
  onMessage(text: string, from: SipHop): void;
  /** A connection broke or never came: whatever waits on it is in doubt. */
  onLost(hop: SipHop, problem: string): void;
}

/** One socket of each kind for all trunks, or all phones: whole messages in and out. Nothing here knows SIP beyond where a message ends. */
export interface Wires {
  readonly ports: Readonly<Partial<Record<SipTransport, number>>>;
  send(text: string, to: SipHop): void;
  /** Closes a connection, after what was sent on it. */
  close(hop: SipHop): void;
  stop(): Promise<void>;
}

interface WireLink {
  socket: Socket;
  hop: SipHop;
}

/** Told of a connection that is not even tried. */
export const TOO_MANY_LINKS = 'too many connections';
const MOST_LINKS = 500;
const MOST_LINKS_OF_OWNER = 50;
const HANDSHAKE_MS = 5_000;
const MOST_UNSENT_BYTES = 1_000_000;
const CONNECT_MS = 4_000;
const KEEP_ALIVE_MS = 30_000;
/** Whoever waits for the port waits for this. */
const STOP_PATIENCE_MS = 150;

export async function openWires(options: WiresOptions): Promise<Wires> {
  const wires = new SipWires(options);
  try {
    await wires.open();
  } catch (problem) {
    await wires.stop();
    throw problem;
  }
  return wires;
}

class SipWires implements Wires {
  readonly ports: Partial<Record<SipTransport, number>> = {};
  readonly #options: WiresOptions;
  readonly #links = new Map<string, WireLink>();
  /** How many connections somebody has. */
  readonly #owned = new Map<string, number>();
  readonly #servers: Server[] = [];
  /** Connections to us, also those that did not get as far as a message. */
  readonly #accepted = new Set<Socket>();
  #udp: UdpSocket | null = null;
  #isStopped = false;

  constructor(options: WiresOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { udpPort, tcpPort, tls } = this.#options;
    if (udpPort !== undefined) this.ports.udp = await this.#openUdp(udpPort);
    if (tcpPort !== undefined)
      this.ports.tcp = await this.#listen(tcpPort, (socket) => this.#serveAccepted('tcp', socket));
    if (!tls) return;
    if (!tls.own) {
      this.ports.tls = tls.port || defaultPort('tls');
      return;
    }
    const server = createTlsServer({ ...tls.own, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS }, (socket) =>
      this.#serveAccepted('tls', socket),
    );
    // Whoever does not get as far as a handshake is gone, or it would hold the connection.
    server.on('tlsClientError', (_, socket) => socket.destroy());
    // Who may not connect gets no handshake either.
    this.ports.tls = await this.#listen(tls.port, (socket) => void server.emit('connection', socket));
  }

  send(text: string, to: SipHop): void {
    // A port nobody can have, as a hostile Via may name it: the network would refuse it by an exception.
    if (this.#isStopped || to.port < 1 || to.port > 65_535) return;
    // Without a callback an answer of the network would end the process; a datagram that is lost is sent again by its transaction.
    if (to.transport === 'udp') return void this.#udp?.send(text, to.port, to.address, () => {});
    const theirs = { ...to, host: '', roots: undefined };
    const link = this.#links.get(keyOf(to)) ?? this.#links.get(keyOf(theirs)) ?? this.#connect(to);
    if (!link) return;
    if (link.socket.writableLength > MOST_UNSENT_BYTES) link.socket.destroy();
    else link.socket.write(text);
  }

  close(hop: SipHop): void {
    this.#links.get(keyOf(hop))?.socket.destroySoon();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { socket } of this.#links.values()) socket.destroySoon();
    const force = setTimeout(() => this.#accepted.forEach((socket) => socket.destroy()), STOP_PATIENCE_MS);
    await Promise.all(this.#servers.map((server) => new Promise<void>((done) => void server.close(() => done()))));
    clearTimeout(force);
    const udp = this.#udp;
    this.#udp = null;
    if (udp) await new Promise<void>((done) => void udp.close(done));
  }

  #openUdp(port: number): Promise<number> {
    const { bindAddress, guard, isPeer, onMessage } = this.#options;
    const socket = createSocket({ type: isIPv6(bindAddress) ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 });
    socket.on('message', (bytes, from) => {
      if (!guard.admits(from.address, isPeer(from.address))) return;
      onMessage(bytes.toString(), { transport: 'udp', address: from.address, port: from.port, host: '' });
    });
    return new Promise((done, fail) => {
      socket.once('error', (problem) => {
        // Else its handle would stay, one for every try.
        socket.close();
        fail(problem);
      });
      socket.bind(port, bindAddress, () => {
        socket.removeAllListeners('error');
        socket.on('error', () => {});
        this.#udp = socket;
        done(socket.address().port);
      });
    });
  }

  /** Whether one more connection may be opened for somebody. */
  #hasRoom(owner: string | null): boolean {
    const { mostLinks = MOST_LINKS, mostLinksOfOwner = MOST_LINKS_OF_OWNER } = this.#options;
    if (this.#links.size >= mostLinks) return false;
    return owner === null || (this.#owned.get(owner) ?? 0) < mostLinksOfOwner;
  }

  #count(owner: string | null, by: 1 | -1): void {
    if (owner === null) return;
    const count = (this.#owned.get(owner) ?? 0) + by;
    if (count > 0) this.#owned.set(owner, count);
    else this.#owned.delete(owner);
  }

  #listen(port: number, accept: (socket: Socket) => void): Promise<number> {
    const { bindAddress, isPeer, mayConnect = isPeer, mostLinks = MOST_LINKS, guard, ownerOf } = this.#options;
    const server = createServer((socket) => {
      socket.on('error', () => {});
      this.#accepted.add(socket);
      socket.once('close', () => this.#accepted.delete(socket));
      const address = plainAddress(socket.remoteAddress ?? '');
      const owner = ownerOf?.(address) ?? null;
      if (this.#accepted.size <= mostLinks && mayConnect(address) && this.#hasRoom(owner)) {
        // From here on, not from its first message: a handshake takes its time.
        this.#count(owner, 1);
        socket.once('close', () => this.#count(owner, -1));
        return accept(socket);
      }
      guard.dropped++;
      socket.destroy();
    });
    this.#servers.push(server);
    return new Promise((done, fail) => {
      server.once('error', fail);
      server.listen(port, bindAddress, () => {
        server.removeListener('error', fail);
        server.on('error', () => {});
        done((server.address() as AddressInfo).port);
      });
    });
  }

  #serveAccepted(transport: SipTransport, socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const hop: SipHop = { transport, address, port: socket.remotePort ?? 0, host: '' };
    this.#serve({ socket, hop });
    this.#closeIdle(socket, hop);
    this.#options.onOpened?.(hop);
  }

  #connect(hop: SipHop): WireLink | null {
    const { answersOnly, bindAddress, tls, onLost } = this.#options;
    if (answersOnly) return null;
    const { owner = null, roots } = hop;
    if (!this.#hasRoom(owner)) {
      // Not while whoever sends is still at it.
      queueMicrotask(() => onLost(hop, TOO_MANY_LINKS));
      return null;
    }
    const trusted = [...(tls?.trusted ?? []), ...(roots?.pem ?? [])];
    // A carrier that knows us by address would see another one on a machine that has several.
    const way = { host: hop.address, port: hop.port, ...(isAny(bindAddress) ? {} : { localAddress: bindAddress }) };
    const socket =
      hop.transport === 'tls'
        ? connectTls({
            ...way,
            ...tls?.own,
            ...(trusted.length > 0 && { ca: [...rootCertificates, ...trusted] }),
            ...(isIP(hop.host) || !hop.host ? {} : { servername: hop.host }),
            minVersion: 'TLSv1.2',
          })
        : connect(way);
    this.#count(owner, 1);
    socket.once('close', () => this.#count(owner, -1));
    const tooLate = (): void => void socket.destroy(new Error('no connection in time'));
    socket.setTimeout(CONNECT_MS, tooLate);
    socket.once(hop.transport === 'tls' ? 'secureConnect' : 'connect', () => {
      socket.off('timeout', tooLate);
      socket.setTimeout(0);
      this.#closeIdle(socket, hop);
    });
    return this.#serve({ socket, hop });
  }

  /** Nothing was said for a while, and nothing hangs on it: whoever has something to say opens another. */
  #closeIdle(socket: Socket, hop: SipHop): void {
    const { idleMs, isNeeded } = this.#options;
    if (idleMs === undefined) return;
    socket.setTimeout(idleMs);
    socket.on('timeout', () => {
      if (isNeeded?.(hop)) socket.setTimeout(idleMs);
      else socket.destroySoon();
    });
  }

  #serve(link: WireLink): WireLink {
    const { socket, hop } = link;
    const { guard, onMessage, onPing, onLost } = this.#options;
    const key = keyOf(hop);
    const reader = new StreamReader();
    let problem = 'connection closed';
    this.#links.set(key, link);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      problem = error.code ?? error.message;
    });
    socket.on('data', (chunk: Buffer) => {
      const read = reader.push(chunk);
      if (!read) return void socket.destroy(new Error('no SIP'));
      if (read.pings > 0) {
        socket.write('\r\n');
        onPing?.(hop);
      }
      for (const message of read.messages) {
        if (socket.destroyed) return;
        if (!guard.admits(hop.address, true)) return void socket.destroy(new Error('too many messages'));
        onMessage(message, hop);
      }
    });
    socket.once('close', () => {
      if (this.#links.get(key) !== link) return;
      this.#links.delete(key);
      if (!this.#isStopped) onLost(hop, problem);
    });
    return link;
  }
}

const keyOf = ({ transport, address, port, host, roots }: SipHop): string =>
  `${transport} ${address} ${port} ${transport === 'tls' ? `${host} ${roots?.key ?? ''}` : ''}`;

const isAny = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** An IPv4 address as such, also on a socket that takes both kinds. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
