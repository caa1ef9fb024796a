import { codeLabel, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import type { PreviewTask } from '../../contract.ts';

/** How far a task is, and why it stands still. */
export const TaskStateBadge = ({ state, pauseReason }: Pick<PreviewTask, 'state' | 'pauseReason'>) => (
  <span>
    <CodeBadge table={PreviewState} code={state} />
    {pauseReason !== null && <small className="campaign-reason">{codeLabel(TaskPauseReason, pauseReason)}</small>}
  </span>
);
