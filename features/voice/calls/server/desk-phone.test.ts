import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDb } from '#test/test-db.ts';
import { openDeskExchange } from '#test/test-exchange.ts';
import type { SipPhone } from '#test/sip-phone.ts';
import { aTenantHouse, aVoice, serve, soon, type Agent } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 40_000 });

const { db, close } = await testDb();
const ha1 = (account: string): string =>
  createHash('md5').update(`${account}:openseat.test:secret-${account}`).digest('hex');
const exchange = await openDeskExchange({ accounts: { find: async (account) => ({ ha1: ha1(account) }) } });
const voice = aVoice(db, { telephony: exchange.telephony });
beforeAll(voice.start);
afterAll(async () => {
  await voice.stop();
  await exchange.close();
  await close();
  expect(voice.problems).toEqual([]);
  expect(exchange.bugs).toEqual([]);
});

const CUSTOMER_HZ = 500;
const ANA_HZ = 900;
const CUSTOMER = '525512345678';

/** An agent whose device is a desk phone over UDP; it knows its account and its password, and nothing of our headers. */
async function atDeskPhone(tenantId: number): Promise<Agent & { phone: SipPhone }> {
  const agent = await voice.aMemberWithPhone(tenantId);
  await db.everyTenant('a desk phone', (tx) =>
    sql`update sip_login set standing = true, session_id = null where sip_num = ${agent.sipNum}`.execute(tx.as()),
  );
  const phone = await exchange.deskPhone(agent.sipNum);
  await soon(() => voice.agentNow(agent).whyNotRoutable).toBeNull();
  return { ...agent, phone };
}

test('[CC-04] an agent at a desk phone takes a call and makes one; status, sound and records are those of any phone', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const ana = await atDeskPhone(tenant.tenantId);
  await serve(db, voice.queues, tenant, ana);

  const customer = exchange.outside.callIn(tenant.did, CUSTOMER);
  customer.speak(CUSTOMER_HZ);
  await soon(() => ana.phone.rung()).toBeTruthy();
  const taken = ana.phone.rung()!;
  await taken.answer();
  taken.speak(ANA_HZ);
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await soon(() => taken.hears()).toEqual([CUSTOMER_HZ]);
  expect(voice.agentNow(ana).whyNotRoutable).not.toBeNull();
  await taken.hold();
  await soon(() => voice.live(ana)).toMatchObject([{ held: 'customer' }]);
  await taken.resume();
  await soon(() => customer.hears()).toEqual([ANA_HZ]);
  await taken.hangUp();
  await soon(() => customer.at()).toBe('over');

  const made = ana.phone.call('+525512345678');
  await soon(() => exchange.outside.rung()).toBeTruthy();
  await exchange.outside.rung()!.answer();
  await soon(() => made.at()).toBe('talking');
  await made.hangUp();
  await soon(() => voice.records(tenant.tenantId)).toMatchObject([
    { direction: 'inbound', ended: true, ended_by: 'agent' },
    { direction: 'outbound', ended: true, ended_by: 'agent' },
  ]);
});

test('[CALL-04] a desk phone learns by the statuses of SIP that a colleague is away or busy', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const { phone } = await atDeskPhone(tenant.tenantId);
  const budi = await atDeskPhone(tenant.tenantId);
  const away = await voice.aMemberWithPhone(tenant.tenantId, {}, { isReady: false });
  const refused = async (to: string): Promise<number | null> => {
    const call = phone.call(to);
    await soon(() => call.at()).toBe('over');
    return call.status();
  };
  expect(await refused(away.sipNum)).toBe(480);
  const outside = budi.phone.call('+525512345678');
  await soon(() => exchange.outside.rung()).toBeTruthy();
  await exchange.outside.rung()!.answer();
  await soon(() => outside.at()).toBe('talking');
  expect(await refused(budi.sipNum)).toBe(486);
  await outside.hangUp();
  await soon(async () => (await exchange.telephony.legs()).length).toBe(0);
});

test('[CC-04] [CC-05] whoever stole a desk phone’s password gets no further than its limits, countries and two calls', async () => {
  const tenant = await aTenantHouse(db, { carrier: 'main' });
  const { phone, tenantId } = await atDeskPhone(tenant.tenantId);
  await db.tenant({ tenantId }, async (tx) => {
    await sql`insert into call_limit (kind, max, window_sec, scope) values ('perNumber', 1, 86400, 'agent')`.execute(
      tx.as(),
    );
    await sql`insert into allowed_country (iso2) values ('MX')`.execute(tx.as());
  });
  // As people dial at home: the team may call one country.
  const first = phone.call('5512345678');
  await soon(() => exchange.outside.rung()).toBeTruthy();
  await exchange.outside.rung()!.answer();
  await soon(() => first.at()).toBe('talking');

  const refused = async (to: string): Promise<number | null> => {
    const call = phone.call(to);
    await soon(() => call.at()).toBe('over');
    return call.status();
  };
  expect(await refused('+88213123456'), 'a country nobody allowed').toBeGreaterThanOrEqual(600);
  expect(await refused('00525512345678'), 'the same number once more').toBeGreaterThanOrEqual(600);

  const second = phone.call('+525512345679');
  await soon(() => exchange.outside.rung()).toBeTruthy();
  await exchange.outside.rung()!.answer();
  await soon(() => second.at()).toBe('talking');
  expect(await refused('+525512345680'), 'a third call at once').toBe(486);
  await Promise.all([first.hangUp(), second.hangUp()]);
  await soon(async () => (await exchange.telephony.legs()).length).toBe(0);
});
