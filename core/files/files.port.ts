/** Where bytes live. Keys are ours, never a user's file name. */
export interface Files {
  /** Stores what the stream gives; the key exists only once everything is on disk. */
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
}
