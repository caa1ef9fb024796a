import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { makeAgent } from './agents.repo.ts';
import { watchReplacedPhones } from './replaced-phones.ts';

const server = await testServer();
afterAll(server.close);
const { db, telephony, log } = server.world;

test('[CC-04] the owner of a desk phone is told when another phone took its place', async () => {
  const tenantId = await aTenant(db);
  const member = await aMember(db, tenantId, { voiceSeat: true });
  const { rows } = await db.everyTenant('a desk phone', async (tx) => {
    await makeAgent(tx, member);
    return sql<{ sip_num: string }>`
      insert into sip_login (tenant_id, user_id, sip_num, device_id, seed, ha1, cc_token_hash, standing)
      select tenant_id, user_id, sip_num, 'sip-phone', '', '', '', true from agent where user_id = ${member.userId}
      returning sip_num`.execute(tx.as());
  });
  let emit: (event: TelephonyEvent) => void = () => {};
  const stop = watchReplacedPhones({
    db,
    log,
    telephony: { ...telephony, onEvent: (listener) => ((emit = listener), () => {}) },
  });
  emit({ type: 'accountReplaced', account: rows[0]!.sip_num, address: '203.0.113.9' });
  emit({ type: 'accountReplaced', account: '999999999', address: '203.0.113.9' });
  const readPushes = () =>
    db.everyTenant('looks', async (tx) => {
      const found = await sql<{ user_id: number; body: unknown }>`
        select user_id, body from outbox where kind = 'agents.phoneReplaced'
        union all select user_id, body from realtime_event where kind = 'agents.phoneReplaced'`.execute(tx.as());
      return found.rows;
    });
  await expect.poll(readPushes).toEqual([{ user_id: member.userId, body: { address: '203.0.113.9' } }]);
  stop();
});
