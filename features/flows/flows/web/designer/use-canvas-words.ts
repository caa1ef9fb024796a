import { useMemo } from 'react';
import { useText } from '#platform/web/i18n.ts';

/** What the library says to those who do not see the canvas, in the reader's language. */
export function useCanvasWords() {
  const t = useText();
  return useMemo(
    () => ({
      'controls.ariaLabel': t('flows.zoom'),
      'controls.zoomIn.ariaLabel': t('flows.zoomIn'),
      'controls.zoomOut.ariaLabel': t('flows.zoomOut'),
      'controls.fitView.ariaLabel': t('flows.fitView'),
      'minimap.ariaLabel': t('flows.minimap'),
      'node.a11yDescription.default': t('flows.nodeKeys'),
      'node.a11yDescription.keyboardDisabled': t('flows.nodeKeys'),
      'edge.a11yDescription.default': t('flows.edgeKeys'),
    }),
    [t],
  );
}
