import { expect, test } from 'vitest';
import type { Machine } from './machine.ts';
import { driveTimed } from './timed-machine.ts';
import { openTimers, type After } from './timers.ts';

/** A clock that stands still until it is turned. */
function standingClock() {
  let nowMs = 0;
  const waiting = new Map<() => void, number>();
  const after: After = (ms, act) => {
    const run = () => act();
    waiting.set(run, nowMs + ms);
    return () => void waiting.delete(run);
  };
  return {
    after,
    turn(ms: number): void {
      nowMs += ms;
      const due = [...waiting].filter(([, atMs]) => atMs <= nowMs).toSorted(([, a], [, b]) => a - b);
      for (const [run] of due) if (waiting.delete(run)) run();
    },
    waiting: () => waiting.size,
  };
}

type Egg = { at: 'raw' } | { at: 'boiling' } | { at: 'done' };
type EggEvent = { type: 'put' } | { type: 'timeUp' };
type EggEffect = { type: 'wake'; afterMs: number; event: EggEvent } | { type: 'ring' };

const egg: Machine<Egg, EggEvent, EggEffect> = (state, event) => {
  if (event.type === 'put')
    return {
      state: { at: 'boiling' },
      effects: [{ type: 'wake', afterMs: 300_000, event: { type: 'timeUp' } }, { type: 'ring' }],
    };
  return state.at === 'boiling' ? { state: { at: 'done' }, effects: [{ type: 'ring' }] } : { state, effects: [] };
};

function anEgg(wake?: (event: EggEvent) => void) {
  const clock = standingClock();
  const performed: string[] = [];
  const driven = driveTimed<Egg, EggEvent, EggEffect>(egg, { at: 'raw' }, ({ type }) => void performed.push(type), {
    after: clock.after,
    ...(wake && { wake }),
  });
  return { clock, performed, driven };
}

test('an event that was asked for later comes when its time is up, and nobody else performs it', () => {
  const { clock, performed, driven } = anEgg();
  driven.send({ type: 'put' });
  clock.turn(299_999);
  expect(driven.current()).toEqual({ at: 'boiling' });
  clock.turn(1);
  expect(driven.current()).toEqual({ at: 'done' });
  expect(performed).toEqual(['ring', 'ring']);
  expect(clock.waiting()).toBe(0);
});

test('timers that were cleared wake nobody, and later ones do', () => {
  const { clock, driven } = anEgg();
  driven.send({ type: 'put' });
  driven.clearTimers();
  expect(clock.waiting()).toBe(0);
  clock.turn(600_000);
  expect(driven.current()).toEqual({ at: 'boiling' });
  driven.send({ type: 'put' });
  clock.turn(300_000);
  expect(driven.current()).toEqual({ at: 'done' });
});

test('whoever guards the events of a machine gets those of its timers too', () => {
  const woken: EggEvent[] = [];
  const { clock, driven } = anEgg((event) => void woken.push(event));
  driven.send({ type: 'put' });
  clock.turn(300_000);
  expect(woken).toEqual([{ type: 'timeUp' }]);
  expect(driven.current()).toEqual({ at: 'boiling' });
});

test('timers are counted until they come or are taken back', () => {
  const clock = standingClock();
  const timers = openTimers(clock.after);
  const came: string[] = [];
  timers.later(10, () => void came.push('first'));
  timers.later(20, () => void came.push('second'));
  expect(timers.running()).toBe(2);
  clock.turn(10);
  expect([timers.running(), came]).toEqual([1, ['first']]);
  timers.clear();
  clock.turn(10);
  expect([timers.running(), clock.waiting(), came]).toEqual([0, 0, ['first']]);
});

test('a timer may set the next one', () => {
  const clock = standingClock();
  const timers = openTimers(clock.after);
  let came = 0;
  const again = (): void => {
    came += 1;
    timers.later(5, again);
  };
  again();
  clock.turn(5);
  clock.turn(5);
  expect([came, timers.running()]).toEqual([3, 1]);
});
