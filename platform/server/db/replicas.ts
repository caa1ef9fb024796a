import type { Kysely } from 'kysely';
import type pg from 'pg';

/** A copy of the database that follows it and answers reads. */
export interface Replica {
  pool: pg.Pool;
  kysely: Kysely<never>;
  /** Runs the work, and notices a copy that answers nothing. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /**
   * True where what failed is the copy's trouble alone: then the primary is asked. Remembers it for a while, and longer where a whole
   * copy of something had begun: the next one would end the same way.
   */
  failed(problem: unknown, isBegun?: boolean): boolean;
}

/**
 * `following`: it has, or will have in a moment, all that was written. `behind`: reads go elsewhere until it has caught up.
 * `unknown`: it takes writes itself or follows another primary, so that nobody can tell what it lacks. `away`: it does not answer.
 */
export type ReplicaState = 'following' | 'behind' | 'unknown' | 'away';

export interface ReplicaStanding {
  name: string;
  state: ReplicaState;
  /** Bytes of the log it has not applied; null where nobody can tell. */
  behindBytes: number | null;
  /** How old the newest thing it knows is while something is missing. */
  behindSec: number | null;
}

export interface Replicas {
  /** A copy that has everything acknowledged until now, by whichever process; null where none has. `isLong`: for minutes. */
  choose(isLong?: boolean): Promise<Replica | null>;
  standing(): Promise<ReplicaStanding[]>;
  /** Reads that might have gone to a copy, by where they went. */
  reads(): { replica: number; primary: number };
  close(): Promise<void>;
}
