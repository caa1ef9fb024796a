import type { PoolClient } from 'pg';

/**
 * A connection whose locks tell others that we live. They fall with it: with the process, and with one that stands still, which
 * the database cuts off. Nobody compares clocks.
 */
export interface Lifeline {
  /** One piece of work after another; connects where need be. */
  run<T>(work: (line: PoolClient) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export interface LifelineWishes {
  /** On a new connection, before anything else. */
  opened?(line: PoolClient): Promise<void>;
  /** Again and again while we live. */
  beat?(line: PoolClient): Promise<void>;
  /** The connection was lost, and every lock with it. */
  lost(): void;
  /** A beat or a connection that failed. */
  failed(problem: unknown): void;
}
