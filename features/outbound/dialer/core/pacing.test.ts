import { expect, test } from 'vitest';
import { chanceOf } from '#core/chance.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { openPacing, type Pacing, type PacingLimit, type PacingMoment } from './pacing.ts';
import type { Staff } from './staff.ts';

const NOW = 1_000 * 86_400_000;
const aPacing = (wishes: { dispatchType?: DispatchType; ratio?: number } = {}): Pacing =>
  openPacing({
    dispatchType: DispatchType.predictive,
    ratio: 1,
    allowance: { perMille: 30, longestRingMs: 45_000 },
    expected: { answerRate: 0.3, ringMs: 12_000, handlingMs: 135_000 },
    ...wishes,
  });
const proportional = (ratio: number): Pacing => aPacing({ dispatchType: DispatchType.proportional, ratio });

const staff = (free: number, handling = 0, wishes: Partial<Staff> = {}): Staff => ({
  free,
  handlingSinceMs: Array.from({ length: handling }, () => NOW - 60_000),
  leavingFree: 0,
  leavingBusy: 0,
  inbound: 0,
  ...wishes,
});
const moment = (people: Staff, ringing = 0, wishes: Partial<PacingMoment> = {}): PacingMoment => ({
  nowMs: NOW,
  staff: people,
  ringingSinceMs: Array.from({ length: ringing }, () => NOW - 3_000),
  inbound: { waiting: 0, perSecond: 0, keepFree: 0 },
  lines: 100,
  starts: 100,
  customers: 1_000,
  ...wishes,
});
/** A day before it has answered many calls and abandoned few. */
function experienced(pacing = aPacing()): Pacing {
  pacing.recount([{ atMs: NOW - 3_600_000, answered: 3_000, abandoned: 30 }]);
  return pacing;
}

test('who knows nothing yet dials one line for each free agent', () => {
  const advice = aPacing().advise(moment(staff(4, 6)));
  expect(advice).toMatchObject({
    dial: 4,
    withdraw: 0,
    hold: 4,
    why: { limit: 'allowance', free: 4, allowanceLeft: 0 },
  });
});

test.each<[string, Pacing, PacingMoment, number, PacingLimit]>([
  ['two lines for a free agent', experienced(proportional(2)), moment(staff(3, 5)), 6, 'ratio'],
  ['half a line more is rounded down', experienced(proportional(1.5)), moment(staff(3, 5), 1), 3, 'ratio'],
  ['nobody is free', experienced(proportional(2)), moment(staff(0, 5)), 0, 'agents'],
  ['the allowance holds here too', proportional(3), moment(staff(2, 5)), 2, 'allowance'],
])('proportional: %s', (_, pacing, now, dial, limit) => {
  expect(pacing.advise(now)).toMatchObject({ dial, why: { limit, risk: null, riskAllowed: null } });
});

test('predictive: more lines than free agents where few answer, and for talks about to end', () => {
  const few = experienced();
  for (let n = 0; n < 2_000; n += 1) few.rang({ rangMs: 12_000, outcome: n % 10 === 0 ? 'person' : 'nobody' });
  const many = experienced();
  for (let n = 0; n < 2_000; n += 1) many.rang({ rangMs: 12_000, outcome: n % 2 === 0 ? 'person' : 'nobody' });
  const [forFew, forMany] = [few.advise(moment(staff(3, 20))), many.advise(moment(staff(3, 20)))];
  expect(forFew.why.limit).toBe('risk');
  expect(forFew.dial).toBeGreaterThan(3 * 3);
  expect(forMany.dial).toBeGreaterThanOrEqual(3);
  expect(forMany.dial).toBeLessThan(forFew.dial / 2);

  const soon = experienced();
  for (let n = 0; n < 500; n += 1) soon.handled(60_000 + (n % 10) * 1_000);
  const [young, old] = [NOW - 1_000, NOW - 64_000].map((sinceMs) =>
    soon.advise(moment(staff(0, 0, { handlingSinceMs: Array.from({ length: 10 }, () => sinceMs) }))),
  );
  expect(young!.dial).toBe(0);
  expect(old!.dial).toBeGreaterThan(5);
  expect(old!.why.expectedFree).toBeGreaterThan(young!.why.expectedFree + 3);
});

test.each<[string, Partial<PacingMoment>, number, PacingLimit]>([
  ['lines', { lines: 2 }, 2, 'lines'],
  ['calls a second', { starts: 1 }, 1, 'starts'],
  ['customers', { customers: 3 }, 3, 'customers'],
  ['no line at all', { lines: 0 }, 0, 'lines'],
])('what is outside limits too: %s', (_, wishes, dial, limit) => {
  expect(experienced().advise(moment(staff(4, 4), 0, wishes))).toMatchObject({ dial, why: { limit } });
});

test('nobody is there: nothing is dialled', () => {
  expect(experienced().advise(moment(staff(0)))).toMatchObject({ dial: 0, hold: 0, why: { limit: 'agents' } });
});

test('agents who are about to leave are not dialled for, and take what rings', () => {
  const pacing = aPacing();
  expect(pacing.advise(moment(staff(2, 3, { leavingFree: 2 })))).toMatchObject({ dial: 2, why: { leaving: 2 } });
  // Three ring, two of them were dialled for the ones who leave: nothing is taken back, and they are held.
  expect(pacing.advise(moment(staff(1, 3, { leavingFree: 2 }), 3))).toMatchObject({ dial: 0, withdraw: 0, hold: 3 });
});

test('inbound callers come first, and get nobody for whom a call rings already', () => {
  const pacing = aPacing();
  const inbound = { waiting: 1, perSecond: 0, keepFree: 1 };
  expect(pacing.advise(moment(staff(4, 3), 0, { inbound }))).toMatchObject({ dial: 2, why: { keptForInbound: 2 } });
  expect(pacing.advise(moment(staff(4, 3), 4, { inbound }))).toMatchObject({ dial: 0, withdraw: 0, hold: 4 });
  // Callers to be expected are a risk.
  const [calm, busy] = [0, 0.2].map((perSecond) =>
    experienced().advise(moment(staff(4, 3), 0, { inbound: { waiting: 0, perSecond, keepFree: 0 } })),
  );
  expect(busy!.dial).toBeLessThan(calm!.dial);
});

test('[TASK-03] agents are kept for callers who are expected before the next agent is free, whichever way it dials', () => {
  for (const dispatchType of [DispatchType.proportional, DispatchType.predictive]) {
    const kept = [0, 1 / 900, 1 / 30, 1 / 5].map(
      (perSecond) =>
        aPacing({ dispatchType }).advise(moment(staff(6, 2), 0, { inbound: { waiting: 0, perSecond, keepFree: 0 } }))
          .why,
    );
    expect(kept.map(({ keptForInbound }) => keptForInbound)).toEqual([0, 0, 4, 6]);
    expect(kept.map(({ callersPerQuarter }) => Math.round(callersPerQuarter))).toEqual([0, 1, 30, 180]);
  }
  // What was set is kept at least, and callers who wait come besides.
  const inbound = { waiting: 1, perSecond: 1 / 900, keepFree: 2 };
  expect(aPacing().advise(moment(staff(6, 2), 0, { inbound })).why.keptForInbound).toBe(3);
});

test('an agent who is suddenly gone: what rings for them is taken back when nothing pays for it', () => {
  expect(aPacing().advise(moment(staff(2), 3))).toMatchObject({ dial: 0, withdraw: 1, hold: 2 });
  expect(experienced().advise(moment(staff(2), 3))).toMatchObject({ withdraw: 0 });
});

test('machines are no answers, and a line that refuses says nothing about people', () => {
  const pacing = experienced();
  const before = pacing.advise(moment(staff(1))).why.answerRate;
  for (let n = 0; n < 100; n += 1) pacing.rang({ rangMs: 100, outcome: n % 2 === 0 ? 'refused' : 'withdrawn' });
  expect(pacing.advise(moment(staff(1))).why.answerRate).toBe(before);
  for (let n = 0; n < 100; n += 1) pacing.rang({ rangMs: 9_000, outcome: 'machine' });
  expect(pacing.advise(moment(staff(1))).why.answerRate).toBeLessThan(0.1);
});

test('an hour of the list that was seen on other days is expected from its first call on', () => {
  const pacing = experienced();
  for (const [hour, every] of [
    [9, 10],
    [18, 2],
  ] as const) {
    pacing.turnTo('list', hour);
    for (let n = 0; n < 1_000; n += 1) pacing.rang({ rangMs: 9_000, outcome: n % every === 0 ? 'person' : 'nobody' });
  }
  pacing.turnTo('list', 9);
  expect(pacing.advise(moment(staff(1))).why.answerRate).toBeLessThan(0.45);
});

test('after abandoned calls less risk is allowed, and it comes back with answered ones', () => {
  const pacing = experienced();
  const allowed = () => pacing.advise(moment(staff(2, 3))).why.riskAllowed!;
  const before = allowed();
  for (let n = 0; n < 5; n += 1) pacing.answered(NOW, true);
  const after = allowed();
  expect(after).toBeLessThan(before);
  for (let n = 0; n < 200; n += 1) pacing.answered(NOW, false);
  expect(allowed()).toBeGreaterThan(after);
});

test('nobody answers at all: the number of lines stays finite', () => {
  const pacing = experienced();
  for (let n = 0; n < 5_000; n += 1) pacing.rang({ rangMs: 20_000, outcome: 'nobody' });
  expect(pacing.advise(moment(staff(2, 2), 0, { lines: 1e6, starts: 1e6, customers: 1e6 })).dial).toBeLessThan(150);
});

const DAY = 86_400_000;

interface LivingCall {
  sinceMs: number;
}

/** A campaign in which anything may happen in any order, and which does what it is advised. */
function randomHistory(seed: number, { stay = false } = {}): { abandoned: number; withdrawn: number } {
  const chance = chanceOf(seed);
  const pick = (count: number): number => Math.floor(chance() * count);
  const answerBias = chance();
  const predictive = chance() < 0.7;
  const pacing = openPacing({
    dispatchType: predictive ? DispatchType.predictive : DispatchType.proportional,
    ratio: 1 + 3 * chance(),
    allowance: {
      perMille: 30,
      longestRingMs: 45_000,
      dayAt: (nowMs) => ({ startMs: Math.floor(nowMs / DAY) * DAY, endMs: (Math.floor(nowMs / DAY) + 1) * DAY }),
    },
    expected: { answerRate: 0.1, ringMs: 12_000, handlingMs: 60_000 },
  });
  const [answeredAt, abandonedAt] = [[] as number[], [] as number[]];
  let [nowMs, withdrawn] = [NOW + pick(DAY), 0];
  let [free, gone] = [1 + pick(8), pick(3)];
  const [busy, ringing] = [[] as LivingCall[], [] as LivingCall[]];
  for (let n = pick(600); n > 0; n -= 1) answeredAt.push((nowMs += pick(60_000)));
  pacing.recount(answeredAt.map((atMs) => ({ atMs, answered: 1, abandoned: 0 })));

  const since = (times: readonly number[], fromMs: number): number =>
    times.length - 1 - times.findLastIndex((atMs) => atMs <= fromMs);
  function checkAllowance(): void {
    for (const fromMs of [nowMs - DAY, nowMs - 30 * DAY, Math.floor(nowMs / DAY) * DAY - 1])
      expect(1_000 * since(abandonedAt, fromMs)).toBeLessThanOrEqual(30 * since(answeredAt, fromMs));
  }
  function endRinging(index: number, answered: boolean): void {
    const [call] = ringing.splice(index, 1);
    pacing.rang({ rangMs: nowMs - call!.sinceMs, outcome: answered ? 'person' : 'nobody' });
    if (!answered) return;
    answeredAt.push(nowMs);
    const abandoned = free === 0;
    pacing.answered(nowMs, abandoned);
    if (abandoned) {
      abandonedAt.push(nowMs);
      checkAllowance();
    } else {
      free -= 1;
      busy.push({ sinceMs: nowMs });
    }
  }
  const endTalk = (): void => {
    if (busy.length === 0) return;
    const [call] = busy.splice(pick(busy.length), 1);
    pacing.handled(nowMs - call!.sinceMs);
    free += 1;
  };
  function pass(ms: number): void {
    nowMs += ms;
    for (let at = ringing.length - 1; at >= 0; at -= 1)
      if (nowMs - ringing[at]!.sinceMs >= 45_000) endRinging(at, false);
  }

  for (let step = 0; step < 300; step += 1) {
    const kind = chance();
    if (kind < 0.55 && ringing.length > 0) endRinging(pick(ringing.length), chance() < answerBias);
    else if (kind < 0.75) endTalk();
    else if (kind < 0.93) pass(pick(8_000));
    else if (kind < 0.95 && ringing.length === 0) pass(pick(10 * 3_600_000));
    else if (kind < 0.97 && free > 0 && !stay) [free, gone] = [free - 1, gone + 1];
    else if (gone > 0) [free, gone] = [free + 1, gone - 1];
    const { dial, withdraw } = pacing.advise({
      nowMs,
      staff: staff(free, 0, { handlingSinceMs: busy.map(({ sinceMs }) => sinceMs) }),
      ringingSinceMs: ringing.map(({ sinceMs }) => sinceMs),
      inbound: { waiting: 0, perSecond: 0, keepFree: 0 },
      lines: 60 - ringing.length,
      starts: 20,
      customers: 1_000,
    });
    ringing.splice(ringing.length - withdraw, withdraw);
    withdrawn += withdraw;
    for (let n = 0; n < dial; n += 1) ringing.push({ sinceMs: nowMs });
  }
  return { abandoned: abandonedAt.length, withdrawn };
}

test('whatever happens, the allowance of abandoned calls is never overdrawn: in 24 hours, on a day, in 30 days', () => {
  const histories = Array.from({ length: 40 }, (_, seed) => randomHistory(seed));
  // Nothing would be shown by histories in which nobody is abandoned.
  expect(histories.reduce((sum, { abandoned }) => sum + abandoned, 0)).toBeGreaterThan(40);
  expect(histories.some(({ withdrawn }) => withdrawn > 0)).toBe(true);
});

test('while agents stay, nothing that rings is taken back, over slots, midnight and months', () => {
  for (let seed = 100; seed < 115; seed += 1) expect(randomHistory(seed, { stay: true }).withdrawn).toBe(0);
});
