import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { makeAgent, sipAccounts } from './index.ts';

const { db, close } = await testDb();
afterAll(close);

const owner = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  db.everyTenant('a test of accounts', (tx) => statement.execute(tx.as()));

const PLACES = ['10.1.2.3', '192.0.2.9', '2001:db8::5'];

/** Somebody with a phone of the page, signed in. */
async function aPhone() {
  const tenantId = await aTenant(db);
  const { userId, sessionId } = await aMember(db, tenantId, { voiceSeat: true });
  const { rows } = await db.everyTenant('a phone', async (tx) => {
    await makeAgent(tx, { tenantId, userId });
    return sql<{ sip_num: string }>`select sip_num from agent where user_id = ${userId}`.execute(tx.as());
  });
  const sipNum = rows[0]!.sip_num;
  await owner(sql`insert into sip_login (tenant_id, user_id, sip_num, session_id, device_id, seed, ha1, cc_token_hash)
    values (${tenantId}, ${userId}, ${sipNum}, ${sessionId}, 'desk', '\\x00', ${`ha1-${sipNum}`}, '\\x00')`);
  return { tenantId, userId, sessionId, sipNum };
}

/** What the edge asks, as its configuration does. */
async function edgeSees(sipNum: string, from: string, demo: boolean): Promise<string | null> {
  const { rows } = await owner(sql<{ ha1: string }>`
    select ha1 from edge.sip_accounts where username = ${sipNum} and (${demo} or not demo)
      and (networks is null or ${from}::inet <<= any (networks))`);
  return rows[0]?.ha1 ?? null;
}

type Phone = Awaited<ReturnType<typeof aPhone>>;

test.each<[string, (phone: Phone) => Promise<unknown>]>([
  ['as it is', async () => {}],
  ['whose session ended', ({ sessionId }) => owner(sql`update session set ended_at = now() where id = ${sessionId}`)],
  [
    'whose session ran out',
    ({ sessionId }) => owner(sql`update session set expires_at = now() where id = ${sessionId}`),
  ],
  ['whose login ended', ({ sipNum }) => owner(sql`update sip_login set ended_at = now() where sip_num = ${sipNum}`)],
  ['without a seat', ({ userId }) => owner(sql`update member set voice_seat = false where user_id = ${userId}`)],
  [
    'of a member who is switched off',
    ({ userId }) => owner(sql`update member set enabled = false where user_id = ${userId}`),
  ],
  [
    'of an agent who is switched off',
    ({ userId }) => owner(sql`update agent set enabled = false where user_id = ${userId}`),
  ],
  ['of a suspended tenant', ({ tenantId }) => owner(sql`update tenant set state = 'suspended' where id = ${tenantId}`)],
  [
    'of somebody whose mobile rings',
    ({ userId }) =>
      owner(sql`update agent set device = 'mobile', mobile_number = '5215512345678' where user_id = ${userId}`),
  ],
  [
    'of a SIP phone',
    ({ sipNum }) => owner(sql`update sip_login set standing = true, session_id = null where sip_num = ${sipNum}`),
  ],
  [
    'that came by name and password, on a device that was removed',
    ({ sipNum }) => owner(sql`update sip_login set session_id = null where sip_num = ${sipNum}`),
  ],
  [
    'within the networks of its team',
    ({ tenantId }) =>
      owner(
        sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'AllowedNetworks', '10.1.0.0/16 2001:db8::/32')`,
      ),
  ],
  [
    'of the demo',
    ({ tenantId }) => owner(sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, 'demo', '1')`),
  ],
])('an edge outside the product lets in whom the product lets in: an account %s', async (_what, change) => {
  const phone = await aPhone();
  await change(phone);
  for (const demo of [true, false])
    for (const place of PLACES) {
      const product = (await sipAccounts(db, demo).find(phone.sipNum, place))?.ha1 ?? null;
      expect(await edgeSees(phone.sipNum, place, demo), `${place} ${demo}`).toBe(product);
    }
});
