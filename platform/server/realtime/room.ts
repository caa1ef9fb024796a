import type { Subscriber } from './hub.ts';

/** A subscriber in its room. */
export interface Reader {
  subscriber: Subscriber;
  live: boolean;
  /** Events up to here are not for it any more. */
  position: number;
}

/** The subscribers of one tenant at this process. */
export interface Room {
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

export const newRoom = (tenantId: number): Room => ({
  tenantId,
  sent: 0,
  heard: 0,
  isOpen: false,
  opened: Promise.resolve(),
  readers: new Map(),
  people: new Set(),
});

export function seat(room: Room, reader: Reader): void {
  const { userId, guest } = reader.subscriber.identity;
  const own = room.readers.get(userId);
  if (own) own.add(reader);
  else room.readers.set(userId, new Set([reader]));
  if (!guest) room.people.add(reader);
}

export function unseat(room: Room, reader: Reader): void {
  const { userId } = reader.subscriber.identity;
  const own = room.readers.get(userId);
  own?.delete(reader);
  room.people.delete(reader);
  if (own?.size === 0) room.readers.delete(userId);
}

export function* readersIn(room: Room): Generator<Reader> {
  for (const own of room.readers.values()) yield* own;
}

/** Those whose readers were not given all that is known to exist, at most so many. */
export function roomsBehind(rooms: Iterable<Room>, most: number): Room[] {
  const behind: Room[] = [];
  for (const room of rooms) {
    if (room.isOpen && room.sent < room.heard) behind.push(room);
    if (behind.length === most) break;
  }
  return behind;
}
