import { sortedBy } from './sorted.ts';

/** Where an entry stands among all entries of a tenant. */
export interface EntryPlace {
  callId: string;
  priority: number;
  queuedAtMs: number;
  /** Order of arrival; the last word. */
  seq: number;
}

/** Rule 1: higher priority, then longer wait, then first come. */
export const comparePlaces = (a: EntryPlace, b: EntryPlace): number =>
  b.priority - a.priority || a.queuedAtMs - b.queuedAtMs || a.seq - b.seq;

/** Where a free agent stands among the free agents of a group. */
export interface Rest {
  userId: number;
  /** Offers and conversations they have; free voice agents have none. */
  load: number;
  /** Idle, and not rung, since. */
  sinceMs: number;
}

/** Rule 3: the least loaded, then the longest idle. */
export const compareRests = (a: Rest, b: Rest): number =>
  a.load - b.load || a.sinceMs - b.sinceMs || a.userId - b.userId;

const itself = <T>(item: T): T => item;

/** Entries in the order they are served. */
export const places = sortedBy<EntryPlace, EntryPlace>(itself, comparePlaces);
/** Free agents in the order they are rung. */
export const rests = sortedBy<Rest, Rest>(itself, compareRests);
