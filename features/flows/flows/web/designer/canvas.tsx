import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  ReactFlow,
  useNodesState,
  useReactFlow,
  useStore,
  type Connection,
  type Edge as DrawnEdge,
  type EdgeChange,
  type Node,
  type NodeChange,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState, type DragEvent } from 'react';
import { changeNote, connect, disconnect, moveNodes, type Point } from '../../core/edit.ts';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { FarHint, PickHint, type Picking } from './canvas-hints.tsx';
import { canvasChanges, canvasEdges, canvasNodes, edgeOf, type CanvasNode, type Marks } from './canvas-items.ts';
import { firstView } from './first-view.ts';
import { NoteNode } from './note-node.tsx';
import { FarContext, StepNode } from './step-node.tsx';
import type { EditorCommands } from './use-editor.ts';
import './designer.css';

export const KIND_MIME = 'application/x-openseat-node';

// What is made anew at each drawing would make the library draw every step anew.
const nodeTypes = { step: StepNode, note: NoteNode };
const deleteKeys = ['Delete', 'Backspace'];
const severalKeys = ['Control', 'Meta', 'Shift'];
const ownMark = { hideAttribution: true };
const miniClass = (node: Pick<Node, 'type' | 'data'>): string =>
  `flow-mini-${node.type === 'step' ? String(node.data['group']) : 'note'}`;
const allowDrop = (event: DragEvent<HTMLDivElement>): void =>
  void (event.dataTransfer.types.includes(KIND_MIME) && event.preventDefault());
/** Smaller than this nobody reads a step: only its colour and place are drawn. */
const FAR = 0.3;

interface CanvasProps {
  editor: EditorCommands;
  flow: Flow;
  selected: readonly NodeId[];
  isLocked: boolean;
  marks: Omit<Marks, 'selected'>;
  /** The way out whose step is chosen with the next click. */
  picking: Picking | null;
  /** A step was chosen by a tap, not dragged. */
  onTap(at: Point): void;
  onPicked(to: NodeId): void;
  onStopPicking(): void;
}

/** The flow as a picture that can be changed with mouse, touch and keys. */
export const Canvas = memo(
  ({ editor, flow, selected, isLocked, marks, picking, onTap, onPicked, onStopPicking }: CanvasProps) => {
    const t = useText();
    const { change, pick, add, remove } = editor;
    const isFar = useStore(({ transform }) => transform[2] < FAR);
    const { screenToFlowPosition } = useReactFlow();
    const hands = useMemo(
      () => ({
        isLocked,
        onText: (id: NodeId, text: string) => change((now) => changeNote(now, id, { text }), `note ${id}`),
        onSize: (id: NodeId, width: number, height: number) => change((now) => changeNote(now, id, { width, height })),
      }),
      [isLocked, change],
    );

    const [first] = useState(() => ({ flow, nodes: canvasNodes(flow, { ...marks, selected }, hands, []) }));
    const [nodes, setNodes] = useNodesState<CanvasNode>(first.nodes);
    useEffect(() => {
      setNodes((before) => canvasNodes(flow, { ...marks, selected }, hands, before));
    }, [flow, marks, selected, hands, setNodes]);
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

    // Selecting is ours; everything else moves the picture at once and the flow when the hand lets go.
    const onNodesChange = useCallback(
      (changes: NodeChange<CanvasNode>[]) => {
        const picks = changes.filter((one) => one.type === 'select').map(({ id, selected: isOn }) => ({ id, isOn }));
        if (picking)
          picks
            .filter(({ id, isOn }) => isOn && canLeadTo(flow, id))
            .slice(0, 1)
            .forEach(({ id }) => onPicked(id));
        else if (picks.length > 0) pick(picks);
        setNodes((before) =>
          canvasChanges(
            before,
            changes.filter((one) => one.type !== 'select' && one.type !== 'remove'),
          ),
        );
      },
      [pick, picking, onPicked, flow, setNodes],
    );

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
    const onNodeClick = useCallback(
      (_: unknown, { id, position }: CanvasNode) => {
        // What is chosen already is not chosen anew: a way back to the step itself.
        if (picking?.from === id) onPicked(id);
        else if (!picking) onTap(position);
      },
      [onTap, picking, onPicked],
    );
    useEffect(() => {
      if (!picking) return;
      const onKey = ({ key }: KeyboardEvent): void => void (key === 'Escape' && onStopPicking());
      window.addEventListener('keydown', onKey);
      return () => window.removeEventListener('keydown', onKey);
    }, [picking, onStopPicking]);
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

    const said = useMemo(
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

    // Where the canvas begins depends on its size: known before anything is drawn on it.
    const [view, setView] = useState<ReturnType<typeof firstView> | null>(null);
    const place = useCallback(
      (box: HTMLDivElement | null) => void (box && setView(firstView(first.flow.nodes, box.getBoundingClientRect()))),
      [first],
    );
    // The steps first.
    const isStanding = useDeferredValue(view !== null, false);

    return (
      <div className="flow-canvas" ref={place} data-far={isFar || undefined}>
        {view && (
          <FarContext value={isFar}>
            <ReactFlow
              aria-label={t('flows.canvas')}
              ariaLabelConfig={said}
              onDrop={onDrop}
              onDragOver={allowDrop}
              nodes={nodes}
              edges={edges}
              nodeTypes={nodeTypes}
              onNodesChange={onNodesChange}
              onEdgesChange={onEdgesChange}
              onNodeClick={onNodeClick}
              onNodeDragStop={onNodeDragStop}
              onSelectionDragStop={onSelectionDragStop}
              onConnect={onConnect}
              onReconnect={onReconnect}
              onDelete={onDelete}
              nodesDraggable={!isLocked}
              nodesConnectable={!isLocked}
              // Far away nobody takes hold of the end of a line.
              edgesReconnectable={!isLocked && !isFar}
              deleteKeyCode={isLocked ? null : deleteKeys}
              multiSelectionKeyCode={severalKeys}
              selectionKeyCode="Shift"
              // Whoever moves a step does not want its settings.
              selectNodesOnDrag={false}
              onlyRenderVisibleElements
              minZoom={0.05}
              maxZoom={2}
              defaultViewport={view}
              proOptions={ownMark}
              colorMode="light"
            >
              <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
              <Controls showInteractive={false} aria-label={t('flows.zoom')} />
              {picking && <PickHint picking={picking} onStop={onStopPicking} />}
              {isFar && !isLocked && !picking && <FarHint />}
              {isStanding && <MiniMap pannable zoomable ariaLabel={t('flows.minimap')} nodeClassName={miniClass} />}
            </ReactFlow>
          </FarContext>
        )}
      </div>
    );
  },
);
Canvas.displayName = 'Canvas';

/** To a step, and never back to the start. */
const canLeadTo = ({ nodes }: Flow, id: NodeId): boolean =>
  nodes.some((node) => node.id === id && node.kind !== 'start');

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });
