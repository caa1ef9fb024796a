import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flow, FlowNode } from '#core/flow/flow.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { drawnHeight, layOut } from './layout.ts';
import { randomFlow } from '#core/flow/random-flow.fixture.ts';

const isClear = (one: FlowNode, two: FlowNode): boolean =>
  Math.abs(one.x - two.x) >= 232 || one.y + drawnHeight(one) <= two.y || two.y + drawnHeight(two) <= one.y;
const overlaps = (nodes: readonly FlowNode[]): string[] =>
  nodes.flatMap((one, at) =>
    nodes
      .slice(at + 1)
      .filter((two) => !isClear(one, two))
      .map((two) => `${one.id} ${two.id}`),
  );
const rightward = (flow: Flow, nodes: readonly FlowNode[]): number => {
  const x = new Map(nodes.map((node) => [node.id, node.x]));
  return flow.edges.filter(({ from, to }) => x.get(to)! > x.get(from)!).length / flow.edges.length;
};

/** A tree with ways back to its root, such as designers draw. */
const wide = aFlow(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`n${at}`, { kind: 'say' }])), [
  'start next n0',
  ...Array.from({ length: 199 }, (_, at) => `n${Math.floor(at / 3)} next${at % 3} n${at + 1}`),
  'n150 back n0',
  'n190 back n3',
]);

test('[CC-07] 200 nodes are laid out from left to right, and no two overlap', () => {
  const nodes = layOut(wide);
  expect(nodes).toHaveLength(201);
  expect(overlaps(nodes)).toEqual([]);
  expect(rightward(wide, nodes)).toBeGreaterThan(0.98);
});

test('[CC-07] a way in two steps and one in one meet in the layer behind both', () => {
  const flow = aFlow({ a: { kind: 'say' }, b: { kind: 'say' }, end: { kind: 'hangUp' } }, [
    'start next a',
    'a next b',
    'b next end',
    'a other end',
  ]);
  const at = Object.fromEntries(layOut(flow).map(({ id, x }) => [id, x / 322]));
  expect(at).toEqual({ start: 0, a: 1, b: 2, end: 3 });
});

test('[CC-07] edges that need not cross do not', () => {
  const flow = aFlow(
    { m: { kind: 'menu' }, a: { kind: 'say' }, b: { kind: 'say' }, x: { kind: 'say' }, y: { kind: 'say' } },
    ['start next m', 'm 1 a', 'm 2 b', 'b next x', 'a next y'],
  );
  const y = Object.fromEntries(layOut(flow).map((node) => [node.id, node.y]));
  expect(Math.sign(y['a']! - y['b']!)).toBe(Math.sign(y['y']! - y['x']!));
});

test('[CC-07] whatever the graph, nothing overlaps, and laying out again changes nothing', () => {
  fc.assert(
    fc.property(randomFlow(), (flow) => {
      const nodes = layOut(flow);
      expect(overlaps(nodes)).toEqual([]);
      expect(layOut({ ...flow, nodes })).toEqual(nodes);
    }),
    { numRuns: 60 },
  );
});
