import type { CampaignCallEvent } from '#core/call/campaign-call.ts';
import type { BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { LiveCampaign } from './engine.ts';

/** The campaigns of one tenant that run here. */
export interface TenantEngine {
  /** Campaigns are read again, and it is looked at who may be dialled. */
  wake(): void;
  handleEvent(event: CampaignCallEvent): void;
  agentChanged(agent: BoardAgent): void;
  live(campaignId: number): LiveCampaign | null;
  endCall(callId: string): boolean;
  /** Nothing runs, and nothing has to be watched. */
  isIdle(): boolean;
  /** What was told is written; for tests, and before the end. */
  settled(): Promise<void>;
  /** Dials nobody any more; what becomes of calls that go on is still written. */
  close(): void;
  /** Forgets everything, and writes nothing. */
  stop(): void;
}
