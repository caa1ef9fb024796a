/**
 * Which pools of workers live, as every process on the database can see it.
 *
 * 1. A pool that lives holds a lock of the database under its name. It falls with the connection, so with the process, and with
 *    a process that stands still.
 * 2. Jobs locked by a pool that holds no lock were left behind. Whoever lives unlocks them within seconds, and they are done again.
 * 3. Nobody is given up at once: who only lost a connection has time to come back. Except when nobody else is there at all.
 */
export interface WorkerPresence {
  /** This process is there, before any of its pools takes a job. */
  appear(): Promise<void>;
  /** The pool lives until it is let go. */
  hold(pool: string): Promise<void>;
  /** The pool takes no more jobs and has none: what it left locked is for others. */
  letGo(pool: string): Promise<void>;
  stop(): Promise<void>;
}
