import { ActionIcon } from '@mantine/core';
import { NodeResizer, type Node, type NodeProps } from '@xyflow/react';
import { Minus, Plus } from 'lucide-react';
import { memo } from 'react';
import { useText } from '#platform/web/i18n.ts';

export interface NoteData extends Record<string, unknown> {
  text: string;
  isLocked: boolean;
  onText(text: string): void;
  onSize(width: number, height: number): void;
}
export type NoteNodeType = Node<NoteData, 'note'>;

const LEAST = { width: 120, height: 60 };
const MOST_PX = 2_000;
/** By how much a press makes it larger or smaller, for those who do not drag. */
const STEP_PX = 40;

/** A comment on the canvas, written in place. */
export const NoteNode = memo(
  ({ data, selected, width = LEAST.width, height = LEAST.height }: NodeProps<NoteNodeType>) => {
    const t = useText();
    const isHeld = selected && !data.isLocked;
    const within = (least: number, wanted: number) => Math.round(Math.min(MOST_PX, Math.max(least, wanted)));
    const resize = (by: number) => data.onSize(within(LEAST.width, width + by), within(LEAST.height, height + by / 2));
    return (
      <div className="flow-note">
        <NodeResizer
          isVisible={isHeld}
          minWidth={LEAST.width}
          minHeight={LEAST.height}
          onResizeEnd={(_, { width, height }) => data.onSize(Math.round(width), Math.round(height))}
        />
        {isHeld && (
          <div className="flow-note-size nodrag">
            <ActionIcon
              variant="default"
              size={24}
              aria-label={t('flows.noteSmaller')}
              title={t('flows.noteSmaller')}
              disabled={width <= LEAST.width && height <= LEAST.height}
              onClick={() => resize(-STEP_PX)}
            >
              <Minus size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={24}
              aria-label={t('flows.noteLarger')}
              title={t('flows.noteLarger')}
              onClick={() => resize(STEP_PX)}
            >
              <Plus size={14} aria-hidden />
            </ActionIcon>
          </div>
        )}
        <textarea
          className="nodrag nowheel"
          aria-label={t('flows.note')}
          placeholder={t('flows.notePlaceholder')}
          maxLength={2_000}
          readOnly={data.isLocked}
          value={data.text}
          onChange={(event) => data.onText(event.currentTarget.value)}
        />
      </div>
    );
  },
);
NoteNode.displayName = 'NoteNode';
