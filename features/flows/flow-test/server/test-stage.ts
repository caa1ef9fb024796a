import type { StagedAsk } from '#core/flow/staged.ts';
import type { PlaysAsk } from '#features/flows/flow-talks/server/index.ts';

/**
 * Plays the world to a flow that is tested: what would really happen to people is told and does not. Transfers and messages stop until
 * the tester says how they go on.
 */
export interface TestStage {
  plays: PlaysAsk;
  /** What the tester is asked for; null: nothing. */
  asks(): StagedAsk | null;
  /** Resolves when it is asked for something, at once while it is. */
  asking(): Promise<void>;
  /** How it goes on; false for what nobody asked for, or what cannot happen. */
  goesOn(reply: string): boolean;
}
