import { expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import { handClock } from '#test/clock.ts';
import { testDb } from '#test/test-db.ts';
import { aTenant } from '#test/builders.ts';
import { DASHBOARD_CHANGED } from '../contract.ts';
import { openDashboardNews } from './dashboard-news.ts';

test('[dashboard] pages are told at once, and of what changes right after once, a second later', async () => {
  const { db, close } = await testDb();
  const [tenantId, clock] = [await aTenant(db), handClock()];
  const news = openDashboardNews({ db, log: openLog('silent') }, clock.after);
  const countPushes = async (): Promise<number> =>
    (
      await db.pool.query('select from outbox where tenant_id = $1 and kind = $2 and access = $3', [
        tenantId,
        DASHBOARD_CHANGED,
        'dashboard.view',
      ])
    ).rows.length;
  news.changed({ tenantId });
  await expect.poll(countPushes).toBe(1);
  for (let times = 0; times < 5; times += 1) news.changed({ tenantId });
  clock.turn(999);
  expect(await countPushes()).toBe(1);
  clock.turn(1);
  await expect.poll(countPushes).toBe(2);
  clock.turn(5_000);
  await news.stop();
  expect(await countPushes()).toBe(2);
  await close();
});
