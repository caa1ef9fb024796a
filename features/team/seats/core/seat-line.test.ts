import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seatLine, type SeatClaim } from './seat-line.ts';

const NOW = 1_000_000;
const rules = (limit: number | null) => ({ limit, seatLostMs: 60_000, placeLostMs: 60_000 });
const claim = (userId: number, over: Partial<SeatClaim> = {}): SeatClaim => ({
  userId,
  askedNo: userId,
  isGranted: false,
  isWorking: false,
  mayWork: true,
  seenMs: NOW,
  ...over,
});
const ids = (claims: readonly SeatClaim[]) => claims.map(({ userId }) => userId);
const decided = (claims: SeatClaim[], limit: number | null) => {
  const { granted, lost, waiting, taken } = seatLine(claims, rules(limit), NOW);
  return { granted: ids(granted), lost: ids(lost), waiting: ids(waiting), taken };
};

const works = { isGranted: true, isWorking: true };
const away = { seenMs: NOW - 60_000 };

test.each<[string, SeatClaim[], number | null, ReturnType<typeof decided>]>([
  ['a free seat is given to whoever asks', [claim(1)], 1, { granted: [1], lost: [], waiting: [], taken: 1 }],
  ['a taken seat makes wait', [claim(1, works), claim(2)], 1, { granted: [], lost: [], waiting: [2], taken: 1 }],
  [
    'whoever asked first is first, whatever the order of rows',
    [claim(3), claim(2), claim(1, works)],
    2,
    { granted: [2], lost: [], waiting: [3], taken: 2 },
  ],
  [
    'without a limit nobody waits',
    [claim(1, works), claim(2), claim(3)],
    null,
    { granted: [2, 3], lost: [], waiting: [], taken: 3 },
  ],
  ['no seats at all', [claim(1)], 0, { granted: [], lost: [], waiting: [1], taken: 0 }],
  [
    'a granted seat nobody sits at yet is taken',
    [claim(1, { isGranted: true }), claim(2)],
    1,
    { granted: [], lost: [], waiting: [2], taken: 1 },
  ],
  [
    'a granted seat nobody worked at for a minute goes to the next',
    [claim(1, { isGranted: true, ...away }), claim(2)],
    1,
    { granted: [2], lost: [1], waiting: [], taken: 1 },
  ],
  [
    'a place in the line is lost when its page is away a minute',
    [claim(1, works), claim(2, away), claim(3)],
    1,
    { granted: [], lost: [2], waiting: [3], taken: 1 },
  ],
  [
    'a second less and it is kept',
    [claim(1, works), claim(2, { seenMs: NOW - 59_999 })],
    1,
    { granted: [], lost: [], waiting: [2], taken: 1 },
  ],
  [
    'a lowered limit throws nobody out',
    [claim(1, works), claim(2, works), claim(3)],
    1,
    { granted: [], lost: [], waiting: [3], taken: 2 },
  ],
  [
    'whoever works has a seat, also where they were never given one',
    [claim(1, { isWorking: true, ...away }), claim(2)],
    1,
    { granted: [1], lost: [], waiting: [2], taken: 1 },
  ],
  [
    'whoever may not sit there any more has neither seat nor place',
    [claim(1, { ...works, mayWork: false }), claim(2, { mayWork: false }), claim(3)],
    1,
    { granted: [3], lost: [1, 2], waiting: [], taken: 1 },
  ],
])('[QUEUE-01] %s', (_, claims, limit, expected) => {
  expect(decided(claims, limit)).toEqual(expected);
});

test('[QUEUE-01] a seat and a place in the line are kept for times of their own', () => {
  const seen = { seenMs: NOW - 40_000 };
  const { lost, waiting } = seatLine(
    [claim(1, { isGranted: true, ...seen }), claim(2, seen)],
    { limit: 0, seatLostMs: 36_000, placeLostMs: 60_000 },
    NOW,
  );
  expect([ids(lost), ids(waiting)]).toEqual([[1], [2]]);
});

/** A team that shares seats, played: after every step the line is looked at, as the server does. */
type Act =
  | { who: number; what: 'ask' | 'work' | 'stop' | 'vanish' | 'return' | 'shutOut' }
  | { limit: number }
  | { passMs: number };

function play(
  acts: readonly Act[],
  checkStep: (before: SeatClaim[], after: ReturnType<typeof seatLine>, limit: number, nowMs: number) => void,
): void {
  let claims: SeatClaim[] = [];
  const present = new Set<number>();
  let [limit, nowMs, asked] = [1, NOW, 0];
  for (const act of acts) {
    if ('limit' in act) limit = act.limit;
    else if ('passMs' in act) nowMs += act.passMs;
    else {
      const own = claims.find(({ userId }) => userId === act.who);
      if (act.what === 'ask' || act.what === 'return') present.add(act.who);
      if (act.what === 'vanish') present.delete(act.who);
      if (act.what === 'ask' && !own) claims.push(claim(act.who, { askedNo: (asked += 1), seenMs: nowMs }));
      if (act.what === 'work' && own?.isGranted) own.isWorking = true;
      if (act.what === 'stop') claims = claims.filter(({ userId, isGranted }) => userId !== act.who || !isGranted);
      if (act.what === 'vanish' && own) own.isWorking = false;
      if (act.what === 'shutOut' && own) own.mayWork = false;
    }
    for (const one of claims) if (one.isWorking || (!one.isGranted && present.has(one.userId))) one.seenMs = nowMs;
    const before = claims.map((one) => ({ ...one }));
    const line = seatLine(claims, rules(limit), nowMs);
    checkStep(before, line, limit, nowMs);
    claims = claims.filter((one) => !line.lost.includes(one));
    for (const one of line.granted) Object.assign(one, { isGranted: true, seenMs: nowMs });
  }
}

const who = fc.integer({ min: 1, max: 8 });
const acts = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ who, what: fc.constantFrom('ask', 'work', 'stop', 'vanish', 'return', 'shutOut') }),
    },
    { weight: 1, arbitrary: fc.record({ limit: fc.integer({ min: 0, max: 5 }) }) },
    { weight: 2, arbitrary: fc.record({ passMs: fc.constantFrom(1_000, 30_000, 61_000) }) },
  ) as fc.Arbitrary<Act>,
  { maxLength: 60 },
);

test('[QUEUE-01] never more seats than there are: only what was taken before a limit was lowered stays', () => {
  fc.assert(
    fc.property(acts, (played) =>
      play(played, (before, { taken, granted }, limit) => {
        const had = before.filter(({ isGranted }) => isGranted).length;
        expect(taken).toBeLessThanOrEqual(Math.max(limit, had));
        if (granted.length > 0) expect(taken).toBeLessThanOrEqual(limit);
      }),
    ),
  );
});

test('[QUEUE-01] nobody is passed over, and no seat stays free while somebody waits', () => {
  fc.assert(
    fc.property(acts, (played) =>
      play(played, (_, { granted, waiting, taken }, limit) => {
        if (waiting.length > 0) expect(taken).toBeGreaterThanOrEqual(limit);
        for (const given of granted) for (const still of waiting) expect(given.askedNo).toBeLessThan(still.askedNo);
        expect(ids(waiting)).toEqual(ids(waiting.toSorted((a, b) => a.askedNo - b.askedNo)));
      }),
    ),
  );
});
