import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import type { CustomerSearch } from '../contract.ts';
import { findPage } from './find-customers.ts';
import { PageAnchors } from './page-anchors.ts';

const { db, close } = await testDb();
let tenantId: number;
beforeAll(async () => {
  tenantId = await aTenant(db);
  // Ten at a time came together; every third was spoken with.
  await db.tenant({ tenantId }, (tx) => sql`
    insert into customer (full_name, created_at, last_contact_at, country)
    select 'C' || n, timestamptz '2026-03-01' + (n - n % 10) * interval '1 minute', case when n % 3 = 0 then timestamptz '2026-04-01' + n * interval '1 minute' end, case when n % 2 = 0 then 'MX' else 'CN' end
    from generate_series(1, 35000) n order by n`.execute(tx.as()));
});
afterAll(close);

const march = { from: '2026-03-03 00:00:00', to: '2026-03-20 00:00:00' };
const asked: [string, CustomerSearch, Parameters<typeof findPage>[3]['sort'], ReturnType<typeof sql>, ReturnType<typeof sql>][] = [
  ['a range of moments', { tag_match: 'any', created: march }, 'created', sql`created_at between ${march.from} and ${march.to}`, sql`created_at`],
  ['a range and a country', { tag_match: 'any', created: march, countries: ['MX'] }, 'created', sql`created_at between ${march.from} and ${march.to} and country = 'MX'`, sql`created_at`],
  ['when somebody was spoken with', { tag_match: 'any', last_contact: { from: '2026-04-02 00:00:00', to: '2026-04-24 00:00:00' } }, 'last_contact', sql`last_contact_at between '2026-04-02' and '2026-04-24'`, sql`last_contact_at`],
  ['everybody', { tag_match: 'any' }, 'created', sql`true`, sql`id`],
];

test.each(asked)('[CDP-01] pages of %s follow its order, up and down, near and far', async (_what, search, sort, where, key) => {
  const anchors = new PageAnchors(() => 0);
  for (const desc of [true, false]) {
    const way = desc ? sql`desc` : sql`asc`;
    const all = (await db.numbers('the test', sql`select id from customer where tenant_id = ${tenantId} and ${where} order by ${key} ${way}, id ${way}`)).map(([id]) => id!);
    for (const offset of [0, 1_500, 9_000, 9_050, 9_050, 0]) {
      const { ids, total, capped } = await findPage(db, search, { tenantId, custom: new Map(), nowMs: 0 }, { sort, desc, offset, size: 50 }, anchors);
      expect(ids).toEqual(all.slice(offset, offset + 50));
      expect([total, capped]).toEqual([Math.min(all.length, 10_000), all.length > 10_000]);
    }
  }
});
