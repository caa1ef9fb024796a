import { expect, test } from 'vitest';
import { reconcile } from './reconcile.ts';

const leg = (id: string) => ({ id, isPart: false });
const part = (id: string) => ({ id, isPart: true });

test('a process that takes over adopts who talks, with their room, and a supervisor who listens goes on', () => {
  expect(
    reconcile({
      known: [],
      channels: [leg('a'), leg('b'), leg('boss'), part('spy-boss')],
      bridges: [
        { id: 'room-1', channels: ['a', 'b'] },
        { id: 'side-boss', channels: ['boss', 'spy-boss'] },
      ],
    }),
  ).toEqual({
    adopt: ['a', 'b', 'boss'],
    gone: [],
    hangUp: [],
    remove: [],
    rooms: [{ room: 'room-1', channels: ['a', 'b'] }],
  });
});

test('after a lost line: who is gone is told, what belongs to nobody is taken away', () => {
  expect(
    reconcile({
      known: ['a', 'b'],
      channels: [leg('a'), part('ghost-b'), part('stream-x')],
      bridges: [
        { id: 'room-1', channels: ['a', 'ghost-b'] },
        { id: 'cell-b', channels: ['stream-x'] },
        { id: 'room-2', channels: [] },
      ],
    }),
  ).toEqual({
    adopt: [],
    gone: ['b'],
    hangUp: ['stream-x'],
    remove: ['cell-b', 'room-2'],
    rooms: [{ room: 'room-1', channels: ['a'] }],
  });
});

test('nothing is done where both have the same', () => {
  const found = reconcile({ known: ['a'], channels: [leg('a')], bridges: [] });
  expect(found).toEqual({ adopt: [], gone: [], hangUp: [], remove: [], rooms: [] });
});
