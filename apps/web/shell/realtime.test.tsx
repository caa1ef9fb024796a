import { expect, test, vi } from 'vitest';
import { queryClient } from '#platform/web/query-client.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { openRealtime, receive } from './realtime.ts';

const event = (id: number, kind = 'trial.changed') => receive({ kind: 'event', id, event: kind, body: { id } });

test('events reach those who hear their kind, each once, also when a gap is replayed', () => {
  const bodies: unknown[] = [];
  const stop = onEvent('trial.changed', (body) => bodies.push(body));
  receive({ kind: 'ready', id: 10, newest: 10 });
  event(12);
  event(13, 'another.kind');
  // The line broke and the server repeats from a position before what was seen.
  receive({ kind: 'ready', id: 13, newest: 14 });
  event(12);
  event(14);
  stop();
  event(15);
  expect(bodies).toEqual([{ id: 12 }, { id: 14 }]);
});

test('too much missed: everything shown is asked for again', () => {
  const again = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  receive({ kind: 'ready', id: 20, newest: 5_000 });
  expect(again).not.toHaveBeenCalled();
  receive({ kind: 'reload', id: 5_000 });
  expect(again).toHaveBeenCalledOnce();
});

test('[complaint 2] the line broke before its first word: everything shown since is asked for again', () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const again = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  again.mockClear();
  openRealtime()();
  const begin = (afterMs: number): number => {
    const end = openRealtime();
    vi.advanceTimersByTime(afterMs);
    receive({ kind: 'ready', id: 30, newest: 30 });
    end();
    return again.mock.calls.length;
  };
  expect(begin(500), 'a page that loads as it should asks once').toBe(0);
  expect(begin(8_000)).toBe(1);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
