import { ActionIcon } from '@mantine/core';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { confirm } from '../confirm.tsx';
import type { OrderSteps } from './order.ts';

export interface RowDeedsProps extends OrderSteps {
  /** What the buttons that move it are called. */
  up: string;
  down: string;
  /** What is asked before it goes; the title is also what the button is called. */
  removal: { title: string; body: string; yes: string };
  onRemove: () => void;
}

/** What one does with a row as a whole: move it, or remove it after a question. */
export function RowDeeds({ up, down, onUp, onDown, removal, onRemove }: RowDeedsProps) {
  const askToRemove = async () => {
    if (await confirm({ ...removal, danger: true })) onRemove();
  };
  return (
    <>
      <ActionIcon variant="subtle" color="gray" disabled={!onUp} aria-label={up} onClick={() => onUp?.()}>
        <ChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" disabled={!onDown} aria-label={down} onClick={() => onDown?.()}>
        <ChevronDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={removal.title} onClick={() => void askToRemove()}>
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
