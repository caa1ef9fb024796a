import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { houseOfTests, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();

test('the wall set back five minutes in the middle of a call leaves its moments in their order and its length as it was', async () => {
  const [tenant, ana] = await aTeam(1);
  const caller = await house.callsIn(tenant);
  await house.pass(4_000);
  await house.takes(ana);
  await house.pass(30_000);
  house.clock.setWall(-300_000);
  await house.pass(30_000);
  house.telephony.hangsUp(caller);
  await house.settled();
  const record = async () =>
    (
      await db.everyTenant('look', (tx) =>
        sql<{ waited: number; talked: number }>`
          select extract(epoch from answered_at - started_at)::int waited, extract(epoch from ended_at - answered_at)::int talked
          from call_record where tenant_id = ${tenant.tenantId} and ended_at is not null`.execute(tx.as()),
      )
    ).rows[0];
  await soon(record).toBeDefined();
  expect((await record())!.talked).toBe(60);
  expect((await record())!.waited).toBeGreaterThanOrEqual(0);
});
