import { Background, BackgroundVariant, Controls, MiniMap, ReactFlow, useNodesState, useReactFlow, useStore, type Connection, type Edge as DrawnEdge, type Node, type NodeChange } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { memo, useCallback, useEffect, useMemo, useRef, type DragEvent } from 'react';
import { changeNote, connect, disconnect, moveNodes, type Point } from '#core/flow/edit.ts';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { canvasEdges, canvasNodes, edgeOf, type CanvasNode, type Marks } from './canvas-items.ts';
import { firstView } from './first-view.ts';
import { NoteNode } from './note-node.tsx';
import { StepNode } from './step-node.tsx';
import type { EditorCommands } from './use-editor.ts';
import './canvas.css';

export const KIND_MIME = 'application/x-openseat-node';

// What is made anew at each drawing would make the library draw every step anew.
const nodeTypes = { step: StepNode, note: NoteNode };
const deleteKeys = ['Delete', 'Backspace'];
const severalKeys = ['Control', 'Meta', 'Shift'];
const ownMark = { hideAttribution: true };
const miniClass = (node: Pick<Node, 'type' | 'data'>): string => `flow-mini-${node.type === 'step' ? String(node.data['group']) : 'note'}`;
const allowDrop = (event: DragEvent<HTMLDivElement>): void => void (event.dataTransfer.types.includes(KIND_MIME) && event.preventDefault());
/** Smaller than this nobody reads a step: only its colour and place are drawn. */
const FAR = 0.3;

interface CanvasProps {
  editor: EditorCommands;
  flow: Flow;
  selected: readonly NodeId[];
  isLocked: boolean;
  marks: Omit<Marks, 'selected'>;
  /** A step was chosen by a tap, not dragged. */
  onTap(at: Point): void;
}

/** The flow as a picture that can be changed with mouse, touch and keys. */
export const Canvas = memo(({ editor, flow, selected, isLocked, marks, onTap }: CanvasProps) => {
  const t = useText();
  const { change, pick, add, remove } = editor;
  const isFar = useStore(({ transform }) => transform[2] < FAR);
  const { screenToFlowPosition } = useReactFlow();
  const place = useRef<HTMLDivElement>(null);
  const hands = useMemo(() => ({
    isLocked,
    onText: (id: NodeId, text: string) => change((now) => changeNote(now, id, { text }), `note ${id}`),
    onSize: (id: NodeId, width: number, height: number) => change((now) => changeNote(now, id, { width, height })),
  }), [isLocked, change]);

  const [nodes, setNodes, moveLocally] = useNodesState<CanvasNode>([]);
  useEffect(() => {
    setNodes((before) => canvasNodes(flow, { ...marks, selected }, hands, before));
  }, [flow, marks, selected, hands, setNodes]);
  const edges = useMemo(() => canvasEdges(flow.edges), [flow.edges]);

  // Selecting is ours; everything else moves the picture at once and the flow when the hand lets go.
  const onNodesChange = useCallback((changes: NodeChange<CanvasNode>[]) => {
    const picks = changes.filter((one) => one.type === 'select').map(({ id, selected: isOn }) => ({ id, isOn }));
    if (picks.length > 0) pick(picks);
    moveLocally(changes.filter((one) => one.type !== 'select' && one.type !== 'remove'));
  }, [moveLocally, pick]);

  const onDrop = useCallback((event: DragEvent<HTMLDivElement>): void => {
    const kind = event.dataTransfer.getData(KIND_MIME);
    if (kind === '' || isLocked) return;
    event.preventDefault();
    add(kind, rounded(screenToFlowPosition({ x: event.clientX, y: event.clientY })));
  }, [isLocked, add, screenToFlowPosition]);
  const onMoved = useCallback((moved: readonly CanvasNode[]) => change((now) => moveNodes(now, new Map(moved.map(({ id, position }) => [id, position])))), [change]);
  const onNodeDragStop = useCallback((_: unknown, __: unknown, moved: CanvasNode[]) => onMoved(moved), [onMoved]);
  const onSelectionDragStop = useCallback((_: unknown, moved: CanvasNode[]) => onMoved(moved), [onMoved]);
  const onNodeClick = useCallback((_: unknown, { position }: CanvasNode) => onTap(position), [onTap]);
  const onConnect = useCallback(({ source, sourceHandle, target }: Connection) => change((now) => connect(now, { from: source, branch: sourceHandle ?? 'next', to: target })), [change]);
  const onReconnect = useCallback((old: DrawnEdge, { source, sourceHandle, target }: Connection) => change((now) => connect(disconnect(now, edgeOf(old.id)), { from: source, branch: sourceHandle ?? 'next', to: target })), [change]);
  const onDelete = useCallback(({ nodes: goneNodes, edges: goneEdges }: { nodes: CanvasNode[]; edges: DrawnEdge[] }) => {
    if (goneNodes.length > 0) remove(goneNodes.map(({ id }) => id));
    else change((now) => goneEdges.reduce((left, { id }) => disconnect(left, edgeOf(id)), now));
  }, [change, remove]);

  return (
    <div className="flow-canvas" ref={place} data-far={isFar || undefined}>
      <ReactFlow
        aria-label={t('flows.canvas')}
        onDrop={onDrop}
        onDragOver={allowDrop}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeClick={onNodeClick}
        onNodeDragStop={onNodeDragStop}
        onSelectionDragStop={onSelectionDragStop}
        onConnect={onConnect}
        onReconnect={onReconnect}
        onDelete={onDelete}
        nodesDraggable={!isLocked}
        nodesConnectable={!isLocked}
        edgesReconnectable={!isLocked}
        deleteKeyCode={isLocked ? null : deleteKeys}
        multiSelectionKeyCode={severalKeys}
        selectionKeyCode="Shift"
        // Whoever moves a step does not want its settings.
        selectNodesOnDrag={false}
        onlyRenderVisibleElements
        minZoom={0.05}
        maxZoom={2}
        onInit={({ setViewport }) => void setViewport(firstView(flow.nodes, place.current?.getBoundingClientRect() ?? { width: 800, height: 600 }))}
        proOptions={ownMark}
        colorMode="light"
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
        <Controls showInteractive={false} aria-label={t('flows.zoom')} />
        <MiniMap pannable zoomable ariaLabel={t('flows.minimap')} nodeClassName={miniClass} />
      </ReactFlow>
    </div>
  );
});
Canvas.displayName = 'Canvas';

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });
