import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from './builders.ts';
import { aFilledTenant, tenantTables, type FilledTenant } from './tenancy/filled-tenant.ts';
import { notErased, notExported, notWatched, onTheWay } from './tenancy/person-tables.ts';
import { testServer, type TestServer } from './test-server.ts';

/*
 * Every table that names people is erased, exported and masked, or `tenancy/person-tables.ts` says in words why not.
 * Tables are those of the database, found by their columns and by what they point at; whether one is erased or exported is
 * seen by doing it to a tenant with a row in every table. What stands in the lists without need fails as well.
 */

const TENANT = 110_013;
/** Columns (`table.column`) that hold a person or anything, or lead to a person. */
const personal =
  /customer|(_|\.)(visitor|caller|conversation|phones?|numbers?|emails?|mail|call_id|talk|body|params)(_|$)/;
/** Columns that hold what is hidden from those who see stars. */
const hidden = /(^|_)(phones?|numbers?|emails?)$/;

let server: TestServer;
let tenant: FilledTenant;
let columns: Awaited<ReturnType<typeof tenantTables>>['columns'];
let tables: string[];

beforeAll(async () => {
  server = await testServer();
  // Its desk is here before it: else what it has would be taken for left behind, and be put right.
  await server.built.homes.find(TENANT);
  tenant = await aFilledTenant(server.world.db, TENANT);
  columns = (await tenantTables(server.world.db)).columns;
  const found = new Set(
    columns.filter(({ table, name }) => personal.test(`${table}.${name}`)).map(({ table }) => table),
  );
  for (const table of new Set(columns.map((column) => column.table))) if (names(await rowsOf(table))) found.add(table);
  // What points at such a row is about the same person.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { table, target } of columns) if (target && target !== table && found.has(target)) found.add(table);
  }
  tables = [...found].filter((table) => !onTheWay.includes(table)).sort();
}, 120_000);
afterAll(() => server.close());

const names = (rows: string): boolean => rows.includes(tenant.number) || rows.includes(tenant.email);
const rowsOf = async (table: string): Promise<string> => {
  const { rows } = await server.world.db.pool.query(`select to_jsonb(t) row from ${table} t where tenant_id = $1`, [
    TENANT,
  ]);
  return rows
    .map(({ row }) => JSON.stringify(row))
    .sort()
    .join('\n');
};

/** Everything the product would hand to the customer of this tenant. */
const exported = (): Promise<string> =>
  server.world.db.tenant({ tenantId: TENANT }, async (tx) => {
    const person = { customerIds: [TENANT], numbers: [tenant.number], emails: [tenant.email] };
    const all: unknown[] = [];
    for (const data of server.world.catalogue.personData)
      all.push(data.name, await data.export(tx, person), await data.files?.(tx, person));
    return JSON.stringify(all);
  });

/** The same, while one table shows no row to the product. */
async function exportedWithout(table: string): Promise<string> {
  const { pool } = server.world.db;
  await pool.query(`create policy shows_nothing on ${table} as restrictive using (false)`);
  const without = await exported();
  await pool.query(`drop policy shows_nothing on ${table}`);
  return without;
}

test('[SEC-01] columns of numbers and addresses are watched by the test of the mask, or a reason stands in the list', async () => {
  const unwatched: string[] = [];
  for (const { table, name } of columns.filter((one) => tables.includes(one.table) && hidden.test(one.name))) {
    const { rows } = await server.world.db.pool.query(
      `select to_jsonb("${name}") value from ${table} where tenant_id = $1`,
      [TENANT],
    );
    if (!names(JSON.stringify(rows))) unwatched.push(`${table}.${name}`);
  }
  expect(unwatched.sort()).toEqual(Object.keys(notWatched).sort());
});

test(
  '[CDP-07] a person is told what every table knows of them, or a reason stands in the list',
  { timeout: 120_000 },
  async () => {
    const whole = await exported();
    const untold: string[] = [];
    for (const table of tables) if ((await exportedWithout(table)) === whole) untold.push(table);
    expect(untold).toEqual(Object.keys(notExported).sort());
  },
);

test(
  '[CDP-07] a person who is erased is gone from every table, or a reason stands in the list',
  { timeout: 120_000 },
  async () => {
    const before = new Map<string, string>();
    for (const table of tables) before.set(table, await rowsOf(table));
    const { token } = await aSession(server.world.db, { userId: TENANT, tenantId: TENANT });
    const answer = await server.ask('POST', '/admin/cdp/customer/erase', {
      token,
      body: { id: TENANT, reason: 'Asked.' },
    });
    expect(answer.code).toBe(0);
    const left: string[] = [];
    for (const table of tables) {
      const rows = await rowsOf(table);
      if (rows === before.get(table) || names(rows)) left.push(table);
    }
    expect(left).toEqual(Object.keys(notErased).sort());
  },
);

test('every kind of export is written by the feature that it is named after, and by one alone', () => {
  const kinds = server.built.features.flatMap(({ name, exports = [] }) =>
    exports.map(({ kind }) => [name, kind] as const),
  );
  expect(kinds.filter(([name, kind]) => !kind.startsWith(`${name}.`))).toEqual([]);
  expect(new Set(kinds.map(([, kind]) => kind)).size).toBe(kinds.length);
});
