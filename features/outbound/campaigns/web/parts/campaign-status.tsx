import { useFormat } from '#platform/web/format.ts';
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
  /** Who paused it and when, where somebody did. */
  pausedBy: string;
  pausedAt: string | null;
}

/** How far a campaign is; while it stands still, who paused it and why. */
export default function CampaignStatus({ status, state, pauseReason, pausedBy, pausedAt }: CampaignStatusProps) {
  const t = useText();
  const format = useFormat();
  const why = [
    pauseReason !== null && codeLabel(TaskPauseReason, pauseReason),
    pauseReason !== null &&
      pausedBy !== '' &&
      t('campaigns.pausedBy', { name: pausedBy, at: format.dateTime(pausedAt) }),
    pauseReason === TaskPauseReason.superAdminPaused && t('campaigns.pausedByOperator'),
    (state === 'draft' || state === 'expired' || state === 'failed') && t(`campaigns.state.${state}`),
  ].filter(Boolean);
  return (
    <span>
      <CodeBadge table={TaskStatus} code={status} />
      {why.length > 0 && <small className="campaign-reason">{why.join(' · ')}</small>}
    </span>
  );
}
