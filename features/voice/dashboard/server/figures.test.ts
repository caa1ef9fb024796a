import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { daysRange } from '#core/calendar/day-range.ts';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { figuresOf, noFigures, promisedOf } from '#core/figures/call-figures.ts';
import { waitPercentile, waitsOf } from '#core/figures/waits.ts';
import { callSorts } from '#core/call/call-sorts.ts';
import { daySince } from '#features/voice/monitoring/server/monitor.repo.ts';
import { statusTime } from '#core/figures/status-time.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { testDb } from '#test/test-db.ts';
import { aCallHouse, aMadeCall, type MadeCall } from './calls.fixture.ts';
import { countAll } from './count.ts';
import { readDashboard } from './figures.repo.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const { db, close } = await testDb();
afterAll(close);

const BASE = Date.UTC(2026, 2, 7);
const LATER = BASE + 20 * 86_400_000;
const zones = [
  'UTC',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'America/New_York',
  'Australia/Lord_Howe',
];

const outcomes = CallOutcome.rows.map(({ code }) => code).filter((code) => code !== CallOutcome.lasting);
const aCall = fc.record({
  startSec: fc.nat(3 * 86_400),
  direction: fc.constantFrom('inbound', 'inbound', 'outbound', 'internal'),
  outcome: fc.oneof(fc.constant(CallOutcome.talked), fc.constantFrom(...outcomes)),
  group: fc.nat(2),
  agent: fc.nat(2),
  queueSec: fc.nat(45),
  talkSec: fc.nat(600),
  holdSec: fc.nat(60),
  wrapUpSec: fc.nat(60),
});
/** What happens to calls: they are written, change, go; and somebody counts in between. */
const move = fc.oneof(
  fc.record({ what: fc.constant('write'), calls: fc.array(aCall, { maxLength: 12 }) }),
  fc.record({ what: fc.constant('begin'), calls: fc.array(aCall, { maxLength: 3 }) }),
  fc.record({ what: fc.constant('change'), place: fc.nat(30), to: aCall }),
  fc.record({ what: fc.constant('remove'), place: fc.nat(30) }),
  fc.record({ what: fc.constant('count') }),
);

test('[dashboard] whatever happens to calls, counted or not yet, the figures are those the definitions give, in any zone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(move, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...zones),
      fc.nat(2),
      fc.nat(2),
      fc.nat(2),
      async (moves, zone, first, length, chosen) => {
        const home = await aCallHouse(db);
        const made = (
          one: { startSec: number; group: number; agent: number } & Omit<
            MadeCall,
            'callId' | 'startMs' | 'groupId' | 'userId' | 'promiseSec' | 'ended'
          >,
          more: Partial<MadeCall> = {},
        ): MadeCall => {
          const group = home.groups[one.group];
          const { direction, outcome, queueSec, talkSec, holdSec, wrapUpSec } = one;
          return aMadeCall({
            direction,
            outcome,
            queueSec,
            talkSec,
            holdSec,
            wrapUpSec,
            startMs: BASE + one.startSec * 1_000,
            groupId: group?.id ?? null,
            promiseSec: group?.promiseSec ?? 20,
            userId: home.agents[one.agent]?.userId ?? null,
            ...more,
          });
        };
        let calls: MadeCall[] = [];
        for (const one of moves) {
          if (one.what === 'count') await countAll(db, home.tenantId, LATER);
          else if ('calls' in one) {
            const fresh = one.calls.map((call) => made(call as never, { ended: one.what === 'write' }));
            await home.write(fresh);
            calls.push(...fresh);
          } else if ('to' in one && calls[one.place]) {
            calls[one.place] = made(one.to as never, { callId: calls[one.place]!.callId });
            await home.write([calls[one.place]!]);
          } else if ('place' in one && calls[one.place]) {
            await db.pool.query('delete from call_record where call_id = $1', [calls[one.place]!.callId]);
            calls = calls.filter((_, place) => place !== one.place);
          }
        }
        const days = { from: `2026-03-0${6 + first}`, to: `2026-03-0${Math.min(9, 6 + first + length)}`, zone };
        const { starts, range } = stepsOf(days);
        const group = home.groups[chosen];
        const counted = calls.filter(
          ({ ended, startMs, groupId }) =>
            ended && startMs >= range.fromMs && startMs < range.toMs && (!group || groupId === group.id),
        );
        const found = await readDashboard(db, home, { ...days, ...(group ? { group_id: group.id } : {}) }, LATER);
        const waits = (of: readonly MadeCall[]) => {
          const secs = of.filter(callSorts.inLine).map(({ queueSec }) => queueSec);
          const [medianWaitSec, ninetiethWaitSec] = [0.5, 0.9].map((share) =>
            waitPercentile(waitsOf(secs), share, Math.max(0, ...secs)),
          );
          return { medianWaitSec, ninetiethWaitSec };
        };
        expect(found.total).toEqual({ ...figuresOf(counted), ...waits(counted), readySec: 0 });
        for (const [place, fromMs] of starts.entries())
          expect(found.times[place]).toMatchObject(
            figuresOf(
              counted.filter(({ startMs }) => startMs >= fromMs && startMs < (starts[place + 1] ?? range.toMs)),
            ),
          );
        for (const { id } of home.groups) {
          const own = counted.filter(({ groupId }) => groupId === id);
          expect(found.groups.find((row) => row.id === id) ?? { ...noFigures, ...waits([]) }).toMatchObject({
            ...figuresOf(own),
            ...waits(own),
          });
        }
        const ana = home.agents[0]!.userId;
        const hers = counted.filter(({ userId }) => userId === ana);
        const alone = await readDashboard(
          db,
          home,
          { ...days, agent_id: ana, ...(group ? { group_id: group.id } : {}) },
          LATER,
        );
        expect(alone.total).toEqual({ ...figuresOf(hers), ...waits(hers), readySec: 0 });
        expect(alone.agents.map(({ id, ended }) => [id, ended])).toEqual(hers.length > 0 ? [[ana, hers.length]] : []);
        for (const { userId } of home.agents)
          expect(found.agents.find((row) => row.id === userId) ?? noFigures).toMatchObject(
            figuresOf(counted.filter((call) => call.userId === userId)),
          );
      },
    ),
    { numRuns: 40 },
  );
});

test('[dashboard] the service level is the one the live board shows', async () => {
  const home = await aCallHouse(db);
  await home.write(
    outcomes.flatMap((outcome) =>
      home.groups.flatMap(({ id, promiseSec }) =>
        [5, 25, 45].map((queueSec, n) =>
          aMadeCall({ startMs: BASE + n * 1_000, outcome, groupId: id, promiseSec, queueSec }),
        ),
      ),
    ),
  );
  await db.pool.query(`update call_record set answered_at = started_at where tenant_id = $1 and outcome = $2`, [
    home.tenantId,
    CallOutcome.talked,
  ]);
  const [days] = await db.read(home, [daySince(BASE)]);
  const board = new Map(days.map(({ id, ...day }) => [id, day]));
  const { groups } = await readDashboard(db, home, { from: '2026-03-07', to: '2026-03-07', zone: 'UTC' }, LATER);
  expect(groups).toHaveLength(2);
  for (const row of groups) {
    expect({ answered: row.served, kept: row.inTime, lost: row.lost }).toEqual(board.get(row.id));
    expect(promisedOf(row)).toBe(15);
  }
});

test('[dashboard] counting twice, or by two at once, counts nothing twice', async () => {
  const home = await aCallHouse(db);
  await home.write(
    Array.from({ length: 50 }, (_, n) =>
      aMadeCall({ startMs: BASE + n * 1_000_000, groupId: home.groups[0]!.id, userId: home.agents[0]!.userId }),
    ),
  );
  const read = async () =>
    (await readDashboard(db, home, { from: '2026-03-07', to: '2026-03-08', zone: 'UTC' }, LATER)).total.ended;
  expect(await read()).toBe(50);
  await Promise.all([
    countAll(db, home.tenantId, LATER),
    countAll(db, home.tenantId, LATER),
    countAll(db, home.tenantId, LATER),
  ]);
  await countAll(db, home.tenantId, LATER);
  expect(await read()).toBe(50);
  const { rows } = await db.pool.query(
    'select (select sum(calls)::int from call_quarter where tenant_id = $1) quarters, (select sum(calls)::int from call_agent_day where tenant_id = $1) days, (select count(*)::int from figure_dirty where tenant_id = $1) dirty',
    [home.tenantId],
  );
  expect(rows[0]).toEqual({ quarters: 50, days: 50, dirty: 0 });
});

test('[dashboard] another promise of a group changes its service level at once, counted calls included', async () => {
  const home = await aCallHouse(db);
  await home.write(
    [5, 15, 25].map((queueSec, n) => aMadeCall({ startMs: BASE + n * 1_000, groupId: home.groups[0]!.id, queueSec })),
  );
  await countAll(db, home.tenantId, LATER);
  const inTime = async () =>
    (await readDashboard(db, home, { from: '2026-03-07', to: '2026-03-07', zone: 'UTC' }, LATER)).total.inTime;
  expect(await inTime()).toBe(1);
  await db.pool.query('update agent_group set service_level_sec = 15 where id = $1', [home.groups[0]!.id]);
  expect(await inTime()).toBe(2);
  await countAll(db, home.tenantId, LATER);
  expect(await inTime()).toBe(2);
});

test('[dashboard] the work after a call counts for it, also when it is told again', async () => {
  const home = await aCallHouse(db);
  const call = aMadeCall({ startMs: BASE });
  await home.write([call]);
  await countAll(db, home.tenantId, LATER);
  for (const sec of [20, 30]) {
    await db.pool.query(
      `insert into agent_wrap_up (tenant_id, user_id, call_id, started_at, ended_at) values ($1, $2, $3, to_timestamp(0), to_timestamp($4))
      on conflict (tenant_id, user_id, call_id) do update set ended_at = excluded.ended_at`,
      [home.tenantId, home.agents[0]!.userId, call.callId, sec],
    );
    expect(
      (await readDashboard(db, home, { from: '2026-03-07', to: '2026-03-07', zone: 'UTC' }, LATER)).total.wrapUpSec,
    ).toBe(sec);
  }
});

test('[dashboard] a remark on a call is no change of figures, and a tenant goes with all its calls', async () => {
  const home = await aCallHouse(db);
  const call = aMadeCall({ startMs: BASE, groupId: home.groups[0]!.id });
  await home.write([call]);
  await countAll(db, home.tenantId, LATER);
  const dirty = async () =>
    (await db.pool.query('select count(*)::int n from figure_dirty where tenant_id = $1', [home.tenantId])).rows[0]
      .n as number;
  await db.pool.query(`update call_record set remark = 'called again' where call_id = $1`, [call.callId]);
  expect(await dirty()).toBe(0);
  await db.pool.query('update call_record set talk_sec = 61 where call_id = $1', [call.callId]);
  expect(await dirty()).toBe(1);
  await db.pool.query('delete from member_role where tenant_id = $1', [home.tenantId]);
  await db.pool.query('delete from tenant where id = $1', [home.tenantId]);
  expect(await dirty()).toBe(0);
});

test('[dashboard] the time agents were there is that of their statuses, over midnight, in any zone, counted or not', async () => {
  const home = await aCallHouse(db);
  const [ana, bea] = home.agents.map(({ userId }) => userId) as [number, number];
  const { available, eating, offline } = AgentStatus;
  const hour = (hours: number) => BASE + hours * 3_600_000;
  const spans = {
    [ana]: [
      [available, hour(-5), hour(3)],
      [eating, hour(3), hour(4)],
      [available, hour(4), hour(30)],
      [offline, hour(30), null],
    ],
    [bea]: [[available, hour(20), null]],
  } as Record<number, [AgentStatus, number, number | null][]>;
  for (const [userId, list] of Object.entries(spans)) await home.stood(Number(userId), list);
  // Days are counted where there are calls.
  await home.write([aMadeCall({ startMs: hour(1) })]);
  for (const isCounted of [false, true]) {
    if (isCounted) await countAll(db, home.tenantId, LATER);
    for (const zone of zones) {
      for (const [from, to] of [
        ['2026-03-06', '2026-03-06'],
        ['2026-03-07', '2026-03-07'],
        ['2026-03-06', '2026-03-09'],
      ] as const) {
        const { agents } = await readDashboard(db, home, { from, to, zone }, LATER);
        for (const id of [ana, bea]) {
          const expected = statusTime(
            spans[id]!.map(([status, atMs, untilMs]) => ({ status, atMs, untilMs })),
            daysRange(from, to, zone),
            LATER,
          );
          const { readySec, awaySec } = agents.find((agent) => agent.id === id) ?? { readySec: 0, awaySec: 0 };
          expect({ readySec, awaySec }, `${id} ${zone} ${from} ${isCounted}`).toEqual(expected);
        }
      }
    }
  }
});
