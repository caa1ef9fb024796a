import { WebSocket, type RawData } from 'ws';
import { CloseCode, type Channel } from '#shared/channel.ts';
import { failed, ok } from '#shared/envelope.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import type { Clock } from '../clock.ts';
import { isDiskFull, isUnavailable } from '../db/db.ts';
import { isShallow } from '../depth.ts';
import type { Identity } from '../http/caller.ts';
import type { Log } from '../log.ts';
import { isStorable } from '../storable.ts';
import type { ChannelConnection, ChannelHandler } from './channels.ts';
import type { Hub, OwnWords, Subscriber, Without } from './hub.ts';

interface ConnectionWorld {
  hub: Hub;
  clock: Clock;
  log: Log;
}

/** Who is at the other end of a socket, and at which address. */
export interface Arrived {
  identity: Identity;
  from: string;
}

/** Messages one socket may send in a window, and how many may wait for their turn. */
const WINDOW_MS = 10_000;
const MAX_PER_WINDOW = 200;
const MAX_WAITING = 100;
/** So many messages that break the contract, and the socket is closed. */
const MAX_BAD = 5;
const MAX_UNREAD_BYTES = 1_048_576;

const AS_TEXT = { binary: false };

/** One open socket. There may be ten thousand: it holds little, and its listeners are shared. */
export class Connection implements ChannelConnection, Subscriber {
  identity: Identity;
  readonly from: string;
  readonly query: URLSearchParams;
  readonly channel: Channel;
  /** When the line gave a sign of life, and when the page did. */
  lineHeardMs: number;
  pageHeardMs: number;
  words: OwnWords | Without | undefined;
  /** Settles when the socket is closed and the handler is done with it. */
  readonly ended: Promise<void>;
  readonly #ws: WebSocket;
  readonly #handler: ChannelHandler;
  readonly #world: ConnectionWorld;
  #end!: () => void;
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #windowMs = 0;
  #inWindow = 0;
  #bad = 0;

  constructor(
    ws: WebSocket,
    channel: Channel,
    handler: ChannelHandler,
    { identity, from }: Arrived,
    query: URLSearchParams,
    world: ConnectionWorld,
  ) {
    this.#ws = ws;
    this.channel = channel;
    this.#handler = handler;
    this.identity = identity;
    this.from = from;
    this.query = query;
    this.#world = world;
    this.lineHeardMs = this.pageHeardMs = world.clock.monotonicMs();
    this.ended = new Promise((resolve) => (this.#end = resolve));
    owners.set(ws, this);
  }

  begin(): void {
    this.#ws.on('message', onMessage).on('pong', onLine).on('ping', onLine).on('close', onClose);
    this.#inTurn(() => this.#handler.opened?.(this));
  }

  send(data: unknown): void {
    this.#say(JSON.stringify(ok(data)));
  }

  sendFrame(frame: Buffer): void {
    if (this.#ws.bufferedAmount > MAX_UNREAD_BYTES) this.giveUp('tooSlow');
    else this.#ws.send(frame, AS_TEXT, ignore);
  }

  fail(name: FailureName, detail = ''): void {
    this.#say(JSON.stringify(failed(name, detail)));
  }

  close(code: number, reason = ''): void {
    this.#world.hub.leave(this);
    this.#ws.close(code, reason);
  }

  subscribe(lastEventId?: number, words?: OwnWords | Without): void {
    this.words = words;
    if (this.#ws.readyState === WebSocket.OPEN) this.#world.hub.subscribe(this, lastEventId);
  }

  get unreadBytes(): number {
    return this.#ws.bufferedAmount;
  }

  write(frame: Buffer, taken?: () => void): void {
    this.#ws.send(frame, AS_TEXT, taken);
  }

  giveUp(why: 'tooSlow' | 'unavailable'): void {
    this.close(why === 'tooSlow' ? CloseCode.tooSlow : CloseCode.serverStopping);
  }

  ping(): void {
    if (this.#ws.readyState === WebSocket.OPEN) this.#ws.ping();
  }

  terminate(): void {
    this.#ws.terminate();
  }

  heardLine(): void {
    this.lineHeardMs = this.#world.clock.monotonicMs();
  }

  heardMessage(data: RawData, isBinary: boolean): void {
    const nowMs = this.#world.clock.monotonicMs();
    this.lineHeardMs = this.pageHeardMs = nowMs;
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    if (nowMs - this.#windowMs >= WINDOW_MS) {
      this.#windowMs = nowMs;
      this.#inWindow = 0;
    }
    this.#inWindow += 1;
    if (this.#inWindow > MAX_PER_WINDOW || this.#waiting >= MAX_WAITING) return this.#refuse('tooManyRequests');
    const message = isBinary ? undefined : this.#read(data);
    if (message === undefined) return this.#refuse('invalidInput');
    this.#inTurn(() => this.#handler.message(this, message as never));
  }

  heardClose(): void {
    this.#world.hub.leave(this);
    this.#inTurn(() => this.#handler.closed?.(this));
    void this.#turn.then(this.#end);
  }

  #say(text: string): void {
    if (this.#ws.bufferedAmount > MAX_UNREAD_BYTES) this.giveUp('tooSlow');
    else this.#ws.send(text, ignore);
  }

  #read(data: RawData): unknown {
    try {
      const said: unknown = JSON.parse(String(data));
      if (!isShallow(said)) return undefined;
      const parsed = this.channel.up.safeParse(said);
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
  #inTurn(work: () => void | Promise<void>): void {
    this.#waiting += 1;
    this.#turn = this.#turn.then(work).catch(this.#explain).finally(this.#done);
  }

  readonly #done = (): void => {
    this.#waiting -= 1;
  };

  readonly #explain = (thrown: unknown): void => {
    if (thrown instanceof Failure) return this.fail(thrown.name, thrown.detail);
    if (isUnavailable(thrown)) return this.fail(isDiskFull(thrown) ? 'storageFull' : 'unavailable');
    this.#world.log.error({ err: thrown, channel: this.channel.path }, 'bug');
    this.fail('unexpected');
  };
}

const owners = new WeakMap<WebSocket, Connection>();

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  owners.get(this)?.heardMessage(data, isBinary);
}
function onLine(this: WebSocket): void {
  owners.get(this)?.heardLine();
}
function onClose(this: WebSocket): void {
  owners.get(this)?.heardClose();
}
const ignore = (): void => {};
