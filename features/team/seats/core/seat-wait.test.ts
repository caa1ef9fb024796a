import { expect, test } from 'vitest';
import { noSeatWait, seatWait, type SeatWait, type SeatWaitEffect, type SeatWaitEvent } from './seat-wait.ts';

function played(...events: SeatWaitEvent[]) {
  let wait: SeatWait = noSeatWait;
  let effects: SeatWaitEffect[] = [];
  for (const event of events) ({ state: wait, effects } = seatWait(wait, event));
  /** Of the last event. */
  return { wait, effects };
}

const at = (path: string): SeatWaitEvent => ({ type: 'moved', path });
const queued = (kind: 'text' | 'voice', ahead = 0): SeatWaitEvent => ({ type: 'queued', kind, ahead });

test.each([
  ['text', '/interactive/chat'],
  ['voice', '/workBench'],
] as const)(
  '[QUEUE-01] [SHELL-25] a %s seat that is not granted opens the dialog on %s, elsewhere a notice',
  (kind, page) => {
    expect(played(at(page), queued(kind, 2))).toEqual({
      wait: { ...noSeatWait, path: page, [kind]: 2 },
      effects: [{ type: 'showDialog', kind, ahead: 2 }],
    });
    expect(played(at('/home'), queued(kind, 2)).effects).toEqual([{ type: 'sayQueued', kind, ahead: 2 }]);
    expect(played(at('/home'), queued(kind, 2), queued(kind, 1)).effects).toEqual([
      { type: 'updateDialog', kind, ahead: 1 },
    ]);
  },
);

test('[SHELL-25] a dialog that was put away is not opened by news, but by asking again', () => {
  const here = [at('/workBench'), queued('voice', 2)];
  expect(played(...here, queued('voice', 1)).effects).toEqual([{ type: 'updateDialog', kind: 'voice', ahead: 1 }]);
  expect(played(...here, { type: 'wanted', kind: 'voice' }).effects).toEqual([
    { type: 'showDialog', kind: 'voice', ahead: 2 },
  ]);
  expect(played(at('/workBench'), { type: 'wanted', kind: 'voice' }).effects).toEqual([]);
});

test('[SHELL-25] [QUEUE-02] leaving the page closes the dialog, coming back opens it, and both ask again', () => {
  const here = [at('/interactive/chat'), queued('text', 3)];
  expect(played(...here, at('/home')).effects).toEqual([
    { type: 'closeDialog', kind: 'text' },
    { type: 'ask', kind: 'text' },
  ]);
  expect(played(...here, at('/home'), at('/interactive/chat')).effects).toEqual([
    { type: 'showDialog', kind: 'text', ahead: 3 },
    { type: 'ask', kind: 'text' },
  ]);
  expect(played(...here, at('/interactive/chat')).effects).toEqual([]);
});

test('[QUEUE-02] whoever does not wait asks nothing by moving', () => {
  expect(played(at('/home'), at('/workBench')).effects).toEqual([]);
});

test('[SHELL-25] a page loaded anew while waiting shows the dialog, whichever is known first', () => {
  expect(played(queued('voice', 1), at('/workBench')).effects).toEqual([
    { type: 'showDialog', kind: 'voice', ahead: 1 },
  ]);
  expect(played(at('/workBench'), queued('voice', 1)).effects).toEqual([
    { type: 'showDialog', kind: 'voice', ahead: 1 },
  ]);
});

test('[QUEUE-01] a granted seat clears the flag and says so, also where nobody had to wait', () => {
  expect(played(at('/workBench'), queued('voice'), { type: 'granted', kind: 'voice' })).toEqual({
    wait: { ...noSeatWait, path: '/workBench' },
    effects: [
      { type: 'closeDialog', kind: 'voice' },
      { type: 'tip', kind: 'voice' },
    ],
  });
  expect(played(at('/home'), { type: 'granted', kind: 'text' }).effects).toEqual([{ type: 'tip', kind: 'text' }]);
});

test('[QUEUE-01] two seats are waited for one beside the other', () => {
  const both = [at('/workBench'), queued('voice', 1), queued('text', 4)];
  expect(played(...both).wait).toEqual({ path: '/workBench', voice: 1, text: 4 });
  expect(played(...both, { type: 'granted', kind: 'voice' }).wait).toEqual({
    path: '/workBench',
    voice: null,
    text: 4,
  });
  expect(played(...both, at('/interactive/chat')).effects).toEqual([
    { type: 'showDialog', kind: 'text', ahead: 4 },
    { type: 'ask', kind: 'text' },
    { type: 'closeDialog', kind: 'voice' },
    { type: 'ask', kind: 'voice' },
  ]);
});

test('a place that was lost is told, one that was given up is not', () => {
  expect(played(at('/home'), queued('text'), { type: 'ended', kind: 'text', isLost: true }).effects).toEqual([
    { type: 'closeDialog', kind: 'text' },
    { type: 'sayLost', kind: 'text' },
  ]);
  expect(played(at('/home'), queued('text'), { type: 'ended', kind: 'text', isLost: false }).effects).toEqual([
    { type: 'closeDialog', kind: 'text' },
  ]);
  expect(played(at('/home'), { type: 'ended', kind: 'text', isLost: true }).effects).toEqual([]);
});
