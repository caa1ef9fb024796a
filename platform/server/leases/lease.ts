import type { Tx } from '../db/db.ts';

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
  /** Null while somebody else holds it. */
  take(name: string): Promise<Lease | null>;
  stop(): Promise<void>;
}

export interface Lease {
  readonly name: string;
  readonly epoch: number;
  /** False from the moment somebody else may have it. */
  isHeld(): boolean;
  /** Called once when it is lost, not when it is given back. */
  onLost(listener: () => void): void;
  /** First in every transaction that writes under it; `LeaseLost` rolls it back. */
  fence(tx: Tx): Promise<void>;
  giveBack(): Promise<void>;
}

export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease ${name} is somebody else’s by now`);
  }
}
