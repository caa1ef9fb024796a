import type { Flow, FlowNode, NodeId } from '#core/flow/flow.ts';
import { readSettings } from './read-settings.ts';

export interface LayoutOptions {
  nodeWidth: number;
  heightOf(node: FlowNode): number;
  gapX: number;
  gapY: number;
}

/** As wide as every step is drawn. */
export const STEP_WIDTH = 232;
const HEAD = 54;
const WORDS = 66;
const BRANCH = 26;

/** About as tall as a node is drawn: its head, the first words it says, a line for each branch. */
export function drawnHeight(node: FlowNode): number {
  return HEAD + (node.kind === 'start' ? 0 : WORDS) + (readSettings(node).branches ?? []).length * BRANCH + 10;
}

const usual: LayoutOptions = { nodeWidth: STEP_WIDTH, heightOf: drawnHeight, gapX: 90, gapY: 36 };
const SWEEPS = 4;

/**
 * Puts nodes where they read well: layers from the start to the right, each edge one layer or more ahead except those that lead back; within a
 * layer ordered so that few edges cross. No two overlap. Nodes nobody comes to stand below. The same flow is always laid out the same.
 */
export function layOut(flow: Flow, options: Partial<LayoutOptions> = {}): FlowNode[] {
  const { nodeWidth, heightOf, gapX, gapY } = { ...usual, ...options };
  const layers = ordered(layersOf(flow), flow);
  const heights = new Map(flow.nodes.map((node) => [node.id, heightOf(node)]));
  const tallOf = (layer: readonly NodeId[]): number => layer.reduce((sum, id) => sum + heights.get(id)! + gapY, -gapY);
  const tallest = Math.max(...layers.map(tallOf));
  const place = new Map<NodeId, { x: number; y: number }>();
  layers.forEach((layer, column) => {
    let y = (tallest - tallOf(layer)) / 2;
    for (const id of layer) {
      place.set(id, { x: column * (nodeWidth + gapX), y: Math.round(y) });
      y += heights.get(id)! + gapY;
    }
  });
  let below = tallest + gapY * 3;
  const lost = flow.nodes.filter(({ id }) => !place.has(id));
  for (let at = 0; at < lost.length; at += 6) {
    const row = lost.slice(at, at + 6);
    row.forEach(({ id }, column) => place.set(id, { x: column * (nodeWidth + gapX), y: Math.round(below) }));
    below += Math.max(...row.map(({ id }) => heights.get(id)!)) + gapY;
  }
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
  for (const from of order)
    for (const to of next.get(from) ?? [])
      if (!back.has(`${from} ${to}`)) depth.set(to, Math.max(depth.get(to) ?? 0, depth.get(from)! + 1));
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
      const wish = new Map(
        sorted[here]!.map((id, at) => [
          id,
          mean(((forth ? before : after).get(id) ?? []).flatMap((other) => row.get(other) ?? [])) ?? at,
        ]),
      );
      sorted[here]!.sort((a, b) => wish.get(a)! - wish.get(b)!);
    }
  }
  return sorted;
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
