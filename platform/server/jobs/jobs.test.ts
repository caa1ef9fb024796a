import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openJobs } from './open-jobs.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

test('a job runs once its transaction committed, is kept for another try when it fails, and goes on after the database was away', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const seen: number[] = [];
  const jobs = openJobs({ db, log: openLog('silent'), metrics: openMetrics() }, [
    { task: 'test.note', run: async ({ n }: { n: number }) => void seen.push(n) },
    {
      task: 'test.stubborn',
      run: async () => {
        throw new Error('not yet');
      },
    },
    { task: 'test.clock', cron: '*/5 * * * *', run: async () => {} },
  ]);
  await jobs.start();
  await db.tenant({ tenantId }, (tx) => tx.enqueue('test.note', { n: 1 }));
  await expect.poll(() => seen).toEqual([1]);

  await db.tenant({ tenantId }, (tx) => tx.enqueue('test.stubborn', {}));
  const failedJobs = () =>
    db.everyTenant('look', (tx) =>
      sql`select 1 from graphile_worker.jobs where task_identifier = 'test.stubborn' and attempts = 1 and last_error = 'not yet' and run_at > now()`.execute(
        tx.as(),
      ),
    );
  await expect.poll(async () => (await failedJobs()).rows.length).toBe(1);

  await db
    .everyTenant('cut every line', (tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        tx.as(),
      ),
    )
    .catch(() => {});
  await expect
    .poll(() =>
      db
        .tenant({ tenantId }, (tx) => tx.enqueue('test.note', { n: 2 }))
        .then(
          () => true,
          () => false,
        ),
    )
    .toBe(true);
  await expect.poll(() => seen, { timeout: 40_000 }).toContain(2);
  await jobs.stop();
}, 60_000);

test('a job that a killed process had begun is taken up by the next one at once', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  await db.tenant({ tenantId }, (tx) => tx.enqueue('test.orphan', { n: 7 }));
  await db.everyTenant('as if a worker had died with it', (tx) =>
    sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-that-died' where payload::text = '{"n":7}'`.execute(
      tx.as(),
    ),
  );
  const seen: number[] = [];
  const jobs = openJobs({ db, log: openLog('silent'), metrics: openMetrics() }, [
    { task: 'test.orphan', run: async ({ n }: { n: number }) => void seen.push(n) },
  ]);
  await jobs.start();
  await expect.poll(() => seen).toEqual([7]);
  await jobs.stop();
});

test('jobs that wait for somebody outside, however many, keep no other job waiting', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let waiting = 0;
  const seen: number[] = [];
  const jobs = openJobs({ db, log: openLog('silent'), metrics: openMetrics() }, [
    {
      task: 'test.waits',
      waits: true,
      run: async () => {
        waiting += 1;
        await held;
      },
    },
    { task: 'test.quick', run: async ({ n }: { n: number }) => void seen.push(n) },
  ]);
  await jobs.start();
  await db.tenant({ tenantId }, async (tx) => {
    for (let n = 0; n < 20; n += 1) await tx.enqueue('test.waits', {});
  });
  await expect.poll(() => waiting).toBeGreaterThan(8);
  await db.tenant({ tenantId }, (tx) => tx.enqueue('test.quick', { n: 1 }));
  await expect.poll(() => seen).toEqual([1]);
  letGo();
  // They are taken off the list after they ended, one by one.
  await expect
    .poll(
      async () =>
        (
          await db.everyTenant('look', (tx) =>
            sql`select 1 from graphile_worker.jobs where task_identifier = 'test.waits'`.execute(tx.as()),
          )
        ).rows.length,
    )
    .toBe(0);
  await jobs.stop();
});
