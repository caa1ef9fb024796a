import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openCopyIn } from './open-copy-in.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
  await opened.db.pool.query('create table copied (id int primary key, name text)');
});
afterAll(() => opened.close());

const ids = async (): Promise<number> =>
  (await opened.db.pool.query<{ count: number }>('select count(*) from copied')).rows[0]!.count;

test('rows are there once it ended, however many pieces they came in', async () => {
  const copy = await openCopyIn(opened.db.pool, 'copy copied from stdin');
  for (let piece = 0; piece < 50; piece += 1)
    await copy.write(
      Buffer.from(Array.from({ length: 1_000 }, (_, n) => `${piece * 1_000 + n}\tname ${n}\n`).join('')),
    );
  expect(await ids()).toBe(0);
  await copy.end();
  expect(await ids()).toBe(50_000);
  await opened.db.pool.query('truncate copied');
});

test('who gives up leaves nothing, and the pool goes on', async () => {
  const copy = await openCopyIn(opened.db.pool, 'copy copied from stdin');
  await copy.write(new TextEncoder().encode('1\ta\n'));
  copy.abort();
  copy.abort();
  await expect.poll(ids).toBe(0);
});

test('a row the database refuses is told, and nothing stays', async () => {
  const copy = await openCopyIn(opened.db.pool, 'copy copied from stdin');
  await copy.write(Buffer.from('1\ta\n1\tb\n'));
  await expect(copy.end()).rejects.toThrow(/duplicate/);
  expect(await ids()).toBe(0);
  await expect(openCopyIn(opened.db.pool, 'copy nowhere from stdin')).rejects.toThrow(/nowhere/);
});
