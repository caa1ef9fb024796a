import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { cutDays } from '#core/calendar/day-steps.ts';
import { nextDay } from '#core/calendar/day-range.ts';
import { callSorts } from '#core/call/call-sorts.ts';
import { figuresOf, serviceLevel } from '#core/figures/call-figures.ts';
import type { FigureSums } from '#core/figures/figure-sums.ts';
import { figureValues, type FigureName } from '#core/figures/glossary.ts';
import { lossPlace, lossPlaces } from '#core/figures/loss.ts';
import { serviceLevel as levelOf } from '#core/figures/service-level.ts';
import { waitsOf } from '#core/figures/waits.ts';
import { aCallHouse, aMadeCall, type MadeCall } from '#features/voice/dashboard/server/calls.fixture.ts';
import { countAll } from '#features/voice/dashboard/server/count.ts';
import { readDashboard } from '#features/voice/dashboard/server/figures.repo.ts';
import { daySince } from '#features/voice/monitoring/server/monitor.repo.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { testDb } from '#test/test-db.ts';
import { loadTexts } from '#platform/server/texts.ts';
import type { StatReport } from '../contract.ts';
import { reportColumns } from '../core/columns.ts';
import { fileCell, writeReport } from './export.ts';
import { readReport } from './read-report.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });
const { db, close } = await testDb();
afterAll(close);

const outcomes = CallOutcome.rows.map(({ code }) => code).filter((code) => code !== CallOutcome.lasting);
const aCall = fc.record({
  startSec: fc.nat(4 * 86_400),
  direction: fc.constantFrom('inbound' as const, 'inbound' as const, 'outbound' as const, 'internal' as const),
  outcome: fc.oneof(fc.constant(CallOutcome.talked), fc.constantFrom(...outcomes)),
  group: fc.nat(2),
  agent: fc.nat(2),
  campaignId: fc.option(fc.integer({ min: 1, max: 2 })),
  trunkId: fc.option(fc.integer({ min: 1, max: 2 })),
  numberId: fc.option(fc.integer({ min: 1, max: 2 })),
  queueSec: fc.nat(45),
  talkSec: fc.nat(600),
  holdSec: fc.nat(60),
  wrapUpSec: fc.nat(60),
  ringSec: fc.nat(30),
  durationSec: fc.nat(400),
  lastPlace: fc.option(fc.constantFrom(...lossPlaces.filter((place) => place !== 'callback'))),
  byFlow: fc.boolean(),
});
type Drawn = typeof aCall extends fc.Arbitrary<infer One> ? One : never;

/** Zones far apart, and the days on which clocks are set in two of them. */
const times: [zone: string, first: string][] = [
  ['UTC', '2026-03-06'],
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2026-10-30'],
  ['Europe/Berlin', '2026-03-27'],
  ['Europe/Berlin', '2026-10-23'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Asia/Kathmandu', '2026-03-06'],
  ['Pacific/Kiritimati', '2026-03-06'],
  ['Pacific/Pago_Pago', '2026-03-06'],
];

/** What the definitions give, of calls themselves. */
function sumsOf(calls: readonly MadeCall[]): FigureSums {
  const lost = calls.filter(callSorts.unanswered);
  const out = calls.filter(({ direction }) => direction === 'outbound');
  const count = <Key extends string | number>(keys: readonly Key[]) =>
    Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, own]) => [key, own.length]));
  return {
    calls: figuresOf(calls),
    waits: waitsOf(calls.filter(callSorts.inLine).map(({ queueSec }) => queueSec)),
    outcomes: {
      outcomes: count(out.map(({ outcome }) => outcome)),
      ringSec: out.reduce((sum, { ringSec }) => sum + ringSec, 0),
      rang: out.filter(({ ringSec }) => ringSec > 0).length,
    },
    loss: {
      places: count(lost.map(lossPlace)),
      goneSec: lost.reduce((sum, { durationSec }) => sum + durationSec, 0),
      longestGoneSec: Math.max(0, ...lost.map(({ durationSec }) => durationSec)),
      gone: waitsOf(lost.map(({ durationSec }) => durationSec)),
    },
  };
}

/** Figures of nothing are told by no row, or by one of zeros: both mean the same. */
const comparable = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => (value !== null && !/Sec$|readySec/.test(name)) || value),
  );
const timeless = (names: readonly FigureName[]): FigureName[] =>
  names.filter((name) => !['readySec', 'awaySec', 'occupancy', 'talkedPerHour'].includes(name));

test('[CC-10] dashboard, wallboard, statistics and their files tell the figures of the glossary, on any days and in any zone', async () => {
  const texts = loadTexts();
  await fc.assert(
    fc.asyncProperty(
      fc.array(aCall, { maxLength: 30 }),
      fc.array(aCall, { maxLength: 6 }),
      fc.constantFrom(...times),
      fc.nat(2),
      fc.nat(2),
      fc.constantFrom('no', 'first', 'all') as fc.Arbitrary<'no' | 'first' | 'all'>,
      async (first, second, [zone, day], skip, length, counted) => {
        const home = await aCallHouse(db);
        const { starts } = cutDays({ from: day, to: nextDay(nextDay(nextDay(day))), zone }, 'day');
        const base = starts[0]! - 6 * 3_600_000;
        const later = base + 20 * 86_400_000;
        const made = ({ group, agent, startSec, ...one }: Drawn): MadeCall =>
          aMadeCall({
            ...one,
            startMs: base + startSec * 1_000,
            groupId: home.groups[group]?.id ?? null,
            promiseSec: home.groups[group]?.promiseSec ?? 20,
            userId: home.agents[agent]?.userId ?? null,
          });
        const calls = first.map(made);
        await home.write(calls);
        if (counted !== 'no') await countAll(db, home.tenantId, later);
        const more = second.map(made);
        await home.write(more);
        calls.push(...more);
        if (counted === 'all') await countAll(db, home.tenantId, later);

        let from = day;
        for (let n = 0; n < skip; n += 1) from = nextDay(from);
        let to = from;
        for (let n = 0; n < length; n += 1) to = nextDay(to);
        const days = { from, to, zone };
        const { range } = cutDays(days, 'day');
        const meant = calls.filter(({ startMs }) => startMs >= range.fromMs && startMs < range.toMs);
        const world = { db, tenantId: home.tenantId, nowMs: later };
        const names = reportColumns('dayReport', { by: 'day' });
        const whole = figureValues(names, sumsOf(meant));

        const dashboard = await readDashboard(db, home, days, later);
        expect(
          figureValues(['ended', 'serviceLevel', 'abandonRate', 'meanHandlingSec'], { calls: dashboard.total }),
        ).toEqual(figureValues(['ended', 'serviceLevel', 'abandonRate', 'meanHandlingSec'], sumsOf(meant)));
        for (const by of ['hour', 'day', 'week', 'month'] as const) {
          const report = await readReport(world, 'dayReport', { ...days, by });
          expect(report.total).toEqual(whole);
          expect(report.rows.reduce((sum, { values }) => sum + values.ended!, 0)).toBe(meant.length);
        }
        const ofAgents = await readReport(world, 'agentEfficiency', { ...days, by: 'agent' });
        expect(figureValues(['ended'], { calls: dashboard.total })).toEqual({ ended: ofAgents.total.ended });
        for (const { userId } of home.agents)
          expectRow(
            ofAgents,
            userId,
            sumsOf(meant.filter((call) => call.userId === userId)),
            timeless(ofAgents.columns),
          );
        const ofGroups = await readReport(world, 'agentEfficiency', { ...days, by: 'group' });
        for (const { id } of home.groups)
          expectRow(ofGroups, id, sumsOf(meant.filter(({ groupId }) => groupId === id)), ofGroups.columns);

        const loss = await readReport(world, 'callInLoss', { ...days, by: 'place' });
        expect(loss.total).toEqual(figureValues(loss.columns, sumsOf(meant)));
        expect(loss.total.lostCalls).toBe(whole.unanswered);
        expect(loss.gone!.reduce((sum, step) => sum + step.calls, 0)).toBe(whole.unanswered);
        for (const { place, values } of loss.rows)
          expect(values.lostCalls).toBe(
            meant.filter((call) => callSorts.unanswered(call) && lossPlace(call) === place).length,
          );

        const ways = (of: (call: MadeCall) => boolean) =>
          sumsOf(meant.filter((call) => call.direction === 'outbound' && of(call)));
        for (const [by, of] of [
          ['campaign', (call: MadeCall) => call.campaignId],
          ['trunk', (call: MadeCall) => call.trunkId],
          ['number', (call: MadeCall) => call.numberId],
          ['outcome', (call: MadeCall) => call.outcome],
        ] as const) {
          const report = await readReport(world, 'callEfficiency', { ...days, by });
          for (const { id, values } of report.rows)
            expect(values, `${by} ${id}`).toEqual(
              figureValues(
                report.columns,
                ways((call) => (of(call) ?? 0) === id),
              ),
            );
        }
        const one = await readReport(world, 'callEfficiency', { ...days, by: 'day', agent_id: home.agents[0]!.userId });
        expect(one.total).toEqual(
          figureValues(
            one.columns,
            ways(({ userId }) => userId === home.agents[0]!.userId),
          ),
        );
        const task = await readReport(world, 'dayReport', { ...days, by: 'day', campaign_id: 1 });
        expect(task.total).toEqual(
          figureValues(task.columns, sumsOf(meant.filter(({ campaignId }) => campaignId === 1))),
        );
        const hers = await readReport(world, 'dayReport', {
          ...days,
          by: 'day',
          agent_id: home.agents[0]!.userId,
          campaign_id: 2,
        });
        expect(hers.total).toEqual(
          figureValues(
            hers.columns,
            sumsOf(meant.filter(({ campaignId, userId }) => campaignId === 2 && userId === home.agents[0]!.userId)),
          ),
        );

        const file = await fileOf(
          writeReport(
            { db, texts, clock: { nowMs: () => later } as never },
            { tenantId: home.tenantId, language: 'en-US' },
            { ...days, report: 'dayReport', by: 'day', kind: 'csv' },
            () => {},
          ),
        );
        expect(file.slice(1).reduce((sum, line) => sum + Number(line[1]), 0)).toBe(meant.length);
        expect(file[0]).toHaveLength(names.length + 1);
        const last = await readReport(world, 'dayReport', { from: to, to, zone, by: 'day' });
        expect(file.at(-1)!.slice(1)).toEqual(names.map((name) => String(fileCell(name, last.total[name]) ?? '')));
      },
    ),
    { numRuns: 25 },
  );
});

function expectRow(report: StatReport, id: number, sums: FigureSums, names: readonly FigureName[]): void {
  const row = report.rows.find((one) => one.id === id);
  if (!row) expect(sums.calls!.ended).toBe(0);
  else
    expect(comparable(Object.fromEntries(names.map((name) => [name, row.values[name]])))).toEqual(
      comparable(figureValues(names, sums)),
    );
}

async function fileOf(bytes: AsyncIterable<Uint8Array>): Promise<string[][]> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts)
    .toString('utf8')
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, 'quoted').split(','));
}

test('[CC-10] the service level of a group is one number on the wallboard, the dashboard and in the report', async () => {
  const home = await aCallHouse(db);
  const base = Date.UTC(2026, 2, 7);
  await home.write(
    outcomes.flatMap((outcome) =>
      home.groups.flatMap(({ id, promiseSec }) =>
        [5, 25, 45].map((queueSec, n) =>
          aMadeCall({ startMs: base + n * 1_000, outcome, groupId: id, promiseSec, queueSec }),
        ),
      ),
    ),
  );
  await db.pool.query('update call_record set answered_at = started_at where tenant_id = $1 and outcome = $2', [
    home.tenantId,
    CallOutcome.talked,
  ]);
  const day = { from: '2026-03-07', to: '2026-03-07', zone: 'UTC' };
  const [days] = await db.read(home, [daySince(base)]);
  const board = new Map(days.map(({ id, ...day }) => [id, day]));
  const dashboard = await readDashboard(db, home, day, base + 86_400_000);
  const report = await readReport({ db, tenantId: home.tenantId, nowMs: base + 86_400_000 }, 'agentEfficiency', {
    ...day,
    by: 'group',
  });
  expect(report.rows).toHaveLength(2);
  for (const { id, values } of report.rows) {
    expect(values.serviceLevel).toBe(levelOf(board.get(id!)!));
    expect(values.serviceLevel).toBe(serviceLevel(dashboard.groups.find((group) => group.id === id)!));
  }
});
