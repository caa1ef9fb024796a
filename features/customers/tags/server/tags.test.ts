import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

async function aTeam() {
  const tenantId = await aTenant(db);
  const [sofia, ana] = [
    await aMember(db, tenantId, { functions: ['tags.use', 'tags.edit'] }),
    await aMember(db, tenantId, { functions: ['tags.use'] }),
  ];
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = sofia) =>
    server.ask(
      method,
      /^[/]g(?:[/]|$)/.test(path) ? `/admin/saas_plat/tagGroup${path.slice(2)}` : `/admin/cdp/tag${path}`,
      { token: who.token, ...(body ? { body } : {}) },
    );
  return { tenantId, sofia, ana, ask };
}
const aCustomer = async (tenantId: number, tagIds: number[]): Promise<number> =>
  (
    await db.tenant({ tenantId }, (tx) =>
      sql<{
        id: number;
      }>`insert into customer (full_name, tag_ids) values ('Lucía', ${tagIds}::bigint[]) returning id`.execute(tx.as()),
    )
  ).rows[0]!.id;

test('[CDP-03] tags stand in groups in the order somebody gave them; their names are unique', async () => {
  const { ana, ask } = await aTeam();
  const worth = (await ask('POST', '/g', { name: 'Worth' })).data.id;
  const service = (await ask('POST', '/g', { name: 'Service' })).data.id;
  const vip = (await ask('POST', '', { name: ' VIP ', colour: 'amber', group_id: worth })).data.id;
  const fresh = (await ask('POST', '', { name: 'New', group_id: worth })).data.id;
  const loose = (await ask('POST', '', { name: 'Loose' })).data.id;
  expect((await ask('POST', '', { name: 'vip' })).code).toBe(20003);
  expect((await ask('POST', '/g', { name: 'worth' })).code).toBe(20003);
  expect((await ask('POST', '', { name: 'Odd', group_id: 99_999_999 })).code).toBe(404);
  await ask('PUT', '/sort', { ids: [loose, fresh, vip] });
  await ask('PUT', '/g/sort', { ids: [service, worth] });
  expect((await ask('GET', '/groupAndTag', undefined, ana)).data).toMatchObject([
    { name: 'Service', tags: [] },
    { name: 'Worth', tags: [{ name: 'New' }, { name: 'VIP', colour: 'amber' }] },
    { id: null, tags: [{ name: 'Loose' }] },
  ]);
  await ask('DELETE', `/g/${worth}`);
  expect((await ask('GET', '', undefined, ana)).data).toMatchObject([
    { name: 'Loose' },
    { name: 'New', group_id: null },
    { name: 'VIP', group_id: null },
  ]);
  expect((await ask('POST', '', { name: 'Mine' }, ana)).code).toBe(403);
});

test('[CDP-03] a deleted tag leaves the customers that had it, and only of its tenant', async () => {
  const { tenantId, ask } = await aTeam();
  const other = await aTeam();
  const [vip, fresh] = [
    (await ask('POST', '', { name: 'VIP' })).data.id,
    (await ask('POST', '', { name: 'New' })).data.id,
  ];
  const lucia = await aCustomer(tenantId, [vip, fresh]);
  const stranger = await aCustomer(other.tenantId, [vip]);
  expect((await ask('GET', '')).data).toMatchObject([
    { name: 'VIP', customers: 1 },
    { name: 'New', customers: 1 },
  ]);
  expect((await other.ask('DELETE', `/${vip}`)).code).toBe(404);
  expect((await ask('DELETE', `/${vip}`)).code).toBe(0);
  const job = server.built.features
    .find(({ name }) => name === 'tags')!
    .jobs!.find(({ task }) => task === 'tags.takeOff')!;
  await job.run({ tenantId, tagId: vip } as never);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      id: number;
      tag_ids: number[];
    }>`select id, tag_ids from customer where id = any(${[lucia, stranger]}::bigint[]) order by id`.execute(tx.as()),
  );
  expect(rows.map(({ tag_ids: ids }) => ids.map(Number))).toEqual([[fresh], [vip]]);
});
