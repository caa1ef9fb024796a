import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedBreaker, stepBreaker, type Breaker, type BreakerEvent } from './breaker.ts';

const rule = { failures: 3, windowMs: 1_000, restMs: 500 };
const play = (events: BreakerEvent[], from: Breaker = closedBreaker): Breaker =>
  events.reduce((state, event) => stepBreaker(state, event, rule).state, from);
const asked = (state: Breaker, nowMs: number) => stepBreaker(state, { type: 'asked', nowMs }, rule).effects[0]?.type;
const failed = (nowMs: number): BreakerEvent => ({ type: 'failed', nowMs });

test.each<[string, BreakerEvent[], number, 'let' | 'spare']>([
  ['a provider nobody complained about is asked', [], 0, 'let'],
  ['two failures are not enough', [failed(0), failed(10)], 20, 'let'],
  ['three in a window spare it', [failed(0), failed(10), failed(20)], 30, 'spare'],
  ['failures of long ago do not count', [failed(0), failed(10), failed(1_005)], 1_006, 'let'],
  ['a success makes failures forgotten', [failed(0), failed(10), { type: 'succeeded' }, failed(20)], 30, 'let'],
  ['after its rest one may try', [failed(0), failed(10), failed(20)], 520, 'let'],
  [
    'the others are spared while one tries',
    [failed(0), failed(10), failed(20), { type: 'asked', nowMs: 520 }],
    530,
    'spare',
  ],
  [
    'a trial that fails means another rest',
    [failed(0), failed(10), failed(20), { type: 'asked', nowMs: 520 }, failed(540)],
    1_039,
    'spare',
  ],
  [
    'after that rest another tries',
    [failed(0), failed(10), failed(20), { type: 'asked', nowMs: 520 }, failed(540)],
    1_040,
    'let',
  ],
  [
    'a trial that succeeds closes it',
    [failed(0), failed(10), failed(20), { type: 'asked', nowMs: 520 }, { type: 'succeeded' }],
    521,
    'let',
  ],
  [
    'a trial nobody waited for may be made by the next',
    [failed(0), failed(10), failed(20), { type: 'asked', nowMs: 520 }, { type: 'abandoned', nowMs: 530 }],
    531,
    'let',
  ],
  [
    'a trial nobody reported about is forgotten after a rest',
    [failed(0), failed(10), failed(20), { type: 'asked', nowMs: 520 }],
    1_020,
    'let',
  ],
  [
    'somebody who gave up says nothing about a provider',
    [failed(0), failed(10), { type: 'abandoned', nowMs: 20 }],
    30,
    'let',
  ],
  [
    'failures of those asked before it opened do not prolong its rest',
    [failed(0), failed(10), failed(20), failed(400)],
    520,
    'let',
  ],
])('[FLOW-12] %s', (_, events, nowMs, effect) => expect(asked(play(events), nowMs)).toBe(effect));

test('[FLOW-12] whatever happened, a provider is asked again after a rest, and by one alone', () => {
  const event = fc.oneof(
    fc.record({ type: fc.constantFrom('asked', 'failed', 'abandoned') }),
    fc.record({ type: fc.constant('succeeded') }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(event, fc.integer({ min: 0, max: 400 })), { maxLength: 60 }), (steps) => {
      let [state, nowMs] = [closedBreaker as Breaker, 0];
      for (const [step, passedMs] of steps)
        state = stepBreaker(state, { ...step, nowMs: (nowMs += passedMs) } as BreakerEvent, rule).state;
      const first = stepBreaker(state, { type: 'asked', nowMs: nowMs + rule.restMs }, rule);
      expect(first.effects).toEqual([{ type: 'let' }]);
      if (state.at !== 'closed') expect(asked(first.state, nowMs + rule.restMs)).toBe('spare');
    }),
  );
});
