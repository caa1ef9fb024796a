/** Rows on their way into a table, in the text form of COPY. */
export interface CopyIn {
  /** Resolves when the database is ready for more. */
  write(chunk: Uint8Array): Promise<void>;
  /** Commits; the rows are there when this answers. */
  end(): Promise<void>;
  /** Gives up: nothing of it stays. Does nothing once it ended. */
  abort(): void;
}
