import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { allowedCountries, limitsFor } from './index.ts';

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
  expect((await post(noor.token, 'page')).data).toEqual({ total: 0, list: [], currency: 'USD' });
  expect((await post(noor.token, 'countries')).data).toEqual([]);
  expect((await post(agent.token, 'page')).code).toBe(403);
});

const EDITS = ['call-limits.view', 'call-limits.edit'];
const perNumber = { kind: 'perNumber', max: 5, windowSec: 86_400, scope: 'tenant', groupId: null, enabled: true };

async function aTeam() {
  const tenantId = await aTenant(db);
  const { token } = await aMember(db, tenantId, { functions: EDITS });
  const group = (name: string): Promise<number> =>
    db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into agent_group (name, group_no) values (${name}, 1) returning id`.execute(tx.as());
      return rows[0]!.id;
    });
  return { tenantId, token, group, list: async () => (await post(token, 'page')).data.list };
}

test('[CC-05] a limit is added, changed, switched off and deleted; the next call keeps it', async () => {
  const { tenantId, token, list } = await aTeam();
  const { data } = await post(token, 'add', perNumber);
  expect(await list()).toMatchObject([{ id: data.id, ...perNumber }]);
  const held = () => db.tenant({ tenantId }, async (tx) => (await sql`${limitsFor(1)}`.execute(tx.as())).rows);
  expect(await held()).toMatchObject([{ kind: 'perNumber', max: 5 }]);
  expect((await post(token, 'update', { ...perNumber, id: data.id, max: 7, scope: 'agent' })).code).toBe(0);
  expect(await held()).toMatchObject([{ max: 7, scope: 'agent' }]);
  await post(token, 'update', { ...perNumber, id: data.id, enabled: false });
  expect(await held()).toEqual([]);
  expect((await post(token, 'delete', { id: data.id })).code).toBe(0);
  expect(await list()).toEqual([]);
  expect((await post(token, 'delete', { id: data.id })).code).toBe(404);
});

test('[CC-05] what holds at every moment has no span, whatever was sent', async () => {
  const { token, list } = await aTeam();
  for (const kind of ['callsPerSecond', 'concurrent', 'costPerDay'])
    await post(token, 'add', { ...perNumber, kind, windowSec: 600 });
  expect((await list()).map(({ windowSec }: { windowSec: number }) => windowSec)).toEqual([1, 1, 1]);
});

test('[CC-05] the same thing is limited once for the same people', async () => {
  const { token, group, list } = await aTeam();
  const groupId = await group('Sales');
  expect((await post(token, 'add', perNumber)).code).toBe(0);
  expect((await post(token, 'add', { ...perNumber, max: 9 })).code).toBe(20006);
  const ofGroup = await post(token, 'add', { ...perNumber, scope: 'group', groupId });
  expect(ofGroup.code).toBe(0);
  expect((await post(token, 'update', { ...perNumber, id: ofGroup.data.id })).code).toBe(20006);
  expect(await list()).toHaveLength(2);
  expect((await post(token, 'groups')).data).toEqual([{ id: groupId, name: 'Sales' }]);
});

test('[CC-05] a wrong limit is refused and nothing is half made', async () => {
  const { token, list } = await aTeam();
  const other = await aTeam();
  const wrong: object[] = [
    { ...perNumber, max: -1 },
    { ...perNumber, max: 1.5 },
    { ...perNumber, windowSec: 0 },
    { ...perNumber, windowSec: 8 * 86_400 },
    { ...perNumber, kind: 'price' },
    { ...perNumber, scope: 'group' },
    { ...perNumber, groupId: 4 },
  ];
  for (const body of wrong) expect((await post(token, 'add', body)).code, JSON.stringify(body)).toBe(400);
  const theirs = await other.group('Theirs');
  expect((await post(token, 'add', { ...perNumber, scope: 'group', groupId: theirs })).code).toBe(404);
  const { data } = await post(other.token, 'add', perNumber);
  expect((await post(token, 'update', { ...perNumber, id: data.id, max: 0 })).code).toBe(404);
  expect((await post(token, 'delete', { id: data.id })).code).toBe(404);
  expect([await list(), (await other.list())[0].max]).toEqual([[], 5]);
});

test('[CC-05] countries are chosen as a whole; none means all; only those with a code can be', async () => {
  const { tenantId, token } = await aTeam();
  const reader = await aMember(db, tenantId, { functions: ['call-limits.view'] });
  const allowed = () => db.tenant({ tenantId }, allowedCountries);
  expect((await post(token, 'setCountries', { iso2s: ['MX', 'US', 'MX'] })).code).toBe(0);
  expect(await allowed()).toEqual(['MX', 'US']);
  await post(token, 'setCountries', { iso2s: ['ID', 'MX'] });
  expect(await allowed()).toEqual(['ID', 'MX']);
  for (const iso2 of ['XX', 'mx', 'Mexico', ''])
    expect((await post(token, 'setCountries', { iso2s: [iso2] })).code, iso2).toBe(400);
  expect((await post(reader.token, 'setCountries', { iso2s: [] })).code).toBe(403);
  expect(await allowed()).toEqual(['ID', 'MX']);
  await post(token, 'setCountries', { iso2s: [] });
  expect(await allowed()).toEqual([]);
});
