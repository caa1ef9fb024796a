import { codeLabel, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import '../campaign-page.css';

export interface CampaignStatusProps {
  status: TaskStatus;
  /** While it is paused. */
  pauseReason: TaskPauseReason | null;
}

/** How far a campaign is, and why it stands still. */
export default function CampaignStatus({ status, pauseReason }: CampaignStatusProps) {
  return (
    <span>
      <CodeBadge table={TaskStatus} code={status} />
      {pauseReason !== null && <small className="campaign-reason">{codeLabel(TaskPauseReason, pauseReason)}</small>}
    </span>
  );
}
