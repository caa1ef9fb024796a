import { isEmptyClip, type Clip } from './clip.ts';
import type { Edge, Flow, FlowNode, NodeId, Note } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import { readSettings } from './read-settings.ts';

export interface Point {
  x: number;
  y: number;
}

/** A name that is free: the kind and the next number. */
export function freshId(flow: Pick<Flow, 'nodes' | 'notes'>, stem: string): NodeId {
  const taken = new Set([...flow.nodes, ...flow.notes].map(({ id }) => id));
  for (let number = 1; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}

export function addNode(flow: Flow, kind: string, { x, y }: Point): { flow: Flow; id: NodeId } {
  const id = freshId(flow, kind);
  const node: FlowNode = { id, kind, name: '', settings: kindOf(kind)?.fresh() ?? {}, x, y };
  return { flow: { ...flow, nodes: [...flow.nodes, node] }, id };
}

/** The start stays: a conversation has to begin somewhere. */
export function removeNodes(flow: Flow, ids: readonly NodeId[]): Flow {
  const gone = new Set(flow.nodes.filter(({ id, kind }) => ids.includes(id) && kind !== 'start').map(({ id }) => id));
  return {
    ...flow,
    nodes: flow.nodes.filter(({ id }) => !gone.has(id)),
    edges: flow.edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
    notes: flow.notes.filter(({ id }) => !ids.includes(id)),
  };
}

/** A branch leads to one node: a second edge takes the place of the first. Nothing leads back to the start. */
export function connect(flow: Flow, edge: Edge): Flow {
  const to = flow.nodes.find(({ id }) => id === edge.to);
  if (!to || to.kind === 'start' || !branchesOf(flow, edge.from).includes(edge.branch)) return flow;
  return { ...flow, edges: [...disconnect(flow, edge).edges, edge] };
}

export const disconnect = (flow: Flow, { from, branch }: Pick<Edge, 'from' | 'branch'>): Flow => ({
  ...flow,
  edges: flow.edges.filter((edge) => edge.from !== from || edge.branch !== branch),
});

export function moveNodes(flow: Flow, places: ReadonlyMap<NodeId, Point>): Flow {
  const moved = <T extends Point & { id: NodeId }>(item: T): T => {
    const place = places.get(item.id);
    return place ? { ...item, x: Math.round(place.x), y: Math.round(place.y) } : item;
  };
  return { ...flow, nodes: flow.nodes.map(moved), notes: flow.notes.map(moved) };
}

/** Edges of branches that are gone with the change go too. */
export function changeSettings(flow: Flow, id: NodeId, settings: FlowNode['settings']): Flow {
  const changed = { ...flow, nodes: flow.nodes.map((node) => (node.id === id ? { ...node, settings } : node)) };
  const branches = branchesOf(changed, id);
  const isLeft = ({ from, branch }: Edge): boolean => from !== id || branches.includes(branch);
  return changed.edges.every(isLeft) ? changed : { ...changed, edges: changed.edges.filter(isLeft) };
}

export const renameNode = (flow: Flow, id: NodeId, name: string): Flow => ({
  ...flow,
  nodes: flow.nodes.map((node) => (node.id === id ? { ...node, name: name.slice(0, 60) } : node)),
});

export function addNote(flow: Flow, { x, y }: Point): { flow: Flow; id: NodeId } {
  const id = freshId(flow, 'note');
  return { flow: { ...flow, notes: [...flow.notes, { id, text: '', x, y, width: 220, height: 120 }] }, id };
}

export const changeNote = (flow: Flow, id: NodeId, part: Partial<Omit<Note, 'id'>>): Flow => ({
  ...flow,
  notes: flow.notes.map((note) => (note.id === id ? { ...note, ...part } : note)),
});

export function copyNodes(flow: Flow, ids: readonly NodeId[]): Clip {
  const nodes = flow.nodes.filter(({ id, kind }) => ids.includes(id) && kind !== 'start');
  const copied = new Set(nodes.map(({ id }) => id));
  return {
    nodes,
    edges: flow.edges.filter(({ from, to }) => copied.has(from) && copied.has(to)),
    notes: flow.notes.filter(({ id }) => ids.includes(id)),
  };
}

/** Under fresh names, a little beside where they were, or with their top left corner at `at`. */
export function pasteNodes(flow: Flow, clip: Clip, at?: Point): { flow: Flow; ids: NodeId[] } {
  if (isEmptyClip(clip)) return { flow, ids: [] };
  const left = Math.min(...[...clip.nodes, ...clip.notes].map(({ x }) => x));
  const top = Math.min(...[...clip.nodes, ...clip.notes].map(({ y }) => y));
  const by = at ? { x: at.x - left, y: at.y - top } : { x: 40, y: 40 };
  const names = new Map<NodeId, NodeId>();
  let pasted = flow;
  for (const node of clip.nodes) {
    const id = freshId(pasted, node.kind);
    names.set(node.id, id);
    pasted = { ...pasted, nodes: [...pasted.nodes, { ...node, id, x: node.x + by.x, y: node.y + by.y }] };
  }
  const noteIds: NodeId[] = [];
  for (const note of clip.notes) {
    const id = freshId(pasted, 'note');
    noteIds.push(id);
    pasted = { ...pasted, notes: [...pasted.notes, { ...note, id, x: note.x + by.x, y: note.y + by.y }] };
  }
  const edges = clip.edges.map((edge) => ({ ...edge, from: names.get(edge.from)!, to: names.get(edge.to)! }));
  return { flow: { ...pasted, edges: [...pasted.edges, ...edges] }, ids: [...names.values(), ...noteIds] };
}

/** The ways out of a node as it is set now; none while its settings make no sense. */
export function branchesOf(flow: Flow, id: NodeId): string[] {
  const node = flow.nodes.find((candidate) => candidate.id === id);
  const branches = node && readSettings(node).branches;
  return branches
    ? branches.map(({ key }) => key)
    : flow.edges.filter(({ from }) => from === id).map(({ branch }) => branch);
}
