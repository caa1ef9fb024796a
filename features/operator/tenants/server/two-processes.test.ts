import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { agentSocket } from '#features/team/agent-status/contract.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import { aTenantHouse, type House } from '#features/voice/calls/server/calls.fixture.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { CloseCode } from '#shared/channel.ts';
import { failures } from '#shared/errors.ts';
import { aMember, anOperator, aSession, type Member } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { testServer, type TestServer } from '#test/test-server.ts';

/* The operator is at one process, the desk of the tenant, its calls and its pages are at the other. */

vi.setConfig({ testTimeout: 60_000 });

const { db, url, close } = await testDb();
afterAll(close);

/** Told at once; the machine that runs the tests may be busy. */
const SOON = { timeout: 20_000, interval: 50 };
const STATUS = '/cc/api/agentStatus/v1';

async function aProcess(node: string): Promise<TestServer> {
  const own = openDb({ url, max: 8, report: () => {} });
  const server = await testServer({ db: own, listens: true, node });
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
}

async function socketAt(server: TestServer, { token, sipNum: sipNumber }: { token: string; sipNum: string }) {
  const ask = async (path: string) => (await server.ask('POST', path, { token, body: { sipNumber } })).data;
  const { asmIp } = await ask('/cc/api/asm/v1/lookup');
  const { ticket } = await ask('/cc/api/asm/v1/ticket');
  const query = new URLSearchParams({ token: ticket, sipNumber, asmIp });
  const page = new Page(`${server.address.replace('http', 'ws')}${agentSocket.path}?${query}`);
  onTestFinished(() => void page.socket.terminate());
  await expect.poll(() => page.received.length, SOON).toBeGreaterThan(0);
  return page;
}

const openCalls = async (tenantId: number): Promise<number> =>
  (await db.pool.query('select 1 from call_record where tenant_id = $1 and ended_at is null', [tenantId])).rowCount!;

test('an operator suspends a tenant at one process: at the other its calls end, its sockets close, its phones are unknown and nobody reaches it; resumed, it works again', async () => {
  const house = await aTenantHouse(db);
  const { tenantId } = house;
  const ana = await anAgent(house);
  const olivia = await anOperator(db);
  const [here, there] = [await aProcess('node-operator'), await aProcess('node-tenant')];
  await comesToWork(there, ana);
  const page = await socketAt(there, ana);
  there.telephony.registers(ana.sipNum);
  const rings = async () => {
    there.telephony.outsideCalls({ line: 'rehearsal', from: '525512345678', to: house.did });
    await expect.poll(() => there.telephony.ringing(ana.sipNum), SOON).toBeTruthy();
    there.telephony.picksUp(there.telephony.ringing(ana.sipNum)!);
  };
  await expect
    .poll(async () => (await there.ask('POST', `${STATUS}/mine`, { token: ana.token, body: {} })).data, SOON)
    .toMatchObject({ whyNotRoutable: null });
  await rings();
  await expect.poll(() => openCalls(tenantId), SOON).toBe(1);

  const deed = (what: string, body: object = {}) =>
    here.ask('POST', `/admin/operator/tenants/${tenantId}/${what}`, { token: olivia.token, body });
  expect(await deed('suspend', { why: 'unpaid' })).toMatchObject({ code: 0 });
  await expect.poll(() => page.closed, SOON).toMatchObject({ code: CloseCode.sessionEnded });
  await expect.poll(() => openCalls(tenantId), SOON).toBe(0);
  await expect.poll(() => there.telephony.isRegistered(ana.sipNum), SOON).toBe(false);
  for (const server of [here, there])
    expect(await server.ask('GET', '/admin/saas_plat/user/info', { token: ana.token })).toMatchObject({
      code: failures.tenantDisabled.code,
      msg: 'unpaid',
    });
  // Somebody outside calls: refused, and nobody rings.
  const before = (await there.telephony.legs()).length;
  there.telephony.outsideCalls({ line: 'rehearsal', from: '525512340000', to: house.did });
  await expect.poll(async () => (await there.telephony.legs()).length, SOON).toBe(before);
  expect(there.telephony.ringing(ana.sipNum)).toBeFalsy();

  expect(await deed('resume')).toMatchObject({ code: 0 });
  const again = { ...ana, ...(await aSession(db, ana)) };
  await comesToWork(there, again);
  await socketAt(there, again);
  there.telephony.registers(ana.sipNum);
  await expect
    .poll(async () => (await there.ask('POST', `${STATUS}/mine`, { token: again.token, body: {} })).data, SOON)
    .toMatchObject({ whyNotRoutable: null });
  await rings();
  await expect.poll(() => openCalls(tenantId), SOON).toBe(1);
});
