import type { Duplex } from 'node:stream';
import { WebSocket, type RawData } from 'ws';
import { CloseCode, type Channel } from '#shared/channel.ts';
import { failed } from '#shared/envelope.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import type { Clock } from '../clock.ts';
import { isDiskFull, isUnavailable } from '../db/db.ts';
import { isShallow } from '../depth.ts';
import type { Identity } from '../http/caller.ts';
import type { Log } from '../log.ts';
import { isStorable } from '../storable.ts';
import type { ChannelConnection, ServedChannel } from './channels.ts';
import type { Hub } from './hub.ts';
import type { OwnedSocket, SocketOwner } from './owned-socket.ts';
import type { OwnWords, RoomReader, Subscriber, Without } from './subscriber.ts';
import { frameOf, PING_FRAME, wireFrame } from './wire-frame.ts';

/** What all connections share. */
export interface ConnectionWorld {
  hub: Hub;
  clock: Clock;
  log: Log;
  /** The socket is closed. */
  left(connection: Connection): void;
}

/** A socket that was opened, and the line it speaks by. */
export interface OpenedLine {
  ws: OwnedSocket;
  line: Duplex;
}

/** Who is at the other end of a socket, at which address, and what they asked for. */
export interface Arrived {
  identity: Identity;
  from: string;
  query: string;
}

/** Messages one socket may send in a window, and how many may wait for their turn. */
const WINDOW_MS = 10_000;
const MAX_PER_WINDOW = 200;
const MAX_WAITING = 100;
/** So many messages that break the contract, and the socket is closed. */
const MAX_BAD = 5;
const MAX_UNREAD_BYTES = 1_048_576;

/**
 * One open socket. There may be twenty thousand: it holds little, nothing is made for it before it is needed, and nothing of the request
 * it came by is kept. Frames go to its line as they are: `ws` would make a head for each.
 */
export class Connection implements ChannelConnection, Subscriber, SocketOwner {
  identity: Identity;
  readonly from: string;
  /** When the line gave a sign of life, and when the page did. */
  lineAliveMs: number;
  pageAliveMs: number;
  words: OwnWords | Without | undefined = undefined;
  reader: RoomReader | null = null;
  /** Where it stands among those that are asked for signs of life. */
  slot = 0;
  slotPlace = 0;
  readonly #ws: OwnedSocket;
  readonly #line: Duplex;
  readonly #served: ServedChannel;
  readonly #query: string;
  readonly #world: ConnectionWorld;
  /** What is being done, and what waits for it; null when there is nothing. */
  #turn: Promise<void> | null = null;
  #whenEnded: (() => void) | null = null;
  #waiting = 0;
  #windowMs = 0;
  #inWindow = 0;
  #bad = 0;

  constructor(
    { ws, line }: OpenedLine,
    served: ServedChannel,
    { identity, from, query }: Arrived,
    world: ConnectionWorld,
  ) {
    this.#ws = ws;
    this.#line = line;
    this.#served = served;
    this.#query = query;
    this.#world = world;
    this.identity = identity;
    this.from = from;
    this.lineAliveMs = this.pageAliveMs = world.clock.monotonicMs();
    ws.owner = this;
  }

  get channel(): Channel {
    return this.#served.channel;
  }

  get isAtHome(): boolean {
    return this.#served.atHome === true;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#query);
  }

  begin(): void {
    this.#inTurn(() => this.#served.handler.opened?.(this));
  }

  /** Settles when the socket is closed and the handler is done with it. */
  ended(): Promise<void> {
    return new Promise((resolve) => (this.#whenEnded = resolve));
  }

  send(data: unknown): void {
    this.sendFrame(frameOf(data));
  }

  sendFrame(frame: Buffer): void {
    if (this.unreadBytes > MAX_UNREAD_BYTES) this.giveUp('tooSlow');
    else this.write(frame);
  }

  fail(name: FailureName, detail = ''): void {
    this.sendFrame(wireFrame(JSON.stringify(failed(name, detail))));
  }

  close(code: number, reason = ''): void {
    this.#world.hub.leave(this);
    this.#ws.close(code, reason);
  }

  subscribe(lastEventId?: number, words?: OwnWords | Without): void {
    this.words = words;
    if (this.#isOpen()) this.#world.hub.subscribe(this, lastEventId);
  }

  get unreadBytes(): number {
    return this.#line.writableLength;
  }

  write(frame: Buffer, taken?: () => void): void {
    if (this.#isOpen()) this.#line.write(frame, taken);
    else taken?.();
  }

  holdBack(): void {
    this.#line.cork();
  }

  letGo(): void {
    this.#line.uncork();
  }

  giveUp(why: 'tooSlow' | 'unavailable'): void {
    this.close(why === 'tooSlow' ? CloseCode.tooSlow : CloseCode.serverStopping);
  }

  ping(): void {
    this.write(PING_FRAME);
  }

  terminate(): void {
    this.#ws.terminate();
  }

  onAlive(): void {
    this.lineAliveMs = this.#world.clock.monotonicMs();
  }

  onMessage(data: RawData, isBinary: boolean): void {
    const nowMs = this.#world.clock.monotonicMs();
    this.lineAliveMs = this.pageAliveMs = nowMs;
    if (!this.#isOpen()) return;
    if (nowMs - this.#windowMs >= WINDOW_MS) {
      this.#windowMs = nowMs;
      this.#inWindow = 0;
    }
    this.#inWindow += 1;
    if (this.#inWindow > MAX_PER_WINDOW || this.#waiting >= MAX_WAITING) return this.#refuse('tooManyRequests');
    const message = isBinary ? undefined : this.#read(data);
    if (message === undefined) return this.#refuse('invalidInput');
    this.#inTurn(() => this.#served.handler.message(this, message as never));
  }

  onClose(): void {
    this.#world.left(this);
    this.#world.hub.leave(this);
    void this.#inTurn(() => this.#served.handler.closed?.(this)).then(() => this.#whenEnded?.());
  }

  #isOpen(): boolean {
    return this.#ws.readyState === WebSocket.OPEN;
  }

  #read(data: RawData): unknown {
    try {
      const message: unknown = JSON.parse(String(data));
      if (!isShallow(message)) return undefined;
      const parsed = this.channel.up.safeParse(message);
      return parsed.success && isStorable(parsed.data) ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  #refuse(name: FailureName): void {
    this.#bad += 1;
    this.fail(name);
    if (this.#bad >= MAX_BAD) this.close(CloseCode.badMessage);
  }

  /** One after another, so that what the page did first happens first. */
  #inTurn(work: () => void | Promise<void>): Promise<void> {
    this.#waiting += 1;
    const done = this.#after(this.#turn, work);
    this.#turn = done;
    return done;
  }

  async #after(before: Promise<void> | null, work: () => void | Promise<void>): Promise<void> {
    await before;
    try {
      await work();
    } catch (thrown) {
      this.#explain(thrown);
    }
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#turn = null;
  }

  #explain(thrown: unknown): void {
    if (thrown instanceof Failure) return this.fail(thrown.name, thrown.detail);
    if (isUnavailable(thrown)) return this.fail(isDiskFull(thrown) ? 'storageFull' : 'unavailable');
    this.#world.log.error({ err: thrown, channel: this.channel.path }, 'bug');
    this.fail('unexpected');
  }
}
