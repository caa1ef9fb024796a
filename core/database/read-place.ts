/*
 * Reads that a copy of the database may answer. Rules:
 * 1. Nobody goes back in time: the copy must have everything that was acknowledged, by any process, before the read began. So the
 *    primary is asked how far its log goes, which is one short question, and the copy how far it has come.
 * 2. Positions of two timelines cannot be compared: a copy that follows a primary which was given up may have come "further". Nor those of
 *    two clusters: whoever wrote the wrong address reads the right rows, more slowly.
 * 3. A copy that is a moment behind is waited for; one that is far behind, or stays behind, is not.
 */

/** A place in the log of a database. */
export interface LogPosition {
  /** Drawn when the cluster was made; its copies have the same. */
  cluster: string;
  timeline: number;
  /** Bytes since the beginning. */
  bytes: number;
}

/** How a position is written: two hex numbers, the first of which counts 4 GB. */
const WRITTEN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;
const HIGH = 4_294_967_296;

export function logBytes(written: string): number {
  const [, high, low] = WRITTEN.exec(written) ?? [];
  if (!high || !low) throw new Error(`${written} is no position in a log`);
  return Number.parseInt(high, 16) * HIGH + Number.parseInt(low, 16);
}

/** So long a copy is waited for: as long as nobody notices. */
export const REPLICA_PATIENCE_MS = 250;
/** What is further behind does not come within that time. */
const FAR_BYTES = 67_108_864;

export type ReadPlace = 'replica' | 'wait' | 'primary';

export interface ReplicaDistance {
  /** How far the log of the primary went when the read began. */
  wanted: LogPosition;
  /** How far the copy has come; null where it follows nobody. */
  reached: LogPosition | null;
  waitedMs: number;
}

/** Where a read is answered that a copy may answer. */
export function readPlace({ wanted, reached, waitedMs }: ReplicaDistance): ReadPlace {
  if (reached?.timeline !== wanted.timeline || reached.cluster !== wanted.cluster) return 'primary';
  const behind = wanted.bytes - reached.bytes;
  if (behind <= 0) return 'replica';
  return behind > FAR_BYTES || waitedMs >= REPLICA_PATIENCE_MS ? 'primary' : 'wait';
}
