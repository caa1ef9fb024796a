/** What is looked at again and again, one look at a time. */
export interface Turns {
  /** Within so long, or earlier. */
  soon(ms: number): void;
  isRunning(): boolean;
  settled(): Promise<void>;
  stop(): void;
}
