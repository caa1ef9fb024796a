import { sql } from 'kysely';
import { openDb } from '../db/open-db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openJobs } from './open-jobs.ts';

// Workers in a process of their own, for tests that kill it: every job notes when it began and when it was done.
const db = openDb({ url: process.env.DATABASE_URL!, max: 12, report: () => {} });
const note = (n: number, what: 'began' | 'done') =>
  db.everyTenant('what became of a job', (tx) =>
    sql`insert into job_note (n, pid, what) values (${n}, ${process.pid}, ${what})`.execute(tx.as()),
  );
await openJobs({ db, log: openLog('silent'), metrics: openMetrics() }, [
  {
    task: 'test.work',
    async run({ n }: { n: number }) {
      await note(n, 'began');
      await db.everyTenant('work takes its time', (tx) => sql`select pg_sleep(0.1)`.execute(tx.as()));
      await note(n, 'done');
    },
  },
]).start();
process.send!('ready');
