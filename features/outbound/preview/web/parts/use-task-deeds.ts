import { useNavigate } from 'react-router';
import type { CampaignDeed } from '#features/outbound/campaigns/web/index.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { previewApi, type PreviewTask } from '../../contract.ts';

type TaskMove = Exclude<CampaignDeed, 'resume' | 'stop'>;

/** What can be done with a task in its state; the first is what one wants most. */
const movesIn: Record<PreviewState, readonly TaskMove[]> = {
  [PreviewState.notLaunched]: ['launch'],
  [PreviewState.notStarted]: ['start', 'pause'],
  [PreviewState.inProgress]: ['pause', 'complete'],
  [PreviewState.paused]: ['start', 'complete'],
  [PreviewState.expired]: [],
  [PreviewState.completed]: ['reopen'],
};

const seen = [previewApi.page, previewApi.detail, previewApi.myTasks];

/** Moves a task from state to state, copies and removes it. */
export function useTaskDeeds({ id, name, state }: Pick<PreviewTask, 'id' | 'name' | 'state'>) {
  const navigate = useNavigate();
  const update = useCommand(previewApi.updateStatus, { invalidates: seen });
  const remove = useCommand(previewApi.remove, { invalidates: seen, done: 'preview.removed' });
  return {
    name,
    moves: movesIn[state],
    isBusy: update.isPending || remove.isPending,
    isRemovable: state !== PreviewState.inProgress,
    onMove: (move: CampaignDeed) => update.mutate({ id, move: move as TaskMove }),
    onClone: () => void navigate(`/task/preview/new?from=${id}`),
    onRemove: () => remove.mutate({ id }, { onSuccess: () => void navigate('/task/preview') }),
  };
}
