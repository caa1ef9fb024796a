import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPace, paceChange, pacePushed, paceSpared } from './pace.ts';
import { columnsFor, sheetAt, sheetsOf } from './rotation.ts';
import { afterChanges, changesSince, type PushedRows } from './row-changes.ts';
import { allTogether, serviceLevel } from '#core/figures/service-level.ts';
import { countStatus, doingOf, type CountedAgent } from './status-counts.ts';
import { alertnessOf, worstOf } from './thresholds.ts';

interface Row {
  id: number;
  at: number;
}
const idOf = ({ id }: Row) => id;

test('[CC-09] whoever hears every change knows what a fresh reader knows', () => {
  const rows = fc.uniqueArray(fc.record({ id: fc.nat(8), at: fc.nat(3) }), { selector: idOf, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 12 }), (moments) => {
      let pushedRows: PushedRows = new Map();
      let known: ReadonlyMap<number | string, Row> = new Map();
      for (const moment of moments) {
        const step = changesSince(pushedRows, moment, idOf);
        pushedRows = step.pushed;
        known = afterChanges(known, step.changes ?? undefined, idOf);
        expect(new Map(known)).toEqual(new Map(moment.map((row) => [row.id, row])));
      }
    }),
  );
});

test('[CC-09] what did not change is not told, and stays the same object', () => {
  const first = changesSince<Row>(
    new Map(),
    [
      { id: 1, at: 1 },
      { id: 2, at: 1 },
    ],
    idOf,
  );
  expect(
    changesSince(
      first.pushed,
      [
        { id: 1, at: 1 },
        { id: 2, at: 1 },
      ],
      idOf,
    ).changes,
  ).toBeNull();
  const second = changesSince(
    first.pushed,
    [
      { id: 1, at: 1 },
      { id: 2, at: 5 },
    ],
    idOf,
  );
  expect(second.changes).toEqual({ rows: [{ id: 2, at: 5 }], gone: [] });
  const known = afterChanges<Row>(new Map(), first.changes!, idOf);
  expect(afterChanges(known, second.changes!, idOf).get(1)).toBe(known.get(1));
  expect(afterChanges(known, undefined, idOf)).toBe(known);
});

test('[CC-09] changes are told at once, then at most every 250 ms, and the last one always', () => {
  const everyMs = 250;
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 40 }), (gaps) => {
      let pace = newPace(everyMs);
      let nowMs = 1_000;
      let dueMs: number | null = null;
      let untold = false;
      const pushedAtMs: number[] = [];
      const come = (untilMs: number) => {
        if (dueMs === null || dueMs > untilMs) return;
        pushedAtMs.push(dueMs);
        pace = pacePushed(pace, dueMs);
        [dueMs, untold] = [null, false];
      };
      for (const gap of gaps) {
        come(nowMs + gap);
        nowMs += gap;
        untold = true;
        const step = paceChange(pace, nowMs);
        pace = step.pace;
        if (step.waitMs !== null) dueMs = nowMs + step.waitMs;
      }
      come(Number.POSITIVE_INFINITY);
      expect(untold).toBe(false);
      for (const [index, atMs] of pushedAtMs.entries())
        if (index > 0) expect(atMs - pushedAtMs[index - 1]!).toBeGreaterThanOrEqual(everyMs);
    }),
  );
});

test('[CC-09] a clock that was set back keeps nobody waiting', () => {
  const pace = pacePushed(newPace(250), 10_000_000);
  expect(paceChange(pace, 1_000).waitMs).toBe(250);
});

test('[CC-09] a look that found nothing to tell keeps nobody waiting', () => {
  const looked = paceSpared(paceChange(pacePushed(newPace(250), 1_000), 1_300).pace);
  expect(paceChange(looked, 1_301).waitMs).toBe(0);
  expect(paceChange(pacePushed(looked, 1_302), 1_303).waitMs).toBe(249);
});

test.each([
  [{ answered: 8, kept: 6, lost: 2 }, 0.6],
  [{ answered: 0, kept: 0, lost: 3 }, 0],
  [{ answered: 0, kept: 0, lost: 0 }, null],
])('[CC-09] of %o a share of %s was answered in time', (day, share) => {
  expect(serviceLevel(day)).toBe(share);
});

test('[CC-09] groups together are counted by their callers, not by their shares', () => {
  expect(
    serviceLevel(
      allTogether([
        { answered: 9, kept: 9, lost: 0 },
        { answered: 0, kept: 0, lost: 1 },
      ]),
    ),
  ).toBe(0.9);
  expect(serviceLevel(allTogether([]))).toBeNull();
});

test.each([
  [0, 'calm'],
  [1, 'warn'],
  [4, 'warn'],
  [5, 'alarm'],
  [50, 'alarm'],
  [null, 'calm'],
])('[CC-09] %s in line is %s', (value, alertness) => {
  expect(alertnessOf(value, { warn: 1, alarm: 5 })).toBe(alertness);
});

test.each([
  [100, 'calm'],
  [81, 'calm'],
  [80, 'warn'],
  [60, 'alarm'],
  [0, 'alarm'],
  [null, 'calm'],
])('[CC-09] a service level of %s %% is %s', (value, alertness) => {
  expect(alertnessOf(value, { warn: 80, alarm: 60 })).toBe(alertness);
});

test('[CC-09] the worst of several counts', () => {
  expect([worstOf([]), worstOf(['calm', 'warn']), worstOf(['alarm', 'calm', 'warn'])]).toEqual([
    'calm',
    'warn',
    'alarm',
  ]);
});

test('[CC-09] a wall turns its sheets: every group comes, no sheet is half empty', () => {
  expect(sheetsOf([], 4)).toEqual([]);
  expect(sheetsOf([1, 2, 3], 4)).toEqual([[1, 2, 3]]);
  expect(sheetsOf([1, 2, 3, 4, 5], 4)).toEqual([
    [1, 2, 3, 4],
    [5, 1, 2, 3],
  ]);
  expect([0, 14_999, 15_000, 30_000].map((nowMs) => sheetAt(nowMs, 15, 2))).toEqual([0, 0, 1, 0]);
  expect(sheetAt(123_456, 15, 1)).toBe(0);
  expect([0, 1, 2, 3, 4, 6, 9, 12].map(columnsFor)).toEqual([1, 1, 2, 3, 2, 3, 3, 4]);
});

const voice = (some: Partial<NonNullable<CountedAgent['voice']>> = {}) => ({
  status: 67,
  call: null,
  wrapUp: null,
  whyNotRoutable: null,
  ...some,
});

test.each([
  [voice(), 'free'],
  [voice({ whyNotRoutable: 'notRegistered' }), 'away'],
  [voice({ status: 66, whyNotRoutable: 'notAvailable' }), 'away'],
  [voice({ status: 0, whyNotRoutable: 'offline' }), 'offline'],
  [voice({ call: { at: 'ringing' } }), 'ringing'],
  [voice({ status: 0, call: { at: 'talking' } }), 'talking'],
  [voice({ wrapUp: {} }), 'wrapUp'],
])('[CC-09] an agent with %o is %s', (agent, doing) => {
  expect(doingOf(agent)).toBe(doing);
});

test('[CC-09] agents are counted once each, phone and writing apart', () => {
  const agents: CountedAgent[] = [
    { voice: voice(), text: { online: true, load: 2 } },
    { voice: voice({ call: { at: 'talking' } }), text: null },
    { voice: voice({ status: 0, whyNotRoutable: 'offline' }), text: { online: false, load: 1 } },
    { voice: null, text: { online: true, load: 0 } },
  ];
  expect(countStatus(agents)).toEqual({
    agents: 3,
    signedIn: 2,
    free: 1,
    ringing: 0,
    talking: 1,
    wrapUp: 0,
    away: 0,
    offline: 1,
    textOnline: 2,
    chats: 3,
    busy: 3,
  });
});
