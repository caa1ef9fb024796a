import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { operatorsOf, type Condition, type ConditionKind, type ConditionTree } from '#core/customer/condition.ts';
import { kindOfField, matchesConditions, type Matchable } from '#core/customer/matches.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { Failure } from '#shared/errors.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { compileConditions } from './compile-conditions.ts';
import { compileSearch } from './compile-search.ts';
import { withNarrowRanges } from './narrow-ranges.ts';

const { db, close } = await testDb();
afterAll(close);

const nowMs = Date.UTC(2026, 10, 15, 12);
const custom = new Map<number, { type: VariableType }>([
  [1, { type: VariableType.text }],
  [2, { type: VariableType.number }],
  [3, { type: VariableType.choice }],
  [4, { type: VariableType.date }],
]);

const texts = ['', 'Ana', 'ana ruiz', '王伟明', 'O’Neil', '100%', 'a_b', String.raw`back\slash`, 'Ana Ruiz'];
const numbers = ['525512345678', '525587654321', '14155550100'];
const moments = ['2026-11-15 10:00:00', '2026-11-14 12:00:00', '2026-11-01 00:00:00', '2025-01-31 23:59:59'];
const dates = ['2026-11-15', '2026-11-10', '2025-01-31'];

const customer: fc.Arbitrary<Matchable> = fc.record({
  full_name: fc.constantFrom(...texts),
  company: fc.constantFrom(...texts),
  note: fc.constantFrom(...texts),
  phones: fc.uniqueArray(fc.constantFrom(...numbers), { maxLength: 2 }),
  emails: fc.uniqueArray(fc.constantFrom('a@mail.example', 'ana@x.example'), { maxLength: 2 }),
  owner_id: fc.constant(null),
  source: fc.integer({ min: 1, max: 5 }),
  consent: fc.integer({ min: 0, max: 2 }),
  language: fc.constantFrom('', 'es', 'zh'),
  time_zone: fc.constantFrom('', 'UTC'),
  country: fc.constantFrom('', 'MX', 'CN'),
  tag_ids: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  do_not_call: fc.boolean(),
  do_not_text: fc.boolean(),
  created_at: fc.constantFrom(...moments),
  updated_at: fc.constantFrom(...moments),
  last_contact_at: fc.option(fc.constantFrom(...moments)),
  fields: fc.record(
    {
      1: fc.constantFrom(...texts),
      2: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(1.5)),
      3: fc.constantFrom('Gold', 'Silver'),
      4: fc.constantFrom(...dates),
    },
    { requiredKeys: [] },
  ),
});

const valueOf: Record<ConditionKind, fc.Arbitrary<string | number | boolean>> = {
  text: fc.constantFrom(...texts, 'an', 'uiz', '%', '_', '\\', "'; drop table customer; --"),
  numbers: fc.constantFrom(...numbers, '52-5512345678', '5255', '+52 55'),
  addresses: fc.constantFrom('a@mail.example', 'mail', 'A@'),
  number: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant('1.5')),
  moment: fc.constantFrom(...moments, ...dates),
  choice: fc.constantFrom('es', 'MX', 'Gold', 'UTC', 'nothing'),
  person: fc.integer({ min: 1, max: 3 }),
  set: fc.integer({ min: 1, max: 5 }),
  flag: fc.boolean(),
};
const fields = [
  'full_name',
  'company',
  'note',
  'phone',
  'email',
  'owner',
  'source',
  'consent',
  'language',
  'time_zone',
  'country',
  'tag',
  'do_not_call',
  'do_not_text',
  'created_at',
  'updated_at',
  'last_contact_at',
  'custom:1',
  'custom:2',
  'custom:3',
  'custom:4',
];

const condition: fc.Arbitrary<Condition> = fc.constantFrom(...fields).chain((field) => {
  const kind = kindOfField(field, custom)!;
  return fc.constantFrom(...operatorsOf[kind]).chain((operator) => {
    const value =
      operator === 'inLastDays'
        ? fc.integer({ min: 0, max: 400 })
        : field === 'source' || field === 'consent'
          ? fc.integer({ min: 0, max: 5 })
          : valueOf[kind];
    const size =
      operator === 'isEmpty' || operator === 'isNotEmpty'
        ? [0, 0]
        : operator === 'between'
          ? [2, 2]
          : ['anyOf', 'allOf', 'noneOf'].includes(operator)
            ? [1, 3]
            : [1, 1];
    return fc.array(value, { minLength: size[0]!, maxLength: size[1]! }).map((values) => ({ field, operator, values }));
  });
});
const tree: fc.Arbitrary<ConditionTree> = fc.letrec<{ tree: ConditionTree }>((tie) => ({
  tree: fc.record({
    join: fc.constantFrom('and' as const, 'or' as const),
    items: fc.array(fc.oneof({ maxDepth: 2 }, condition, tie('tree')), { maxLength: 4 }),
  }),
})).tree;

test('[CDP-03] whatever is asked, the database finds those customers the conditions say and no others', async () => {
  const everybody = fc.sample(customer, { numRuns: 150, seed: 7 });
  const tenantId = await aTenant(db);
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{ id: number }>`
    insert into customer (full_name, company, note, phones, phone_countries, emails, source, consent, language, time_zone, country, tag_ids, do_not_call, do_not_text, created_at, updated_at, last_contact_at, fields)
    select full_name, company, note, phones, array_fill('MX'::text, array[cardinality(phones)]), emails, source, consent, language, time_zone, country, tag_ids, do_not_call, do_not_text, created_at, updated_at, last_contact_at, fields
    from jsonb_to_recordset(${JSON.stringify(everybody)}::jsonb) as r (full_name text, company text, note text, phones text[], emails text[], source int, consent int, language text, time_zone text, country text, tag_ids bigint[],
      do_not_call boolean, do_not_text boolean, created_at timestamptz, updated_at timestamptz, last_contact_at timestamptz, fields jsonb)
    returning id`.execute(tx.as()),
  );
  const ids = rows.map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(tree, async (asked) => {
      const wanted = ids.filter((_, place) => matchesConditions(everybody[place]!, asked, { custom, nowMs }));
      const world = { tenantId, custom, nowMs };
      // Ranges are found row by row when many are in them, and by the numbers kept beside when few are.
      for (const one of [world, await withNarrowRanges(db, asked, world)]) {
        const found = await db.numbers(
          'the test',
          sql`select c.id from customer c where ${compileSearch({ tag_match: 'any', condition: asked }, one)} order by c.id`,
        );
        expect(found.map(([id]) => id)).toEqual(wanted);
      }
    }),
    // Found by chance once: a moment exactly at the beginning of the range.
    {
      numRuns: 300,
      examples: [[{ join: 'and', items: [{ field: 'created_at', operator: 'inLastDays', values: [1] }] }]],
    },
  );
});

test.each<[string, Condition]>([
  ['a field nobody knows', { field: 'shoe_size', operator: 'is', values: ['1'] }],
  ['a custom field of nobody', { field: 'custom:99', operator: 'is', values: ['1'] }],
  ['a question the field does not understand', { field: 'full_name', operator: 'between', values: ['a', 'b'] }],
  ['a day no calendar has', { field: 'created_at', operator: 'lessThan', values: ['2026-02-30'] }],
  ['half a tag', { field: 'tag', operator: 'anyOf', values: [1.5] }],
  ['too few values', { field: 'created_at', operator: 'between', values: ['2026-11-15'] }],
  ['a number that is none', { field: 'custom:2', operator: 'is', values: ['many'] }],
  ['a moment that is none', { field: 'created_at', operator: 'moreThan', values: ['2026-02-31x'] }],
])('[CDP-03] %s is refused by name, not by the database', (_what, asked) => {
  expect(() => compileConditions({ join: 'and', items: [asked] }, { custom, nowMs })).toThrow(Failure);
});

test('[CDP-03] no value, however odd, makes the database fail', async () => {
  const tenantId = await aTenant(db);
  const odd = fc.oneof(
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
    fc.constantFrom('9999-12-31 23:59:59', '0000-01-01', '1e309', '-0', '\\', 2 ** 53, -1, 1e20),
  );
  const asked = fc
    .constantFrom(...fields)
    .chain((field) =>
      fc
        .constantFrom(...operatorsOf[kindOfField(field, custom)!])
        .chain((operator) => fc.array(odd, { maxLength: 3 }).map((values) => ({ field, operator, values }))),
    );
  await fc.assert(
    fc.asyncProperty(asked, async (one) => {
      try {
        const condition: ConditionTree = { join: 'and', items: [one] };
        await db.numbers(
          'the test',
          sql`select c.id from customer c where ${compileSearch({ tag_match: 'any', condition }, await withNarrowRanges(db, condition, { tenantId, custom, nowMs }))}`,
        );
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown;
      }
    }),
    { numRuns: 500 },
  );
});

test('[CDP-03] the numbers kept beside follow whatever happens to customers', async () => {
  const tenantId = await aTenant(db);
  const kept = async () =>
    (
      await db.numbers(
        'the test',
        sql`select field_id, value from customer_number where tenant_id = ${tenantId} order by 1, 2`,
      )
    ).map((row) => row.join(' '));
  const run = (statement: ReturnType<typeof sql>) => db.tenant({ tenantId }, (tx) => statement.execute(tx.as()));
  await run(
    sql`insert into customer (full_name, fields) values ('Ana', '{"2": 7.5, "4": "2026-11-15", "1": "word", "3": null}'), ('Luis', '{"2": -1}'), ('Rosa', '{}')`,
  );
  expect(await kept()).toEqual(['2 -1', '2 7.5', '4 20261115']);
  await run(sql`update customer set note = 'x'`);
  await run(sql`update customer set fields = fields || '{"2": 8}' where full_name = 'Ana'`);
  await run(sql`update customer set fields = '{"2": 1e3}' where full_name = 'Rosa'`);
  expect(await kept()).toEqual(['2 -1', '2 8', '2 1000', '4 20261115']);
  await run(sql`update customer set fields = fields - '2'`);
  expect(await kept()).toEqual(['4 20261115']);
  await run(sql`delete from customer`);
  expect(await kept()).toEqual([]);
});
