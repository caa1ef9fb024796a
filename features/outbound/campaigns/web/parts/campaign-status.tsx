import { codeLabel, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import '../campaign-page.css';

export interface CampaignStatusProps {
  status: TaskStatus;
  /** While it is paused. */
  pauseReason: TaskPauseReason | null;
  /** What else is to be said of it. */
  note?: string;
}

/** How far a campaign is, and why it stands still. */
export default function CampaignStatus({ status, pauseReason, note = '' }: CampaignStatusProps) {
  const reason = pauseReason === null ? '' : codeLabel(TaskPauseReason, pauseReason);
  const words = [reason, note].filter(Boolean).join(' · ');
  return (
    <span>
      <CodeBadge table={TaskStatus} code={status} />
      {words !== '' && <small className="campaign-reason">{words}</small>}
    </span>
  );
}
