import { Background, BackgroundVariant, ControlButton, Controls, MiniMap, type Node } from '@xyflow/react';
import { Maximize } from 'lucide-react';
import { memo } from 'react';
import { useText } from '#platform/web/i18n.ts';
import type { Sight } from './use-sight.ts';

const miniClass = (node: Pick<Node, 'type' | 'data'>): string =>
  `flow-mini-${node.type === 'step' ? String(node.data['group']) : 'note'}`;

interface CanvasFurnitureProps {
  hasMap: boolean;
  sight: Sight;
}

/** What always stands on the canvas: its dots, the buttons that bring it closer, the small map. */
export const CanvasFurniture = memo(({ hasMap, sight }: CanvasFurnitureProps) => {
  const t = useText();
  return (
    <>
      <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
      <Controls showInteractive={false} showFitView={false} aria-label={t('flows.zoom')}>
        <ControlButton
          className="flow-fit"
          title={t('flows.fitView')}
          aria-label={t('flows.fitView')}
          onClick={sight.fitAll}
        >
          <Maximize aria-hidden />
        </ControlButton>
      </Controls>
      {hasMap && (
        <MiniMap
          pannable
          zoomable
          ariaLabel={t('flows.minimap')}
          nodeClassName={miniClass}
          // It leads where it is clicked, for those who do not drag.
          onClick={(_, at) => sight.lookAt(at)}
        />
      )}
    </>
  );
});
CanvasFurniture.displayName = 'CanvasFurniture';
