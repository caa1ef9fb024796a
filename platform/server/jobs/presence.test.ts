import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openDb } from '../db/open-db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import type { Job } from './jobs.ts';
import { openJobs } from './open-jobs.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

/** How long the jobs of whoever is gone may wait: "within seconds", on a busy machine. */
const SECONDS = { timeout: 30_000, interval: 50 };

const notes = async (what: 'began' | 'done') =>
  (
    await opened.db.everyTenant('look', (tx) =>
      sql<{ n: number; pid: number }>`select n, pid from job_note where what = ${what}`.execute(tx.as()),
    )
  ).rows;

async function workers(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'jobs-process.fixture.ts'), {
    env: { ...process.env, DATABASE_URL: opened.url },
    execPath: process.execPath,
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function jobsHere(jobs: Job[]): Promise<void> {
  const db = openDb({ url: opened.url, max: 8, report: () => {} });
  const running = openJobs({ db, log: openLog('silent'), metrics: openMetrics() }, jobs);
  onTestFinished(async () => {
    await running.stop();
    await db.close();
  });
  await running.start();
}

test('of four processes one is killed and one stands still in the middle of their jobs: the living do them within seconds, and every other job once', async () => {
  const count = 120;
  await opened.db.everyTenant('a book of jobs', (tx) =>
    sql`create table job_note (n int not null, pid int not null, what text not null)`.execute(tx.as()),
  );
  const tenantId = await aTenant(opened.db);
  const [killed, still] = await Promise.all([workers(), workers(), workers(), workers()]);
  await opened.db.tenant({ tenantId }, async (tx) => {
    for (let n = 0; n < count; n += 1) await tx.enqueue('test.work', { n });
  });
  const isAtWork = async ({ pid }: ChildProcess) => {
    const done = new Set((await notes('done')).map(({ n }) => n));
    return (await notes('began')).some((note) => note.pid === pid && !done.has(note.n));
  };
  await expect.poll(() => isAtWork(killed!), SECONDS).toBe(true);
  killed!.kill('SIGKILL');
  await expect.poll(() => isAtWork(still!), SECONDS).toBe(true);
  still!.kill('SIGSTOP');

  await expect.poll(async () => new Set((await notes('done')).map(({ n }) => n)).size, SECONDS).toBe(count);
  const lost = new Set([killed!.pid, still!.pid]);
  const begunBy = Map.groupBy(await notes('began'), ({ n }) => n);
  const twice = [...begunBy.values()].filter((begun) => begun.length > 1);
  // Some were begun by those who never ended them, and those alone were begun again.
  expect(twice.length).toBeGreaterThan(0);
  for (const begun of twice) expect(lost.has(begun[0]!.pid) && begun.length === 2).toBe(true);
}, 90_000);

test('a job that was locked by somebody who is gone is done within seconds, although others have been there all the time', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const seen: number[] = [];
  const noted: Job = { task: 'test.left', run: async ({ n }: { n: number }) => void seen.push(n) };
  await jobsHere([noted]);
  await jobsHere([noted]);
  // As when the answer that gave the job to a worker was lost with the database's connection.
  await db.tenant({ tenantId }, async (tx) => {
    await tx.enqueue('test.left', { n: 7 }, { queue: 'left' });
    await sql`set local role none`.execute(tx.as());
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-gone' where payload::text = '{"n":7}'`.execute(
      tx.as(),
    );
    await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'pool-gone' where queue_name = 'left'`.execute(
      tx.as(),
    );
  });
  await expect.poll(() => seen, SECONDS).toEqual([7]);
}, 60_000);
