import type { DatabaseHost } from '#core/database/database-address.ts';

/** The hosts of a database, of which one takes writes: which one, whoever connects in this process knows from here. */
export interface DatabaseHosts {
  readonly all: readonly [DatabaseHost, ...DatabaseHost[]];
  /** The one that takes writes, as far as anybody knows; null while nobody does. */
  current(): DatabaseHost | null;
  /** The same, looked for where nobody knows. Fails as a database fails that is away. */
  primary(): Promise<DatabaseHost>;
  /** Whether it still takes writes, asked now. */
  takesWrites(): Promise<boolean>;
  /** A connection to it ended under us: it is asked before the next one. */
  suspect(host: DatabaseHost): void;
  /** It does not answer, or takes no writes: all of them are asked before the next connection. */
  lost(host: DatabaseHost): void;
  /** A connection to a host. `cut` is called once another one takes the writes. Answers how to leave. */
  join(host: DatabaseHost, cut: () => void): () => void;
  /** Hears which one takes the writes from now on. */
  onMove(listener: (host: DatabaseHost) => void): () => void;
  /** How often that was another one. */
  moves(): number;
}
