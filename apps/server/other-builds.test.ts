import { afterAll, expect, test } from 'vitest';
import { testDb } from '#test/test-db.ts';
import { otherBuilds } from './other-builds.ts';

const { db, close } = await testDb();
afterAll(close);

test('an upgrade is finished when every process runs what finishes it, whatever version all of them say', async () => {
  const own = { version: '0.1.0', build: 'a1b2c3d4e5f6' };
  await db.pool.query(
    `insert into node (id, name, host, pid, version, build, heard_at) values
       (gen_random_uuid(), 'same', 'h', 1, '0.1.0', 'a1b2c3d4e5f6', now()),
       (gen_random_uuid(), 'before', 'h', 2, '0.1.0', '0f0f0f0f0f0f', now()),
       (gen_random_uuid(), 'long-before', 'h', 3, '0.0.9', '', now()),
       (gen_random_uuid(), 'dead', 'h', 4, '0.0.9', '', now() - interval '1 minute')`,
  );
  expect((await otherBuilds(db.pool, own)).map(({ name }) => name)).toEqual(['before', 'long-before']);
  await db.pool.query(`delete from node where name like '%before'`);
  expect(await otherBuilds(db.pool, own)).toEqual([]);
});
