import type { CampaignRow } from '#features/outbound/campaigns/server/index.ts';
import type { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';

/** What makes campaigns stand still without anybody's word, and lets them go on. */
export interface PauseWatch {
  /** Whether somebody keeps it from running; believed for a few seconds. */
  whyNot(campaign: CampaignRow): Promise<TaskPauseReason | null>;
  pause(campaignId: number, reason: TaskPauseReason): Promise<void>;
  /** Looks whether what paused it is over; answers when it is worth looking again, in milliseconds. */
  look(campaign: CampaignRow): Promise<number>;
  /** What was believed is asked anew. */
  forget(): void;
}
