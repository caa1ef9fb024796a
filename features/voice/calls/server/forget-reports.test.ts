import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { forgetReportsJob } from './forget-reports.ts';

const { db, close } = await testDb();
afterAll(close);

test('what pages told about the sound of calls goes once nobody looks back so far; what is asked for stays', async () => {
  const tenantId = await aTenant(db);
  const insertReport = (daysAgo: number) =>
    db.tenant({ tenantId }, (tx) =>
      sql`insert into call_quality_report (call_id, user_id, interval_sec, local_ips, remote_ips, reports, created_at)
        values (${`of ${daysAgo}`}, 1, 5, '{}', '{}', '[]', now() - ${daysAgo} * interval '1 day')`.execute(tx.as()),
    );
  for (const daysAgo of [1, 90, 93, 400]) await insertReport(daysAgo);
  await forgetReportsJob({ db }).run(undefined as never);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ call_id: string }>`select call_id from call_quality_report order by id`.execute(tx.as()),
  );
  expect(rows.map(({ call_id: callId }) => callId)).toEqual(['of 1', 'of 90']);
});
