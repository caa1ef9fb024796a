import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { sendMail } from '#features/team/account/server/index.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import { aTenantHouse, type House } from '#features/voice/calls/server/calls.fixture.ts';
import { agentSocket } from '#features/team/agent-status/contract.ts';
import { openLog, type Log } from '#platform/server/log.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { CloseCode } from '#shared/channel.ts';
import { failures } from '#shared/errors.ts';
import { aMember, anOperator, type Member } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { nodesSocket, type NodeRow } from '../contract.ts';

vi.setConfig({ testTimeout: 60_000 });

const { db, url, close } = await testDb();
afterAll(close);

/** Told at once; the machine that runs the tests may be busy. */
const SOON = { timeout: 20_000, interval: 50 };
const STATUS = '/cc/api/agentStatus/v1';
const NODES = '/admin/operator/nodes';

async function aProcess(node: string, log?: Log): Promise<TestServer> {
  const own = openDb({ url, max: 8, report: () => {} });
  const server = await testServer({ db: own, listens: true, node, ...(log && { log }) });
  onTestFinished(async () => {
    await server.close();
    await own.close();
  });
  return server;
}

async function anAgent({ tenantId, groupId }: House): Promise<Member & { sipNum: string }> {
  const member = await aMember(db, tenantId, { voiceSeat: true, functions: ['calls.use'] });
  const { rows } = await db.everyTenant('a phone', async (tx) => {
    await makeAgent(tx, member);
    await sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${groupId}, ${member.userId})`.execute(
      tx.as(),
    );
    return sql<{ sip_num: string }>`select sip_num from agent where user_id = ${member.userId}`.execute(tx.as());
  });
  return { ...member, sipNum: rows[0]!.sip_num };
}

async function comesToWork(server: TestServer, { token, sipNum }: { token: string; sipNum: string }): Promise<void> {
  const came = { status: WebPresence.signedIn, sipNum, deviceUniqueIdentification: 'desk' };
  expect(await server.ask('POST', `${STATUS}/web`, { token, body: came })).toMatchObject({ code: 0 });
  const chosen = { sipNumber: sipNum, status: AgentStatus.available, timeStamp: '', eventType: 1 };
  expect(await server.ask('POST', `${STATUS}/event`, { token, body: chosen })).toMatchObject({ code: 0 });
  const ask = async (path: string) =>
    (await server.ask('POST', path, { token, body: { sipNumber: sipNum } })).data as Record<string, string>;
  const { asmIp } = await ask('/cc/api/asm/v1/lookup');
  const { ticket } = await ask('/cc/api/asm/v1/ticket');
  const query = new URLSearchParams({ token: ticket!, sipNumber: sipNum, asmIp: asmIp! });
  const page = new Page(`${server.address.replace('http', 'ws')}${agentSocket.path}?${query}`);
  onTestFinished(() => void page.socket.terminate());
  await expect.poll(() => page.received.length, SOON).toBeGreaterThan(0);
  server.telephony.registers(sipNum);
  await expect
    .poll(async () => (await server.ask('POST', `${STATUS}/mine`, { token, body: {} })).data, SOON)
    .toMatchObject({ whyNotRoutable: null });
}

/** A page of somebody who wants to look at the processes. */
async function looks(server: TestServer, { token }: { token: string }): Promise<Page> {
  const body = { purpose: nodesSocket.path };
  const { ticket } = (await server.ask('POST', '/admin/saas_plat/user/ticket', { token, body })).data;
  const page = new Page(`${server.address.replace('http', 'ws')}${nodesSocket.path}?token=${ticket}`);
  onTestFinished(() => void page.socket.terminate());
  return page;
}

const lastNodes = (page: Page): NodeRow[] =>
  (page.received as unknown as { data?: { kind: string; nodes: NodeRow[] } }[]).findLast(
    ({ data }) => data?.kind === 'nodes',
  )?.data?.nodes ?? [];

test('an operator drains a process: its call goes on, nobody begins another there, and with its end the desk is the other’s; taken back it works again', async () => {
  const house = await aTenantHouse(db);
  const { tenantId } = house;
  const ana = await anAgent(house);
  const olivia = await anOperator(db);
  const leaving = await aProcess('node-leaving');
  await comesToWork(leaving, ana);
  leaving.telephony.outsideCalls({ line: 'rehearsal', from: '525512345678', to: house.did });
  await expect.poll(() => leaving.telephony.ringing(ana.sipNum), SOON).toBeTruthy();
  const leg = leaving.telephony.ringing(ana.sipNum)!;
  leaving.telephony.picksUp(leg);
  await expect.poll(() => leaving.telephony.leg(leg)?.at, SOON).toBe('answered');

  const mine = async (): Promise<NodeRow[]> => (await leaving.ask('GET', NODES, { token: olivia.token })).data;
  const idOf = async (name: string): Promise<string> => (await mine()).find((node) => node.name === name)!.nodeId;
  const deed = async (name: string, what: string) =>
    leaving.ask('POST', `${NODES}/${await idOf(name)}/${what}`, { token: olivia.token, body: {} });
  // Nobody else would take its tenants.
  expect(await deed('node-leaving', 'drain')).toMatchObject({ code: failures.lastNode.code });
  const other = await aProcess('node-other');
  const page = await looks(other, olivia);
  await expect.poll(() => lastNodes(page).map(({ name }) => name), SOON).toEqual(['node-leaving', 'node-other']);
  const ready = async (): Promise<number> => (await leaving.ask('GET', '/api/ready')).status;
  expect(await ready()).toBe(200);

  expect(await deed('node-leaving', 'drain')).toMatchObject({ code: 0 });
  await expect
    .poll(() => lastNodes(page).find(({ name }) => name === 'node-leaving'), SOON)
    .toMatchObject({ state: 'draining', calls: 1, homes: 1, isStopping: false });
  expect(await leaving.ask('GET', '/api/ready')).toMatchObject({ status: 503, msg: 'draining' });
  const state = { token: ana.token };
  expect((await other.ask('GET', '/cc/api/desk/v1/state', state)).data).toEqual({ draining: { until: null } });
  // Carriers hear a status they know, pages one with words.
  const caller = leaving.telephony.outsideCalls({ line: 'rehearsal', from: '525512340000', to: house.did });
  await expect.poll(() => leaving.telephony.leg(caller)?.at, SOON).toBe('ended');
  const dialled = leaving.telephony.phoneCalls(ana.sipNum, '14155550100', { [CallHeader.ccToken]: 'any' });
  await expect.poll(() => leaving.telephony.leg(dialled)?.at, SOON).toBe('ended');
  expect(leaving.telephony.leg(leg)?.at).toBe('answered');
  expect(leaving.built.homes.isHere(tenantId)).toBe(true);

  leaving.telephony.hangsUp(leg);
  await expect.poll(() => other.built.homes.isHere(tenantId), SOON).toBe(true);
  await expect
    .poll(() => lastNodes(page).find(({ name }) => name === 'node-leaving'), SOON)
    .toMatchObject({ state: 'drained', calls: 0, homes: 0 });
  expect((await other.ask('GET', '/cc/api/desk/v1/state', state)).data).toEqual({ draining: null });
  expect((await leaving.ask('GET', '/cc/api/desk/v1/state', state)).data).toEqual({ draining: null });

  expect(await deed('node-leaving', 'work')).toMatchObject({ code: 0 });
  await expect.poll(ready, SOON).toBe(200);
  await leaving.close();
  await expect.poll(() => lastNodes(page).map(({ name }) => name), SOON).toEqual(['node-other']);
});

test('a process that was drained and is then left alone does the jobs again: nobody else would', async () => {
  const olivia = await anOperator(db);
  const lone = await aProcess('node-lone');
  const other = await aProcess('node-brief');
  const nodesOf = async (): Promise<NodeRow[]> => (await lone.ask('GET', NODES, { token: olivia.token })).data;
  await expect.poll(async () => (await nodesOf()).map(({ name }) => name), SOON).toEqual(['node-brief', 'node-lone']);
  const { nodeId, build } = (await nodesOf()).find(({ name }) => name === 'node-lone')!;
  expect(build).not.toBe('');
  expect(await lone.ask('POST', `${NODES}/${nodeId}/drain`, { token: olivia.token, body: {} })).toMatchObject({
    code: 0,
  });
  await expect
    .poll(async () => (await nodesOf()).find(({ name }) => name === 'node-lone')?.state, SOON)
    .toBe('drained');
  await other.close();
  await db.everyTenant('a mail', (tx) =>
    sendMail(tx, {
      to: 'ana@aurora.example',
      language: 'en-US',
      key: 'operators.mail.added',
      values: { name: 'N', url: 'U' },
    }),
  );
  await expect
    .poll(async () => (await lone.world.outbox!.list(10)).map(({ to }) => to), SOON)
    .toEqual(['ana@aurora.example']);
});

test('who does not run the installation, or did not show a second factor, sees no processes', async () => {
  const house = await aTenantHouse(db);
  const clerk = await aMember(db, house.tenantId);
  const server = await aProcess('node-shut');
  const unproven = await anOperator(db);
  await db.everyTenant('not shown', (tx) =>
    sql`update session set factor_at = null where id = ${unproven.sessionId}`.execute(tx.as()),
  );
  for (const who of [clerk, unproven]) {
    const page = await looks(server, who);
    await expect.poll(() => page.closed, SOON).toMatchObject({ code: CloseCode.notAllowed });
    expect(lastNodes(page)).toEqual([]);
    expect(await server.ask('GET', NODES, { token: who.token })).toMatchObject({ status: 403 });
  }
});

test('told to stop, a process is drained when its last call has ended, or when the time is up', async () => {
  const house = await aTenantHouse(db);
  const ana = await anAgent(house);
  const server = await aProcess('node-stopping');
  await comesToWork(server, ana);
  server.telephony.outsideCalls({ line: 'rehearsal', from: '525512345678', to: house.did });
  await expect.poll(() => server.telephony.ringing(ana.sipNum), SOON).toBeTruthy();
  const leg = server.telephony.ringing(ana.sipNum)!;
  server.telephony.picksUp(leg);
  let isDone = false;
  const done = server.built.drain(50_000).then(() => (isDone = true));
  await expect.poll(async () => (await server.ask('GET', '/api/ready')).status, SOON).toBe(503);
  const deskState = (await server.ask('GET', '/cc/api/desk/v1/state', { token: ana.token })).data;
  expect(deskState).toEqual({ draining: { until: expect.stringMatching(/^\d{4}-/) } });
  expect(isDone).toBe(false);
  server.telephony.hangsUp(leg);
  await done;
  // Nobody takes this back.
  const olivia = await anOperator(db);
  const [node] = (await server.ask('GET', NODES, { token: olivia.token })).data as NodeRow[];
  expect(node).toMatchObject({ state: 'drained', isStopping: true });
});

test('one call is followed by its id through the desk, the exchange and the requests about it, and nothing of its numbers is told', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = openLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const house = await aTenantHouse(db);
  const ana = await anAgent(house);
  const server = await aProcess('node-told', log);
  await comesToWork(server, ana);
  server.telephony.outsideCalls({ line: 'rehearsal', from: '525587654321', to: house.did });
  await expect.poll(() => server.telephony.ringing(ana.sipNum), SOON).toBeTruthy();
  const leg = server.telephony.ringing(ana.sipNum)!;
  server.telephony.picksUp(leg);
  const live = async () =>
    (await server.ask('GET', '/cc/api/calls/v1/live', { token: ana.token })).data.calls as { callId: string }[];
  await expect.poll(async () => (await live()).length, SOON).toBe(1);
  const [{ callId }] = (await live()) as [{ callId: string }];
  await server.ask('POST', '/cc/api/calls/v1/hold', { token: ana.token, body: { callId } });
  server.telephony.hangsUp(leg);
  const trail = () => lines.filter((line) => line.callId === callId);
  await expect.poll(() => trail().some(({ part, at }) => part === 'desk' && at === 'over'), SOON).toBe(true);
  expect(new Set(trail().map(({ part, msg }) => part ?? msg))).toEqual(new Set(['desk', 'exchange', 'answered']));
  expect(trail().filter(({ part, at }) => part === 'desk' && at)[0]).toMatchObject({
    node: 'node-told',
    direction: 'inbound',
  });
  expect(trail().some(({ event }) => event === 'legAnswered')).toBe(true);
  expect(JSON.stringify(trail())).not.toMatch(/525587654321|87654321/);
});
