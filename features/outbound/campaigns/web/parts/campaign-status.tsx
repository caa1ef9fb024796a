import { useText } from '#platform/web/i18n.ts';
import { codeLabel, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import '../campaign-page.css';

export interface CampaignStatusProps {
  status: TaskStatus;
  /** What the status does not tell apart. */
  state: 'draft' | 'ready' | 'running' | 'paused' | 'expired' | 'completed' | 'failed';
  /** While it is paused. */
  pauseReason: TaskPauseReason | null;
  /** Who paused it, where somebody did. */
  pausedBy: string;
}

/** How far a campaign is, and why it stands still. */
export default function CampaignStatus({ status, state, pauseReason, pausedBy }: CampaignStatusProps) {
  const t = useText();
  const why = pauseReason === null ? '' : [codeLabel(TaskPauseReason, pauseReason), pausedBy].filter(Boolean).join(' · ');
  const note = state === 'draft' || state === 'expired' || state === 'failed' ? t(`campaigns.state.${state}`) : why;
  return (
    <span>
      <CodeBadge table={TaskStatus} code={status} />
      {note !== '' && <small className="campaign-reason">{note}</small>}
    </span>
  );
}
