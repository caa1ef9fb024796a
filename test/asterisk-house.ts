import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { letEdgeIn } from '#adapters/telephony/asterisk/config/edge-role.ts';
import {
  startAsteriskHouse,
  type AsteriskHouse,
  type HouseOptions,
} from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, aTenant } from './builders.ts';
import { EDGE_PASSWORD, HOUSE_PORTS, SIGNALLING_PORTS, takeHousePorts } from './house-ports.ts';
import { outwardAddress } from './outward-address.ts';
import { openSipPhone, type SipPhone } from './sip-phone.ts';
import { testDb } from './test-db.ts';

const DOMAIN = 'openseat.test';

export const passwordOfPhone = (account: string): string => `secret-${account}`;

export interface TestHouse extends AsteriskHouse {
  db: Db;
  /** For what reads the tables as the product does. */
  databaseUrl: string;
  /** A phone that is registered through the edge; its account is made unless it is there. */
  phone(account: string, tenantId?: number): Promise<SipPhone>;
  /** Who may register with the password `passwordOfPhone`; answers whose it is. */
  account(account: string, tenantId?: number): Promise<number>;
}

/** Kamailio and Asterisk on a database of their own, with phones that are no browsers. */
export async function openTestHouse(options: Partial<HouseOptions> = {}): Promise<TestHouse> {
  const { db, url, close } = await testDb();
  const phones: SipPhone[] = [];
  const tenants = new Map<string, number>();
  const ports = await takeHousePorts();
  const firstPort = ports.first;
  const house = await startAsteriskHouse({
    databaseUrl: await letEdgeIn(url, EDGE_PASSWORD),
    domain: DOMAIN,
    // Phones use no way to the loopback, and nodes offer none.
    soundAddress: outwardAddress(),
    firstPort,
    rtpPorts: { first: firstPort + SIGNALLING_PORTS, last: firstPort + HOUSE_PORTS - 1 },
    ...options,
  }).catch(async (problem: unknown) => {
    ports.release();
    await close();
    throw problem;
  });
  async function account(name: string, tenantId?: number): Promise<number> {
    const known = tenants.get(name);
    if (known !== undefined) return known;
    const owner = tenantId ?? (await aTenant(db));
    await addPhoneAccount(db, owner, name);
    tenants.set(name, owner);
    return owner;
  }
  return {
    ...house,
    db,
    databaseUrl: url,
    account,
    async phone(name, tenantId) {
      await account(name, tenantId);
      const phone = await openSipPhone({
        account: name,
        password: passwordOfPhone(name),
        domain: DOMAIN,
        server: house.phonesUrl,
        sendsCandidates: true,
      });
      phones.push(phone);
      return phone;
    },
    async stop() {
      await Promise.all(phones.map((phone) => phone.close()));
      await house.stop();
      ports.release();
      await close();
    },
  };
}

/** An agent with a SIP phone of this account, as the product's own tables keep one. */
async function addPhoneAccount(db: Db, tenantId: number, account: string): Promise<void> {
  const { userId } = await aMember(db, tenantId, { voiceSeat: true });
  const ha1 = createHash('md5')
    .update(`${account}:${DOMAIN}:${passwordOfPhone(account)}`)
    .digest('hex');
  await db.everyTenant('a phone for a test', async (tx) => {
    await sql`insert into agent (tenant_id, user_id, sip_num, device) values (${tenantId}, ${userId}, ${account}, 'sipPhone')`.execute(
      tx.as(),
    );
    await sql`
      insert into sip_login (tenant_id, user_id, sip_num, device_id, seed, ha1, cc_token_hash, standing)
      values (${tenantId}, ${userId}, ${account}, 'sip-phone', '\\x00', ${ha1}, '\\x00', true)`.execute(tx.as());
  });
}
