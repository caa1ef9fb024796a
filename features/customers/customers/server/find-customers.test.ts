import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import type { CustomerSearch } from '../contract.ts';
import { findPage } from './find-customers.ts';
import { pageCheckpoints } from './page-checkpoints.ts';
import { PageAnchors } from './page-anchors.ts';

// Long lists take their time to be made.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const { db, close } = await testDb();
let tenantId: number;
beforeAll(async () => {
  tenantId = await aTenant(db);
  // Ten at a time came together; every third was spoken with.
  await db.tenant({ tenantId }, (tx) =>
    sql`
    insert into customer (full_name, created_at, last_contact_at, country)
    select 'C' || n, timestamptz '2026-03-01' + (n - n % 10) * interval '1 minute', case when n % 3 = 0 then timestamptz '2026-04-01' + n * interval '1 minute' end, case when n % 2 = 0 then 'MX' else 'CN' end
    from generate_series(1, 35000) n order by n`.execute(tx.as()),
  );
});
afterAll(close);

const march = { from: '2026-03-03 00:00:00', to: '2026-03-20 00:00:00' };
const asked: [
  string,
  CustomerSearch,
  Parameters<typeof findPage>[3]['sort'],
  ReturnType<typeof sql>,
  ReturnType<typeof sql>,
][] = [
  [
    'a range of moments',
    { tag_match: 'any', created: march },
    'created',
    sql`created_at between ${march.from} and ${march.to}`,
    sql`created_at`,
  ],
  [
    'a range and a country',
    { tag_match: 'any', created: march, countries: ['MX'] },
    'created',
    sql`created_at between ${march.from} and ${march.to} and country = 'MX'`,
    sql`created_at`,
  ],
  [
    'when somebody was spoken with',
    { tag_match: 'any', last_contact: { from: '2026-04-02 00:00:00', to: '2026-04-24 00:00:00' } },
    'last_contact',
    sql`last_contact_at between '2026-04-02' and '2026-04-24'`,
    sql`last_contact_at`,
  ],
  ['everybody', { tag_match: 'any' }, 'created', sql`true`, sql`id`],
];

test.each(asked)(
  '[CDP-01] pages of %s follow its order, up and down, near and far',
  async (_what, search, sort, where, key) => {
    const anchors = new PageAnchors(() => 0);
    for (const desc of [true, false]) {
      const way = desc ? sql`desc` : sql`asc`;
      const all = (
        await db.numbers(
          'the test',
          sql`select id from customer where tenant_id = ${tenantId} and ${where} order by ${key} ${way}, id ${way}`,
        )
      ).map(([id]) => id!);
      for (const offset of [0, 1_500, 9_000, 9_050, 9_050, 0]) {
        const { ids, total, capped } = await findPage(
          db,
          search,
          { tenantId, custom: new Map(), nowMs: 0 },
          { sort, desc, offset, size: 50 },
          anchors,
        );
        expect(ids).toEqual(all.slice(offset, offset + 50));
        expect([total, capped]).toEqual([Math.min(all.length, 10_000), all.length > 10_000]);
      }
    }
  },
);

test('[CDP-01] a jump far down is exact by the ladder, whatever was added, deleted and restored since', async () => {
  const other = await aTenant(db);
  const run = (statement: ReturnType<typeof sql>) => db.tenant({ tenantId: other }, (tx) => statement.execute(tx.as()));
  await run(
    sql`insert into customer (full_name, deleted_at) select 'C' || n, case when n % 500 = 0 then now() - interval '1 hour' end from generate_series(1, 22000) n`,
  );
  let nowMs = 0;
  const ladder = pageCheckpoints(db, () => nowMs);
  await ladder.prepare(other);
  const jumps = async (): Promise<boolean> => {
    const all = (
      await db.numbers(
        'the test',
        sql`select id from customer where tenant_id = ${other} and deleted_at is null order by id desc`,
      )
    ).map(([id]) => id!);
    const anchor = await ladder.locate(other, 20_000);
    if (anchor) expect(all[anchor.offset - 1] === anchor.beforeId || !all.includes(anchor.beforeId)).toBe(true);
    for (const offset of [18_000, 20_000, 21_500]) {
      const { ids } = await findPage(
        db,
        { tag_match: 'any' },
        { tenantId: other, custom: new Map(), nowMs: 0 },
        { sort: 'created', desc: true, offset, size: 20 },
        new PageAnchors(() => 0),
        ladder,
      );
      expect(ids).toEqual(all.slice(offset, offset + 20));
    }
    return anchor !== null;
  };
  expect(await jumps()).toBe(true);
  await run(sql`insert into customer (full_name) select 'New' from generate_series(1, 40)`);
  await run(
    sql`update customer set deleted_at = now() where full_name in ('C21999', 'C21', 'C20001', 'C12345') or (full_name = 'New' and id % 3 = 0)`,
  );
  expect(await jumps()).toBe(true);
  await run(sql`update customer set deleted_at = null where full_name = 'C5000'`);
  expect(await jumps()).toBe(false);
  await ladder.prepare(other);
  expect(await jumps()).toBe(true);
  nowMs = 6 * 60_000;
  expect(await jumps()).toBe(false);
});
