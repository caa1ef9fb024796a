import { expect, test } from 'vitest';
import { stepForm } from './step-form.ts';

const branches = [{ key: 'yes' }, { key: 'no' }];

test('[CC-07] a step is as tall as its head, its words and its ways out', () => {
  expect(stepForm({ kind: 'wait', name: '', summary: '', branches: [] }).measured).toEqual({ width: 232, height: 38 });
  expect(stepForm({ kind: 'wait', name: 'A moment', summary: '', branches: [] }).measured.height).toBe(54);
  expect(stepForm({ kind: 'menu', name: 'Main menu', summary: '', branches }).measured.height).toBe(111);
  expect(stepForm({ kind: 'say', name: 'Hello', summary: 'Good day.', branches: [] }).measured.height).toBe(54 + 27);
});

test('[CC-07] words take up to three lines, and letters as wide as tall take more of them', () => {
  const linesOf = (summary: string): number =>
    (stepForm({ kind: 'say', name: 'x', summary, branches: [] }).measured.height - 54 - 8) / 19;
  expect(linesOf('Good day and thank you.')).toBe(1);
  expect(linesOf('Good day, and thank you for calling us.')).toBe(2);
  expect(linesOf('word '.repeat(40))).toBe(3);
  expect(linesOf('您好，感谢您的来电，请问有什么可以帮您')).toBe(2);
});

test('[CC-07] a line comes in at the middle of the left side and leaves beside the name of its branch; nothing leads to the start', () => {
  const {
    measured: { height },
    handles,
  } = stepForm({ kind: 'condition', name: '', summary: '', branches });
  expect(handles.map(({ id, type, position }) => `${id} ${type} ${position}`)).toEqual([
    'in target left',
    'yes source right',
    'no source right',
  ]);
  expect(handles[0]!.y + 6).toBe(height / 2);
  expect(handles.slice(1).map(({ y }) => height - y)).toEqual([47, 23]);
  expect(
    stepForm({ kind: 'start', name: '', summary: '', branches: [{ key: 'next' }] }).handles.map(({ id }) => id),
  ).toEqual(['next']);
});
