import { useNavigate } from 'react-router';
import type { CampaignDeed } from '#features/outbound/campaigns/web/index.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { aiTasksApi, type AiTask } from '../../contract.ts';

type AiMove = Exclude<CampaignDeed, 'launch' | 'complete'>;

/** What can be done with a task in its state; the first is what one wants most. One whose time is over gets more of it first. */
const movesIn: Record<AiTask['state'], readonly AiMove[]> = {
  draft: ['start'],
  ready: ['start', 'pause'],
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  expired: [],
  completed: ['reopen'],
  failed: [],
};

const seen = [aiTasksApi.page, aiTasksApi.detail, aiTasksApi.statistics];

/** Moves a task on, copies and removes it. */
export function useAiDeeds({ id, name, state }: Pick<AiTask, 'id' | 'name' | 'state'>) {
  const navigate = useNavigate();
  const update = useCommand(aiTasksApi.updateStatus, { invalidates: seen });
  const remove = useCommand(aiTasksApi.remove, { invalidates: seen, done: 'ai-tasks.removed' });
  return {
    name,
    moves: movesIn[state],
    isBusy: update.isPending || remove.isPending,
    isRemovable: state !== 'running',
    onMove: (move: CampaignDeed) => update.mutate({ id, move: move as AiMove }),
    onClone: () => void navigate(`/task/ai/new?from=${id}`),
    onRemove: () => remove.mutate({ id }, { onSuccess: () => void navigate('/task/ai') }),
  };
}
