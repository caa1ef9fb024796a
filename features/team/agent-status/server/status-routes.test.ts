import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { GONE_MS } from '#core/agent-status/agent-machine.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { aMember, aSession, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { FakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { handClock } from '#test/clock.ts';
import { asmTicketPurpose, type AgentNow } from '../contract.ts';
import { aBoard, anAgent, getReady, type AgentMember } from './board.fixture.ts';
import { statusRoutes } from './status-routes.ts';

const clock = handClock();
const server = await testServer({ clock });
const port = new URL(await server.built.http.listen({ host: '127.0.0.1', port: 0 })).port;
afterAll(server.close);
const { db, sessions } = server.world;
const telephony = server.world.telephony as FakeTelephony;

const post = <D = AgentNow>(path: string, token: string, body: object = {}) =>
  server.ask<D>('POST', `/cc/api/${path}`, { token, body });
const report = (ana: AgentMember, status: number, eventType = 1, sipNumber = ana.sipNum) =>
  post('agentStatus/v1/event', ana.token, { sipNumber, status, timeStamp: '2026-11-15 14:00:00', eventType });
const web = (ana: AgentMember, status = 'login-web', token = ana.token) =>
  post('agentStatus/v1/web', token, { status, sipNum: ana.sipNum, deviceUniqueIdentification: 'desk' });
const mine = async (ana: AgentMember) => (await post('agentStatus/v1/mine', ana.token)).data;
const rowsOf = async (query: ReturnType<typeof sql>) =>
  (await db.everyTenant('the test looks', (tx) => query.execute(tx.as()))).rows;

test('[STATUS-13] my page reports its coming, its status and its going', async () => {
  const ana = await anAgent(db, await aTenant(db));
  expect(await mine(ana)).toMatchObject({ status: 0, whyNotRoutable: 'offline', sipNumber: ana.sipNum });
  expect((await web(ana)).data).toMatchObject({ status: 67 });
  expect((await report(ana, 62)).data).toMatchObject({ status: 62, modifiedBy: null });
  expect((await report(ana, 62, 2)).data).toMatchObject({ status: 62 });
  expect((await web(ana, 'logout-web')).data).toMatchObject({ status: 0, reason: 'signedOut' });
});

test('[STATUS-14] AgentDefaultLoginStatus decides how a new login begins; a reload of the same keeps its status', async () => {
  const ana = await anAgent(db, await aTenant(db));
  await db.everyTenant('a setting', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${ana.tenantId}, 'AgentDefaultLoginStatus', '61')`.execute(
      tx.as(),
    ),
  );
  expect((await web(ana)).data.status).toBe(61);
  await report(ana, 67);
  expect((await web(ana)).data.status).toBe(67);
  const { token } = await aSession(db, ana);
  expect((await web(ana, 'login-web', token)).data.status).toBe(61);
});

test('[STATUS-01] nobody speaks for another phone, and only a status of the list can be chosen', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi, chen] = [await anAgent(db, tenantId), await anAgent(db, tenantId), await aMember(db, tenantId)];
  expect((await report(ana, 67, 1, budi.sipNum)).code).toBe(403);
  expect((await post('agentStatus/v1/web', ana.token, { status: 'login-web', sipNum: budi.sipNum })).code).toBe(403);
  for (const path of ['asm/v1/ticket', 'asm/v1/lookup'])
    expect((await post(path, ana.token, { sipNumber: budi.sipNum })).code).toBe(403);
  for (const status of [69, 4, 36, 99]) expect((await report(ana, status)).code).toBe(400);
  expect((await post('agentStatus/v1/mine', chen.token)).code).toBe(407);
});

test('[SOCK-01] the lookup names a node, the ticket is for the agent’s own phone', async () => {
  const ana = await anAgent(db, await aTenant(db));
  expect((await post<object>('asm/v1/lookup', ana.token, { sipNumber: ana.sipNum })).data).toEqual({
    asmIp: 'node-1',
    asmPort: 80,
  });
  const { data } = await post<{ ticket: string }>('asm/v1/ticket', ana.token, { sipNumber: ana.sipNum });
  expect(await sessions.redeemTicket(data.ticket, '/cc/asm/websocket')).toBeNull();
  expect(await sessions.redeemTicket(data.ticket, asmTicketPurpose(ana.sipNum))).toMatchObject({ userId: ana.userId });
  expect(await sessions.redeemTicket(data.ticket, asmTicketPurpose(ana.sipNum))).toBeNull();
});

test('[STATUS-15] a supervisor changes a status, by person or phone; the change bears their name and is logged', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgent(db, tenantId, { name: 'Ana' });
  const sofia = await aMember(db, tenantId, { name: 'Sofia', functions: ['agent-status.edit'] });
  await web(ana);
  expect((await post('agentStatus/v1/change', sofia.token, { userId: ana.userId, status: 66 })).code).toBe(20801);
  expect((await post('agentStatus/v1/change', sofia.token, { userId: ana.userId, status: 0 })).data).toMatchObject({
    status: 0,
    modifiedBy: 'Sofia',
    reason: 'forced',
  });
  expect((await post('agentStatus/v1/change', sofia.token, { sipNumber: ana.sipNum, status: 0 })).code).toBe(0);
  expect((await post('agentStatus/v1/change', sofia.token, { status: 66 })).code).toBe(400);
  expect((await post('agentStatus/v1/change', sofia.token, { userId: ana.userId, status: 69 })).code).toBe(400);
  expect((await post('agentStatus/v1/change', ana.token, { userId: ana.userId, status: 66 })).code).toBe(403);
  expect(
    await rowsOf(
      sql`select target, change from operation_log where tenant_id = ${tenantId} and module = 'agent-status' and outcome = 0 order by id limit 1`,
    ),
  ).toEqual([{ target: 'Ana', change: { before: { status: 67 }, after: { status: 0 } } }]);
  expect((await report(ana, 67)).data).toMatchObject({ status: 67, modifiedBy: null });
});

test('complaint 9: a supervisor signs an agent out by force, and the phone cannot register any more', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgent(db, tenantId);
  const sofia = await aMember(db, tenantId, { functions: ['agent-status.edit'] });
  await post('agent/v1/sipInfo', ana.token, { agentName: ana.email, deviceUniqueIdentification: 'desk' });
  await web(ana);
  telephony.registers(ana.sipNum);
  await expect.poll(async () => (await mine(ana)).registered).toBe(true);
  expect((await post('agentStatus/v1/forceSignOut', sofia.token, { userId: ana.userId })).data).toMatchObject({
    status: 0,
    reason: 'forced',
  });
  expect(telephony.isRegistered(ana.sipNum)).toBe(false);
  expect(await rowsOf(sql`select 1 from sip_login where user_id = ${ana.userId} and ended_at is null`)).toEqual([]);
});

test('supervisors see every agent of their tenant, those who never came too, and why no calls go to them', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await anAgent(db, tenantId, { name: 'Ana' }), await anAgent(db, tenantId, { name: 'Budi' })];
  const noor = await anAgent(db, await aTenant(db));
  const sofia = await aMember(db, tenantId, { functions: ['agent-status.view', 'agent-status.edit'] });
  await web(ana);
  const list = async (query: object = {}) =>
    (await post<{ list: AgentNow[]; total: number }>('agentStatus/v1/list', sofia.token, query)).data;
  expect(await list()).toMatchObject({
    total: 2,
    list: [
      { name: 'Ana', status: 67, whyNotRoutable: 'socketClosed' },
      { name: 'Budi', status: 0, whyNotRoutable: 'offline' },
    ],
  });
  expect(await list({ status: 0 })).toMatchObject({ total: 1, list: [{ userId: budi.userId }] });
  expect(await list({ word: ana.sipNum })).toMatchObject({ total: 1, list: [{ userId: ana.userId }] });
  expect(await list({ word: '%' })).toMatchObject({ total: 0 });
  expect((await post('agentStatus/v1/list', ana.token)).code).toBe(403);
  for (const which of [{ userId: noor.userId }, { sipNumber: noor.sipNum }]) {
    expect((await post('agentStatus/v1/change', sofia.token, { ...which, status: AgentStatus.offline })).code).toBe(
      404,
    );
  }
});

test('[STATUS-10] wrap-up can be made longer, and ends when its call is reported; another call’s report ends nothing', async () => {
  const ana = await anAgent(db, await aTenant(db));
  const world = aBoard(db);
  const routes = statusRoutes({ ...server.world, clock: world.clock }, world.board);
  const ask = (name: string, input: object) =>
    routes.find((route) => route.name === name)!.handle(ana.caller(), input) as Promise<AgentNow>;
  await getReady(world, ana);
  const nowMs = world.clock.nowMs();
  await world.board.send(ana, { type: 'callBegan', callId: 'c1', nowMs });
  await world.board.send(ana, { type: 'callEnded', callId: 'c1', wrapUpMs: 30_000, wrapUpExtraMs: 100_000, nowMs });
  await ask('extendWrapUp', { seconds: 60 });
  expect(world.board.agent(ana.userId, ana.tenantId)!.wrapUp!.endsMs).toBe(nowMs + 90_000);
  expect(await ask('extendWrapUp', { seconds: 60 }), 'as far as the limit lets').toMatchObject({
    wrapUp: { endTime: toWireTime(nowMs + 130_000), latestEndTime: toWireTime(nowMs + 130_000) },
  });
  await expect(ask('extendWrapUp', { seconds: 1 })).rejects.toMatchObject({ name: 'wrapUpAtLimit' });
  expect(
    await rowsOf(
      sql`select extract(epoch from wrap_up_latest - wrap_up_from)::int seconds from agent_state where user_id = ${ana.userId}`,
    ),
    'a restart forgets no limit',
  ).toEqual([{ seconds: 130 }]);
  expect(await ask('wrapUp', { callId: 'c9' })).toMatchObject({ whyNotRoutable: 'wrapUp' });
  world.clock.turn(40_000);
  expect(await ask('wrapUp', { callId: 'c1' })).toMatchObject({ whyNotRoutable: null, status: 67 });
  expect(
    await rowsOf(
      sql`select extract(epoch from ended_at - started_at)::int seconds from agent_wrap_up where user_id = ${ana.userId}`,
    ),
  ).toEqual([{ seconds: 40 }]);
  expect((await post('agentStatus/v1/wrapUp/extend', ana.token, { seconds: 100_000 })).code).toBe(400);
});

test('complaint 9: a browser that is killed is offline for everybody within 25 s', async () => {
  const tenantId = await aTenant(db);
  const ana = await anAgent(db, tenantId);
  const sofia = await aMember(db, tenantId, { functions: ['agent-status.view', 'agent-status.edit'] });
  await web(ana);
  const { data } = await post<{ ticket: string }>('asm/v1/ticket', ana.token, { sipNumber: ana.sipNum });
  const page = new Page(
    `ws://127.0.0.1:${port}/cc/asm/websocket?${new URLSearchParams({ token: data.ticket, sipNumber: ana.sipNum, asmIp: 'node-1' })}`,
  );
  await eventually(() => expect(page.data()).toMatchObject([{ eventType: 8, status: 67 }]));
  expect((await post('agentStatus/v1/change', sofia.token, { userId: ana.userId, status: 61 })).code).toBe(0);
  await eventually(() => expect(page.data().at(-1)).toMatchObject({ status: 61, modifiedBy: sofia.identity.name }));
  page.socket.terminate();
  const seen = async () => (await post<{ list: AgentNow[] }>('agentStatus/v1/list', sofia.token)).data.list[0]!;
  await eventually(async () => expect(await seen()).toMatchObject({ status: 61, connected: false }));
  clock.turn(GONE_MS);
  await eventually(async () =>
    expect(await seen()).toMatchObject({ status: 0, reason: 'gone', whyNotRoutable: 'offline' }),
  );
  expect(await mine(ana)).toMatchObject({ status: 0 });
});
