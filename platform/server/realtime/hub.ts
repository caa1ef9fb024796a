import { isUnavailable, type Db } from '../db/db.ts';
import type { OpenPages } from '../feature.ts';
import { mayUse, type Identity } from '../http/caller.ts';
import type { Log } from '../log.ts';
import type { UserChannelDown } from '#shared/user-channel.ts';
import type { Metrics } from '../metrics.ts';
import { eventFrame, frameOf, readCursors, readMissed, readNews, type EventRow } from './events.ts';
import { gate } from './gate.ts';

/**
 * Sends the numbered events of each tenant to the sockets of this process. Rules:
 * 1. Between processes travel numbers, not bodies: on `realtime` the hub reads what is new in the tenants it has
 *    sockets of. A slow poll of the numbers heals a notification that got lost.
 * 2. An event is made into bytes once, whoever reads it.
 * 3. A reader is either catching up (reads for itself from the table) or live (fed by its room). It becomes live in
 *    the same turn in which it has read at least as far as the room, so nothing falls between and nothing comes twice.
 * 4. What cannot be replayed whole is not replayed: the page is told to reload.
 * 5. A live reader that leaves too much unread is closed. One that catches up is given the next page when it took the last.
 */
export interface Hub extends OpenPages {
  start(): Promise<void>;
  stop(): void;
  /** From now on, or from after `lastEventId`. A subscriber has one subscription: another one replaces it. */
  subscribe(subscriber: Subscriber, lastEventId?: number): void;
  leave(subscriber: Subscriber): void;
}

/** How a channel tells events where the specification gives it shapes of its own. */
export interface OwnWords<Down = unknown> {
  /** Only events whose kind begins so. */
  about: string;
  /** The `data` of a frame; null: nothing is said. */
  say(told: UserChannelDown): Down | null;
}

/** A channel that tells events as they are, save for those of these kinds: another channel of the same page tells them. */
export interface Without {
  without: ReadonlySet<string>;
}

/** A socket as the hub sees it. */
export interface Subscriber {
  readonly identity: Identity;
  readonly words?: OwnWords | Without | undefined;
  readonly unreadBytes: number;
  /** Without effect on a closed socket; `taken` is called when the bytes left this process, or never will. */
  write(frame: Buffer, taken?: () => void): void;
  giveUp(why: 'tooSlow' | 'unavailable'): void;
}

export interface HubOptions {
  db: Db;
  log: Log;
  metrics: Metrics;
  /** A page that missed more than this many events of its tenant loads its lists anew. */
  maxReplay?: number;
  /** Bytes a live reader may leave unread. */
  maxUnread?: number;
}

const MAX_REPLAY = 2_000;
const MAX_UNREAD = 1_048_576;
const PAGE = 200;
const ROOMS_AT_ONCE = 50;
const REPLAYS_AT_ONCE = 4;
const POLL_MS = 5_000;
const AGAIN_MS = 500;

interface Reader {
  subscriber: Subscriber;
  live: boolean;
  /** Events up to here are not for it any more. */
  position: number;
}

interface Room {
  tenantId: number;
  /** Events up to here were given to the live readers. */
  sent: number;
  /** Events up to here are known to exist. */
  heard: number;
  opened: Promise<void>;
  isOpen: boolean;
  readers: Map<number, Set<Reader>>;
  /** Those of them who hear what is meant for everybody: there may be thousands of guests beside them. */
  people: Set<Reader>;
}

export function openHub({ db, log, metrics, maxReplay = MAX_REPLAY, maxUnread = MAX_UNREAD }: HubOptions): Hub {
  const rooms = new Map<number, Room>();
  const readerOf = new Map<Subscriber, { room: Room; reader: Reader }>();
  const replays = gate(REPLAYS_AT_ONCE);
  let fetching = false;
  let stopped = false;
  let stopListening = (): void => {};
  let poll: NodeJS.Timeout | undefined;

  function heard(payload: string): void {
    if (payload === '') return void checkCursors();
    const [tenantId, seq] = payload.split(':').map(Number) as [number, number];
    note(tenantId, seq);
    void fetchNews();
  }

  function note(tenantId: number, seq: number): void {
    const room = rooms.get(tenantId);
    if (room) room.heard = Math.max(room.heard, seq);
  }

  async function checkCursors(): Promise<void> {
    try {
      if (rooms.size === 0) return;
      for (const [tenantId, seq] of await readCursors(db, [...rooms.keys()])) note(tenantId, seq);
      await fetchNews();
    } catch (problem) {
      report(problem);
    }
  }

  /** One statement at a time for all rooms, however often they are called. */
  async function fetchNews(): Promise<void> {
    if (fetching || stopped) return;
    fetching = true;
    try {
      for (let behind = roomsBehind(); behind.length > 0; behind = roomsBehind()) {
        const news = Map.groupBy(await readNews(db, behind, PAGE), (row) => row.tenant_id);
        for (const room of behind) distribute(room, news.get(room.tenantId) ?? []);
      }
    } catch (problem) {
      report(problem);
      setTimeout(() => void fetchNews(), AGAIN_MS).unref();
    } finally {
      fetching = false;
    }
  }

  function roomsBehind(): Room[] {
    const behind: Room[] = [];
    for (const room of rooms.values()) {
      if (room.isOpen && room.sent < room.heard) behind.push(room);
      if (behind.length === ROOMS_AT_ONCE) break;
    }
    return behind;
  }

  function distribute(room: Room, rows: readonly EventRow[]): void {
    if (rows[0]?.seq !== room.sent + 1) {
      // What this process slept through was swept away meanwhile.
      room.sent = Math.max(room.heard, rows.at(-1)?.seq ?? 0);
      for (const reader of readersIn(room)) if (reader.live) reload(reader, room.sent);
      return;
    }
    for (const row of rows) {
      let frame: Buffer | undefined;
      let count = 0;
      for (const reader of row.user_id === null ? room.people : (room.readers.get(row.user_id) ?? [])) {
        if (!reader.live || reader.position >= row.seq) continue;
        if (row.access !== null && !mayUse(reader.subscriber.identity, row.access)) continue;
        if (reader.subscriber.unreadBytes > maxUnread) {
          reader.live = false;
          reader.subscriber.giveUp('tooSlow');
          continue;
        }
        const own = ownFrame(reader.subscriber, row);
        if (own === null) continue;
        reader.subscriber.write(own ?? (frame ??= eventFrame(row)));
        count += 1;
      }
      if (count > 0) metrics.pushes.inc(count);
      room.sent = row.seq;
    }
  }

  function enter(tenantId: number): Room {
    const known = rooms.get(tenantId);
    if (known) return known;
    const room: Room = {
      tenantId,
      sent: 0,
      heard: 0,
      isOpen: false,
      opened: Promise.resolve(),
      readers: new Map(),
      people: new Set(),
    };
    room.opened = readCursors(db, [tenantId]).then((cursors) => {
      room.sent = cursors.get(tenantId) ?? 0;
      room.isOpen = true;
      // What was heard while the number was read may be newer than it.
      void fetchNews();
    });
    room.opened.catch(() => {});
    rooms.set(tenantId, room);
    return room;
  }

  async function join(room: Room, reader: Reader, since: number | undefined): Promise<void> {
    try {
      await room.opened;
      if (!isHere(reader)) return;
      if (since !== undefined) return await catchUp(room, reader, since);
      tell(reader, { kind: 'ready', id: room.sent, newest: room.sent });
      goLive(reader, room.sent);
    } catch (problem) {
      report(problem);
      if (isHere(reader)) reader.subscriber.giveUp('unavailable');
    }
  }

  async function catchUp(room: Room, reader: Reader, since: number): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      // Who asked again meanwhile, or left, must not keep others waiting for their turn.
      const missed = await replays(async () =>
        isHere(reader) ? readMissed(db, reader.subscriber.identity, isFirst ? since : reader.position, PAGE) : null,
      );
      if (!missed || !isHere(reader)) return;
      const current = Math.max(missed.newest, room.sent);
      if (!missed.whole || (isFirst && missed.newest - since > maxReplay)) {
        if (isFirst) tell(reader, { kind: 'ready', id: current, newest: current });
        return reload(reader, current);
      }
      if (isFirst) tell(reader, { kind: 'ready', id: since, newest: current });
      await writeAll(reader, missed.rows);
      if (!isHere(reader)) return;
      reader.position = missed.upTo;
      if (reader.position >= room.sent) return goLive(reader, reader.position);
    }
  }

  function writeAll({ subscriber }: Reader, rows: readonly EventRow[]): Promise<void> {
    const frames = rows
      .map((row) => {
        const own = ownFrame(subscriber, row);
        return own === undefined ? eventFrame(row) : own;
      })
      .filter((frame) => frame !== null);
    if (frames.length === 0) return Promise.resolve();
    metrics.pushes.inc(frames.length);
    const { promise, resolve } = Promise.withResolvers<void>();
    frames.forEach((frame, index) => subscriber.write(frame, index === frames.length - 1 ? resolve : undefined));
    return promise;
  }

  function reload(reader: Reader, current: number): void {
    tell(reader, { kind: 'reload', id: current });
    goLive(reader, current);
  }

  function goLive(reader: Reader, position: number): void {
    reader.position = position;
    reader.live = true;
  }

  const isHere = (reader: Reader): boolean => readerOf.get(reader.subscriber)?.reader === reader;

  function leave(subscriber: Subscriber): void {
    const place = readerOf.get(subscriber);
    if (!place) return;
    const { room, reader } = place;
    readerOf.delete(subscriber);
    const { userId } = subscriber.identity;
    const own = room.readers.get(userId);
    own?.delete(reader);
    room.people.delete(reader);
    if (own?.size === 0) room.readers.delete(userId);
    if (room.readers.size === 0 && rooms.get(room.tenantId) === room) rooms.delete(room.tenantId);
  }

  function report(problem: unknown): void {
    if (!isUnavailable(problem) && !stopped) log.error({ err: problem }, 'events could not be read');
  }

  return {
    async start() {
      stopListening = await db.listen('realtime', heard);
      poll = setInterval(() => void checkCursors(), POLL_MS);
      poll.unref();
    },
    stop() {
      stopped = true;
      clearInterval(poll);
      stopListening();
    },
    subscribe(subscriber, lastEventId) {
      leave(subscriber);
      const { tenantId, userId } = subscriber.identity;
      const room = enter(tenantId);
      const reader: Reader = { subscriber, live: false, position: 0 };
      readerOf.set(subscriber, { room, reader });
      const own = room.readers.get(userId);
      if (own) own.add(reader);
      else room.readers.set(userId, new Set([reader]));
      if (!subscriber.identity.guest) room.people.add(reader);
      void join(room, reader, lastEventId);
    },
    leave,
    areOpen: ({ tenantId, userId }) => rooms.get(tenantId)?.readers.has(userId) ?? false,
  };
}

function tell({ subscriber }: Reader, told: UserChannelDown): void {
  const said = subscriber.words && 'say' in subscriber.words ? subscriber.words.say(told) : told;
  if (said !== null) subscriber.write(frameOf(said));
}

/** An event in the words of the subscriber's channel; undefined: it has none of its own, null: it says nothing of this. */
function ownFrame({ words }: Subscriber, { seq, kind, body }: EventRow): Buffer | null | undefined {
  if (!words) return undefined;
  if ('without' in words) return words.without.has(kind) ? null : undefined;
  const said = kind.startsWith(words.about)
    ? words.say({ kind: 'event', id: seq, event: kind, body: JSON.parse(body) })
    : null;
  return said === null ? null : frameOf(said);
}

function* readersIn(room: Room): Generator<Reader> {
  for (const own of room.readers.values()) yield* own;
}
