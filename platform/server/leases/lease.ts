import type { Tx } from '../db/db.ts';
import type { Asking } from '../db/text-once.ts';

/**
 * What only one process may do at a time: drive a trunk, a campaign, the calls of a tenant.
 *
 * 1. A lease is held as long as its holder gives signs of life. Who is killed has lost it at once, who stands still within seconds.
 * 2. Every taking has a higher epoch. A holder asks in the transaction of its writes whether its own is still the last (`fence`):
 *    one who stood still and wakes up as if nothing had happened writes nothing.
 * 3. Nobody takes a lease while a fenced transaction of the holder before is under way; one that stands still is cut off.
 * 4. No clocks are compared: the database decides who holds it, and a holder counts its own time by a monotonic clock.
 */
export interface Leases {
  /** Null while somebody else holds it; and where the database was away a moment ago, while its last holder may come back for it. */
  take(name: string, options?: { hadIt?: boolean }): Promise<Lease | null>;
  /** How often it changed hands, and where its last holder is reached; null where it was never taken. */
  look(name: string): Promise<LeaseState | null>;
  /** Leases of names that begin so, which were held by somebody reachable and are held by nobody now. */
  leftAlone(prefix: string): Promise<string[]>;
  /** Nothing is left to do under a lease that nobody holds: it is not left alone any more. */
  rest(name: string): Promise<void>;
  stop(): Promise<void>;
}

export interface LeaseState {
  epoch: number;
  /** Null while its holder gets ready. */
  reach: LeaseReach | null;
}

/** How other processes reach a holder. */
export interface LeaseReach {
  /** `http://host:port` */
  address: string;
  /** A secret of the process, made when it starts: who knows it has read it here. */
  pass: string;
}

export interface Lease {
  readonly name: string;
  readonly epoch: number;
  /** False from the moment somebody else may have it. */
  isHeld(): boolean;
  /** Called once when it is lost, not when it is given back. `stoodStill`: we were silent for so long that somebody may have had it since. */
  onLost(listener: (stoodStill: boolean) => void): void;
  /** First in every transaction that writes under it: travels with the next statement, which fails (`isLeaseLost`) where it is somebody else's. */
  fence(tx: Tx): Promise<void>;
  /** The same as a statement, for what is sent at once (`Db.atOnce`). */
  fenceStatement(): Asking<object>;
  /** The holder is ready: tells the others where it is (`LEASES_CHANNEL`). */
  announce(reach: LeaseReach): Promise<void>;
  giveBack(): Promise<void>;
}

/** Says, within the database, which lease has a holder that is ready, and where: `<name> <address>`. */
export const LEASES_CHANNEL = 'lease_announced';

export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease ${name} is somebody else’s by now`);
  }
}

/** What a fence fails with; `fence-lease.sql` knows it too. */
const LOST_TO_ANOTHER = 'OS421';

export const isLeaseLost = (thrown: unknown): boolean =>
  thrown instanceof LeaseLost || (thrown instanceof Error && 'code' in thrown && thrown.code === LOST_TO_ANOTHER);
