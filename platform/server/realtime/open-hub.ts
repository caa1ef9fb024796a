import { isUnavailable } from '../db/db.ts';
import { catchUp, isHere } from './catch-up.ts';
import { distribute } from './distribute.ts';
import { readCursors, readNews } from './events.ts';
import { gate } from './gate.ts';
import type { Hub, HubOptions } from './hub.ts';
import { newRoom, roomsBehind, seat, unseat } from './room.ts';
import { goLive, pushToReader } from './push-to-reader.ts';
import type { RoomReader, Room, Subscriber } from './subscriber.ts';

const MAX_REPLAY = 2_000;
const MAX_UNREAD = 1_048_576;
const PAGE = 200;
const ROOMS_AT_ONCE = 50;
const REPLAYS_AT_ONCE = 4;
const POLL_MS = 5_000;
const AGAIN_MS = 500;

export function openHub({ db, log, metrics, maxReplay = MAX_REPLAY, maxUnread = MAX_UNREAD }: HubOptions): Hub {
  const rooms = new Map<number, Room>();
  let fetching = false;
  let stopped = false;
  let stopListening = (): void => {};
  let poll: NodeJS.Timeout | undefined;

  function onPayload(payload: string): void {
    if (payload === '') return void checkCursors();
    const [tenantId, seq] = payload.split(':').map(Number) as [number, number];
    note(tenantId, seq);
    void fetchNews();
  }

  function note(tenantId: number, seq: number): void {
    const room = rooms.get(tenantId);
    if (room) room.known = Math.max(room.known, seq);
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
    const next = (): Room[] => roomsBehind(rooms.values(), ROOMS_AT_ONCE);
    try {
      for (let behind = next(); behind.length > 0; behind = next()) {
        const news = Map.groupBy(await readNews(db, behind, PAGE), (row) => row.tenant_id);
        for (const room of behind) distribute(room, news.get(room.tenantId) ?? [], { metrics, maxUnread });
      }
    } catch (problem) {
      report(problem);
      setTimeout(() => void fetchNews(), AGAIN_MS).unref();
    } finally {
      fetching = false;
    }
  }

  function enter(tenantId: number): Room {
    const known = rooms.get(tenantId);
    if (known) return known;
    const room = newRoom(tenantId);
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

  async function join(reader: RoomReader, since: number | undefined): Promise<void> {
    const { room } = reader;
    try {
      await room.opened;
      if (!isHere(reader)) return;
      if (since !== undefined) return await catchUp(replaying, reader, since);
      pushToReader(reader, { kind: 'ready', id: room.sent, newest: room.sent });
      goLive(reader, room.sent);
    } catch (problem) {
      report(problem);
      if (isHere(reader)) reader.subscriber.giveUp('unavailable');
    }
  }

  const replaying = { db, metrics, maxReplay, page: PAGE, replays: gate(REPLAYS_AT_ONCE) };

  function leave(subscriber: Subscriber): void {
    const { reader } = subscriber;
    if (!reader) return;
    const { room } = reader;
    unseat(reader);
    if (room.readers.size === 0 && rooms.get(room.tenantId) === room) rooms.delete(room.tenantId);
  }

  function report(problem: unknown): void {
    if (!isUnavailable(problem) && !stopped) log.error({ err: problem }, 'events could not be read');
  }

  return {
    async start() {
      stopListening = await db.listen('realtime', onPayload);
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
      void join(seat(enter(subscriber.identity.tenantId), subscriber), lastEventId);
    },
    leave,
    areOpen: ({ tenantId, userId }) => rooms.get(tenantId)?.readers.has(userId) ?? false,
  };
}
