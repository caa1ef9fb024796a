import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { nameCustomersJob } from './name-customers.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

test('[TASK-01] customers from before names had words get them, some at a time, whatever team they are of', async () => {
  const { db } = opened;
  for (const tenantId of [await aTenant(db), await aTenant(db)])
    await db.tenant({ tenantId }, async (tx) => {
      await sql`with made as (insert into campaign (kind, name, state, start_type) values ('preview', 'Old', 'draft', 1) returning id)
        insert into campaign_customer (campaign_id, number, country, name) select id, '5255' || (10000000 + n), 'MX', 'Customer ' || n from made, generate_series(1, 600) n`.execute(
        tx.as(),
      );
      await sql`update campaign_customer set name_words = ''`.execute(tx.as());
    });
  await nameCustomersJob({ db }).run(null as never);
  const { rows } = await db.pool.query<{ left: number; all: number }>(
    "select count(*) filter (where name_words = '')::int as left, count(*)::int as all from campaign_customer",
  );
  expect(rows).toEqual([{ left: 0, all: 1_200 }]);
});
