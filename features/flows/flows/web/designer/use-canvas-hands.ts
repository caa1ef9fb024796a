import { useReactFlow, type Connection, type Edge as DrawnEdge, type NodeChange } from '@xyflow/react';
import { useCallback, useRef, type DragEvent } from 'react';
import { connect, disconnect, moveNodes, type Point } from '../../core/edit.ts';
import { edgeOf, type CanvasNode } from './canvas-items.ts';
import { KIND_MIME } from './kind-mime.ts';
import type { EditorCommands } from './use-editor.ts';

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

/** What hands do on the canvas, as changes of the flow: drop, move, connect, delete. */
export function useCanvasHands({ change, add, remove }: EditorCommands, isLocked: boolean) {
  const { screenToFlowPosition } = useReactFlow();
  const onDrop = useCallback(
    (event: DragEvent<HTMLDivElement>): void => {
      const kind = event.dataTransfer.getData(KIND_MIME);
      if (kind === '' || isLocked) return;
      event.preventDefault();
      add(kind, rounded(screenToFlowPosition({ x: event.clientX, y: event.clientY })));
    },
    [isLocked, add, screenToFlowPosition],
  );
  const onMoved = useCallback(
    (moved: readonly CanvasNode[]) =>
      change((now) => moveNodes(now, new Map(moved.map(({ id, position }) => [id, position])))),
    [change],
  );
  const onNodeDragStop = useCallback((_: unknown, __: unknown, moved: CanvasNode[]) => onMoved(moved), [onMoved]);
  const onSelectionDragStop = useCallback((_: unknown, moved: CanvasNode[]) => onMoved(moved), [onMoved]);
  const isDragging = useRef(false);
  /** Moved by the arrow keys: nobody lets go of anything then. */
  const onKeysMoved = useCallback(
    (changes: readonly NodeChange<CanvasNode>[]): void => {
      const moves = changes.filter((one) => one.type === 'position');
      if (moves.length === 0) return;
      const wasDragging = isDragging.current;
      isDragging.current = moves.some(({ dragging }) => dragging);
      if (wasDragging || isDragging.current) return;
      const places = new Map(moves.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
      change((now) => moveNodes(now, places), `keys ${[...places.keys()].join(' ')}`);
    },
    [change],
  );
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) =>
      change((now) => connect(now, { from: source, branch: sourceHandle ?? 'next', to: target })),
    [change],
  );
  const onReconnect = useCallback(
    (old: DrawnEdge, { source, sourceHandle, target }: Connection) =>
      change((now) =>
        connect(disconnect(now, edgeOf(old.id)), { from: source, branch: sourceHandle ?? 'next', to: target }),
      ),
    [change],
  );
  const onDelete = useCallback(
    ({ nodes: goneNodes, edges: goneEdges }: { nodes: CanvasNode[]; edges: DrawnEdge[] }) => {
      if (goneNodes.length > 0) remove(goneNodes.map(({ id }) => id));
      else change((now) => goneEdges.reduce((left, { id }) => disconnect(left, edgeOf(id)), now));
    },
    [change, remove],
  );
  return {
    onKeysMoved,
    hold: { onDrop, onNodeDragStop, onSelectionDragStop, onConnect, onReconnect, onDelete },
  };
}
