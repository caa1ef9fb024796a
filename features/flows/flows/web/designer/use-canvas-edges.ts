import type { EdgeChange } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { canvasEdges } from './canvas-items.ts';

/** The lines between the steps, each said with the names of both, and which of them are chosen. */
export function useCanvasEdges(flow: Flow) {
  const t = useText();
  const [chosenEdges, setChosenEdges] = useState<ReadonlySet<string>>(new Set());
  // With each key that is typed the flow is another; names seldom are.
  const names = useMemo(() => JSON.stringify(flow.nodes.map(({ id, kind, name }) => [id, kind, name])), [flow.nodes]);
  const edges = useMemo(() => {
    const nameOf = new Map(
      (JSON.parse(names) as [NodeId, string, string][]).map(([id, kind, name]) => [
        id,
        name || t(`flows.kind.${kind}` as TextKey),
      ]),
    );
    return canvasEdges(flow.edges, chosenEdges, (from, to) =>
      t('flows.lineNamed', { from: nameOf.get(from) ?? from, to: nameOf.get(to) ?? to }),
    );
  }, [flow.edges, chosenEdges, names, t]);
  const onEdgesChange = useCallback(
    (changes: EdgeChange[]) =>
      setChosenEdges((before) => {
        const after = new Set(before);
        for (const one of changes)
          if (one.type === 'select' && one.selected) after.add(one.id);
          else if ('id' in one) after.delete(one.id);
        return after;
      }),
    [],
  );
  return { edges, onEdgesChange };
}
