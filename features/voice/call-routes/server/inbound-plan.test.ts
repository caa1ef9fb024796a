import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openCallPlans } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const plans = openCallPlans(server.world);
const idOf = (query: ReturnType<typeof sql>): Promise<number> =>
  db.everyTenant('arranges', async (tx) => ((await query.execute(tx.as())).rows[0] as { id: number }).id);

const aGroup = (tenantId: number, name = 'Sales', no = 1) =>
  idOf(sql`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, ${name}, ${no}) returning id`);
const aNumber = (
  tenantId: number,
  number: string,
  groupId: number | null,
  menu: object | null = null,
  more: { enabled?: boolean; language?: string } = {},
) =>
  idOf(sql`insert into did_number (tenant_id, number, carrier, inbound_config, group_id, menu, enabled, language)
    values (${tenantId}, ${number}, 'rehearsal', ${menu ? 2 : 1}, ${groupId}, ${menu ? JSON.stringify(menu) : null}::jsonb, ${more.enabled ?? true}, ${more.language ?? null}) returning id`);
const call = (did: string, from = '525512345678') => plans.inbound({ line: 'rehearsal', did, from });

test('[CC-04] callers of a number go to its group, of the tenant that has the number', async () => {
  const tenantId = await aTenant(db);
  const group = await aGroup(tenantId);
  const id = await aNumber(tenantId, '525558880001', group);
  for (const did of ['525558880001', '+525558880001']) {
    expect(await call(did, '+14155550199')).toMatchObject({
      kind: 'inbound',
      tenantId,
      didNumberId: id,
      did: '525558880001',
      from: '14155550199',
      fromCountry: 'US',
      language: 'en-US',
      to: { kind: 'group', groupId: group },
      settings: { recordCalls: true },
    });
  }
  expect(await call('525558880001', 'anonymous')).toMatchObject({ from: '', fromCountry: null });
});

test('[CC-04] or hear a menu in the language of the number; keys to groups that are gone do nothing', async () => {
  const tenantId = await aTenant(db);
  const [sales, gone] = [await aGroup(tenantId), await aGroup(tenantId, 'Gone', 2)];
  const menu = {
    prompt: 'menu.main',
    keys: { 1: { kind: 'group', groupId: sales }, 2: { kind: 'group', groupId: gone }, 3: { kind: 'voicemail' } },
    otherwise: { kind: 'group', groupId: gone },
    waitMs: 5_000,
    tries: 2,
  };
  await aNumber(tenantId, '525558880002', null, menu, { language: 'es-MX' });
  expect(await call('525558880002')).toMatchObject({
    language: 'es-MX',
    settings: { language: 'es-MX' },
    to: { kind: 'menu', menu },
  });
  await db.everyTenant('arranges', (tx) => sql`delete from agent_group where id = ${gone}`.execute(tx.as()));
  expect(await call('525558880002')).toMatchObject({
    to: {
      kind: 'menu',
      menu: { ...menu, keys: { 1: menu.keys[1], 3: menu.keys[3] }, otherwise: { kind: 'voicemail' } },
    },
  });
});

test('[CC-04] a number nobody has, one switched off, one that leads nowhere, and a caller on the blacklist are refused', async () => {
  const tenantId = await aTenant(db);
  const group = await aGroup(tenantId);
  await aNumber(tenantId, '525558880003', group, null, { enabled: false });
  await aNumber(tenantId, '525558880004', null);
  await aNumber(tenantId, '525558880005', group);
  for (const did of ['525558880009', '525558880003', '', 'abc'])
    expect(await call(did)).toEqual({ refused: 'cannotCallNumber' });
  expect(await call('525558880004')).toMatchObject({ refused: 'boundNumberError' });
  server.world.catalogue.blacklist.push(
    async (tx, number, direction) => tx.tenantId === tenantId && direction === 'inbound' && number === '525512345678',
  );
  expect(await call('525558880005')).toMatchObject({ refused: 'numberBlacklisted' });
  expect(await call('525558880005', '525512345679')).toMatchObject({ kind: 'inbound' });
});
