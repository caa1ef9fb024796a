import { Position } from '@xyflow/react';
import { expect, test } from 'vitest';
import { changeSettings, moveNodes } from '../../core/edit.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import '#platform/web/load-zod.ts';
import { canvasChanges, canvasEdges, canvasNodes, type CanvasNode } from './canvas-items.ts';

const hands = { isLocked: false, onText: () => {}, onSize: () => {} };
const marks = { selected: [], troubles: new Map(), running: null, found: new Set<string>() };
const drawn = (flow: Flow, before: CanvasNode[] = []): CanvasNode[] => canvasNodes(flow, marks, hands, before);
const of = (nodes: readonly CanvasNode[], id: string): CanvasNode => nodes.find((node) => node.id === id)!;
const choices = (keys: readonly string[]) => keys.map((key) => ({ key, name: key, phrases: [] }));
const flow = aFlow({ ask: { kind: 'menu', settings: { choices: choices(['1', '2']) } }, bye: { kind: 'hangUp' } }, [
  'start next ask',
  'ask 1 bye',
  'ask 2 bye',
]);

test('[CC-07] every step has its size and the ends of its lines before it is drawn', () => {
  for (const node of drawn(flow)) {
    expect(node.measured?.height).toBeGreaterThan(0);
    expect(node.handles?.length).toBeGreaterThan(0);
  }
});

test('[CC-07] what was measured counts, and stays while the step is moved', () => {
  const measured = canvasChanges(drawn(flow), [
    { id: 'ask', type: 'dimensions', dimensions: { width: 232, height: 321 } },
  ]);
  expect(of(measured, 'ask')).toMatchObject({ measured: { height: 321 } });
  expect(of(measured, 'ask').handles).toBeUndefined();
  expect(of(measured, 'bye').handles).toEqual(of(drawn(flow), 'bye').handles);
  const moved = drawn(moveNodes(flow, new Map([['ask', { x: 50, y: 60 }]])), measured);
  expect(of(moved, 'ask')).toMatchObject({ position: { x: 50, y: 60 }, measured: { height: 321 } });
  expect(of(moved, 'ask').handles).toBeUndefined();
  expect(of(moved, 'bye')).toBe(of(measured, 'bye'));
});

test('[CC-07] another way out has a place where its line begins, also when the step stays as tall as it was', () => {
  const measured = canvasChanges(drawn(flow), [
    { id: 'ask', type: 'dimensions', dimensions: { width: 232, height: 150 } },
  ]);
  const node = flow.nodes.find(({ id }) => id === 'ask')!;
  const changed = drawn(changeSettings(flow, 'ask', { ...node.settings, choices: choices(['1', '7']) }), measured);
  expect(
    of(changed, 'ask')
      .handles!.filter(({ position }) => position === Position.Right)
      .map(({ id }) => id),
  ).toContain('7');
});

test('[CC-07] a line is named by the steps it joins, and the same line is drawn once until that changes', () => {
  const called = (name: string) =>
    canvasEdges(flow.edges, new Set(), (from, to) => `${from === 'ask' ? name : from} to ${to}`);
  const before = called('Ask');
  expect(before.map(({ ariaLabel }) => ariaLabel)).toEqual(['start to ask', 'Ask to bye', 'Ask to bye']);
  expect(called('Ask').every((line, at) => line === before[at])).toBe(true);
  const after = called('Sales?');
  expect([after[0] === before[0], after[1]!.ariaLabel]).toEqual([true, 'Sales? to bye']);
});
