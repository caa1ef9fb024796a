import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { CampaignFields } from '../contract.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { mayCallNow } from './may-call-now.ts';
import { membersRepo } from './members.repo.ts';
import { campaignCalls } from './task-calls.ts';

const { db, close } = await testDb();
afterAll(close);
/** A Wednesday, noon in Mexico City. */
const NOON = Date.UTC(2026, 10, 18, 18);
const number = '525510000000';

/** A preview task that runs, with one customer of this agent. */
async function aTask() {
  const tenantId = await aTenant(db);
  const { userId } = await aMember(db, tenantId);
  const campaign = await db.tenant({ tenantId }, async (tx) => {
    const { id } = await campaignsRepo(tx).add('preview', CampaignFields.parse({ name: 'Renewals' }), {
      userId: null,
      name: 'Ana',
    });
    const rest = { customerId: null, country: 'MX', name: 'Lucía', timeZone: '', columns: {} };
    await membersRepo(tx).add(id, [{ ...rest, number, consent: 1, priority: 5, agentId: userId }], null);
    await campaignsRepo(tx).setState(id, 'running', null);
    return (await campaignsRepo(tx).find(id))!;
  });
  return { tenantId, userId, campaign };
}

/** How many wait for what this one holds. */
const waitingFor = async (pid: number): Promise<number> =>
  (
    await db.everyTenant('who waits', (tx) =>
      sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(tx.as()),
    )
  ).rows.length;

test('[TASK-01] page and phone that dial the same customer in one moment wait in one order, and both get their answer', async () => {
  const { tenantId, userId, campaign } = await aTask();
  const isHeld = Promise.withResolvers<void>();
  const page = db.tenant({ tenantId }, async (tx) => {
    const member = (await membersRepo(tx).called(campaign.id, number, null))!;
    await membersRepo(tx).find(member.id, { locked: true });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(tx.as());
    isHeld.resolve();
    await expect.poll(() => waitingFor(rows[0]!.pid), { timeout: 20_000 }).toBeGreaterThan(0);
    return mayCallNow(tx, campaign, member, NOON, { counts: true, attemptId: null, userId });
  });
  await isHeld.promise;
  const call = { taskId: String(campaign.id), customerId: null, number, userId };
  const phone = db.tenant({ tenantId }, (tx) =>
    campaignCalls({ clock: { nowMs: () => NOON } as never }).leaving(tx, call),
  );
  expect(await page).toMatchObject({ allowed: true });
  expect(await phone).toMatchObject({ taskName: 'Renewals' });
});
