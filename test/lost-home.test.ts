import { fork } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { LegId } from '#core/telephony/telephony.port.ts';
import { aTenantHouse, type House } from '#features/voice/calls/server/calls.fixture.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { openLink } from '../scripts/lib/prove/link.ts';
import { aDeskAgent, signIn, socketAt, type DeskAgent } from './desk-servers.ts';
import { testDb } from './test-db.ts';
import { testServer, type TestServer } from './test-server.ts';

/* A process loses the home of a tenant and does not know it yet. Its phones ring, are answered and hang up: the record says what they saw. */

vi.setConfig({ testTimeout: 90_000 });

const { db, url, close } = await testDb();
afterAll(close);

/** The product promises eight seconds; the machine that runs the tests may be busy. */
const SOON = { timeout: 30_000, interval: 50 };
/** A moment within a second of this one. */
const near = (ms: number) => expect.closeTo(ms, -Math.log10(2_000));

async function aServer(node: string, at = url): Promise<TestServer> {
  const own = openDb({ url: at, max: 8, report: () => {} });
  const server = await testServer({ db: own, listens: true, node });
  onTestFinished(async () => {
    await server.close();
    await own.close();
  });
  return server;
}

/** By TCP, whatever else the address offers: only that can be spoilt. */
async function aLink() {
  const there = new URL(url);
  there.search = '';
  const link = await openLink({ host: '127.0.0.1', port: Number(there.port) });
  onTestFinished(() => link.close());
  there.port = String(link.port);
  return { link, url: there.href };
}

interface BookedCall {
  outcome: number | null;
  ended_by: string | null;
  cause: string | null;
  answered_ms: number | null;
  ended_ms: number | null;
  answers: number;
  talk_sec: number;
}

/** What the book has of the one call of this customer. */
async function recordOf(tenantId: number, number: string): Promise<BookedCall | undefined> {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<BookedCall>`
      select outcome, ended_by, cause, talk_sec, (extract(epoch from answered_at) * 1000)::float8 answered_ms, (extract(epoch from ended_at) * 1000)::float8 ended_ms,
        (select count(*)::int from call_event e where e.tenant_id = r.tenant_id and e.call_id = r.call_id and e.type = 'answered') answers
      from call_record r where tenant_id = ${tenantId} and customer_number = ${number}`.execute(tx.as()),
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0];
}

const isOver = async (tenantId: number, number: string): Promise<boolean> =>
  typeof (await recordOf(tenantId, number))?.ended_ms === 'number';

/** A house whose phones ring as long as they may: some seconds lie between a ring and its answer, and the machine may be busy. */
async function aPatientHouse(): Promise<House> {
  const house = await aTenantHouse(db);
  await db.pool.query('update agent_group set ring_timeout_sec = 120 where id = $1', [house.groupId]);
  return house;
}

/** Somebody whose phone is at this process. */
async function seated(process: TestServer, agent: DeskAgent): Promise<DeskAgent> {
  await signIn(process, agent);
  await socketAt(process, agent);
  process.telephony.registers(agent.sipNum);
  return agent;
}

/** The leg that rings at one of them, once it does. */
async function rung({ telephony }: TestServer, agents: readonly DeskAgent[]): Promise<LegId> {
  const ringing = (): LegId | undefined => agents.map(({ sipNum }) => telephony.ringing(sipNum)).find(Boolean);
  await expect.poll(ringing, SOON).toBeTruthy();
  return ringing()!;
}

/** When each leg was over, as the phones saw it. */
function endsAt({ telephony }: TestServer): Map<LegId, number> {
  const ends = new Map<LegId, number>();
  onTestFinished(telephony.onEvent((event) => void (event.type === 'legEnded' && ends.set(event.leg, Date.now()))));
  return ends;
}

test.each(['cut', 'held'] as const)(
  '[CC-12] a home whose way to the database is %s has calls answered and ended meanwhile: the next home closes their records, and then they say what the phones saw',
  async (how) => {
    const house = await aPatientHouse();
    const { tenantId } = house;
    const { link, url: linked } = await aLink();
    const [one, other] = [await aServer(`node-${how}-1`, linked), await aServer(`node-${how}-2`)];
    const agents = [await seated(one, await aDeskAgent(db, house)), await seated(one, await aDeskAgent(db, house))];
    const ends = endsAt(one);
    const call = (from: string): LegId => one.telephony.outsideCalls({ line: 'rehearsal', from, to: house.did });
    const [talker, caller, waiter] = ['525512340001', '525512340002', '525512340003'] as const;

    const talking = call(talker);
    one.telephony.picksUp(await rung(one, agents));
    await expect.poll(async () => (await recordOf(tenantId, talker))?.answers, SOON).toBe(1);
    const calling = call(caller);
    const phone = await rung(one, agents);
    const waiting = call(waiter);
    await expect.poll(() => recordOf(tenantId, waiter), SOON).toBeTruthy();

    link.become(how);
    await expect.poll(() => other.built.homes.isHere(tenantId), SOON).toBe(true);
    for (const number of [talker, caller, waiter]) await expect.poll(() => isOver(tenantId, number), SOON).toBe(true);
    expect(await recordOf(tenantId, caller)).toMatchObject({ outcome: CallOutcome.server, answered_ms: null });

    const answeredMs = Date.now();
    one.telephony.picksUp(phone);
    await expect.poll(() => one.telephony.leg(calling)!.base, SOON).toEqual({ at: 'bridge', partners: [phone] });
    one.telephony.hangsUp(talking);
    // Who calls only now is not taken.
    const late = call('525512340004');
    await expect.poll(() => ends.has(late), SOON).toBe(true);
    link.become('open');

    await expect.poll(() => [phone, calling, waiting].every((leg) => ends.has(leg)), SOON).toBe(true);
    await expect
      .poll(() => recordOf(tenantId, caller), SOON)
      .toMatchObject({
        outcome: CallOutcome.talked,
        cause: 'server',
        ended_by: 'server',
        answers: 1,
        answered_ms: near(answeredMs),
        ended_ms: near(ends.get(phone)!),
      });
    await expect
      .poll(() => recordOf(tenantId, talker), SOON)
      .toMatchObject({
        outcome: CallOutcome.talked,
        cause: 'normal',
        ended_by: 'customer',
        answers: 1,
        ended_ms: near(ends.get(talking)!),
      });
    await expect
      .poll(() => recordOf(tenantId, waiter), SOON)
      .toMatchObject({ outcome: CallOutcome.server, answered_ms: null, ended_ms: near(ends.get(waiting)!) });
    expect(await recordOf(tenantId, '525512340004')).toBeUndefined();
    expect([one.built.homes.isHere(tenantId), other.built.homes.isHere(tenantId)]).toEqual([false, true]);
  },
);

test('[CC-12] a home that stood still while a phone rang, and whose phone is picked up as it goes on: the call ends, and its record says so', async () => {
  const house = await aPatientHouse();
  const ana = await aDeskAgent(db, house);
  const child = fork(join(import.meta.dirname, 'frozen-home-process.fixture.ts'), [url, ana.sipNum, house.did], {
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const news: { address?: string; rings?: true; answeredMs?: number; endedMs?: number } = {};
  child.on('message', (message) => void Object.assign(news, message));
  await expect.poll(() => news.address, SOON).toBeTruthy();
  const one = askedAt(news.address!);
  await signIn(one, ana);
  await socketAt(one, ana);
  const other = await aServer('node-goes-on');
  child.send('call');
  await expect.poll(() => news.rings, SOON).toBe(true);
  await expect.poll(() => recordOf(house.tenantId, '525512340003'), SOON).toBeTruthy();

  child.send('stand still');
  await expect.poll(() => other.built.homes.isHere(house.tenantId), SOON).toBe(true);
  await expect.poll(() => isOver(house.tenantId, '525512340003'), SOON).toBe(true);
  child.kill('SIGCONT');
  await expect.poll(() => news.endedMs, SOON).toBeTruthy();
  await expect
    .poll(() => recordOf(house.tenantId, '525512340003'), SOON)
    .toMatchObject({
      outcome: CallOutcome.talked,
      cause: 'server',
      ended_by: 'server',
      answers: 1,
      answered_ms: near(news.answeredMs!),
      ended_ms: near(news.endedMs!),
    });
});

/** A process that is asked over the network. */
const askedAt = (address: string): Pick<TestServer, 'ask' | 'address'> => ({
  address,
  async ask(method, path, { token, body } = {}) {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, ...((await answer.json()) as { code: number; data: any; msg: string }) };
  },
});
