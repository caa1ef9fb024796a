import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDb } from '#test/test-db.ts';
import type { Db } from './db.ts';
import { forgetRows } from './forget-rows.ts';

const { db, close } = await testDb();
afterAll(close);

test('rows over their term go some at a time, each batch in a transaction of its own, and the others stay', async () => {
  await db.pool.query('create table old_thing (at int)');
  await db.pool.query('insert into old_thing select * from generate_series(1, 1000)');
  let transactions = 0;
  const counted: Pick<Db, 'everyTenant'> = {
    everyTenant: (why, work) => {
      transactions += 1;
      return db.everyTenant(why, work);
    },
  };
  const old = { from: sql.raw('old_thing'), where: sql`at <= ${700}`, atOnce: 300 };
  expect(await forgetRows(counted, 'a test', old)).toBe(700);
  expect(transactions).toBe(3);
  expect((await db.pool.query('select min(at) least, count(*) left from old_thing')).rows).toEqual([
    { least: 701, left: 300 },
  ]);
  expect(await forgetRows(counted, 'a test', old)).toBe(0);
});
