import { ActionIcon, Group } from '@mantine/core';
import { Copy, Flag, Pause, Play, Rocket, RotateCcw, Trash2, type LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import type { PreviewTask } from '../../contract.ts';
import { isRemovable, movesOf, useTaskMoves, type TaskMove } from './use-task-moves.ts';

export const moveIcons: Record<TaskMove, LucideIcon> = {
  launch: Rocket,
  start: Play,
  pause: Pause,
  complete: Flag,
  reopen: RotateCcw,
};

/** A click on a button in a row is not a click on the row. */
const only = (deed: () => void) => (event: MouseEvent) => {
  event.stopPropagation();
  deed();
};

/** What is done with a task right from the list. */
export function TaskMenu({ task }: { task: PreviewTask }) {
  const t = useText();
  const { isBusy, move, clone, remove } = useTaskMoves(task);
  const [first] = movesOf(task.state);
  const Icon = first && moveIcons[first];
  const { name } = task;
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      {first && Icon && (
        <ActionIcon
          disabled={isBusy}
          data-hint={t(`preview.move.${first}`)}
          aria-label={t('preview.moveNamed', { move: t(`preview.move.${first}`), name })}
          onClick={only(() => void move(first))}
        >
          <Icon size={15} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon data-hint={t('preview.clone')} aria-label={t('preview.cloneNamed', { name })} onClick={only(clone)}>
        <Copy size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        disabled={isBusy || !isRemovable(task.state)}
        data-hint={t(isRemovable(task.state) ? 'ui.delete' : 'preview.removeLater')}
        aria-label={t('preview.removeNamed', { name })}
        onClick={only(() => void remove())}
      >
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
