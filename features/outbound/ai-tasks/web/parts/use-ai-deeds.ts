import { useNavigate } from 'react-router';
import type { CampaignDeed } from '#features/outbound/campaigns/web/index.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import { aiTasksApi, type AiTask } from '../../contract.ts';

type AiMove = Exclude<CampaignDeed, 'launch' | 'complete'>;

/** What can be done with a task of a status; the first is what one wants most. */
const movesOf: Record<TaskStatus, readonly AiMove[]> = {
  [TaskStatus.notStarted]: ['start'],
  [TaskStatus.processing]: ['pause', 'stop'],
  [TaskStatus.completed]: ['reopen'],
  [TaskStatus.failed]: [],
  [TaskStatus.paused]: ['resume', 'stop'],
};

const seen = [aiTasksApi.page, aiTasksApi.detail, aiTasksApi.statistics];

/** Moves a task on, copies and removes it. */
export function useAiDeeds({ id, name, status }: Pick<AiTask, 'id' | 'name' | 'status'>) {
  const navigate = useNavigate();
  const update = useCommand(aiTasksApi.updateStatus, { invalidates: seen });
  const remove = useCommand(aiTasksApi.remove, { invalidates: seen, done: 'ai-tasks.removed' });
  return {
    name,
    moves: movesOf[status],
    isBusy: update.isPending || remove.isPending,
    isRemovable: status !== TaskStatus.processing,
    onMove: (move: CampaignDeed) => update.mutate({ id, move: move as AiMove }),
    onClone: () => void navigate(`/task/ai/new?from=${id}`),
    onRemove: () => remove.mutate({ id }, { onSuccess: () => void navigate('/task/ai') }),
  };
}
