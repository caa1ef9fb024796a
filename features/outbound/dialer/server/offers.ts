import type { SharedAgent } from '../core/share-agents.ts';

/** Brings people who answered and agents together, and keeps agents for those who may answer. */
export interface Offers {
  /** Whoever waits gets an agent, as far as there are free ones. */
  serve(): void;
  /** An agent is there no more for a call: they said no, or it is over. */
  free(userId: number, callId: string): void;
  /** These agents, and no others, are held for a campaign. */
  hold(campaignId: number, userIds: readonly number[]): void;
  shares(agents: readonly SharedAgent[]): Map<number, SharedAgent[]>;
  /** Nobody is being asked. */
  settled(): Promise<void>;
}
