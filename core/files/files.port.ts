/**
 * Where bytes live. Keys are ours, never a user's file name.
 *
 * 1. What is acknowledged is kept. A place that cannot be reached refuses with `filesAway`, and nothing is half there.
 * 2. Bytes that are not those that were put are never handed out as if they were: `fileDamaged`, or the stream breaks off.
 */
export interface Files {
  /** Stores what the stream gives; the key exists only once everything is kept. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /** Null when there is no such file. `range` is inclusive, as in HTTP. */
  get(
    key: string,
    range?: { from: number; to: number },
  ): Promise<{ bytes: number; content: AsyncIterable<Uint8Array> } | null>;
  /** Does nothing when the file is already gone. */
  remove(key: string): Promise<void>;
  /** What still fits. */
  freeBytes(): Promise<number>;
  /** Takes away what was begun so long ago and never finished; answers how much that was. */
  forgetUnfinished(olderThanMs: number): Promise<number>;
}

/** A place by itself, whose files can be told one after another. */
export interface FilesPlace extends Files {
  /** Keys in no particular order; what comes or goes meanwhile may be among them or not. */
  keys(): AsyncIterable<string>;
}
