/** A key that files are sealed under; its number stands in what was sealed. */
export interface FilesKey {
  id: number;
  secret: Uint8Array;
}

/** The keys files are sealed under: the newest for new ones, all for old ones. */
export interface FilesKeys {
  newest(): Promise<FilesKey>;
  /** Null for a number nobody gave. */
  find(id: number): Promise<FilesKey | null>;
}
