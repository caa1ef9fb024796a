import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { aCompany, aStage } from './sso-stage.fixture.ts';

const stage = await aStage();
const { server, idp } = stage;
const { db, sessions } = server.world;
afterAll(stage.close);

const codeOf = (name: keyof typeof failures): number => failures[name].code;
const info = async (token: string | null) =>
  (await server.ask('GET', '/admin/saas_plat/user/info', { token: token! })).data;
const rolesOf = async (tenantId: number, email: string): Promise<string[]> =>
  (
    await db.everyTenant('looks', (tx) =>
      sql<{ name: string }>`
    select r.name from member_role mr join role r on r.id = mr.role_id join user_account u on u.id = mr.user_id where mr.tenant_id = ${tenantId} and u.email = ${email} order by r.system_id desc`.execute(
        tx.as(),
      ),
    )
  ).rows.map(({ name }) => name);

test('[ADMIN-03] a person goes to the company, comes back, and is in: a new member with a role and a name', async () => {
  const company = await aCompany(stage);
  expect(
    (
      await server.ask('GET', '/admin/saas_plat/sso_config/is_exist', {
        query: { company_domain: company.domain.toUpperCase() },
      })
    ).data,
  ).toEqual({ is_exist: true });
  const { verifier, asked, address } = await company.begin();
  expect(address).toMatch(new RegExp(`^${idp.origin}/sso\\?SAMLRequest=.*&RelayState=_.*&SigAlg=.*sha256&Signature=`));
  expect(asked).toMatchObject({ acsUrl: company.sp.acsUrl, entityId: company.sp.entityId });
  // The provider's own page, as a browser gets it.
  const page = await (await fetch(`${address}&as=nobody`)).text();
  expect(page).toContain('Aurora identity');

  const landed = await company.post(
    idp.answer(asked, { nameId: company.email('Ana'), attributes: { displayName: 'Ana Castillo' } }),
  );
  expect(landed).toMatchObject({ status: 200, to: '/company' });
  const { code, data } = await company.exchange(landed.code, verifier);
  expect([code, data.tried]).toEqual([0, null]);
  expect(await info(data.token)).toMatchObject({
    email: company.email('ana'),
    tenantId: company.tenantId,
    tenantNickName: 'Ana Castillo',
    roleName: 'By company',
    loginType: 'sso',
    isTenantOwner: false,
  });
  expect((await company.config()).workedAt).not.toBeNull();
});

test('[ADMIN-03] the code is good once, and only in the tab that began', async () => {
  const company = await aCompany(stage);
  const { verifier, asked } = await company.begin();
  const other = await company.begin();
  const first = await company.post(idp.answer(asked, { nameId: company.email('ana') }));
  expect((await company.exchange(first.code, other.verifier)).code).toBe(codeOf('ssoStartAgain'));
  // Spent by whoever guessed.
  expect((await company.exchange(first.code, verifier)).code).toBe(codeOf('ssoStartAgain'));
  const second = await company.post(idp.answer(other.asked, { nameId: company.email('ana') }));
  expect((await company.exchange(second.code, other.verifier)).code).toBe(0);
  expect((await company.exchange(second.code, other.verifier)).code).toBe(codeOf('ssoStartAgain'));
});

test('[ADMIN-03] one person stays one person, whatever the case of the address and however many come at once', async () => {
  const company = await aCompany(stage);
  const answers = await Promise.all(['ana', 'Ana', 'ANA'].map((name) => company.signIn(company.email(name))));
  const ids = await Promise.all(answers.map(async ({ data }) => (await info(data.token)).id));
  expect(new Set(ids).size).toBe(1);
});

test('[ADMIN-03] the mapping gives roles, later sign-ins follow it, and what a manager gave stays', async () => {
  const company = await aCompany(stage);
  const [lead, admin, byHand] = [
    await company.role('Lead'),
    await company.role('Admin', 2),
    await company.role('By hand'),
  ];
  await company.save({
    roleMappings: [
      { value: 'leads', roleIds: [lead] },
      { value: 'it', roleIds: [admin, byHand] },
    ],
  });
  const ana = company.email('ana');
  const come = async (groups: string[]) => {
    expect((await company.signIn(ana, { attributes: { groups } })).code).toBe(0);
    return rolesOf(company.tenantId, ana);
  };
  expect(await come([])).toEqual(['By company']);
  expect(await come(['leads', 'cooks'])).toEqual(['Lead']);
  // The first mapping decides in a system; the second adds in another.
  expect(await come(['it', 'leads'])).toEqual(['Lead', 'Admin']);
  expect(await come(['it'])).toEqual(['By hand', 'Admin']);
  await db.everyTenant('a manager', (tx) =>
    sql`update member_role mr set role_id = ${company.agentRole} from user_account u where u.id = mr.user_id and u.email = ${ana} and mr.system_id = 5`.execute(
      tx.as(),
    ),
  );
  expect(await come(['leads'])).toEqual(['By company']);
  expect(await come([])).toEqual(['By company']);
});

test('[ADMIN-03] who has no role by the company gets no place, and who was shut out stays out', async () => {
  const company = await aCompany(stage, { defaultRoleIds: [] });
  expect((await company.signIn(company.email('ana'))).code).toBe(codeOf('ssoNoRole'));
  expect(
    await db.everyTenant(
      'looks',
      async (tx) => (await sql`select 1 from user_account where email = ${company.email('ana')}`.execute(tx.as())).rows,
    ),
  ).toEqual([]);
  expect((await company.config()).problem).toMatchObject({ why: 'role' });
  const budi = await aMember(db, company.tenantId, { email: company.email('budi'), functions: ['bills.view'] });
  expect((await company.signIn(budi.email)).code).toBe(0);
  await db.everyTenant('shut out', (tx) =>
    sql`update member set enabled = false where user_id = ${budi.userId}`.execute(tx.as()),
  );
  expect((await company.signIn(budi.email)).code).toBe(codeOf('accountDisabled'));
});

test('[ADMIN-03] only addresses of the company’s domains come in, read where the settings say', async () => {
  const company = await aCompany(stage);
  for (const nameId of [
    'ana@elsewhere.example',
    `ana@sub.${company.domain}`,
    `ana@${company.domain}.evil.example`,
    `a@${company.domain}@evil.example`,
    'ana',
    `ana@${company.domain}, eve@evil.example`,
  ]) {
    expect([nameId, (await company.signIn(nameId)).code]).toEqual([nameId, codeOf('ssoEmailRefused')]);
  }
  await company.save({ emailAttribute: 'mail' });
  expect((await company.signIn('u1042', { attributes: { mail: company.email('ana') } })).code).toBe(0);
  expect((await company.signIn(company.email('ana'))).code).toBe(codeOf('ssoEmailRefused'));
  expect(
    (await company.signIn('u1042', { attributes: { mail: [company.email('ana'), company.email('eve')] } })).code,
  ).toBe(codeOf('ssoEmailRefused'));
});

test('[ADMIN-03] a person of another tenant is found but not taken over', async () => {
  const company = await aCompany(stage);
  const elsewhere = await aTenant(db);
  const victim = await aMember(db, elsewhere, {
    email: company.email('victim'),
    name: 'Victim',
    isOwner: true,
    passwordHash: '$argon2id$kept',
  });
  const before = await db.everyTenant('looks', (tx) =>
    sql`select password_hash, email, phone, last_tenant_id from user_account where id = ${victim.userId}`.execute(
      tx.as(),
    ),
  );
  const { data } = await company.signIn(victim.email, { attributes: { displayName: 'Somebody else' } });
  const identity = (await sessions.identify(data.token!))!;
  expect(identity).toMatchObject({ userId: victim.userId, tenantId: company.tenantId, isOwner: false });
  expect(
    (await server.ask('PUT', '/admin/saas_plat/team/switch', { token: data.token!, body: { tenantId: elsewhere } }))
      .code,
  ).toBe(codeOf('ssoElsewhere'));
  expect((await server.ask('GET', '/admin/saas_plat/team/list', { token: data.token! })).data).toHaveLength(1);
  expect(
    await db.everyTenant('looks', (tx) =>
      sql`select password_hash, email, phone, last_tenant_id from user_account where id = ${victim.userId}`.execute(
        tx.as(),
      ),
    ),
  ).toEqual(before);
  expect(await info(victim.token)).toMatchObject({
    tenantId: elsewhere,
    tenantNickName: 'Victim',
    isTenantOwner: true,
  });
});

test('[ADMIN-03] a bookmark of the company leads to the page that begins; an unknown company is told as such', async () => {
  const company = await aCompany(stage);
  expect((await company.visit('GET', `/admin/saas_plat/sso/${company.domain}/start`)).to).toBe(
    `/company?domain=${company.domain}`,
  );
  expect((await company.visit('GET', '/admin/saas_plat/sso/nobody.example/start')).to).toBe(
    '/login?reason=ssoUnknownDomain',
  );
  await company.save({ enabled: false });
  expect((await company.visit('GET', `/admin/saas_plat/sso/${company.domain}/start`)).to).toBe(
    '/login?reason=ssoUnknownDomain',
  );
  expect(
    (await server.ask('GET', '/admin/saas_plat/sso_config/is_exist', { query: { company_domain: company.domain } }))
      .data,
  ).toEqual({ is_exist: false });
});

test('[ADMIN-03] a sign-in that was begun before it was switched off is not finished after', async () => {
  const company = await aCompany(stage);
  const { asked, verifier } = await company.begin();
  const other = await company.begin();
  const landed = await company.post(idp.answer(other.asked, { nameId: company.email('ana') }));
  await company.save({ enabled: false });
  expect((await company.post(idp.answer(asked, { nameId: company.email('ana') }))).to).toBe(
    '/login?reason=ssoUnknownDomain',
  );
  expect((await company.exchange(landed.code, other.verifier)).code).toBe(codeOf('ssoUnknownDomain'));
  expect(verifier).not.toBe('');
});

test('[ADMIN-03] an answer may be signed as a whole besides, and with SHA-512', async () => {
  const company = await aCompany(stage);
  expect((await company.signIn(company.email('ana'), { signs: 'both' })).code).toBe(0);
  expect((await company.signIn(company.email('ana'), { algorithm: 'sha512' })).code).toBe(0);
  expect((await company.signIn(company.email('ana'), { destination: null })).code).toBe(0);
});
