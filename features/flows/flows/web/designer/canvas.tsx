import { ReactFlow, useNodesState, useStore, type NodeChange } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState, type DragEvent } from 'react';
import { changeNote } from '../../core/edit.ts';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { CanvasFurniture } from './canvas-furniture.tsx';
import { FarHint, PickHint, type Picking } from './canvas-hints.tsx';
import { canvasChanges, canvasNodes, type CanvasNode, type Marks } from './canvas-items.ts';
import { firstView } from './first-view.ts';
import { KIND_MIME } from './kind-mime.ts';
import { NoteNode } from './note-node.tsx';
import { SketchedLines } from './sketched-lines.tsx';
import { FarContext, StepNode } from './step-node.tsx';
import { useCanvasEdges } from './use-canvas-edges.ts';
import { useCanvasHands } from './use-canvas-hands.ts';
import { useCanvasWords } from './use-canvas-words.ts';
import { LEAST_ZOOM, type Sight } from './use-sight.ts';
import { useDrawnLines } from './use-drawn-lines.ts';
import type { EditorCommands } from './use-editor.ts';
import './designer.css';

// What is made anew at each drawing would make the library draw every step anew.
const nodeTypes = { step: StepNode, note: NoteNode };
const deleteKeys = ['Delete', 'Backspace'];
const severalKeys = ['Control', 'Meta', 'Shift'];
const ownMark = { hideAttribution: true };
const allowDrop = (event: DragEvent<HTMLDivElement>): void =>
  void (event.dataTransfer.types.includes(KIND_MIME) && event.preventDefault());
/** Smaller than this nobody reads a step: only its colour and place are drawn. */
const FAR = 0.3;
/** Smaller than this not even its name in large letters is read. */
const TINY = 0.12;

interface CanvasProps {
  editor: EditorCommands;
  flow: Flow;
  selected: readonly NodeId[];
  isLocked: boolean;
  marks: Omit<Marks, 'selected'>;
  /** The way out whose step is chosen with the next click. */
  picking: Picking | null;
  /** The whole flow is about to be in sight. */
  isOnWay: boolean;
  sight: Sight;
  onPicked(to: NodeId): void;
  onStopPicking(): void;
}

/** The flow as a picture that can be changed with mouse, touch and keys. */
export const Canvas = memo(
  ({ editor, flow, selected, isLocked, marks, picking, isOnWay, sight, onPicked, onStopPicking }: CanvasProps) => {
    const t = useText();
    const words = useCanvasWords();
    const { change, pick } = editor;
    const isFar = useStore(({ transform }) => transform[2] < FAR);
    const isTiny = useStore(({ transform }) => transform[2] < TINY);
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
    const { edges, onEdgesChange } = useCanvasEdges(flow);
    const { lines, isSketched } = useDrawnLines(edges, isFar || isOnWay);

    const { hold, onKeysMoved } = useCanvasHands(editor, isLocked);
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
        onKeysMoved(changes);
        setNodes((before) =>
          canvasChanges(
            before,
            changes.filter((one) => one.type !== 'select' && one.type !== 'remove'),
          ),
        );
      },
      [pick, picking, onPicked, onKeysMoved, flow, setNodes],
    );

    const onNodeClick = useCallback(
      (_: unknown, { id, position }: CanvasNode) => {
        // What is chosen already is not chosen anew: a way back to the step itself.
        if (picking?.from === id) onPicked(id);
        else if (!picking) sight.tap(position);
      },
      [sight, picking, onPicked],
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
      <div className="flow-canvas" ref={place} data-far={isFar || undefined} data-tiny={isTiny || undefined}>
        {view && (
          <FarContext value={isFar}>
            <ReactFlow
              aria-label={t('flows.canvas')}
              // For whoever had a line that is taken away.
              tabIndex={-1}
              ariaLabelConfig={words}
              onDragOver={allowDrop}
              nodes={nodes}
              edges={lines}
              nodeTypes={nodeTypes}
              onNodesChange={onNodesChange}
              onEdgesChange={onEdgesChange}
              onNodeClick={onNodeClick}
              {...hold}
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
              minZoom={LEAST_ZOOM}
              maxZoom={2}
              defaultViewport={view}
              proOptions={ownMark}
              colorMode="light"
            >
              <CanvasFurniture hasMap={isStanding} sight={sight} />
              {isSketched && <SketchedLines nodes={nodes} edges={edges} />}
              {picking && <PickHint picking={picking} onStop={onStopPicking} />}
              <FarHint
                isShown={isFar && !picking}
                isLocked={isLocked}
                isSketched={isSketched}
                onCloser={sight.comeCloser}
              />
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
