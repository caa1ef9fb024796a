import type { OnCampaign } from './call.ts';
import type { CampaignGoal } from './campaign-goal.ts';

/**
 * Calls of a tenant that went on while its desk moved from one process to another: whoever moves in with the desk has to know of them.
 * Where calls end with their process there are none.
 */
export interface GoingOn {
  calls: readonly string[];
  /** Agents they show, those of the oldest call first. `callId`: what they are reserved or shown under. */
  agents: readonly { userId: number; callId: string; at: 'ringing' | 'talking' | 'monitoring'; sinceMs: number }[];
  /** Who stands in line, and who is being rung for them. */
  inLine: readonly { queueId: string; offeredTo: number | null }[];
  /** Who stood in line and has somebody. */
  served: readonly string[];
  /** Numbers that were called and have not ended. */
  dials: readonly { userId: number | null; number: string }[];
  /** Those that campaigns made. */
  campaigns: readonly CampaignGoingOn[];
}

export interface CampaignGoingOn {
  callId: string;
  at: OnCampaign['at'];
  goal: CampaignGoal['kind'];
  hasRung: boolean;
  dialledMs: number;
  userId: number | null;
  offeredTo: number | null;
}

export const nothingGoesOn: GoingOn = { calls: [], agents: [], inLine: [], served: [], dials: [], campaigns: [] };
