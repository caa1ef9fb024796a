import { Background, BackgroundVariant, Controls, MiniMap, ReactFlow, useNodesState, useReactFlow, type Connection, type NodeChange } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useEffect, useMemo, useRef, type DragEvent } from 'react';
import { changeNote, connect, disconnect, moveNodes, type Point } from '#core/flow/edit.ts';
import type { NodeId } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { canvasEdges, canvasNodes, edgeOf, type CanvasNode, type Marks } from './canvas-items.ts';
import { firstView } from './first-view.ts';
import { NoteNode } from './note-node.tsx';
import { StepNode } from './step-node.tsx';
import type { Editor } from './use-editor.ts';
import './canvas.css';

export const KIND_MIME = 'application/x-openseat-node';

const nodeTypes = { step: StepNode, note: NoteNode };

interface CanvasProps {
  editor: Editor;
  isLocked: boolean;
  marks: Omit<Marks, 'selected'>;
  /** A step was chosen by a tap, not dragged. */
  onTap(at: Point): void;
}

/** The flow as a picture that can be changed with mouse, touch and keys. */
export function Canvas({ editor, isLocked, marks, onTap }: CanvasProps) {
  const t = useText();
  const { flow, selected, change, pick } = editor;
  const { screenToFlowPosition } = useReactFlow();
  const place = useRef<HTMLDivElement>(null);
  const hands = useMemo(() => ({
    isLocked,
    onText: (id: NodeId, text: string) => change((now) => changeNote(now, id, { text }), `note ${id}`),
    onSize: (id: NodeId, width: number, height: number) => change((now) => changeNote(now, id, { width, height })),
  }), [isLocked, change]);

  const [nodes, setNodes, moveLocally] = useNodesState<CanvasNode>([]);
  useEffect(() => {
    setNodes((before) => canvasNodes(flow, { ...marks, selected }, hands, new Map(before.map((node) => [node.id, node]))));
  }, [flow, marks, selected, hands, setNodes]);
  const edges = useMemo(() => canvasEdges(flow), [flow]);

  // Selecting is ours; everything else moves the picture at once and the flow when the hand lets go.
  const onNodesChange = useCallback((changes: NodeChange<CanvasNode>[]) => {
    const picks = changes.filter((one) => one.type === 'select').map(({ id, selected: isOn }) => ({ id, isOn }));
    if (picks.length > 0) pick(picks);
    moveLocally(changes.filter((one) => one.type !== 'select' && one.type !== 'remove'));
  }, [moveLocally, pick]);

  const onDrop = (event: DragEvent<HTMLDivElement>): void => {
    const kind = event.dataTransfer.getData(KIND_MIME);
    if (kind === '' || isLocked) return;
    event.preventDefault();
    editor.add(kind, rounded(screenToFlowPosition({ x: event.clientX, y: event.clientY })));
  };

  return (
    <div className="flow-canvas" ref={place}>
      <ReactFlow
        aria-label={t('flows.canvas')}
        onDrop={onDrop}
        onDragOver={(event) => event.dataTransfer.types.includes(KIND_MIME) && event.preventDefault()}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeClick={(_, { position }) => onTap(position)}
        onNodeDragStop={(_, __, moved) => change((now) => moveNodes(now, new Map(moved.map(({ id, position }) => [id, position]))))}
        onSelectionDragStop={(_, moved) => change((now) => moveNodes(now, new Map(moved.map(({ id, position }) => [id, position]))))}
        onConnect={({ source, sourceHandle, target }: Connection) => change((now) => connect(now, { from: source, branch: sourceHandle ?? 'next', to: target }))}
        onReconnect={(old, { source, sourceHandle, target }) => change((now) => connect(disconnect(now, edgeOf(old.id)), { from: source, branch: sourceHandle ?? 'next', to: target }))}
        onDelete={({ nodes: goneNodes, edges: goneEdges }) => {
          if (goneNodes.length > 0) editor.remove(goneNodes.map(({ id }) => id));
          else change((now) => goneEdges.reduce((left, { id }) => disconnect(left, edgeOf(id)), now));
        }}
        nodesDraggable={!isLocked}
        nodesConnectable={!isLocked}
        edgesReconnectable={!isLocked}
        deleteKeyCode={isLocked ? null : ['Delete', 'Backspace']}
        multiSelectionKeyCode={['Control', 'Meta', 'Shift']}
        selectionKeyCode="Shift"
        onlyRenderVisibleElements
        minZoom={0.1}
        maxZoom={2}
        onInit={({ setViewport }) => void setViewport(firstView(flow.nodes, place.current?.getBoundingClientRect() ?? { width: 800, height: 600 }))}
        proOptions={{ hideAttribution: true }}
        colorMode="light"
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
        <Controls showInteractive={false} aria-label={t('flows.zoom')} />
        <MiniMap pannable zoomable ariaLabel={t('flows.minimap')} nodeClassName={(node) => `flow-mini-${(node as CanvasNode).type === 'step' ? String(node.data['group']) : 'note'}`} />
      </ReactFlow>
    </div>
  );
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });
