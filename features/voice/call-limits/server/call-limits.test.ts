import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const post = (token: string, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/callLimit/v1/${path}`, { token, body });

test('[CC-05] limits and countries are read by whoever may, of their own tenant', async () => {
  const [tenant, other] = [await aTenant(db), await aTenant(db)];
  await db.tenant({ tenantId: tenant }, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (name, group_no) values ('Sales', 1) returning id`.execute(tx.as());
    await sql`insert into call_limit (kind, max, window_sec, scope, group_id) values ('perNumber', 5, 86400, 'tenant', null), ('callsPerSecond', 2, 1, 'group', ${rows[0]!.id})`.execute(
      tx.as(),
    );
    await sql`insert into allowed_country (iso2) values ('US'), ('MX')`.execute(tx.as());
  });
  const [ana, noor, agent] = [
    await aMember(db, tenant, { functions: ['call-limits.view'] }),
    await aMember(db, other, { functions: ['call-limits.view'] }),
    await aMember(db, tenant),
  ];
  const { data } = await post(ana.token, 'page');
  expect(data).toMatchObject({
    total: 2,
    list: [
      { kind: 'perNumber', max: 5, windowSec: 86_400, scope: 'tenant', groupId: null, groupName: '' },
      { kind: 'callsPerSecond', scope: 'group', groupName: 'Sales' },
    ],
  });
  expect((await post(ana.token, 'page', { page: 2, size: 1 })).data.list).toEqual([data.list[1]]);
  expect((await post(ana.token, 'countries')).data).toEqual([
    { iso2: 'MX', code: '52', name: 'Mexico' },
    { iso2: 'US', code: '1', name: 'United States' },
  ]);
  expect((await post(noor.token, 'page')).data).toEqual({ total: 0, list: [] });
  expect((await post(noor.token, 'countries')).data).toEqual([]);
  expect((await post(agent.token, 'page')).code).toBe(403);
});
