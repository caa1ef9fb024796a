import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { findApi, FOUND_MOST, type Found } from '../contract.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const NUMBER = '525512345678';
const find = async ({ token }: Member, words: string): Promise<Found[]> =>
  (await server.ask('POST', findApi.find.path, { token, body: { words } })).data as Found[];
const seen = (found: readonly Found[]) => found.map(({ kind, title }) => `${kind} ${title}`);

/** A tenant with two Gonzalezes, a call with each, and a chat of the first. */
async function house() {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const member = (functions: string[], needsMasking = false) => aMember(db, tenantId, { functions, needsMasking });
  const agent = await member(['customers.use', 'call-records.use', 'chat.use']);
  await db.tenant({ tenantId }, async (tx) => {
    const rows = tx.as();
    const { rows: people } = await sql<{ id: number }>`
      insert into customer (full_name, company, phones, phone_countries, owner_id) values
        ('Ana González', 'Aurora', array[${NUMBER}], '{MX}', ${agent.userId}), ('Beto González', '', '{525587654321}', '{MX}', null) returning id`.execute(
      rows,
    );
    const [ana, beto] = people.map(({ id }) => id);
    await sql`insert into call_record (call_id, node, direction, started_at, ended_at, customer_number, our_number, customer_id, customer_name) values
      ('call-ana', 'node-1', 'inbound', now(), now(), ${NUMBER}, '14155550199', ${String(ana)}, 'Ana González'),
      ('call-beto', 'node-1', 'inbound', now(), now(), '525587654321', '14155550199', ${String(beto)}, 'Beto González')`.execute(
      rows,
    );
  });
  return { tenantId, member, agent };
}

test('one search finds customers and their calls, by name or by a number in any writing', async () => {
  const { member } = await house();
  const boss = await member(['customers.use', 'customers.view', 'call-records.use', 'call-records.view']);
  expect(seen(await find(boss, 'gonzalez ana'))).toEqual(['customer Ana González', 'call Ana González']);
  expect(seen(await find(boss, '+52 55 1234 5678'))).toEqual(['customer Ana González', 'call Ana González']);
  expect((await find(boss, 'gonzalez')).filter(({ kind }) => kind === 'call')).toHaveLength(2);
  expect(await find(boss, 'nobody')).toEqual([]);
});

test('everybody finds what they may see: an agent their own, whoever lacks the key nothing', async () => {
  const { member, agent } = await house();
  expect(seen(await find(agent, 'gonzalez'))).toEqual(['customer Ana González']);
  expect(await find(await member([]), 'gonzalez')).toEqual([]);
  expect(seen(await find(await member(['call-records.use', 'call-records.view']), NUMBER))).toEqual([
    'call Ana González',
  ]);
  const other = await aMember(server.world.db, await aTenant(server.world.db), { isOwner: true });
  expect(await find(other, 'gonzalez')).toEqual([]);
});

test('[SEC-01] whoever sees stars finds names, reads numbers with stars, and nobody by trying numbers', async () => {
  const { member } = await house();
  const stars = await member(['customers.use', 'customers.view', 'call-records.use', 'call-records.view'], true);
  const found = await find(stars, 'ana gonzalez');
  expect(found.map(({ kind }) => kind)).toEqual(['customer', 'call']);
  expect(JSON.stringify(found)).not.toContain('12345678');
  expect((await find(stars, NUMBER)).filter(({ kind }) => kind === 'customer')).toEqual([]);
});

test('of many a few are told, those spoken with last first', async () => {
  const { tenantId, member } = await house();
  await server.world.db.tenant({ tenantId }, (tx) =>
    sql`insert into customer (full_name, last_contact_at) select 'Mina ' || n, timestamptz '2026-01-01' + n * interval '1 day' from generate_series(1, 20) n`.execute(
      tx.as(),
    ),
  );
  const boss = await member(['customers.use', 'customers.view']);
  const found = await find(boss, 'mina');
  expect(found.map(({ title }) => title)).toEqual(['Mina 20', 'Mina 19', 'Mina 18', 'Mina 17', 'Mina 16']);
  expect(found).toHaveLength(FOUND_MOST);
});
