import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { withLiterals } from './copy-out.ts';

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

async function copied(tenantId: number, query: Parameters<TestDb['db']['copyOut']>[1]): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of opened.db.copyOut({ tenantId }, query)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('a copy sees its tenant alone', async () => {
  const { db } = opened;
  const [mine, theirs] = [await aTenant(db), await aTenant(db)];
  await aMember(db, mine, { name: 'Ana' });
  await aMember(db, theirs, { name: 'Budi' });
  expect(await copied(mine, sql`select nick_name from member order by 1`)).toBe('Ana\n');
});

test('parameters written into a statement mean what they meant', async () => {
  const { db } = opened;
  await fc.assert(
    fc.asyncProperty(
      fc.string().filter((text) => !text.includes('\0')),
      fc.array(
        fc.oneof(
          fc.constant(null),
          fc.string().filter((text) => !text.includes('\0')),
        ),
      ),
      fc.integer(),
      fc.boolean(),
      async (text, list, number, flag) => {
        const query = sql<{
          made: string;
        }>`select jsonb_build_object('text', ${text.toWellFormed()}::text, 'list', ${list.map((one) => one?.toWellFormed() ?? null)}::text[], 'number', ${number}::int, 'flag', ${flag}::boolean, 'none', ${null}::text)::text made`;
        const { sql: statement, parameters } = await db.everyTenant('compiles', async (tx) => query.compile(tx.as()));
        const {
          rows: [bound],
        } = await db.pool.query(statement, [...parameters]);
        const {
          rows: [written],
        } = await db.pool.query(withLiterals(statement, parameters));
        expect(written).toEqual(bound);
      },
    ),
    { numRuns: 100 },
  );
});

test('a statement whose parameters do not fit is refused, and so is what has no plain form', () => {
  expect(() => withLiterals('select $1', ['a', 'b'])).toThrow();
  expect(() => withLiterals('select $2', ['a'])).toThrow();
  expect(() => withLiterals('select $1', [{ a: 1 }])).toThrow();
  expect(() => withLiterals('select $1', [Number.NaN])).toThrow();
  expect(withLiterals('select $1, $2', ["'; drop table x; --", 1])).toBe("select '''; drop table x; --', '1'");
});

test('pieces are whole lines, all of them, however long they are', async () => {
  const tenant = await aTenant(opened.db);
  let lines = 0;
  for await (const piece of opened.db.copyOut(
    { tenantId: tenant },
    sql`select n, repeat('x', case when n % 1000 = 0 then 200000 else 20 end) from generate_series(1, ${20_001}::int) n`,
  )) {
    expect(piece[piece.length - 1]).toBe(10);
    for (const byte of piece) if (byte === 10) lines += 1;
  }
  expect(lines).toBe(20_001);
});

test('a copy shows one moment: what is written meanwhile is not in it', async () => {
  const { db } = opened;
  const tenant = await aTenant(db);
  await db.pool.query(
    "insert into tag (tenant_id, name, colour, position) select $1, 'tag ' || n, 'blue', n from generate_series(1, 4000) n",
    [tenant],
  );
  let text = '';
  for await (const piece of db.copyOut({ tenantId: tenant }, sql`select id, repeat(name, 50) from tag`)) {
    if (text === '') await db.pool.query('delete from tag where tenant_id = $1', [tenant]);
    text += piece.toString();
  }
  expect(text.trimEnd().split('\n')).toHaveLength(4_000);
});

test('whoever gives a copy up half-way leaves no connection behind that still sends', async () => {
  const tenant = await aTenant(opened.db);
  for (let round = 0; round < 15; round += 1)
    for await (const piece of opened.db.copyOut(
      { tenantId: tenant },
      sql`select repeat('x', 1000), generate_series(1, 1000000)`,
    ))
      if (piece.length > 0) break;
  expect((await opened.db.pool.query('select 1 one')).rows).toEqual([{ one: 1 }]);
  await expect
    .poll(
      async () =>
        (
          await opened.db.pool.query(
            "select count(*)::int n from pg_stat_activity where datname = current_database() and query like 'copy%' and state = 'active'",
          )
        ).rows[0].n,
    )
    .toBe(0);
});

test('a copy the database refuses is thrown, and one that breaks in the middle too', async () => {
  const tenant = await aTenant(opened.db);
  await expect(copied(tenant, sql`select * from no_such_table`)).rejects.toThrow(/no_such_table/);
  await expect(copied(tenant, sql`select 1 / (50000 - n) from generate_series(1, 60000) n`)).rejects.toThrow(
    /division by zero/,
  );
  expect(await copied(tenant, sql`select 1`)).toBe('1\n');
});
