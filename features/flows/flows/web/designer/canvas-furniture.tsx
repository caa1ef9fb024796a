import { Background, BackgroundVariant, ControlButton, Controls, MiniMap, type Node } from '@xyflow/react';
import { Maximize } from 'lucide-react';
import { memo } from 'react';
import type { Point } from '../../core/edit.ts';
import { useText } from '#platform/web/i18n.ts';

const miniClass = (node: Pick<Node, 'type' | 'data'>): string =>
  `flow-mini-${node.type === 'step' ? String(node.data['group']) : 'note'}`;

interface CanvasFurnitureProps {
  hasMap: boolean;
  onMapClick(event: unknown, at: Point): void;
  onFitAll(): void;
}

/** What always stands on the canvas: its dots, the buttons that bring it closer, the small map. */
export const CanvasFurniture = memo(({ hasMap, onMapClick, onFitAll }: CanvasFurnitureProps) => {
  const t = useText();
  return (
    <>
      <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
      <Controls showInteractive={false} showFitView={false} aria-label={t('flows.zoom')}>
        <ControlButton
          className="flow-fit"
          title={t('flows.fitView')}
          aria-label={t('flows.fitView')}
          onClick={onFitAll}
        >
          <Maximize aria-hidden />
        </ControlButton>
      </Controls>
      {hasMap && (
        <MiniMap pannable zoomable ariaLabel={t('flows.minimap')} nodeClassName={miniClass} onClick={onMapClick} />
      )}
    </>
  );
});
CanvasFurniture.displayName = 'CanvasFurniture';
