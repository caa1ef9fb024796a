import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { agentsApi } from '#features/team/agents/contract.ts';
import type { BoardAgent } from '#features/team/agent-status/server/index.ts';
import { callsRepo } from '#features/voice/calls/server/calls.repo.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { handClock } from '#test/clock.ts';
import { lineCheckApi, type AgentSound, type CheckBegun, type LineHistory, type Trends } from '../contract.ts';
import { lineCheck, openProbeAccounts } from './index.ts';

const clock = handClock(Date.parse('2026-11-15T12:00:00Z'));
const server = await testServer();
const { db, exchange } = server.world;
afterAll(() => server.close());

const anAgent = async (tenant?: number, more: object = {}): Promise<Member> =>
  aMember(db, tenant ?? (await aTenant(db)), { voiceSeat: true, ...more });
const begin = (who: Member) => server.ask<CheckBegun>('POST', lineCheckApi.begin.path, { token: who.token, body: {} });
const report = (who: Member, results: object[], kind = 'asked') =>
  server.ask('POST', lineCheckApi.report.path, { token: who.token, body: { kind, results } });
const good = (endPointId: number, mos = 4.4) => ({
  endPointId,
  mos,
  roundTripMs: 20,
  jitterMs: 1,
  lossPercent: 0,
  error: null,
});
const bad = (endPointId: number, error = 'connect') => ({
  endPointId,
  mos: null,
  roundTripMs: null,
  jitterMs: null,
  lossPercent: null,
  error,
});

test('[LINE-01] a check begins with the lines there are, which one is in use, and an account of its own', async () => {
  const ana = await anAgent();
  const { code, data } = await begin(ana);
  expect(code).toBe(0);
  expect(data.lines.map(({ id, name, current }) => [id, name, current])).toEqual([
    [1, 'Main line', true],
    [2, 'Second line', false],
    [3, 'Third line', false],
  ]);
  expect(data.lines.map(({ url }) => /^wss?:\/\/[^/]+\/cc\/sip\/(\w+)$/.exec(url)?.[1])).toEqual([
    'main',
    'second',
    'third',
  ]);
  expect(data.account).toMatchObject({
    number: expect.stringMatching(/^test-\d+-\d+-\d+-[0-9a-f]{12}$/),
    domain: exchange.domain,
    ha1: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect((await begin(ana)).data.account.number).not.toBe(data.account.number);
});

test('[LINE-02] after a change of line the check begins with the new one as current', async () => {
  const ana = await anAgent();
  await server.ask('POST', '/cc/api/webCall/v1/changeLine', { token: ana.token, body: { endPointId: 3 } });
  expect((await begin(ana)).data.lines.filter(({ current }) => current).map(({ id }) => id)).toEqual([3]);
});

test('[LINE-01] without a voice seat there is nothing to test', async () => {
  const text = await aMember(db, await aTenant(db), { voiceSeat: false });
  expect((await begin(text)).code).toBe(411);
});

test.each([
  ['in a call', { call: { callId: 'c', at: 'talking' } }],
  ['being rung', { call: { callId: 'c', at: 'ringing' } }],
  ['consulting', { call: null, otherCalls: ['d'] }],
  ['listening to a colleague', { call: null, monitoring: true }],
] as [string, Partial<BoardAgent>][])('[LINE-01] nobody tests lines while %s', async (_what, busy) => {
  const { routes } = lineCheck(server.world, {
    agent: () => ({ otherCalls: [], monitoring: false, ...busy }) as unknown as BoardAgent,
  });
  const handle = routes.find(({ name }) => name === 'begin')!.handle;
  const ana = await anAgent();
  await expect(
    (async () =>
      handle(
        { tenantId: ana.tenantId, userId: ana.userId, voiceSeat: true, language: 'en-US', origin: {} } as never,
        {},
      ))(),
  ).rejects.toMatchObject({ name: 'lineCheckInCall' });
});

test('[LINE-01] the exchange knows an account that was given, for ten minutes, and none that was made up', async () => {
  const accounts = openProbeAccounts({ db, clock });
  const ana = await anAgent();
  const { number, ha1 } = await accounts.make(ana, 'openseat.test');
  expect(await accounts.find(number, 'openseat.test')).toEqual({ ha1 });
  expect(await openProbeAccounts({ db, clock }).find(number, 'openseat.test')).toEqual({ ha1 });
  // Its own name decides its password, and nobody moves its end.
  const [, tenantId, userId, ends, chance] = number.split('-') as [string, string, string, string, string];
  expect(
    (
      await accounts.find(
        `test-${tenantId}-${userId}-${ends}-${chance.replace(/^./, chance.startsWith('a') ? 'b' : 'a')}`,
        'openseat.test',
      )
    )?.ha1,
  ).not.toBe(ha1);
  for (const wrong of [
    `test-${tenantId}-${userId}-${Number(ends) + 700}-${chance}`,
    `test-${tenantId}-999999-${ends}-${chance}`,
    `test-99999999-${userId}-${ends}-${chance}`,
    'test-',
    'test-1',
    `test-${tenantId}-${userId}-${ends}-`,
    '1000001',
  ])
    expect(await accounts.find(wrong, 'openseat.test')).toBeNull();
  clock.turn(601_000);
  expect(await accounts.find(number, 'openseat.test')).toBeNull();
  clock.turn(-601_000);
  await db.everyTenant('sends her away', (tx) =>
    sql`update member set enabled = false where user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect(await accounts.find(number, 'openseat.test')).toBeNull();
});

test('[LINE-01] is_check says which line is being tested now (1), which was not reached (2), and nothing of others', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await anAgent(tenant), await anAgent(tenant)];
  const testing = (endPointId: number) =>
    server.ask('POST', lineCheckApi.testing.path, { token: ana.token, body: { endPointId } });
  const states = async (who: Member) =>
    (await server.ask<{ is_check: number }[]>('POST', agentsApi.lines.path, { token: who.token, body: {} })).data.map(
      ({ is_check: state }) => state,
    );
  expect(await states(ana)).toEqual([0, 0, 0]);
  await testing(1);
  expect(await states(ana)).toEqual([1, 0, 0]);
  await testing(2);
  expect([await states(ana), await states(budi)]).toEqual([
    [0, 1, 0],
    [0, 0, 0],
  ]);
  expect((await testing(99)).code).toBe(404);
  await report(ana, [good(1), bad(2)]);
  expect(await states(ana)).toEqual([0, 2, 0]);
  const line = await server.ask('POST', agentsApi.line.path, { token: ana.token, body: { endPointId: 2 } });
  expect(line.data).toMatchObject({ is_check: 2 });
  await report(ana, [good(2)], 'quiet');
  expect(await states(ana)).toEqual([0, 0, 0]);
});

test('[LINE-01] what a check showed is kept per line, and is one’s own', async () => {
  const [ana, budi] = [await anAgent(), await anAgent()];
  expect((await report(ana, [good(1, 3.5), good(2), bad(3)])).code).toBe(0);
  expect((await report(ana, [good(1, 4)], 'quiet')).code).toBe(0);
  const history = (await server.ask<LineHistory[]>('POST', lineCheckApi.history.path, { token: ana.token, body: {} }))
    .data;
  expect(history.map(({ endPointId, name, points }) => [endPointId, name, points.map(({ mos }) => mos)])).toEqual([
    [1, 'Main line', [3.5, 4]],
    [2, 'Second line', [4.4]],
    [3, 'Third line', [null]],
  ]);
  const others = (await server.ask<LineHistory[]>('POST', lineCheckApi.history.path, { token: budi.token, body: {} }))
    .data;
  expect(others.every(({ points }) => points.length === 0)).toBe(true);
});

test.each([
  [[good(1), good(99)], 404],
  [[], 400],
  [[{ ...good(1), mos: 6 }], 400],
  [[bad(1, 'tired')], 400],
])('[LINE-01] nonsense is refused: %#', async (results, code) => {
  expect((await report(await anAgent(), results as object[])).code).toBe(code);
});

test('[CALL-14] trends: test calls by line, calls by line and by agent, the worst agent first, for those who may look', async () => {
  const tenant = await aTenant(db);
  const [ana, budi, sofia] = [
    await anAgent(tenant),
    await anAgent(tenant),
    await anAgent(tenant, { functions: ['line-check.view'] }),
  ];
  await report(ana, [good(1, 4), bad(2)]);
  await report(budi, [good(1, 2)]);
  await db.tenant({ tenantId: tenant }, async (tx) => {
    const call = (userId: number, mos: number | null, line: number | null, daysAgo = 0) =>
      sql`insert into call_quality_report (call_id, user_id, interval_sec, local_ips, remote_ips, mos, reports, line_id, created_at) values ('c', ${userId}, 5, '{}', '{}', ${mos}, '[]', ${line}, now() - make_interval(days => ${daysAgo}))`.execute(
        tx.as(),
      );
    await call(ana.userId, 4, 1);
    await call(ana.userId, 4.4, 1, 3);
    await call(budi.userId, 2, 2);
    await call(budi.userId, 3, null);
    await call(budi.userId, null, 1);
    await call(budi.userId, 1, 1, 40);
  });
  const ask = (token: string, body: object = {}) =>
    server.ask<Trends>('POST', lineCheckApi.trends.path, { token, body });
  const { data } = await ask(sofia.token);
  expect(data.checks.map(({ id, name, mos, count, poor }) => [id, name, mos, count, poor])).toEqual([
    [1, 'Main line', 3, 2, 1],
    [2, 'Second line', null, 1, 1],
  ]);
  expect(data.lines.map(({ id, mos, count, poor, days }) => [id, mos, count, poor, days.length])).toEqual([
    [1, 4.2, 2, 0, 2],
    [2, 2, 1, 1, 1],
  ]);
  expect(data.agents.map(({ id, mos, count, poor }) => [id, mos, count, poor])).toEqual([
    [budi.userId, 2.5, 2, 1],
    [ana.userId, 4.2, 2, 0],
  ]);
  expect((await ask(sofia.token, { days: 1 })).data.lines.map(({ id, count }) => [id, count])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect((await ask(ana.token)).code).toBe(403);
  expect((await ask(sofia.token, { days: 91 })).code).toBe(400);
  const ofAgent = (token: string, userId: number) =>
    server.ask<AgentSound>('POST', lineCheckApi.ofAgent.path, { token, body: { userId } });
  expect((await ofAgent(sofia.token, ana.userId)).data).toEqual({
    mos: 4.2,
    calls: 2,
    poor: 0,
    checks: [
      { endPointId: 1, name: 'Main line', at: expect.any(String), mos: 4 },
      { endPointId: 2, name: 'Second line', at: expect.any(String), mos: null },
    ],
  });
  expect((await ofAgent(sofia.token, sofia.userId)).data).toEqual({ mos: null, calls: 0, poor: 0, checks: [] });
  expect((await ofAgent(budi.token, ana.userId)).code).toBe(403);
  expect((await ofAgent(sofia.token, (await anAgent()).userId)).code).toBe(404);
});

test('[CALL-14] the report of a call keeps the line the phone had', async () => {
  const ana = await anAgent();
  await server.ask('POST', '/cc/api/webCall/v1/changeLine', { token: ana.token, body: { endPointId: 2 } });
  await db.tenant({ tenantId: ana.tenantId }, async (tx) => {
    await callsRepo(tx).addQuality(ana.userId, {
      callId: 'c',
      interval: 5,
      localIPSet: [],
      remoteIPSet: [],
      mos: 4,
      webRtcReports: [],
    });
    const { rows } = await sql`select line_id from call_quality_report`.execute(tx.as());
    expect(rows).toEqual([{ line_id: 2 }]);
  });
});
