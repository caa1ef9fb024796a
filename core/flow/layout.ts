import type { Flow, FlowNode, NodeId } from './flow.ts';

export interface LayoutOptions {
  nodeWidth: number;
  nodeHeight: number;
  gapX: number;
  gapY: number;
}

const usual: LayoutOptions = { nodeWidth: 220, nodeHeight: 120, gapX: 100, gapY: 40 };
const SWEEPS = 4;

/**
 * Puts nodes where they read well: layers from the start to the right, each edge one layer or more ahead except those that lead back; within a
 * layer ordered so that few edges cross. No two overlap. Nodes nobody comes to stand below. The same flow is always laid out the same.
 */
export function layOut(flow: Flow, options: Partial<LayoutOptions> = {}): FlowNode[] {
  const { nodeWidth, nodeHeight, gapX, gapY } = { ...usual, ...options };
  const layers = ordered(layersOf(flow), flow);
  const tallest = Math.max(...layers.map((layer) => layer.length));
  const place = new Map<NodeId, { x: number; y: number }>();
  layers.forEach((layer, column) =>
    layer.forEach((id, row) => place.set(id, { x: column * (nodeWidth + gapX), y: Math.round((row + (tallest - layer.length) / 2) * (nodeHeight + gapY)) })),
  );
  const lost = flow.nodes.filter(({ id }) => !place.has(id));
  lost.forEach(({ id }, at) => place.set(id, { x: (at % 6) * (nodeWidth + gapX), y: (tallest + 1 + Math.floor(at / 6)) * (nodeHeight + gapY) }));
  return flow.nodes.map((node) => ({ ...node, ...place.get(node.id)! }));
}

/** As far from the start as the longest way to it that does not go in circles. */
function layersOf(flow: Flow): NodeId[][] {
  const start = flow.nodes.find(({ kind }) => kind === 'start')?.id ?? flow.nodes[0]!.id;
  const known = new Set(flow.nodes.map(({ id }) => id));
  const next = new Map<NodeId, NodeId[]>();
  for (const { from, to } of flow.edges) if (known.has(to)) next.set(from, [...(next.get(from) ?? []), to]);
  const { order, back } = walked(start, next);
  const depth = new Map<NodeId, number>([[start, 0]]);
  for (const from of order) for (const to of next.get(from) ?? []) if (!back.has(`${from} ${to}`)) depth.set(to, Math.max(depth.get(to) ?? 0, depth.get(from)! + 1));
  const layers: NodeId[][] = [];
  for (const id of order) (layers[depth.get(id)!] ??= []).push(id);
  return layers.map((layer) => layer ?? []);
}

/** Every reachable node before those it leads to, and the edges that lead back into the way that was gone. */
function walked(start: NodeId, next: ReadonlyMap<NodeId, readonly NodeId[]>): { order: NodeId[]; back: Set<string> } {
  const [order, back, state] = [[] as NodeId[], new Set<string>(), new Map<NodeId, 'open' | 'done'>([[start, 'open']])];
  const way: { id: NodeId; at: number }[] = [{ id: start, at: 0 }];
  for (let top = way.at(-1); top; top = way.at(-1)) {
    const to = next.get(top.id)?.[top.at++];
    if (to === undefined) {
      state.set(top.id, 'done');
      order.unshift(top.id);
      way.pop();
    } else if (state.get(to) === 'open') back.add(`${top.id} ${to}`);
    else if (!state.has(to)) {
      state.set(to, 'open');
      way.push({ id: to, at: 0 });
    }
  }
  return { order, back };
}

/** Sorts every layer by where its neighbours stand, forth and back a few times. */
function ordered(layers: NodeId[][], { edges }: Flow): NodeId[][] {
  const [before, after] = [new Map<NodeId, NodeId[]>(), new Map<NodeId, NodeId[]>()];
  for (const { from, to } of edges) {
    before.set(to, [...(before.get(to) ?? []), from]);
    after.set(from, [...(after.get(from) ?? []), to]);
  }
  const sorted = layers.map((layer) => [...layer]);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const forth = sweep % 2 === 0;
    for (let step = 1; step < sorted.length; step += 1) {
      const [here, beside] = forth ? [step, step - 1] : [sorted.length - 1 - step, sorted.length - step];
      const row = new Map(sorted[beside]!.map((id, at) => [id, at]));
      const wish = new Map(sorted[here]!.map((id, at) => [id, mean(((forth ? before : after).get(id) ?? []).flatMap((other) => row.get(other) ?? [])) ?? at]));
      sorted[here]!.sort((a, b) => wish.get(a)! - wish.get(b)!);
    }
  }
  return sorted;
}

const mean = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
