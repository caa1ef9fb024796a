import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { joinedName } from '#features/customers/customers/core/full-name.ts';
import type { ImportedRow } from '../core/import-row.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import type { DuplicateRule } from '../contract.ts';
import { planImport, type ImportCounts } from './plan.ts';
import { copyLine, STAGED_COLUMNS } from './reading/copy-line.ts';
import { createStage, dropStage } from './stage.ts';
import { writeImport } from './write.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

interface GivenRow {
  name: string | null;
  numbers: string[];
  emails: string[];
  company: string | null;
}
const blank: ImportedRow = {
  full_name: null,
  first_name: null,
  last_name: null,
  company: null,
  numbers: [],
  emails: [],
  owner_id: null,
  language: null,
  time_zone: null,
  country: null,
  tag_ids: [],
  fields: {},
  note: null,
  do_not_call: null,
  do_not_text: null,
  consent: null,
};

let imports = 0;
/** Plans and writes rows as an import does; answers what the plan said and what writing did. */
async function imported(
  tenantId: number,
  rows: readonly GivenRow[],
  rule: DuplicateRule,
): Promise<{ planned: ImportCounts; written: ImportCounts }> {
  const one = { id: (imports += 1), tenantId };
  const { db } = opened;
  await createStage(db, one);
  const copy = await openCopyIn(db.pool, `copy customer_stage_${one.id} (${STAGED_COLUMNS}) from stdin`);
  await copy.write(
    Buffer.from(
      rows
        .map(({ name, numbers, emails, company }, line) =>
          copyLine(line + 2, {
            ...blank,
            full_name: name,
            numbers: numbers.map((number) => `${number}/MX`),
            emails,
            company,
          }),
        )
        .join(''),
    ),
  );
  await copy.end();
  await db.pool.query(`alter table customer_stage_${one.id} add primary key (line)`);
  const planned = await planImport(db, one, { rule, staged: rows.length, begun: async () => {} });
  const written = await db.tenant({ tenantId }, (tx) =>
    writeImport(tx, { ...one, userId: 1, rule, plannedAt: new Date().toISOString(), progress: () => {} }),
  );
  await dropStage(db, one.id);
  return { planned, written };
}

interface Kept extends GivenRow {
  id: number;
  version: number;
}
const customers = async (tenantId: number): Promise<Kept[]> =>
  (
    await opened.db.tenant({ tenantId }, (tx) =>
      sql<Kept>`select id, full_name name, phones numbers, emails, company, version from customer order by id`.execute(
        tx.as(),
      ),
    )
  ).rows;
const holders = (all: readonly Kept[]): Map<string, number> => {
  const count = new Map<string, number>();
  for (const { numbers } of all) for (const number of numbers) count.set(number, (count.get(number) ?? 0) + 1);
  return count;
};

const anyRow = fc
  .record({
    name: fc.constantFrom('Ana', 'Beto', null),
    company: fc.constantFrom('A', 'B', null),
    numbers: fc.uniqueArray(fc.constantFrom('521', '522', '523', '524', '525'), { maxLength: 3 }),
    emails: fc.uniqueArray(fc.constantFrom('a@x.mx', 'b@x.mx', 'c@x.mx'), { maxLength: 2 }),
  })
  .filter(
    ({ name, numbers, emails, company }) => name !== null || company !== null || numbers.length + emails.length > 0,
  );
/** Somebody known by an address, between two rows about somebody else who gets it later. */
const row = (name: string, numbers: string[] = [], emails: string[] = []): GivenRow => ({
  name,
  company: 'A',
  numbers,
  emails,
});
const rowsOf = (most: number) => fc.array(anyRow, { minLength: 1, maxLength: most });

test.each<DuplicateRule>(['skip', 'update'])(
  '[CDP-02] whatever the rows and the customers are: %s gives a number to nobody twice, the check tells what writing does, and again changes nothing',
  async (rule) => {
    await fc.assert(
      fc.asyncProperty(rowsOf(4), rowsOf(7), async (known, rows) => {
        const tenantId = await aTenant(opened.db);
        await imported(tenantId, known, 'create');
        const before = await customers(tenantId);
        const first = await imported(tenantId, rows, rule);
        expect(first.written).toEqual(first.planned);
        expect(first.written.added + first.written.updated + first.written.skipped).toBe(rows.length);
        const after = await customers(tenantId);
        expect(after.length).toBe(before.length + first.written.added);
        const had = holders(before);
        for (const [number, count] of holders(after))
          expect(count).toBeLessThanOrEqual(Math.max(1, had.get(number) ?? 0));
        const asked = new Set(rows.flatMap(({ numbers }) => numbers));
        if (rule === 'update') for (const number of asked) expect(holders(after).has(number)).toBe(true);
        else expect(after.slice(0, before.length)).toEqual(before);
        expect((await imported(tenantId, rows, rule)).written).toEqual({ added: 0, updated: 0, skipped: rows.length });
        expect(await customers(tenantId)).toEqual(after);
      }),
      {
        numRuns: 30,
        examples: [
          [
            [row('Ana')],
            [row('Ana', ['524']), row('Ana', [], ['a@x.mx']), row('Ana', ['524'], ['a@x.mx']), row('Ana')],
          ],
        ],
      },
    );
  },
);

test('[CDP-02] few rows among many customers are found by the index, with the same answer', async () => {
  const tenantId = await aTenant(opened.db);
  await opened.db.pool.query(
    "insert into customer (tenant_id, full_name, phones, phone_countries, emails) select $1, 'Customer ' || n, array['5255' || n], '{MX}', array['c' || n || '@x.mx'] from generate_series(1, 3000) n",
    [tenantId],
  );
  await opened.db.pool.query(
    "insert into customer (tenant_id, full_name, company) values ($1, 'Only a name', 'Delta')",
    [tenantId],
  );
  const rows: GivenRow[] = [
    { name: 'X', company: null, numbers: ['999', '5255100'], emails: [] },
    { name: 'Y', company: null, numbers: [], emails: ['c200@x.mx'] },
    { name: 'Only a name', company: 'Delta', numbers: [], emails: [] },
    { name: 'New', company: null, numbers: ['998'], emails: ['c300@x.mx'] },
  ];
  expect((await imported(tenantId, rows, 'skip')).written).toEqual({ added: 1, updated: 0, skipped: 3 });
});

test('[CDP-02] the database joins names as people do', async () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'é', '王', '明', 'カ', '김', ' ', '🙂'), maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(part, part, async (first, last) => {
      const { rows } = await opened.db.pool.query<{ name: string }>('select customer_joined_name($1, $2) as name', [
        first,
        last,
      ]);
      expect(rows[0]!.name).toBe(joinedName(first, last));
    }),
    { numRuns: 200 },
  );
});
