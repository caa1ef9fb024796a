import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { copiedRows, lastNumbers } from './copied-rows.ts';

const asIs = (field: string): string => field;

let opened: TestDb;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

test('whatever the database copies out is read as it was', async () => {
  const tenantId = await aTenant(opened.db);
  const text = fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\\N', '\\', '\t', 'a\nb', '\r\n', '\\.', '\b\f\v', ''))
    .map((one) => one.toWellFormed().replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, fc.option(text)), { minLength: 1, maxLength: 20 }), async (rows) => {
      const read: string[][] = [];
      const query = sql`select r.a, r.b from unnest(${rows.map(([a]) => a)}::text[], ${rows.map(([, b]) => b)}::text[]) with ordinality as r (a, b, place) order by place`;
      for await (const piece of opened.db.copyOut({ tenantId }, query)) read.push(...copiedRows(piece, [asIs, asIs]));
      expect(read).toEqual(rows.map(([a, b]) => [a, b ?? '']));
    }),
    { numRuns: 50 },
  );
});

test('fields nobody reads are left out, and the last one of the first and last row is told', () => {
  const piece = Buffer.from('María\tx\t12\nLuis\t\\N\t7\n');
  expect(copiedRows(piece, [asIs, asIs])).toEqual([
    ['María', 'x'],
    ['Luis', ''],
  ]);
  expect([lastNumbers(piece), lastNumbers(Buffer.from('9\n'))]).toEqual([
    { first: 12, last: 7 },
    { first: 9, last: 9 },
  ]);
});
