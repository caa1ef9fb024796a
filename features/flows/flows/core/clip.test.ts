import { expect, test } from 'vitest';
import { isEmptyClip, noClip, readClip, writeClip } from './clip.ts';
import { copyNodes, pasteNodes } from './edit.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';

const note = { id: 'note1', text: 'Ask the lawyers', x: 5, y: 6, width: 220, height: 120 };
const flow = {
  ...aFlow({ hello: { kind: 'say' }, bye: { kind: 'hangUp' } }, ['start next hello', 'hello next bye']),
  notes: [note],
};

test('[CC-07] what was copied is read by another page as it was', () => {
  const clip = copyNodes(flow, ['hello', 'bye', 'note1']);
  expect(clip.notes).toEqual([note]);
  expect(readClip(writeClip(clip))).toEqual(clip);
  const { flow: pasted, ids } = pasteNodes(aFlow({}, []), readClip(writeClip(clip))!, { x: 100, y: 100 });
  expect(ids).toEqual(['say1', 'hangUp1', 'note1']);
  expect(pasted.edges).toEqual([{ from: 'say1', branch: 'next', to: 'hangUp1' }]);
  expect(pasted.notes.map(({ text }) => text)).toEqual(['Ask the lawyers']);
});

test('[CC-07] a comment alone is copied too, and nothing copied is nothing pasted', () => {
  expect(isEmptyClip(copyNodes(flow, ['note1']))).toBe(false);
  expect(isEmptyClip(copyNodes(flow, ['start']))).toBe(true);
  expect(pasteNodes(flow, noClip)).toEqual({ flow, ids: [] });
  expect(pasteNodes(flow, copyNodes(flow, ['note1'])).flow.notes).toEqual([
    note,
    { ...note, id: 'note2', x: 45, y: 46 },
  ]);
});

test('[CC-07] what is no copy of steps is read as nothing, and a second start is left behind', () => {
  for (const text of [
    '',
    'hello',
    'null',
    '[]',
    '{"openseat":"flow"}',
    '{"openseat":"steps","nodes":[{"id":"a b"}],"edges":[],"notes":[]}',
  ])
    expect(readClip(text)).toBeNull();
  const start = flow.nodes[0]!;
  expect(
    readClip(writeClip({ nodes: [start], edges: [{ from: 'start', branch: 'next', to: 'gone' }], notes: [] })),
  ).toEqual(noClip);
});
