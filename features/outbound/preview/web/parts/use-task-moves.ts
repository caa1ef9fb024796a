import { useNavigate } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { previewApi, type PreviewTask } from '../../contract.ts';

const moves = ['launch', 'start', 'pause', 'complete', 'reopen'] as const;
export type TaskMove = (typeof moves)[number];

/** What can be done with a task in its state; the first is what one wants most. */
const movesIn: Record<PreviewState, readonly TaskMove[]> = {
  [PreviewState.notLaunched]: ['launch'],
  [PreviewState.notStarted]: ['start', 'pause'],
  [PreviewState.inProgress]: ['pause', 'complete'],
  [PreviewState.paused]: ['start', 'complete'],
  [PreviewState.expired]: [],
  [PreviewState.completed]: ['reopen'],
};
export const movesOf = (state: PreviewState): readonly TaskMove[] => movesIn[state];
/** A task that calls nobody can go. */
export const isRemovable = (state: PreviewState): boolean => state !== PreviewState.inProgress;

const seen = [previewApi.page, previewApi.detail, previewApi.myTasks];

/** Moves a task from state to state, copies and removes it; what cannot be undone asks first. */
export function useTaskMoves(task: Pick<PreviewTask, 'id' | 'name'>) {
  const t = useText();
  const navigate = useNavigate();
  const update = useCommand(previewApi.updateStatus, { invalidates: seen });
  const remove = useCommand(previewApi.remove, { invalidates: seen, done: 'preview.removed' });
  return {
    isBusy: update.isPending || remove.isPending,
    async move(move: TaskMove): Promise<void> {
      const isSure =
        move !== 'complete' ||
        (await confirm({
          title: t('preview.completeTitle', { name: task.name }),
          body: t('preview.completeBody'),
          yes: t('preview.move.complete'),
        }));
      if (isSure) update.mutate({ id: task.id, move });
    },
    clone: () => void navigate(`/task/preview/new?from=${task.id}`),
    async remove(): Promise<void> {
      const isSure = await confirm({
        title: t('preview.removeTitle', { name: task.name }),
        body: t('preview.removeBody'),
        yes: t('ui.delete'),
        danger: true,
      });
      if (isSure) remove.mutate({ id: task.id }, { onSuccess: () => void navigate('/task/preview') });
    },
  };
}
