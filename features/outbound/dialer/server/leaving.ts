import type { Leaving } from './unleft.ts';

/** What is on its way out. */
export interface Leavings {
  send(some: readonly Leaving[]): void;
  /** Everything sent has left, or will not. */
  settled(): Promise<void>;
}
