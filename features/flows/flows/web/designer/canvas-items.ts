import { applyNodeChanges, MarkerType, type Edge as DrawnEdge, type NodeChange } from '@xyflow/react';
import { branchesOf } from '../../core/edit.ts';
import type { Edge, Flow, FlowNode, NodeId } from '#core/flow/flow.ts';
import type { Branch } from '#core/flow/node-kind.ts';
import { hasText } from '#platform/web/i18n.ts';
import '#platform/web/load-zod.ts';
import { readSettings } from '../../core/read-settings.ts';
import type { NoteData, NoteNodeType } from './note-node.tsx';
import { stepForm } from './step-form.ts';
import type { StepData, StepNodeType } from './step-node.tsx';
import { summaryOf } from './summary.ts';

export type CanvasNode = StepNodeType | NoteNodeType;

export interface Marks {
  selected: readonly NodeId[];
  /** How many problems a node has. */
  troubles: ReadonlyMap<NodeId, number>;
  /** Where the conversation being tested is. */
  running: NodeId | null;
  found: ReadonlySet<NodeId>;
}

type NoteHands = Pick<NoteData, 'isLocked'> & {
  onText(id: NodeId, text: string): void;
  onSize(id: NodeId, width: number, height: number): void;
};

/**
 * What the canvas draws of a flow. An item that did not change is the same object as before (`before`), so that a flow of hundreds
 * of nodes draws one of them anew and not all.
 */
export function canvasNodes(flow: Flow, marks: Marks, hands: NoteHands, drawn: CanvasNode[]): CanvasNode[] {
  const before = new Map(drawn.map((node) => [node.id, node]));
  const selected = new Set(marks.selected);
  const steps = flow.nodes.map((node): CanvasNode => {
    const { kind } = readSettings(node);
    const was = before.get(node.id);
    const data: StepData = {
      kind: node.kind,
      icon: kind?.icon ?? '',
      group: kind?.group ?? 'act',
      name: node.name,
      summary: summaryOf(node, flow),
      branches: drawnBranches(flow, node),
      troubles: marks.troubles.get(node.id) ?? 0,
      isRunning: marks.running === node.id,
      isFound: marks.found.has(node.id),
    };
    const [isSelected, position] = [selected.has(node.id), { x: node.x, y: node.y }];
    // Other ways out begin elsewhere, whether it is in sight and measured or not.
    if (was?.type !== 'step' || !sameBranches(was.data, data))
      return {
        ...stepForm(data),
        id: node.id,
        type: 'step',
        position,
        data,
        selected: isSelected,
        deletable: node.kind !== 'start',
      };
    const same =
      was.selected === isSelected && was.position.x === node.x && was.position.y === node.y && sameData(was.data, data);
    return same ? was : { ...was, position, data, selected: isSelected };
  });
  const notes = flow.notes.map((note): CanvasNode => {
    const was = before.get(note.id);
    const same =
      was?.type === 'note' &&
      was.selected === selected.has(note.id) &&
      was.position.x === note.x &&
      was.position.y === note.y &&
      was.width === note.width &&
      was.height === note.height &&
      was.data.text === note.text &&
      was.data.isLocked === hands.isLocked;
    if (same) return was;
    const data: NoteData = {
      text: note.text,
      isLocked: hands.isLocked,
      onText: (text) => hands.onText(note.id, text),
      onSize: (width, height) => hands.onSize(note.id, width, height),
    };
    return {
      ...(was?.type === 'note' ? was : {}),
      id: note.id,
      type: 'note',
      position: { x: note.x, y: note.y },
      width: note.width,
      height: note.height,
      data,
      selected: selected.has(note.id),
      zIndex: -1,
    };
  });
  const all = [...notes, ...steps];
  return all.length === drawn.length && all.every((node, at) => node === drawn[at]) ? drawn : all;
}

const markerEnd = { type: MarkerType.ArrowClosed, width: 16, height: 16 };
const drawnEdges = new WeakMap<Edge, DrawnEdge>();

/** Edges as the canvas draws and names them; the same edge is the same object again, but for those that are chosen. */
export const canvasEdges = (
  edges: readonly Edge[],
  chosen: ReadonlySet<string>,
  named: (from: NodeId, to: NodeId) => string,
): DrawnEdge[] =>
  edges.map((edge) => {
    const { from, branch, to } = edge;
    const ariaLabel = named(from, to);
    const before = drawnEdges.get(edge);
    const drawn =
      before?.ariaLabel === ariaLabel
        ? before
        : {
            id: `${from} ${branch}`,
            source: from,
            sourceHandle: branch,
            target: to,
            targetHandle: 'in',
            markerEnd,
            ariaLabel,
          };
    drawnEdges.set(edge, drawn);
    return chosen.has(drawn.id) ? { ...drawn, selected: true } : drawn;
  });

/** Edges are named by where they begin. */
export function edgeOf(id: string): { from: NodeId; branch: string } {
  const [from = '', branch = ''] = id.split(' ');
  return { from, branch };
}

/** The ways out of a node as they are drawn; of one whose settings make no sense those that are connected. */
export const drawnBranches = (flow: Flow, node: FlowNode): readonly Branch[] =>
  readSettings(node).branches ??
  branchesOf(flow, node.id).map((key) => (hasText(`flows.branch.${key}`) ? { key } : { key, label: key }));

const sameData = (a: StepData, b: StepData): boolean =>
  a.kind === b.kind &&
  a.name === b.name &&
  a.summary === b.summary &&
  a.troubles === b.troubles &&
  a.isRunning === b.isRunning &&
  a.isFound === b.isFound &&
  (a.branches === b.branches || a.branches.every(({ label }, at) => b.branches[at]!.label === label));

const sameBranches = (a: StepData, b: StepData): boolean =>
  a.branches === b.branches ||
  (a.branches.length === b.branches.length && a.branches.every(({ key }, at) => b.branches[at]!.key === key));

/** What changed on the canvas itself. What was measured counts more than what was reckoned. */
export function canvasChanges(nodes: CanvasNode[], changes: NodeChange<CanvasNode>[]): CanvasNode[] {
  const measured = new Set(changes.filter(({ type }) => type === 'dimensions').map((one) => 'id' in one && one.id));
  return applyNodeChanges(changes, nodes).map((node) =>
    node.handles && measured.has(node.id) ? withoutHandles(node) : node,
  );
}

function withoutHandles(node: CanvasNode): CanvasNode {
  const left = { ...node };
  delete left.handles;
  return left;
}
