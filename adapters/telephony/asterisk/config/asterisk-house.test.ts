import { WebSocket } from 'ws';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { openTestHouse, passwordOfPhone, type TestHouse } from '../../../../test/asterisk-house.ts';
import { aTenant } from '../../../../test/builders.ts';
import { openSipPhone, type SipPhone, type SipPhoneCall } from '../../../../test/sip-phone.ts';
import { until } from '../../until.fixture.ts';
import { nodesInTurn, shardOf, StasisApplication } from './house-names.ts';
import { houseLacks, type HouseNode } from './start-asterisk-house.ts';

const lacks = houseLacks();
const [ONE, OTHER] = [500, 900];

/** Asks a node by ARI. */
async function ari<Answer>({ ari: { url, user, secret } }: HouseNode, method: string, path: string): Promise<Answer> {
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const response = await fetch(`${url}${path}`, { method, headers: { authorization } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : null) as Answer;
}

interface StasisEvent {
  type: string;
  args?: string[];
  channel?: { id: string; channelvars?: Record<string, string> };
}

/** Holds an application at a node until the test ends; what it is told. */
async function hold({ ari: { url, user, secret } }: HouseNode, application: string): Promise<StasisEvent[]> {
  const events: StasisEvent[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/events?app=${application}&api_key=${user}:${secret}`);
  socket.on('message', (data) => void events.push(JSON.parse(String(data)) as StasisEvent));
  socket.on('error', () => {});
  await new Promise((done) => void socket.once('open', done));
  onTestFinished(() => socket.terminate());
  return events;
}

describe.skipIf(lacks)(`Kamailio and Asterisk${lacks ? ` (left out: ${lacks})` : ''}`, { timeout: 60_000 }, () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse({ nodes: 2, proxies: ['127.0.0.1', '10.9.0.0/16'] });
  }, 90_000);
  afterAll(() => house?.stop(), 30_000);

  /** The nodes a tenant's calls go to, its own first. */
  const homesOf = (tenantId: number): HouseNode[] => nodesInTurn(shardOf(tenantId), house.nodes);

  /** Has a node ring a phone, as the product does; answers the phone's side of it. */
  async function ring(node: HouseNode, phone: SipPhone, application: string, id: string): Promise<SipPhoneCall> {
    await ari(
      node,
      'POST',
      `/channels?endpoint=${encodeURIComponent(`PJSIP/phone/sip:${phone.account}@${house.domain}`)}&app=${application}&channelId=${id}`,
    );
    return until('the phone rings', () => phone.rung());
  }

  /** Two phones of a tenant, rung by a node and talking with one another. */
  async function talk(node: HouseNode, phones: readonly [SipPhone, SipPhone], name: string) {
    const events = await hold(node, name);
    const calls: SipPhoneCall[] = [];
    for (const [i, phone] of phones.entries()) {
      const call = await ring(node, phone, name, `${name}-${i}`);
      call.speak([ONE, OTHER][i]!);
      await call.answer();
      await until('it talks', () => call.at() === 'talking');
      calls.push(call);
    }
    // A phone knows that it talks before the node has told the application.
    const entered = () => events.filter(({ type }) => type === 'StasisStart');
    await until('both are in the application', () => entered().length === phones.length);
    await ari(node, 'POST', `/bridges?type=mixing&bridgeId=${name}-room`);
    await ari(node, 'POST', `/bridges/${name}-room/addChannel?channel=${name}-0,${name}-1`);
    const heard = async () => [await calls[0]!.hears(), await calls[1]!.hears()];
    await expect.poll(heard, { timeout: 10_000 }).toEqual([[OTHER], [ONE]]);
    return { first: calls[0]!, second: calls[1]!, heard };
  }

  const registered = async (account: string): Promise<number> => {
    const { rows } = await house.db.everyTenant('phones of a test', (tx) =>
      sql<{ n: number }>`select count(*) n from edge.location where username = ${account}`.execute(tx.as()),
    );
    return rows[0]!.n;
  };

  test('a phone registers with an account of the product’s tables and hears itself at the echo', async () => {
    const payloads: string[] = [];
    const stop = await house.db.listen('phones', (payload) => void payloads.push(payload));
    onTestFinished(stop);
    const phone = await house.phone('1001');
    const call = phone.call('9196');
    await until('it answers', () => call.at() === 'talking');
    call.speak(ONE);
    await expect.poll(() => call.hears(), { timeout: 10_000 }).toEqual([ONE]);
    await call.hangUp();
    await expect.poll(() => payloads).toEqual(['1001 1 INSERT']);
    await phone.unregister();
    await expect.poll(() => payloads).toEqual(['1001 1 INSERT', '1001 0 DELETE']);
  });

  test('a wrong password, an unknown account and one whose login ended are refused alike', async () => {
    const tenantId = await house.account('1002');
    const attempt = (account: string, password: string) =>
      openSipPhone({ account, password, domain: house.domain, server: house.phonesUrl });
    await expect(attempt('1002', 'wrong')).rejects.toThrow('403');
    await expect(attempt('1999', passwordOfPhone('1999'))).rejects.toThrow('403');
    await house.db.tenant({ tenantId }, (tx) => sql`update sip_login set ended_at = now()`.execute(tx.as()));
    await expect(attempt('1002', passwordOfPhone('1002'))).rejects.toThrow('403');
  });

  test('a phone outside the networks of its team is refused', async () => {
    const tenantId = await house.account('1003');
    const allow = (networks: string) =>
      house.db.everyTenant('a setting of a test', (tx) =>
        sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'AllowedNetworks', ${networks})
          on conflict (tenant_id, name) do update set value = excluded.value`.execute(tx.as()),
      );
    await allow('10.1.0.0/16 2001:db8::/32');
    await expect(house.phone('1003')).rejects.toThrow('403');
    await allow('10.1.0.0/16 127.0.0.0/8');
    await house.phone('1003');
    expect(await registered('1003')).toBe(1);
  });

  test('behind a proxy that is believed each phone has its own address, and nobody is shut out for another', async () => {
    const tenantId = await house.account('1010');
    await house.db.everyTenant('a setting of a test', (tx) =>
      sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'AllowedNetworks', '203.0.113.0/24')`.execute(
        tx.as(),
      ),
    );
    const from = async (forwardedFor: string, password = passwordOfPhone('1010')): Promise<void> => {
      const headers = { 'x-forwarded-for': forwardedFor };
      const phone = await openSipPhone({
        account: '1010',
        password,
        domain: house.domain,
        server: house.phonesUrl,
        headers,
      });
      await phone.unregister();
      await phone.close();
    };
    await from('203.0.113.5');
    await from('198.51.100.9, 203.0.113.5, 10.9.0.1');
    await expect(from('203.0.113.5, 198.51.100.9')).rejects.toThrow('403');
    await expect(from('nobody')).rejects.toThrow('403');
    for (let wrong = 0; wrong <= 31; wrong += 1) await expect(from('203.0.113.66', 'wrong')).rejects.toThrow('403');
    await expect(from('203.0.113.66')).rejects.toThrow('403');
    await from('203.0.113.5');
  });

  test('the edge may read accounts and numbers and write where phones are, and nothing else', async () => {
    const edge = new pg.Client({ connectionString: house.plan.edge.databaseUrl });
    await edge.connect();
    onTestFinished(() => edge.end());
    await edge.query('select * from sip_accounts');
    await edge.query('select * from sip_numbers');
    await edge.query('delete from location where username = $1', ['nobody']);
    for (const statement of [
      'select 1 from public.sip_login',
      'select 1 from public.agent',
      'select 1 from public.tenant',
      'update sip_accounts set ha1 = $$x$$',
      'create table x ()',
      'set role openseat_app',
    ])
      await expect(edge.query(statement), statement).rejects.toThrow(/permission denied|cannot update/);
  });

  test('a call of a phone comes to its tenant’s own node, under the account of its socket whatever it says', async () => {
    const tenantId = await house.account('1004');
    const [own] = homesOf(tenantId);
    const events = await hold(own!, StasisApplication.ofTenant(tenantId));
    const phone = await house.phone('1004');
    const call = phone.call('5551', { 'X-Account': '1001', 'X-Tenant': '1', 'X-CC-Token': 'word' });
    const offered = await until('it is offered', () => events.find(({ type }) => type === 'StasisStart'));
    expect(offered.args).toEqual(['offered', '5551']);
    expect(offered.channel!.channelvars).toMatchObject({
      OS_ACCOUNT: '1004',
      OS_TENANT: String(tenantId),
      OS_SHARD: String(shardOf(tenantId)),
      OS_LINE: '',
      OS_X_CC_TOKEN: 'word',
    });
    expect(offered.channel!.channelvars!['OS_SIP_CALL_ID']).not.toBe('');
    await ari(own!, 'POST', `/channels/${offered.channel!.id}/continue?context=refuse&extension=614`);
    await until('it is refused', () => call.status() === 614);
  });

  test('a call that nobody takes rings until somebody holds the application', async () => {
    const tenantId = await house.account('1005');
    const [own] = homesOf(tenantId);
    const call = (await house.phone('1005')).call('5552');
    await until('it rings', () => call.provisionalStatuses().includes(180));
    const events = await hold(own!, StasisApplication.lobby);
    await until('it is offered', () => events.find(({ type }) => type === 'StasisStart'));
    await call.hangUp();
  });

  test('a node rings phones through the edge and they hear one another; a restart of the edge does not disturb them', async () => {
    const tenantId = await aTenant(house.db);
    const [own] = homesOf(tenantId);
    const phones = [await house.phone('1006', tenantId), await house.phone('1007', tenantId)] as const;
    const { first, second, heard } = await talk(own!, phones, 'edge-restart');
    await house.edge.stop();
    await house.edge.start();
    await expect.poll(heard, { timeout: 10_000 }).toEqual([[OTHER], [ONE]]);
    for (const phone of phones) await phone.reconnect();
    expect(await registered('1006')).toBe(1);
    await expect.poll(heard, { timeout: 10_000 }).toEqual([[OTHER], [ONE]]);
    await first.hangUp();
    await until('the node knows', async () => {
      const left = await ari<{ id: string }[]>(own!, 'GET', '/channels');
      return !left.some(({ id }) => id === 'edge-restart-0');
    });
    await ari(own!, 'DELETE', '/channels/edge-restart-1');
    await until('the phone knows', () => second.at() === 'over');
  });

  test('when a node is killed the other takes its calls, and it comes back', async () => {
    const tenantId = await house.account('1008');
    const [own, other] = homesOf(tenantId);
    const name = StasisApplication.ofTenant(tenantId);
    const phone = await house.phone('1008');
    await own!.kill();
    onTestFinished(() => own!.start());
    const events = await hold(other!, name);
    const call = phone.call('5553');
    await until('the other node offers it', () => events.find(({ type }) => type === 'StasisStart'));
    await call.hangUp();
    await until('it is over', () => call.at() === 'over');
    const rung = await ring(other!, phone, name, 'after-kill');
    expect(rung.at()).toBe('ringing');
    await rung.decline(603);
    await own!.start();
    expect(own!.isUp()).toBe(true);
    const again = await hold(own!, name);
    await until('calls come to the own node again', async () => {
      const next = phone.call('5554');
      await until('it is somewhere', () => [...events, ...again].some(({ args }) => args?.[1] === '5554'));
      await next.hangUp();
      events.length = 0;
      return again.some(({ args }) => args?.[1] === '5554');
    });
  });

  test('without any node a call is refused, not lost', async () => {
    const phone = await house.phone('1009');
    for (const node of house.nodes) await node.kill();
    onTestFinished(async () => {
      for (const node of house.nodes) await node.start();
    });
    const call = phone.call('5555');
    await until('it is refused', () => call.at() === 'over');
    expect(call.status()).toBe(503);
  });
});
