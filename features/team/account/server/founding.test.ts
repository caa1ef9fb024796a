import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { FoundedTenant } from '#platform/server/contributions.ts';
import { accountServer, codeOf, digits, PASSWORD } from './account.fixture.ts';
import { setupLink } from './index.ts';

const server = await accountServer();
const { ask, world, captcha, message } = server;
afterAll(server.close);

const founded: FoundedTenant[] = [];
let isBroken = false;
world.catalogue.founding.push(async (tx, tenant) => {
  await sql`insert into tenant_setting (tenant_id, name, value) values (${tenant.tenantId}, 'laid', 'out')`.execute(
    tx.as(),
  );
  if (isBroken) throw new Error('it cannot be laid out');
  founded.push(tenant);
});

const key = async () => new URL((await setupLink(world, 'http://openseat.test'))!).searchParams.get('key')!;
const owner = { company: 'Aurora', name: 'Olga', password: PASSWORD };
const tenants = async () =>
  (
    await world.db.everyTenant('how many', (tx) =>
      sql<{ count: number }>`select count(*)::int count from tenant`.execute(tx.as()),
    )
  ).rows[0]!.count;

test('[ADMIN-01] what cannot be laid out founds nothing: no tenant, no person, and the link works once more', async () => {
  isBroken = true;
  const link = await key();
  const wish = { ...owner, email: 'olga@aurora.example', lang: 'zh_CN', timeZone: 'Asia/Shanghai', key: link };
  expect((await ask('setup', wish)).code).toBe(500);
  expect(await tenants()).toBe(0);
  isBroken = false;
  expect((await ask('setup', wish)).code).toBe(0);
  expect(await tenants()).toBe(1);
});

test('[ADMIN-01] the one-time link founds a tenant in the language, zone and country of its owner', () => {
  expect(founded).toMatchObject([{ language: 'zh-CN', timeZone: 'Asia/Shanghai', country: 'CN' }]);
  expect(founded[0]!.say('account.role.agent')).not.toBe('account.role.agent');
});

test.each([
  ['America/Mexico_City', 'America/Mexico_City', 'MX'],
  ['nowhere', 'UTC', null],
])('[ADMIN-01] a registration from %s founds a tenant of %s and the country %s', async (zone, timeZone, country) => {
  const email = `lucia.${founded.length}@cactus.example`;
  const { data: asked } = await ask('register', {
    ...owner,
    email,
    lang: 'es_MX',
    timeZone: zone,
    captchaId: await captcha(),
  });
  const answer = await ask('registerVerification', {
    registrationId: asked.registrationId,
    code: digits(await message(email)),
  });
  expect(answer.code).toBe(0);
  expect(founded.at(-1)).toMatchObject({ language: 'es-MX', timeZone, country });
});

test('[ADMIN-01] who is known already founds nothing', async () => {
  const before = founded.length;
  expect(
    (await ask('setup', { ...owner, email: 'x@aurora.example', lang: 'en_US', timeZone: 'UTC', key: 'k' })).code,
  ).toBe(codeOf('setupLinkInvalid'));
  expect(founded).toHaveLength(before);
});
