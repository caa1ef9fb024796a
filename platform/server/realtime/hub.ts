import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Subscriber } from './subscriber.ts';

/**
 * Sends the numbered events of each tenant to the sockets of this process. Rules:
 * 1. Between processes travel numbers, not bodies: on `realtime` the hub reads what is new in the tenants it has
 *    sockets of. A slow poll of the numbers heals a notification that got lost.
 * 2. An event is made into bytes once, whoever reads it; what follows one another for the same people leaves in one piece.
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

export interface HubOptions {
  db: Db;
  log: Log;
  metrics: Metrics;
  /** A page that missed more than this many events of its tenant loads its lists anew. */
  maxReplay?: number;
  /** Bytes a live reader may leave unread. */
  maxUnread?: number;
}

/** The pages that are open at this process. */
export interface OpenPages {
  /** Whether a page of this person is. */
  areOpen(person: { tenantId: number; userId: number }): boolean;
}
