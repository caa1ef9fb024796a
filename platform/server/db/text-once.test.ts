import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import pg from 'pg';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { textOnce } from './text-once.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

test('the text of a statement is made once; its values are those of each time, wherever and however often they stand', async () => {
  const { db } = opened;
  let made = 0;
  const asked = textOnce((name: string, times: number) => {
    made += 1;
    return sql<{ said: string }>`select repeat(${name}, ${times}::int) || ${'!'} || ${name} said`;
  });
  const tenantId = await aTenant(db);
  expect(await db.read<[{ said: string }, { said: string }]>({ tenantId }, [asked('a', 2), asked('b', 3)])).toEqual([
    [{ said: 'aa!a' }],
    [{ said: 'bbb!b' }],
  ]);
  const { rows } = await db.tenant({ tenantId }, (tx) => asked('c', 1).execute(tx.as()));
  expect(rows).toEqual([{ said: 'c!c' }]);
  expect(made).toBe(1);
});

test('[API-03] what sees every tenant and what sees one are asked in one journey, and neither sees more than it may', async () => {
  const { db } = opened;
  const [aurora, borealis] = [await aTenant(db, { name: 'Aurora' }), await aTenant(db, { name: 'Borealis' })];
  const journeys = vi.spyOn(pg.Client.prototype, 'query');
  const both = await db.readBoth<{ id: number }, [{ id: number }]>(
    'a test',
    sql`select id from tenant where id in (${aurora}, ${borealis}) order by id`,
    { tenantId: borealis },
    [sql`select id from tenant`],
  );
  expect(journeys).toHaveBeenCalledOnce();
  journeys.mockRestore();
  expect(both).toEqual([[{ id: aurora }, { id: borealis }], [{ id: borealis }]]);
  await expect(
    db.readBoth<object, []>('a test', sql`delete from tenant`, { tenantId: aurora }, [] as never),
  ).rejects.toThrow(/read-only/);
});

test('what has patience goes along with others of its tenant, and one that fails fails alone', async () => {
  const { db } = opened;
  const tenantId = await aTenant(db);
  const keep = (name: string, value: string | null) =>
    db.atOnce<[{ name: string }]>(
      { tenantId },
      [sql`insert into tenant_setting (name, value) values (${name}, ${value}) returning name`],
      [],
      5,
    );
  const journeys = vi.spyOn(pg.Client.prototype, 'query');
  expect(await Promise.all([keep('A', '1'), keep('B', '2'), keep('C', '3')])).toEqual(
    ['A', 'B', 'C'].map((name) => [[{ name }]]),
  );
  expect(journeys).toHaveBeenCalledOnce();
  journeys.mockRestore();
  const ended = await Promise.allSettled([keep('D', '4'), keep('E', null), keep('F', '6')]);
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
