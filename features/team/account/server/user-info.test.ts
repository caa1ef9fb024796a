import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { accountServer, codeOf } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, entries } = server;
const { db, sessions } = world;
afterAll(server.close);

const giveRole = (member: Member, system: number, name: string) =>
  db.everyTenant('a role', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into role (tenant_id, name, system_id) values (${member.tenantId}, ${name}, ${system}) returning id`.execute(
      tx.as(),
    );
    await sql`insert into member_role (tenant_id, user_id, system_id, role_id) values (${member.tenantId}, ${member.userId}, ${system}, ${rows[0]!.id})`.execute(
      tx.as(),
    );
  });

test('[ADMIN-08] user info carries every field, and shows the role of system 5', async () => {
  const tenant = await aTenant(db, { name: 'Aurora Travel' });
  await db.everyTenant('a domain', (tx) =>
    sql`update tenant set company_domain = 'aurora.example' where id = ${tenant}`.execute(tx.as()),
  );
  const ana = await aMember(db, tenant, { name: 'Ana', textSeat: true, language: 'zh-CN', timeZone: 'Asia/Shanghai' });
  await giveRole(ana, 2, 'Administrator');
  await giveRole(ana, 5, 'Agent');
  expect((await ask('info', {}, ana)).data).toEqual({
    id: ana.userId,
    email: ana.email,
    phone: null,
    company: 'Aurora Travel',
    tenantId: tenant,
    tenantName: 'Aurora Travel',
    tenantNickName: 'Ana',
    roleName: 'Agent',
    systemRoles: [
      { system_id: 2, role_name: 'Administrator' },
      { system_id: 5, role_name: 'Agent' },
    ],
    systemId: 5,
    textSeat: true,
    voiceSeat: false,
    isTenantOwner: false,
    companyDomain: 'aurora.example',
    loginType: 'password',
    lang: 'zh_CN',
    timeZone: 'Asia/Shanghai',
    theme: 'system',
    needDesensitize: false,
    isOperator: false,
    helpUntil: null,
  });
});

test('[SHELL-19] a new nickname is shown at once and stands in the log with the old one', async () => {
  const ana = await aMember(db, await aTenant(db), { name: 'Ana' });
  expect((await ask('changeNickName', { tenantNickName: ' Anita ' }, ana)).code).toBe(0);
  expect((await ask('info', {}, ana)).data.tenantNickName).toBe('Anita');
  await expect.poll(async () => (await sessions.identify(ana.token))?.name).toBe('Anita');
  const { rows } = await db.tenant(ana, (tx) => sql`select action, change from operation_log`.execute(tx.as()));
  expect(rows).toEqual([
    { action: 'changeNickName', change: { before: { nickName: 'Ana' }, after: { nickName: 'Anita' } } },
  ]);
  expect((await ask('changeNickName', { tenantNickName: '  ' }, ana)).code).toBe(codeOf('invalidInput'));
});

test('[SHELL-18] the systems are those of the roles, named in the language of the person', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { language: 'zh-CN' });
  await giveRole(ana, 5, 'Agent');
  const { data } = await ask('systems', {}, ana);
  expect(data).toEqual([{ system_id: 5, name: world.texts.say('zh-CN', 'system.contactCentre'), current: true }]);
  expect(data[0]!.name).toMatch(/\p{Script=Han}/u);
  const owner = await aMember(db, tenant, { isOwner: true });
  expect((await ask('systems', {}, owner)).data.map(({ system_id }) => system_id)).toEqual([5, 2]);
});

test('[SHELL-18] the chosen system is kept with the session, and only an own one can be chosen', async () => {
  const ana = await aMember(db, await aTenant(db));
  await giveRole(ana, 5, 'Agent');
  expect((await ask('switchSystem', { system_id: 2 }, ana)).code).toBe(codeOf('notAllowed'));
  await giveRole(ana, 2, 'Administrator');
  expect((await ask('switchSystem', { system_id: 2 }, ana)).code).toBe(0);
  await expect.poll(async () => (await sessions.identify(ana.token))?.systemId).toBe(2);
  expect((await ask('info', {}, ana)).data.systemId).toBe(2);
  expect((await ask('systems', {}, ana)).data.map(({ system_id, current }) => [system_id, current])).toEqual([
    [5, false],
    [2, true],
  ]);
  expect((await ask('switchSystem', { system_id: 7 }, ana)).code).toBe(codeOf('notAllowed'));
  expect(await entries(ana.tenantId)).toEqual([]);
});
