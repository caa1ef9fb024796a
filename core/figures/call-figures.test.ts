import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callSorts } from '#core/call/call-sorts.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import {
  abandonRate,
  addFigures,
  figuresOf,
  handlingSec,
  lateOf,
  meanHandlingSec,
  meanWaitSec,
  noFigures,
  occupancy,
  serviceLevel,
  unansweredOf,
  type CountedCall,
} from './call-figures.ts';

const call = (more: Partial<CountedCall> = {}): CountedCall => ({
  direction: 'inbound',
  outcome: CallOutcome.talked,
  groupId: 1,
  queueSec: 10,
  promiseSec: 20,
  talkSec: 100,
  holdSec: 10,
  wrapUpSec: 30,
  ...more,
});

test('[dashboard] a call counts in everything it is, and in nothing else', () => {
  const figures = figuresOf([
    call(),
    call({ queueSec: 21 }),
    call({ outcome: CallOutcome.abandoned, queueSec: 40, talkSec: 0, holdSec: 0, wrapUpSec: 0 }),
    call({ groupId: null, queueSec: 0 }),
    call({ direction: 'outbound', groupId: null, queueSec: 0 }),
    call({ direction: 'outbound', groupId: null, queueSec: 0, outcome: CallOutcome.busy, talkSec: 0 }),
    call({ direction: 'internal', groupId: null, queueSec: 0 }),
  ]);
  expect(figures).toEqual({
    ended: 7,
    inbound: 4,
    outbound: 2,
    internal: 1,
    talked: 5,
    answered: 3,
    abandoned: 1,
    reached: 1,
    inLine: 3,
    served: 2,
    lost: 1,
    inTime: 1,
    waitSec: 71,
    longestWaitSec: 40,
    talkSec: 500,
    holdSec: 50,
    wrapUpSec: 150,
  });
  expect([unansweredOf(figures), lateOf(figures), serviceLevel(figures), abandonRate(figures)]).toEqual([
    1,
    2,
    1 / 3,
    1 / 4,
  ]);
  expect([meanWaitSec(figures), handlingSec(figures), meanHandlingSec(figures)]).toEqual([71 / 3, 700, 140]);
});

test('[dashboard] answered exactly when promised is in time; a second later it is not', () => {
  expect([20, 21].map((queueSec) => callSorts.inTime(call({ queueSec })))).toEqual([true, false]);
  expect([20, 21].map((queueSec) => callSorts.late(call({ queueSec })))).toEqual([false, true]);
});

test('[dashboard] who left a message or is promised a call neither keeps nor breaks the service level', () => {
  const spared = [CallOutcome.voicemail, CallOutcome.callbackPromised].map((outcome) =>
    call({ outcome, queueSec: 300 }),
  );
  const figures = figuresOf([call(), call({ outcome: CallOutcome.missed, queueSec: 60 }), ...spared]);
  expect([serviceLevel(figures), lateOf(figures), figures.inLine]).toEqual([0.5, 1, 4]);
  expect(spared.map(callSorts.late)).toEqual([false, false]);
});

test('[dashboard] of nothing there is no share, and nobody is busier than all the time', () => {
  expect([serviceLevel, abandonRate, meanWaitSec, meanHandlingSec].map((of) => of(noFigures))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([0, 70, 280].map((readySec) => occupancy(figuresOf([call()]), { readySec }))).toEqual([null, 1, 0.5]);
});

const anyCall: fc.Arbitrary<CountedCall> = fc.record({
  direction: fc.constantFrom('inbound', 'outbound', 'internal'),
  outcome: fc.constantFrom(...CallOutcome.rows.map(({ code }) => code)),
  groupId: fc.option(fc.integer({ min: 1, max: 3 })),
  queueSec: fc.nat(60),
  promiseSec: fc.nat(40),
  talkSec: fc.nat(900),
  holdSec: fc.nat(90),
  wrapUpSec: fc.nat(60),
});

test('[dashboard] however calls are divided into periods, the periods add up to the whole', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 40 }), fc.nat(40), (calls, cut) => {
      expect(addFigures(figuresOf(calls.slice(0, cut)), figuresOf(calls.slice(cut)))).toEqual(figuresOf(calls));
      const { inbound, outbound, internal, ended, answered, inLine, served, lost, inTime } = figuresOf(calls);
      expect(inbound + outbound + internal).toBe(ended);
      expect(inTime <= served && served + lost <= inLine && inLine <= inbound && answered <= inbound).toBe(true);
    }),
  );
});
