import type { RoomReader, Room, Subscriber } from './subscriber.ts';

export const newRoom = (tenantId: number): Room => ({
  tenantId,
  sent: 0,
  known: 0,
  isOpen: false,
  opened: Promise.resolve(),
  readers: new Map(),
  people: new Set(),
});

export function seat(room: Room, subscriber: Subscriber): RoomReader {
  const { userId, guest } = subscriber.identity;
  const after = room.readers.get(userId) ?? null;
  const reader: RoomReader = { subscriber, room, live: false, position: 0, before: null, after };
  if (after) after.before = reader;
  room.readers.set(userId, reader);
  if (!guest) room.people.add(reader);
  subscriber.reader = reader;
  return reader;
}

export function unseat(reader: RoomReader): void {
  const { room, subscriber, before, after } = reader;
  const { userId } = subscriber.identity;
  subscriber.reader = null;
  room.people.delete(reader);
  if (after) after.before = before;
  if (before) before.after = after;
  else if (after) room.readers.set(userId, after);
  else room.readers.delete(userId);
}

/** Those of one person. Whoever is given up on the way may leave. */
export function* readersOf(room: Room, userId: number): Generator<RoomReader> {
  for (let reader: RoomReader | null = room.readers.get(userId) ?? null; reader;) {
    const { after }: RoomReader = reader;
    yield reader;
    reader = after;
  }
}

export function* readersIn(room: Room): Generator<RoomReader> {
  for (const userId of room.readers.keys()) yield* readersOf(room, userId);
}

/** Those whose readers were not given all that is known to exist, at most so many. */
export function roomsBehind(rooms: Iterable<Room>, most: number): Room[] {
  const behind: Room[] = [];
  for (const room of rooms) {
    if (room.isOpen && room.sent < room.known) behind.push(room);
    if (behind.length === most) break;
  }
  return behind;
}
