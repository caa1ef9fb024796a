import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { daysRange } from '#core/calendar/day-range.ts';
import { cutDays } from '#core/calendar/day-steps.ts';
import { figureValues } from '#core/figures/glossary.ts';
import { statusMsIn, type StatusSpan } from '#core/figures/status-time.ts';
import type { DownloadItem } from '#features/office/downloads/contract.ts';
import { aCallHouse, aMadeCall } from '#features/voice/dashboard/server/calls.fixture.ts';
import { countAll } from '#features/voice/dashboard/server/count.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aMember, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { statisticsApi, type LostCaller, type StatReport } from '../contract.ts';
import { recordsBehind } from '../core/records-behind.ts';
import { countAiCalls } from './ai-figures.repo.ts';
import { readReport } from './read-report.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const BASE = Date.UTC(2026, 2, 7);
const day = { from: '2026-03-07', to: '2026-03-07', zone: 'UTC' };
const hour = (hours: number) => BASE + hours * 3_600_000;
type ReportCall = 'agentEfficiency' | 'callInLoss' | 'dayReport' | 'status' | 'aiOutbound' | 'callEfficiency';
const ask = (who: Member, report: ReportCall, body: object) =>
  server.ask<StatReport>('POST', statisticsApi[report].path, { token: who.token, body });
const lost = async (who: Member, body: object = {}) =>
  (
    await server.ask<{ list: LostCaller[]; total: number; totalCapped: boolean }>(
      'POST',
      statisticsApi.lostCallers.path,
      { token: who.token, body: { ...day, ...body } },
    )
  ).data;
const deed = async (who: Member, name: 'claimLost' | 'releaseLost' | 'finishLost', body: object) =>
  (await server.ask('POST', statisticsApi[name].path, { token: who.token, body })).code;

/** The file somebody asked for, line by line. */
async function file(who: Member, path: string, wish: object): Promise<string[]> {
  const { data } = await server.ask<{ id: number }>('POST', path, { token: who.token, body: wish });
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
  const answer = await server.built.http.inject({
    url: item.fileUrl,
    headers: { authorization: `Bearer ${who.token}` },
  });
  return answer.rawPayload.toString('utf8').slice(1).trimEnd().split('\r\n');
}

test('[CC-10] all six reports answer whoever may see statistics, and nobody else', async () => {
  const home = await aCallHouse(server.world.db);
  await home.write([aMadeCall({ startMs: hour(1), userId: home.agents[0]!.userId })]);
  for (const report of Object.keys({
    agentEfficiency: 1,
    callInLoss: 1,
    dayReport: 1,
    status: 1,
    aiOutbound: 1,
    callEfficiency: 1,
  }) as ReportCall[]) {
    expect([report, (await ask(home.agents[0]!, report, day)).code]).toEqual([report, 403]);
    const { code, data } = await ask(home.lead, report, day);
    expect([report, code, data.series.length]).toEqual([report, 0, report === 'dayReport' ? 1 : 24]);
    for (const { values } of data.rows) expect(Object.keys(values)).toEqual(data.columns);
  }
  for (const wrong of [
    { from: '2026-03-08' },
    { from: '2024-01-01' },
    { zone: 'Moon/Sea' },
    { by: 'moon' },
    { by: 'hour', from: '2026-01-01' },
    { trunk_id: 1, agent_id: 2 },
    { group_id: 1, number_id: 2 },
    { earlier: { from: '2026-02-02', to: '2026-02-01' } },
  ])
    expect([wrong, (await ask(home.lead, 'dayReport', { ...day, ...wrong })).code]).toEqual([wrong, 400]);
  expect((await ask(home.lead, 'status', { ...day, campaign_id: 1 })).code).toBe(400);
});

test("[SHELL-29] AgentStatusEnable 'false' refuses the status report and its file, and nothing else", async () => {
  const home = await aCallHouse(server.world.db);
  const switched = (value: string) =>
    server.world.db.pool.query(
      `insert into tenant_setting (tenant_id, name, value) values ($1, 'AgentStatusEnable', $2) on conflict (tenant_id, name) do update set value = excluded.value`,
      [home.tenantId, value],
    );
  const codes = async () => [
    (await ask(home.lead, 'status', day)).code,
    (
      await server.ask('POST', statisticsApi.exportReport.path, {
        token: home.lead.token,
        body: { ...day, report: 'status' },
      })
    ).code,
    (await ask(home.lead, 'agentEfficiency', day)).code,
  ];
  await switched('false');
  expect(await codes()).toEqual([403, 403, 0]);
  await switched('true');
  expect(await codes()).toEqual([0, 0, 0]);
});

test('[CC-10] a report stands beside an earlier span, row by row', async () => {
  const home = await aCallHouse(server.world.db);
  const [ana, bea] = home.agents as [Member, Member];
  await home.write([
    aMadeCall({ startMs: hour(1), userId: ana.userId }),
    aMadeCall({ startMs: hour(2), userId: ana.userId }),
    aMadeCall({ startMs: hour(-23), userId: ana.userId }),
    aMadeCall({ startMs: hour(3), userId: bea.userId }),
  ]);
  const { data } = await ask(home.lead, 'agentEfficiency', {
    ...day,
    earlier: { from: '2026-03-06', to: '2026-03-06' },
  });
  expect([data.total.talked, data.earlier!.talked]).toEqual([3, 1]);
  expect(data.rows.map(({ name, values, earlier }) => [name, values.talked, earlier?.talked ?? null])).toEqual([
    ['Ana', 2, 1],
    ['Bea', 1, null],
  ]);
  expect(data.series[1]).toMatchObject({ start: '2026-03-07 01:00:00', values: { talked: 1 }, earlier: { talked: 1 } });
});

test('[CC-10] how long agents were in each status, by agent, day and each day of an agent, counted or not', async () => {
  const home = await aCallHouse(server.world.db);
  const [ana, bea] = home.agents as [Member, Member];
  const { available, eating, arrangement, offline } = AgentStatus;
  const stood: [AgentStatus, number, number | null][] = [
    [available, hour(-5), hour(3)],
    [eating, hour(3), hour(4)],
    [arrangement, hour(4), hour(4.25)],
    [available, hour(4.25), hour(30)],
    [offline, hour(30), null],
  ];
  await home.stood(ana.userId, stood);
  await home.stood(bea.userId, [[available, hour(20), null]]);
  const spans: StatusSpan[] = stood.map(([status, atMs, untilMs]) => ({ status, atMs, untilMs }));
  const nowMs = server.world.clock.nowMs();
  for (const isCounted of [false, true]) {
    // The rest of the year is counted like these days.
    if (isCounted) await countAll(server.world.db, home.tenantId, hour(72));
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati']) {
      const days = { from: '2026-03-06', to: '2026-03-08', zone };
      const meant = (range: Parameters<typeof statusMsIn>[1]) => ({ statuses: statusMsIn(spans, range, nowMs) });
      const byAgent = (await ask(home.lead, 'status', days)).data;
      const row = byAgent.rows.find(({ id }) => id === ana.userId)!;
      const whole = figureValues(byAgent.columns, meant(daysRange(days.from, days.to, zone)));
      expect(row.values, `${zone} ${isCounted}`).toEqual(whole);
      const alone = (await ask(home.lead, 'status', { ...days, by: 'day', agent_id: ana.userId })).data;
      expect(alone.total, `${zone} ${isCounted}`).toEqual(whole);
      const { starts, range } = cutDays(days, 'day');
      expect(alone.rows.map(({ values }) => values.readySec)).toEqual(
        starts.map(
          (fromMs, place) =>
            figureValues(['readySec'], meant({ fromMs, toMs: starts[place + 1] ?? range.toMs })).readySec,
        ),
      );
      const all = (await ask(home.lead, 'status', { ...days, by: 'day' })).data;
      expect(all.total.readySec).toBe(byAgent.total.readySec);
      expect(all.rows.reduce((sum, { values }) => sum + values.readySec!, 0)).toBe(byAgent.total.readySec);
    }
  }
  const pages = (
    await ask(home.lead, 'status', { ...day, from: '2026-03-06', to: '2026-03-08', by: 'agentDay', size: 3 })
  ).data;
  expect([pages.rowCount, pages.rows.map(({ name, start }) => [name, start])]).toEqual([
    6,
    ['2026-03-06', '2026-03-07', '2026-03-08'].map((one) => ['Ana', `${one} 00:00:00`]),
  ]);
  expect(pages.rows.map(({ firstIn, lastOut }) => [firstIn, lastOut])).toEqual([
    ['2026-03-06 19:00:00', null],
    [null, null],
    [null, '2026-03-08 06:00:00'],
  ]);
});

test('[CC-10] days of agents are compared with the same days of each, also where the span is not over yet', async () => {
  const home = await aCallHouse(server.world.db);
  const [ana, budi] = home.agents as [Member, Member];
  const at = (time: string): number => Date.parse(`2026-03-${time}:00Z`);
  for (const [who, day] of [
    [ana, '03'],
    [budi, '02'],
  ] as const)
    await home.stood(who.userId, [
      [AgentStatus.available, at(`${day}T08:00`), at(`${day}T09:00`)],
      [AgentStatus.offline, at(`${day}T09:00`), null],
    ]);
  const world = { db: server.world.db, tenantId: home.tenantId, nowMs: at('10T12:00') };
  // Monday to Sunday, on Tuesday.
  const span = { from: '2026-03-09', to: '2026-03-15', zone: 'UTC', earlier: { from: '2026-03-02', to: '2026-03-08' } };
  const read = (page: number) => readReport(world, 'status', { ...span, by: 'agentDay' }, { page, size: 3 });
  const [first, second] = [await read(1), await read(2)];
  expect([first.rowCount, first.rows.length, second.rows.length]).toEqual([4, 3, 1]);
  expect([...first.rows, ...second.rows].map(({ name, start, earlier }) => [name, start, earlier?.readySec])).toEqual([
    ['Ana', '2026-03-09 00:00:00', 0],
    ['Ana', '2026-03-10 00:00:00', 3_600],
    ['Bea', '2026-03-09 00:00:00', 3_600],
    ['Bea', '2026-03-10 00:00:00', 0],
  ]);
});

test('[CC-10] statuses written into counted hours are counted', async () => {
  const home = await aCallHouse(server.world.db);
  const [ana] = home.agents as [Member];
  const ready = async () => (await ask(home.lead, 'status', day)).data.total.readySec;
  await countAll(server.world.db, home.tenantId, hour(48));
  await home.stood(ana.userId, [
    [AgentStatus.available, hour(1), hour(2)],
    [AgentStatus.offline, hour(2), null],
  ]);
  expect(await ready()).toBe(3_600);
  await countAll(server.world.db, home.tenantId, hour(48));
  expect(await ready()).toBe(3_600);
});

test('[CC-10] days from before the sums are read from their calls until they are counted', async () => {
  const home = await aCallHouse(server.world.db);
  const { pool } = server.world.db;
  const agent = home.agents[0]!.userId;
  await home.write(
    Array.from({ length: 40 }, (_, n) =>
      aMadeCall({
        startMs: hour(n / 2),
        userId: agent,
        direction: n % 2 ? 'inbound' : 'outbound',
        outcome: n % 3 ? CallOutcome.talked : CallOutcome.noAnswer,
        trunkId: 1 + (n % 2),
      }),
    ),
  );
  const figures = async () =>
    JSON.stringify([
      (await ask(home.lead, 'callInLoss', day)).data,
      (await ask(home.lead, 'callEfficiency', { ...day, by: 'trunk' })).data,
      (await ask(home.lead, 'dayReport', { ...day, agent_id: agent })).data,
      (await ask(home.lead, 'agentEfficiency', day)).data,
    ]);
  const asCalls = await figures();
  await countAll(server.world.db, home.tenantId, server.world.clock.nowMs());
  expect(await figures()).toBe(asCalls);
  await pool.query('update figure_day set is_known = false, counted = false where tenant_id = $1', [home.tenantId]);
  for (const table of ['call_agent_hour', 'call_way_quarter', 'call_loss_quarter', 'call_agent_day'])
    await pool.query(`delete from ${table} where tenant_id = $1`, [home.tenantId]);
  expect(await figures()).toBe(asCalls);
  await countAll(server.world.db, home.tenantId, server.world.clock.nowMs());
  expect(await figures()).toBe(asCalls);
  const { rows } = await pool.query(
    'select bool_and(is_known and counted) known from figure_day where tenant_id = $1',
    [home.tenantId],
  );
  expect(rows[0].known).toBe(true);
});

test('[CC-10] every count of a report leads to exactly its calls', async () => {
  const home = await aCallHouse(server.world.db, { timeZone: 'UTC' });
  const outcomes = CallOutcome.rows.map(({ code }) => code).filter((code) => code !== CallOutcome.lasting);
  await home.write(
    outcomes.flatMap((outcome, n) =>
      (['inbound', 'outbound', 'internal'] as const).flatMap((direction) =>
        [1, 2].map((id) =>
          aMadeCall({
            startMs: hour(n),
            direction,
            outcome,
            trunkId: id,
            campaignId: id,
            numberId: id,
            groupId: id === 1 ? home.groups[0]!.id : null,
            promiseSec: 10,
            userId: n % 2 ? home.agents[0]!.userId : null,
            lastPlace: n % 3 ? null : 'menu',
          }),
        ),
      ),
    ),
  );
  let looked = 0;
  for (const [report, by] of [
    ['agentEfficiency', 'agent'],
    ['agentEfficiency', 'group'],
    ['callInLoss', 'place'],
    ['callInLoss', 'number'],
    ['callEfficiency', 'campaign'],
    ['callEfficiency', 'trunk'],
    ['callEfficiency', 'outcome'],
    ['dayReport', 'day'],
  ] as const) {
    const { data } = await ask(home.lead, report, { ...day, by });
    for (const row of data.rows)
      for (const name of data.columns) {
        const address = recordsBehind(day, by, row, name);
        if (address === null || row.values[name] === 0) continue;
        const asked = Object.fromEntries(new URL(address, 'http://x').searchParams);
        const { data: found } = await server.ask<{ total: number }>('POST', '/cc/api/ccCdr/v1/page', {
          token: home.lead.token,
          body: {
            ...(asked['since']
              ? { startDate: asked['since'], endDate: asked['until'] }
              : { startDate: day.from, endDate: day.to }),
            sort: asked['sort'],
            direction: asked['direction'],
            status: asked['status'] === undefined ? undefined : Number(asked['status']),
            group: asked['group'],
            userId: asked['agent'],
            campaignId: asked['campaign'],
            trunkId: asked['trunk'],
            didNumberId: asked['did'],
            lostAt: asked['lostAt'],
          },
        });
        expect([report, by, row.id, row.place, name, found.total]).toEqual([
          report,
          by,
          row.id,
          row.place,
          name,
          row.values[name],
        ]);
        looked += 1;
      }
  }
  expect(looked).toBeGreaterThan(100);
});

test('[CC-10] what AI tasks came to, by task and result, counted or not', async () => {
  const home = await aCallHouse(server.world.db);
  const { pool } = server.world.db;
  const campaign = async (kind: string, name: string): Promise<number> =>
    (
      await pool.query('insert into campaign (tenant_id, kind, name) values ($1, $2, $3) returning id', [
        home.tenantId,
        kind,
        name,
      ])
    ).rows[0].id as number;
  const [ai, dialer] = [await campaign('ai', 'Reminders'), await campaign('dialer', 'Sales')];
  const attempt = async (id: number, result: number | null, sec: number, ended = true) => {
    const member = (
      await pool.query(
        'insert into campaign_customer (tenant_id, campaign_id, number) values ($1, $2, $3) returning id',
        [home.tenantId, id, `5255${Math.floor(performance.now() * 1_000)}`],
      )
    ).rows[0].id as number;
    await pool.query(
      'insert into campaign_attempt (tenant_id, campaign_id, member_id, number, status, ai_result, talk_sec, began_at, answered_at, ended_at) values ($1, $2, $3, $4, 10, $5, $6, to_timestamp($7), case when $6 > 0 then to_timestamp($7) end, case when $8 then to_timestamp($7) end)',
      [home.tenantId, id, member, '1', result, sec, hour(2) / 1_000, ended],
    );
  };
  await attempt(ai, AiCallResult.communicated, 40);
  await attempt(ai, AiCallResult.transferSucceeded, 20);
  await attempt(ai, AiCallResult.notAnswered, 0);
  await attempt(ai, null, 5, false);
  await attempt(dialer, null, 30);
  for (const isCounted of [false, true]) {
    if (isCounted) await countAiCalls(server.world.db, home.tenantId);
    const { data } = await ask(home.lead, 'aiOutbound', day);
    expect(data.total).toMatchObject({ aiCalls: 3, aiConnected: 2, aiTalkSec: 60, aiTransferred: 1, aiNotAnswered: 1 });
    expect(data.rows.map(({ id, name }) => [id, name])).toEqual([[ai, 'Reminders']]);
    const results = (await ask(home.lead, 'aiOutbound', { ...day, by: 'result' })).data;
    expect(results.rows.map(({ id, values }) => [id, values.aiCalls]).sort()).toEqual(
      [
        [AiCallResult.communicated, 1],
        [AiCallResult.transferSucceeded, 1],
        [AiCallResult.notAnswered, 1],
      ].sort(),
    );
  }
});

test('[CC-10] the worklist has who was lost and not talked with since, once each, for one person at a time', async () => {
  const home = await aCallHouse(server.world.db);
  const abandoned = (number: string, at: number, more = {}) =>
    aMadeCall({
      startMs: at,
      outcome: CallOutcome.abandoned,
      number,
      durationSec: 33,
      groupId: home.groups[0]!.id,
      ...more,
    });
  const twice = [abandoned('525511110001', hour(1)), abandoned('525511110001', hour(3))];
  await home.write([
    ...twice,
    abandoned('525511110002', hour(2)),
    // Reached since, by calling and by being called.
    abandoned('525511110003', hour(2)),
    aMadeCall({ startMs: hour(5), number: '525511110003', direction: 'outbound' }),
    abandoned('525511110004', hour(2)),
    aMadeCall({ startMs: hour(30), number: '525511110004' }),
    // Tried in vain.
    abandoned('525511110005', hour(4)),
    aMadeCall({ startMs: hour(6), number: '525511110005', direction: 'outbound', outcome: CallOutcome.noAnswer }),
    // Refused on purpose, without a number, and forgotten.
    abandoned('525511110006', hour(2), { outcome: CallOutcome.refused }),
    abandoned('', hour(2)),
    abandoned('sha256:00', hour(2)),
  ]);
  const open = await lost(home.lead);
  expect(open.list.map(({ number, calls, tries, goneSec, place }) => [number, calls, tries, goneSec, place])).toEqual([
    ['525511110005', 1, 1, 33, 'line'],
    ['525511110001', 2, 0, 33, 'line'],
    ['525511110002', 1, 0, 33, 'line'],
  ]);
  expect([open.total, open.totalCapped, open.list[1]!.callId, open.list[1]!.canCallback]).toEqual([
    3,
    false,
    twice[1]!.callId,
    true,
  ]);

  const other = await aMember(server.world.db, home.tenantId, { name: 'Cleo', functions: ['statistics.view'] });
  expect(await deed(home.lead, 'claimLost', { callId: twice[1]!.callId })).toBe(0);
  expect(await deed(other, 'claimLost', { callId: twice[0]!.callId })).toBe(20001);
  expect((await lost(home.lead)).total).toBe(2);
  expect((await lost(home.lead, { state: 'mine' })).list.map(({ number }) => number)).toEqual(['525511110001']);
  expect((await lost(other, { state: 'mine' })).list).toEqual([]);
  // Calling in vain once more changes nothing about who has it.
  await home.write([abandoned('525511110001', hour(8))]);
  const [again] = (await lost(other, { state: 'claimed' })).list;
  expect([again!.calls, again!.claimed?.userId]).toEqual([3, home.lead.userId]);
  expect(await deed(other, 'claimLost', { callId: again!.callId, takeOver: true })).toBe(0);
  expect((await lost(other, { state: 'mine' })).list).toHaveLength(1);
  expect(await deed(other, 'finishLost', { callId: again!.callId, note: 'wrote a mail' })).toBe(0);
  expect((await lost(other, { state: 'done' })).list[0]!.done).toMatchObject({
    userName: 'Cleo',
    note: 'wrote a mail',
  });
  expect((await lost(other, { state: 'claimed' })).list).toEqual([]);
  expect(await deed(other, 'releaseLost', { callId: again!.callId })).toBe(0);
  expect((await lost(other)).total).toBe(3);
  expect(await deed(other, 'claimLost', { callId: 'nobody-gave-it' })).toBe(404);
  expect(await deed(home.agents[0]!, 'claimLost', { callId: again!.callId })).toBe(403);

  const masked = await aMember(server.world.db, home.tenantId, {
    functions: ['statistics.view', 'statistics.export'],
    needsMasking: true,
  });
  for (const { number, displayNumber, hasEncrypt } of (await lost(masked)).list) {
    expect([number, hasEncrypt]).toEqual(['', true]);
    expect(displayNumber).toContain('*');
  }
  const lines = await file(masked, statisticsApi.exportLost.path, { ...day, kind: 'csv' });
  expect(lines).toHaveLength(4);
  expect(lines.join()).not.toContain('525511110001');
});

test('[CC-10] the file of a report has its rows and all together, and what it is compared with', async () => {
  const home = await aCallHouse(server.world.db);
  await home.write([
    aMadeCall({ startMs: hour(1), userId: home.agents[0]!.userId, talkSec: 100 }),
    aMadeCall({ startMs: hour(-23), userId: home.agents[0]!.userId }),
  ]);
  const lines = await file(home.lead, statisticsApi.exportReport.path, {
    ...day,
    report: 'agentEfficiency',
    earlier: { from: '2026-03-06', to: '2026-03-06' },
  });
  expect(lines[0]!.split(',').slice(0, 3)).toEqual(['Agent', 'Calls', 'Calls · Earlier']);
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 3))).toEqual([
    ['Ana', '1', '1'],
    ['All together', '1', '1'],
  ]);
});
