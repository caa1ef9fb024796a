import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { aTenantHouse } from '#features/voice/calls/server/calls.fixture.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aDeskAgent, askAs as ask, signIn, socketAt, type DeskAgent as Agent } from './desk-servers.ts';
import { testDb } from './test-db.ts';
import { testServer, type TestServer } from './test-server.ts';

/* Two processes of the product on one database, each with an exchange of its own: every tenant has one desk. */

vi.setConfig({ testTimeout: 60_000 });

const { db, url, close } = await testDb();
afterAll(close);

/** The product promises eight seconds; the machine that runs the tests may be busy. */
const SOON = { timeout: 20_000, interval: 50 };
const STATUS = '/cc/api/agentStatus/v1';
const CALLS = '/cc/api/calls/v1';

interface Process extends TestServer {
  name: string;
  /** As a machine that loses power: nothing is said to anybody, and nothing more is written. */
  kill(): Promise<void>;
}

async function aProcess(node: string): Promise<Process> {
  const own = openDb({ url, max: 8, report: () => {} });
  own.pool.options.application_name = node;
  const server = await testServer({ db: own, listens: true, node });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
    await own.close();
  };
  onTestFinished(close);
  return {
    ...server,
    name: node,
    close,
    async kill() {
      server.built.http.server.close();
      server.built.http.server.closeAllConnections();
      own.pool.options.connectionString = 'postgres://nobody@127.0.0.1:1/gone';
      await db.everyTenant('it is gone', (tx) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${node}`.execute(tx.as()),
      );
    },
  };
}

const liveAt = async (process: Process, { token }: Agent) =>
  (await process.ask('GET', `${CALLS}/live`, { token })).data?.calls;

/** Those that were answered first. */
async function recordsOf(tenantId: number) {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ outcome: number | null; answered: boolean; cause: string; ended_by: string; ended: boolean }>`
      select outcome, answered_at is not null answered, cause, ended_by, ended_at is not null ended
      from call_record where tenant_id = ${tenantId} order by answered_at nulls last`.execute(tx.as()),
  );
  return rows;
}

/** A call that goes out, as limits count it. */
const goesOut = (tenantId: number) =>
  db.pool.query(
    `insert into call_attempt (tenant_id, user_id, number, trunk_id, at) values ($1, 0, '525512340009', 1, now())`,
    [tenantId],
  );

/** How many go on. */
const outside = async (tenantId: number): Promise<number> =>
  (await db.pool.query('select 1 from call_attempt where tenant_id = $1 and ended_at is null', [tenantId])).rowCount!;

const homeOf = (tenantId: number, ...processes: Process[]): string[] =>
  processes.filter(({ built }) => built.homes.isHere(tenantId)).map(({ name }) => name);

test('[CC-12] a page at any process asks, orders and hears of the one desk of its tenant', async () => {
  const house = await aTenantHouse(db);
  const [ana, sofia] = [await aDeskAgent(db, house), await aDeskAgent(db, house)];
  const [one, other] = [await aProcess('node-ask-1'), await aProcess('node-ask-2')];
  await signIn(one, ana);
  expect(homeOf(house.tenantId, one, other)).toEqual(['node-ask-1']);
  const page = await socketAt(other, ana);
  one.telephony.registers(ana.sipNum);
  await expect
    .poll(async () => (await ask(other, ana, `${STATUS}/mine`)).data, SOON)
    .toMatchObject({ status: AgentStatus.available, connected: true, registered: true, whyNotRoutable: null });

  // A caller rings at the exchange of the home; orders come from the other process.
  one.telephony.outsideCalls({ line: 'rehearsal', from: '525512345678', to: house.did });
  await expect.poll(() => one.telephony.ringing(ana.sipNum), SOON).toBeTruthy();
  one.telephony.picksUp(one.telephony.ringing(ana.sipNum)!);
  await expect.poll(() => liveAt(other, ana), SOON).toMatchObject([{ state: 'talking' }]);
  const [{ callId }] = await liveAt(other, ana);
  expect(await ask(other, ana, `${CALLS}/hold`, { callId })).toMatchObject({ code: 0 });
  expect((await ask(other, ana, `${CALLS}/hangUp`, { callId })).code).toBe(0);
  await expect.poll(() => liveAt(one, ana), SOON).toEqual([]);

  // A supervisor at the other process; the agent's page there is told, and the log knows who it was.
  const change = { userId: ana.userId, status: AgentStatus.meeting };
  expect(await ask(other, sofia, `${STATUS}/change`, change)).toMatchObject({ code: 0 });
  await expect
    .poll(() => page.received.map(({ data }) => (data as { status?: number } | null)?.status), SOON)
    .toContain(AgentStatus.meeting);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select user_id, address from operation_log where tenant_id = ${house.tenantId} and module = 'agent-status' and action = 'change'`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([{ user_id: sofia.userId, address: '127.0.0.1' }]);
  expect(homeOf(house.tenantId, one, other)).toEqual(['node-ask-1']);
});

test('[CC-12] who claims to be passed on by a process of ours is taken for who they are', async () => {
  const house = await aTenantHouse(db);
  const ana = await aDeskAgent(db, house);
  const [one, other] = [await aProcess('node-claim-1'), await aProcess('node-claim-2')];
  await signIn(one, ana);
  const words = Buffer.from(JSON.stringify({ address: '192.0.2.9', site: 'https://evil.example' })).toString(
    'base64url',
  );
  const claimed = await other.ask('POST', `${STATUS}/change`, {
    token: ana.token,
    body: { userId: ana.userId, status: AgentStatus.offline },
    headers: { 'x-openseat-passed-on': `${words}.${'A'.repeat(43)}` },
  });
  expect(claimed.code).toBe(0);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select address from operation_log where tenant_id = ${house.tenantId}`.execute(tx.as()),
  );
  expect(rows).toEqual([{ address: '127.0.0.1' }]);
});

test('[CC-12] [CC-16] a process dies: its calls are closed in the records, who waited is promised a call back at their place, and the desk is elsewhere', async () => {
  const [house, { tenantId: nextDoor }] = [await aTenantHouse(db, { allowCallback: true }), await aTenantHouse(db)];
  const { tenantId } = house;
  const ana = await aDeskAgent(db, house);
  await goesOut(nextDoor);
  const [one, other] = [await aProcess('node-dies-1'), await aProcess('node-dies-2')];
  await signIn(one, ana);
  await socketAt(other, ana);
  one.telephony.registers(ana.sipNum);
  for (const from of ['525512340001', '525512340002', '525512340003'])
    one.telephony.outsideCalls({ line: 'rehearsal', from, to: house.did });
  await expect.poll(() => one.telephony.ringing(ana.sipNum), SOON).toBeTruthy();
  one.telephony.picksUp(one.telephony.ringing(ana.sipNum)!);
  const waitingAt = async (process: Process) => (await ask(process, ana, '/cc/api/agentGroup/v1/waiting')).data?.list;
  await expect.poll(() => waitingAt(other), SOON).toHaveLength(2);
  await expect.poll(() => liveAt(other, ana), SOON).toHaveLength(1);
  await expect.poll(async () => (await recordsOf(tenantId))[0]?.answered, SOON).toBe(true);
  const order = (await waitingAt(other)).map(({ callId }: { callId: string }) => callId);

  await goesOut(tenantId);
  const killedAt = performance.now();
  await one.kill();
  await expect.poll(() => homeOf(tenantId, other), SOON).toEqual(['node-dies-2']);
  expect(performance.now() - killedAt).toBeLessThan(SOON.timeout);
  const waiting = await waitingAt(other);
  expect(waiting).toMatchObject(
    order.map((callId: string, index: number) => ({ callId, kind: 'callback', position: index + 1 })),
  );
  const cutOff = { cause: 'server', ended_by: 'server', ended: true };
  expect(await recordsOf(tenantId)).toEqual([
    { outcome: CallOutcome.talked, answered: true, ...cutOff },
    { outcome: CallOutcome.server, answered: false, ...cutOff },
    { outcome: CallOutcome.server, answered: false, ...cutOff },
  ]);
  expect((await ask(other, ana, `${STATUS}/mine`)).data).toMatchObject({ call: null, registered: false });
  expect(await liveAt(other, ana)).toEqual([]);
  // What limits count as going on is over with the process, and nobody else's is.
  expect([await outside(tenantId), await outside(nextDoor)]).toEqual([0, 1]);
});

test('[CC-12] a process that stops in order gives its desks away, and pages go on at once', async () => {
  const house = await aTenantHouse(db);
  const ana = await aDeskAgent(db, house);
  const [one, other] = [await aProcess('node-stops-1'), await aProcess('node-stops-2')];
  await signIn(one, ana);
  const page = await socketAt(other, ana);
  await one.close();
  await expect.poll(() => page.closed, SOON).not.toBeNull();
  expect(await ask(other, ana, `${STATUS}/mine`)).toMatchObject({ code: 0, data: { status: AgentStatus.available } });
  expect(homeOf(house.tenantId, other)).toEqual(['node-stops-2']);
});
