import { NodeResizer, type Node, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useText } from '#platform/web/i18n.ts';

export interface NoteData extends Record<string, unknown> {
  text: string;
  isLocked: boolean;
  onText(text: string): void;
  onSize(width: number, height: number): void;
}
export type NoteNodeType = Node<NoteData, 'note'>;

/** A comment on the canvas, written in place. */
export const NoteNode = memo(({ data, selected }: NodeProps<NoteNodeType>) => {
  const t = useText();
  return (
    <div className="flow-note">
      <NodeResizer
        isVisible={selected && !data.isLocked}
        minWidth={120}
        minHeight={60}
        onResizeEnd={(_, { width, height }) => data.onSize(Math.round(width), Math.round(height))}
      />
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
});
NoteNode.displayName = 'NoteNode';
