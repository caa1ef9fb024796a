import { expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { moveNodes } from '../../core/edit.ts';
import '#platform/web/load-zod.ts';
import { canvasEdges, canvasNodes } from './canvas-items.ts';
import { farLines } from './far-lines.ts';

const hands = { isLocked: false, onText: () => {}, onSize: () => {} };
const marks = { selected: [], troubles: new Map(), running: null, found: new Set<string>() };
const COUNT = 90;
const names = Array.from({ length: COUNT }, (_, at) => `say${at}`);
const flow = aFlow(Object.fromEntries(names.map((name) => [name, { kind: 'say' }])), [
  `start next ${names[0]}`,
  ...names.slice(1).map((name, at) => `${names[at]} next ${name}`),
]);
const edges = canvasEdges(flow.edges, new Set(), (from, to) => `${from} to ${to}`);
const linesIn = (drawings: readonly string[]): number => drawings.join('').split('M').length - 1;

test('[CC-07] from far away every line of a large flow is in one of few drawings', () => {
  const drawings = farLines(canvasNodes(flow, marks, hands, []), edges);
  expect(drawings.length).toBe(3);
  expect(linesIn(drawings)).toBe(COUNT);
});

test('[CC-07] a step that is moved far away takes its own lines along and leaves the others', () => {
  const nodes = canvasNodes(flow, marks, hands, []);
  const before = farLines(nodes, edges);
  const moved = moveNodes(flow, new Map([[names[10]!, { x: 4_000, y: 900 }]]));
  const after = farLines(canvasNodes(moved, marks, hands, nodes), edges);
  expect(after.map((drawing, at) => drawing === before[at])).toEqual([false, true, true]);
  expect(after[0]).toContain('3994,944');
});

test('[CC-07] a line to a step that is not there is not drawn', () => {
  const nodes = canvasNodes(flow, marks, hands, []).filter(({ id }) => id !== names[COUNT - 1]);
  expect(linesIn(farLines(nodes, edges))).toBe(COUNT - 1);
});
