import type { UserChannelDown } from '#shared/user-channel.ts';
import type { Db } from '../db/db.ts';
import type { Identity } from '../http/caller.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

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

/** The pages that are open at this process. */
export interface OpenPages {
  /** Whether a page of this person is. */
  areOpen(person: { tenantId: number; userId: number }): boolean;
}
