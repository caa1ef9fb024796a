import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { failures } from '#shared/errors.ts';
import { aMember } from '#test/builders.ts';
import { anOpenIdProvider, type OpenIdAnswer, type OpenIdPerson } from '#test/openid-provider.ts';
import { challengeOf } from './messages.repo.ts';
import { aCompany, aStage, type Company } from './sso-stage.fixture.ts';

const stage = await aStage({ allowPrivate: true });
const provider = await anOpenIdProvider();
const { server } = stage;
const { db } = server.world;
afterAll(async () => {
  await provider.close();
  await stage.close();
});

const AT = '/admin/saas_plat';
const codeOf = (name: keyof typeof failures): number => failures[name].code;
const described = () => ({
  issuer: provider.origin,
  clientId: provider.client.id,
  clientSecret: provider.client.secret,
});

async function aModernCompany(wishes: Parameters<typeof aCompany>[1] = {}) {
  const company = await aCompany(stage, wishes, { saved: false });
  expect((await company.save(described())).code).toBe(0);
  return company;
}
const person = (company: Company, name = 'ana', more: object = {}): OpenIdPerson => ({
  sub: `u-${name}`,
  email: company.email(name),
  email_verified: true,
  name: 'Ana Castillo',
  ...more,
});
/** The whole way of somebody; `changed` changes what the provider says. */
async function signIn(company: Company, claims = person(company), changed: Partial<OpenIdAnswer> = {}) {
  const { verifier, address } = await company.start();
  const landed = await company.visit('GET', provider.answer(address, claims, changed));
  return { landed, ...(await company.exchange(landed.code, verifier)) };
}
const problemOf = async (company: Company) => (await company.config()).problem?.why;

test('[ADMIN-03] a person goes to a company that speaks OpenID Connect, comes back, and is in', async () => {
  const company = await aModernCompany();
  const { verifier, address } = await company.start();
  const asks = new URL(address);
  expect(asks.origin + asks.pathname).toBe(`${provider.origin}/authorize`);
  expect(Object.fromEntries(asks.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'openseat',
    redirect_uri: company.sp.redirectUrl,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  const landed = await company.visit('GET', provider.answer(address, person(company, 'Ana')));
  expect(landed).toMatchObject({ status: 200, to: '/company' });
  const { data } = await company.exchange(landed.code, verifier);
  expect((await server.ask('GET', `${AT}/user/info`, { token: data.token! })).data).toMatchObject({
    email: company.email('ana'),
    tenantNickName: 'Ana Castillo',
    roleName: 'By company',
    loginType: 'sso',
  });
  expect(await company.config()).toMatchObject({ protocol: 'oidc', problem: null, workedAt: expect.any(String) });
  // Our session ends first; then the company's own page ends theirs.
  const { address: end } = (await server.ask('POST', `${AT}/sso/logout`, { token: data.token! })).data;
  expect(end).toMatch(new RegExp(`^${provider.origin}/end\\?.*client_id=openseat`));
  const hint = new URL(end).searchParams.get('id_token_hint')!;
  expect(JSON.parse(Buffer.from(hint.split('.')[1]!, 'base64url').toString()), 'which session it is').toMatchObject({
    iss: provider.origin,
    aud: 'openseat',
  });
});

test('[ADMIN-03] what the provider tells besides the token counts too, and groups give roles', async () => {
  const company = await aModernCompany();
  const lead = await company.role('Lead');
  await company.save({ roleMappings: [{ value: 'leads', roleIds: [lead] }], scope: 'email profile groups' });
  provider.answersUserInfo({ sub: 'u-ana', email: company.email('ana'), groups: ['cooks', 'leads'] });
  const { data } = await signIn(company, { sub: 'u-ana' });
  provider.answersUserInfo(null);
  expect((await server.ask('GET', `${AT}/user/info`, { token: data.token! })).data).toMatchObject({ roleName: 'Lead' });
});

test.each<[string, Partial<OpenIdAnswer>]>([
  ['nonce', { nonce: 'of another sign-in' }],
  ['malformed', { nonce: undefined }],
  ['audience', { audience: 'another application' }],
  ['audience', { audience: ['openseat', 'another application'] }],
  ['issuer', { issuer: 'https://evil.example' }],
  ['late', { expires: new Date(Date.now() - 120_000) }],
  ['signature', { signs: 'stranger' }],
  ['algorithm', { signs: 'nothing' }],
])('[ADMIN-03] a token is refused for its %s: %j', async (why, changed) => {
  const company = await aModernCompany();
  const { landed } = await signIn(company, person(company), changed);
  expect(landed).toMatchObject({ to: '/login?reason=ssoRefused', code: null });
  expect(await problemOf(company)).toBe(why);
});

test('[ADMIN-03] keys may change at any time, and one that was withdrawn counts no more', async () => {
  const company = await aModernCompany();
  expect((await signIn(company)).code).toBe(0);
  await provider.rotatesKeys();
  expect((await signIn(company)).code).toBe(0);
  expect((await signIn(company, person(company), { signs: 'withdrawn' })).landed.to).toBe('/login?reason=ssoRefused');
  expect(await problemOf(company)).toBe('signature');
});

test('[ADMIN-03] an answer counts once, for the sign-in that was begun, and nobody asks the provider for another', async () => {
  const company = await aModernCompany();
  const { address } = await company.start();
  const back = provider.answer(address, person(company));
  expect((await company.visit('GET', back)).code).not.toBeNull();
  const before = provider.asked.length;
  expect((await company.visit('GET', back)).to).toBe('/login?reason=ssoStartAgain');
  expect((await company.visit('GET', `${company.sp.redirectUrl}?code=x&state=_${'0'.repeat(40)}`)).to).toBe(
    '/login?reason=ssoStartAgain',
  );
  expect((await company.visit('GET', `${company.sp.redirectUrl}?code=x`)).to).toBe('/login?reason=ssoStartAgain');
  expect(provider.asked.slice(before)).toEqual([]);
});

test('[ADMIN-03] an address the provider has not verified, or of another domain, is nobody’s', async () => {
  const company = await aModernCompany();
  for (const more of [
    { email_verified: false },
    { hd: 'elsewhere.example' },
    { email: 'ana@elsewhere.example' },
    { email: undefined },
  ])
    expect((await signIn(company, person(company, 'ana', more))).code).toBe(codeOf('ssoEmailRefused'));
  expect(await problemOf(company)).toBe('email');
});

test('[ADMIN-03] a provider that says no, does not know our secret or is away is told on the settings page', async () => {
  const company = await aModernCompany();
  const { address } = await company.start();
  const state = new URL(address).searchParams.get('state')!;
  await company.visit('GET', `${company.sp.redirectUrl}?error=access_denied&state=${state}`);
  expect(await problemOf(company)).toBe('status');
  await company.save({ clientSecret: 'mistyped' });
  await signIn(company);
  expect(await problemOf(company)).toBe('client');
});

test('[ADMIN-03] a description must be of the very issuer, and name only addresses we may call', async () => {
  const company = await aCompany(stage, {}, { saved: false });
  const save = () => company.save(described());
  for (const [description, detail] of [
    // As a provider of many companies describes itself: anybody's could vouch for ours.
    [{ issuer: 'https://login.example/{tenantid}/v2.0' }, 'issuer'],
    [{ token_endpoint: 'http://192.0.2.1/token' }, 'token_endpoint'],
    [{ jwks_uri: 'javascript:alert(1)' }, 'jwks_uri'],
    [{ authorization_endpoint: 'http://login.example/' }, 'authorization_endpoint'],
  ] as const) {
    provider.describesItself(description);
    expect(await save()).toMatchObject({ code: codeOf('ssoMetadataInvalid'), msg: detail });
  }
  provider.describesItself({});
  expect((await company.save({ ...described(), issuer: 'ftp://idp.example' })).code).toBe(codeOf('ssoMetadataInvalid'));
  expect((await company.save({ issuer: provider.origin, clientId: 'openseat' })).code).toBe(codeOf('ssoClientMissing'));
  expect((await save()).code).toBe(0);
});

test('[ADMIN-03] an issuer inside our own network is not called', async () => {
  const outsideStage = await aStage();
  try {
    const company = await aCompany(outsideStage, {}, { saved: false });
    expect(await company.save(described())).toMatchObject({
      code: codeOf('ssoMetadataUnreachable'),
      msg: 'privateAddress',
    });
  } finally {
    await outsideStage.close();
  }
});

test('[ADMIN-03] application, secret and scope are an owner’s to choose, and ask for a new trial', async () => {
  const company = await aModernCompany();
  const verifier = 'v'.repeat(43);
  const admin = await aMember(db, company.tenantId, { functions: ['sso.view', 'sso.edit'] });
  for (const change of [{ clientSecret: 'another' }, { clientId: 'another' }, { scope: 'email groups' }]) {
    await company.save(described());
    const { address } = (
      await server.ask('POST', `${AT}/sso_config/try`, {
        ...company.as(company.owner),
        body: { challenge: challengeOf(verifier) },
      })
    ).data;
    const landed = await company.visit('GET', provider.answer(address, person(company)));
    expect((await company.exchange(landed.code, verifier)).data.tried).toMatchObject({ name: 'Ana Castillo' });
    expect((await company.config()).workedAt).not.toBeNull();
    expect((await company.save(change, admin)).code).toBe(codeOf('ssoOwnerOnly'));
    expect((await company.save({ ...change, passwordSignIn: 'nobody' })).code).toBe(codeOf('ssoTryFirst'));
    expect((await company.save({ ...change, passwordSignIn: 'everyone' })).data.workedAt).toBeNull();
  }
});

test('[ADMIN-03] the client secret is kept sealed, never shown, and never told to another provider', async () => {
  const company = await aModernCompany();
  expect(JSON.stringify(await company.config())).not.toContain(provider.client.secret);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      row: string;
      kept: string;
    }>`select c::text row, client_secret kept from sso_config c where tenant_id = ${company.tenantId}`.execute(tx.as()),
  );
  expect(rows[0]!.kept).toMatch(/^sealed\./);
  expect(rows[0]!.row).not.toContain(provider.client.secret);
  const { rows: log } = await db.tenant(company.owner, (tx) =>
    sql<{ text: string }>`select change::text text from operation_log where module = 'sso'`.execute(tx.as()),
  );
  expect(log.map(({ text }) => text).join()).not.toContain(provider.client.secret);
  const other = await anOpenIdProvider();
  expect((await company.save({ issuer: other.origin })).code).toBe(codeOf('ssoClientMissing'));
  await other.close();
});

test('[ADMIN-03] a company answers by the protocol it speaks, and no other', async () => {
  const [modern, classic] = [await aModernCompany(), await aCompany(stage)];
  expect((await modern.post('PHg+')).to).toBe('/login?reason=ssoUnknownDomain');
  expect((await modern.visit('GET', `${modern.sp.sloUrl}?SAMLRequest=x`)).to).toBe('/login?reason=ssoUnknownDomain');
  expect((await classic.visit('GET', `${classic.sp.redirectUrl}?code=x&state=y`)).to).toBe(
    '/login?reason=ssoUnknownDomain',
  );
  // Back to SAML: nothing of the application stays.
  expect((await modern.save({ metadata: stage.idp.metadata() })).data).toMatchObject({
    protocol: 'saml',
    clientId: '',
  });
});
