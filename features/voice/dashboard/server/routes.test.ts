import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import { callSorts, type CallSort } from '#core/call/call-sorts.ts';
import { lateOf, unansweredOf } from '#core/figures/call-figures.ts';
import type { DownloadItem } from '#features/office/downloads/contract.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import type { Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { DASHBOARD_CHANGED, dashboardApi, type AgentTimeline, type Dashboard, type DashboardNow } from '../contract.ts';
import { aCallHouse, aMadeCall, type MadeCall } from './calls.fixture.ts';
import { countAll } from './count.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const figures = (who: Member, body: object) =>
  server.ask<Dashboard>('POST', dashboardApi.figures.path, { token: who.token, body });
const records = async (who: Member, body: object) =>
  (await server.ask<{ total: number }>('POST', '/cc/api/ccCdr/v1/page', { token: who.token, body })).data.total;

/** The file somebody asked for, line by line. */
async function exported(who: Member, wish: object): Promise<string[]> {
  const { data } = await server.ask<{ id: number }>('POST', dashboardApi.exportTable.path, {
    token: who.token,
    body: wish,
  });
  const item = await vi.waitFor(
    async () => {
      const found = (
        await server.ask<DownloadItem[]>('GET', '/cc/api/download/v1/list', { token: who.token })
      ).data.find(({ id }) => id === data.id)!;
      expect(found.fileUrl).not.toBe('');
      return found;
    },
    { timeout: 40_000, interval: 50 },
  );
  const file = await server.built.http.inject({ url: item.fileUrl, headers: { authorization: `Bearer ${who.token}` } });
  return file.rawPayload.toString('utf8').slice(1).trimEnd().split('\r\n');
}

/** Days in zones far apart, and both days on which clocks are set. */
const days: [zone: string, day: string, hours: number][] = [
  ['Pacific/Pago_Pago', '2026-03-08', 24],
  ['Asia/Kolkata', '2026-03-08', 24],
  ['Pacific/Kiritimati', '2026-03-08', 24],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Europe/Berlin', '2026-03-29', 23],
];

test.each(days)(
  '[complaint 18] in %s the %s has one total, of %i hours: in the cards, in every table, in the file, in the records',
  async (zone, day, hours) => {
    const home = await aCallHouse(server.world.db, { timeZone: zone });
    const around = startOfDay(day, zone) - 3 * 3_600_000;
    // Uneven, so that an hour more or less is another number.
    const calls = Array.from({ length: 300 }, (_, n) =>
      aMadeCall({
        startMs: around + n * 7 * 60_000 - (n % 5),
        groupId: home.groups[n % 2]!.id,
        userId: home.agents[n % 2]!.userId,
        outcome: n % 3 ? CallOutcome.talked : CallOutcome.abandoned,
      }),
    );
    await home.write(calls);
    if (hours % 2) await countAll(server.world.db, home.tenantId, Date.now());
    const meant = calls.filter(({ startMs }) => dayOf(startMs, zone) === day).length;
    const { data } = await figures(home.lead, { from: day, to: day, zone });
    const sum = (list: readonly { ended: number }[]) => list.reduce((all, { ended }) => all + ended, 0);
    expect(data.times).toHaveLength(hours);
    expect([data.total.ended, sum(data.times), sum(data.groups), sum(data.agents)]).toEqual([
      meant,
      meant,
      meant,
      meant,
    ]);
    expect(await records(home.lead, { startDate: day, endDate: day, sort: 'ended' })).toBe(meant);
    for (const table of ['times', 'groups', 'agents']) {
      const lines = await exported(home.lead, { from: day, to: day, zone, table });
      expect(
        lines.slice(1).reduce((all, line) => all + Number(line.split(',')[1]), 0),
        table,
      ).toBe(meant);
    }
    const week = await figures(home.lead, {
      from: dayOf(around - 86_400_000, zone),
      to: dayOf(around + 3 * 86_400_000, zone),
      zone,
    });
    expect(week.data.times.find(({ start }) => start === data.times[0]!.start)?.ended).toBe(meant);
  },
);

/** One call of every kind the figures tell apart. */
function everyKind(home: Awaited<ReturnType<typeof aCallHouse>>, startMs: number): MadeCall[] {
  const outcomes = CallOutcome.rows.map(({ code }) => code).filter((code) => code !== CallOutcome.lasting);
  return [...home.groups, null].flatMap((group, place) =>
    (['inbound', 'outbound', 'internal'] as const).flatMap((direction) =>
      outcomes.flatMap((outcome) =>
        [9, 11, 40].map((queueSec) =>
          aMadeCall({
            startMs: startMs + queueSec * 1_000,
            direction,
            outcome,
            queueSec,
            groupId: group?.id ?? null,
            promiseSec: group?.promiseSec ?? 20,
            userId: home.agents[place]?.userId ?? null,
          }),
        ),
      ),
    ),
  );
}

test('[dashboard] every figure leads to exactly its calls', async () => {
  const home = await aCallHouse(server.world.db, { timeZone: 'UTC' });
  const calls = everyKind(home, Date.UTC(2026, 2, 7, 10));
  await home.write([...calls, aMadeCall({ startMs: Date.UTC(2026, 2, 7, 11), ended: false, direction: 'inbound' })]);
  const day = { startDate: '2026-03-07', endDate: '2026-03-07' };
  const { data } = await figures(home.lead, { from: '2026-03-07', to: '2026-03-07', zone: 'UTC' });
  const { total } = data;
  const shown: Record<CallSort, number> = { ...total, unanswered: unansweredOf(total), late: lateOf(total) };
  for (const sort of Object.keys(callSorts) as CallSort[]) {
    const meant = calls.filter((call) => callSorts[sort](call)).length;
    expect([sort, shown[sort], await records(home.lead, { ...day, sort })]).toEqual([sort, meant, meant]);
  }
  for (const row of data.groups)
    expect(await records(home.lead, { ...day, sort: 'inTime', group: row.id })).toBe(row.inTime);
  for (const row of data.agents)
    expect(await records(home.lead, { ...day, sort: 'ended', userId: row.id })).toBe(row.ended);
  const ten = data.times.find(({ ended }) => ended > 0)!;
  expect(await records(home.lead, { startDate: ten.start, endDate: ten.end, sort: 'ended' })).toBe(ten.ended);
});

test('[dashboard] the file of the agents has their time and how busy they were', async () => {
  const home = await aCallHouse(server.world.db);
  const [ana] = home.agents as [Member];
  const at = Date.UTC(2026, 2, 7, 10);
  await home.stood(ana.userId, [
    [AgentStatus.available, at, at + 1_000_000],
    [AgentStatus.eating, at + 1_000_000, at + 1_600_000],
    [AgentStatus.offline, at + 1_600_000, null],
  ]);
  await home.write([
    aMadeCall({
      startMs: at,
      userId: ana.userId,
      talkSec: 200,
      holdSec: 30,
      wrapUpSec: 20,
      groupId: home.groups[0]!.id,
    }),
  ]);
  const lines = await exported(home.lead, {
    from: '2026-03-07',
    to: '2026-03-07',
    zone: 'UTC',
    table: 'agents',
    group_id: home.groups[0]!.id,
  });
  expect(lines[0]).toMatch(/^Agent,Calls,/);
  expect(lines[1]).toBe('Ana,1,1,1,0,0,0,1,0,1,100,5,5,0,0,0,250,200,30,20,0,0,');
  const all = await exported(home.lead, { from: '2026-03-07', to: '2026-03-07', zone: 'UTC', table: 'agents' });
  const groups = await exported(home.lead, {
    from: '2026-03-07',
    to: '2026-03-07',
    zone: 'UTC',
    table: 'groups',
    agent_id: ana.userId,
  });
  expect([groups[0]!.split(',').slice(-2), groups[1]!.split(',').slice(-2)]).toEqual([
    ['"Waiting', ' 90% within (s)"'],
    ['5', '5'],
  ]);
  expect(all[1]).toBe('Ana,1,1,1,0,0,0,1,0,1,100,5,5,0,0,0,250,200,30,20,1000,600,25');
});

test('[dashboard] the timeline of a day has the status that held when it began, and everybody who takes calls', async () => {
  const home = await aCallHouse(server.world.db);
  const [ana, bea] = home.agents as [Member, Member];
  const at = (text: string) => Date.parse(`2026-03-${text}Z`);
  await home.stood(ana.userId, [
    [AgentStatus.eating, at('06T08:00'), at('06T09:00')],
    [AgentStatus.available, at('06T22:00'), at('07T02:00')],
    [AgentStatus.offline, at('07T02:00'), null],
  ]);
  const timeline = (body: object) =>
    server.ask<{ list: AgentTimeline[]; total: number }>('POST', dashboardApi.timeline.path, {
      token: home.lead.token,
      body,
    });
  expect((await timeline({ day: '2026-03-07', zone: 'UTC' })).data).toEqual({
    total: 2,
    list: [
      {
        id: ana.userId,
        name: 'Ana',
        spans: [
          { status: AgentStatus.available, at: '2026-03-06 22:00:00', until: '2026-03-07 02:00:00' },
          { status: AgentStatus.offline, at: '2026-03-07 02:00:00', until: null },
        ],
      },
      { id: bea.userId, name: 'Bea', spans: [] },
    ],
  });
  // In Kiritimati the day begins at ten in the morning of the day before.
  expect(
    (await timeline({ day: '2026-03-07', zone: 'Pacific/Kiritimati' })).data.list[0]!.spans.map(
      ({ at: began }) => began,
    ),
  ).toEqual(['2026-03-06 08:00:00', '2026-03-06 22:00:00', '2026-03-07 02:00:00']);
  await server.world.db.pool.query(
    'insert into agent_group_member (tenant_id, group_id, user_id) values ($1, $2, $3)',
    [home.tenantId, home.groups[0]!.id, bea.userId],
  );
  expect((await timeline({ day: '2026-03-07', zone: 'UTC', group_id: home.groups[0]!.id })).data).toMatchObject({
    total: 1,
    list: [{ name: 'Bea' }],
  });
});

test('[dashboard] how it is now: who waits, who talks, who is free', async () => {
  const home = await aCallHouse(server.world.db);
  const [ana, bea] = home.agents as [Member, Member];
  const { pool } = server.world.db;
  const state = (userId: number, status: number, callAt: string | null) =>
    pool.query(
      'insert into agent_state (tenant_id, user_id, status, since, idle_since, call_id, call_at) values ($1, $2, $3, now(), now(), $4, $5)',
      [home.tenantId, userId, status, callAt && 'c1', callAt],
    );
  await state(ana.userId, AgentStatus.available, 'talking');
  await state(bea.userId, AgentStatus.available, null);
  for (const [callId, kind, at] of [
    ['w1', 'call', '2026-03-07 10:00:05+00'],
    ['w2', 'call', '2026-03-07 10:00:00+00'],
    ['w3', 'callback', '2026-03-07 09:00:00+00'],
  ]) {
    await pool.query(
      `insert into queue_entry (tenant_id, call_id, group_id, kind, customer_number, priority, queued_at, entered_at, state, node) values ($1, $2, $3, $4, '1', 0, $5, $5, 'waiting', 'another')`,
      [home.tenantId, callId, home.groups[0]!.id, kind, at],
    );
  }
  const names = await server.ask<{ id: number; name: string }[]>('POST', dashboardApi.agents.path, {
    token: home.lead.token,
    body: {},
  });
  expect(names.data.map(({ name }) => name)).toEqual(['Ana', 'Bea']);
  const now = async (body: object) =>
    (await server.ask<DashboardNow>('POST', dashboardApi.now.path, { token: home.lead.token, body })).data;
  expect(await now({})).toEqual({
    waiting: 2,
    oldestAt: '2026-03-07 10:00:00',
    callbacks: 1,
    talking: 1,
    wrappingUp: 0,
    free: 1,
    away: 0,
  });
  expect(await now({ group_id: home.groups[1]!.id })).toEqual({
    waiting: 0,
    oldestAt: null,
    callbacks: 0,
    talking: 0,
    wrappingUp: 0,
    free: 0,
    away: 0,
  });
});

test('[dashboard] whoever may not see it is refused; too many days, turned days and unknown zones are no range', async () => {
  const home = await aCallHouse(server.world.db);
  const range = { from: '2026-03-07', to: '2026-03-07', zone: 'UTC' };
  expect((await figures(home.agents[0]!, range)).code).toBe(403);
  expect((await figures(home.lead, range)).code).toBe(0);
  for (const wrong of [{ from: '2024-01-01' }, { from: '2026-03-08' }, { zone: 'Moon/Sea' }, { to: '2026-02-30' }])
    expect((await figures(home.lead, { ...range, ...wrong })).code, JSON.stringify(wrong)).toBe(400);
});

test('[dashboard] whoever looks at it is told when a call ends', async () => {
  const { aCall, playCall } = await import('#features/voice/call-records/server/calls.fixture.ts');
  const { openCallBook } = await import('#features/voice/call-records/server/index.ts');
  const home = await aCallHouse(server.world.db);
  const book = openCallBook(server.world);
  await playCall(book, aCall(home.tenantId), [], 20, { outcome: 'abandoned' });
  await book.stop();
  const countPushes = () =>
    server.world.db.everyTenant(
      'looks',
      async (tx) =>
        (
          await sql`select from realtime_event where tenant_id = ${home.tenantId} and kind = ${DASHBOARD_CHANGED} and access = 'dashboard.view' union all select from outbox where tenant_id = ${home.tenantId} and kind = ${DASHBOARD_CHANGED}`.execute(
            tx.as(),
          )
        ).rows.length,
    );
  await expect.poll(countPushes, { timeout: 20_000 }).toBeGreaterThan(0);
});
