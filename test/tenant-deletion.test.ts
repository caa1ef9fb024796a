import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteDue, entriesOf } from '#features/operator/tenants/server/index.ts';
import { aFilledTenant, tenantTables } from './tenancy/filled-tenant.ts';
import { testServer, type TestServer } from './test-server.ts';

/* A tenant with a row in every table there is, also in those that nobody has written yet. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const [GONE, STAYS] = [110_011, 770_077];
let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  for (const tenantId of [GONE, STAYS]) {
    await server.built.homes.find(tenantId);
    await aFilledTenant(server.world.db, tenantId);
  }
});
afterAll(() => server.close());

const rowsOf = async (table: string, tenantId: number): Promise<number> =>
  (await server.world.db.pool.query(`select 1 from ${table} where tenant_id = $1`, [tenantId])).rowCount!;

test('the archive of a tenant holds its rows and no secret, and nothing of another', async () => {
  const found = new Map<string, string>();
  for await (const { name, content } of entriesOf(server.world, GONE)) {
    let text = '';
    if (content instanceof Uint8Array) text = Buffer.from(content).toString();
    else for await (const piece of content) text += Buffer.from(piece).toString();
    found.set(name, text);
  }
  const lines = (table: string) => found.get(`tables/${table}.jsonl`)!.trim().split('\n');
  for (const table of ['customer', 'call_record', 'role']) expect(JSON.parse(lines(table)[0]!)).toBeTruthy();
  expect([...found.values()].some((text) => text.includes(String(STAYS)))).toBe(false);
  expect([...found.keys()].filter((name) => /secret|session/.test(name))).toEqual([]);
});

test('a tenant whose term is over leaves no row in any table, and another keeps all of its own', async () => {
  // Jobs count and tidy rows of everybody when a minute begins: nobody but the deletion is at work here.
  await server.built.stop();
  const { db } = server.world;
  const { names } = await tenantTables(db);
  const before = new Map<string, number>();
  for (const table of names) before.set(table, await rowsOf(table, STAYS));
  await db.pool.query(`update tenant set state = 'closed', delete_at = now() where id = $1`, [GONE]);
  // Its archive is not waited for.
  await db.pool.query(
    `insert into tenant_export (of_tenant, asked_by, refused_at) values ($1, 'the operator', now())`,
    [GONE],
  );
  await deleteDue(server.world);
  const left: string[] = [];
  for (const table of names) {
    if ((await rowsOf(table, GONE)) > 0) left.push(table);
    // News leave the outbox by themselves.
    if (table !== 'outbox' && (await rowsOf(table, STAYS)) < before.get(table)!) left.push(`${table} of another`);
  }
  expect(left).toEqual([]);
});
