import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { OutsideFailure, type OutsideRequest } from '#core/http/outside-fetch.port.ts';
import { selfSigned } from '#platform/server/self-signed.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { readIdpMetadata } from './idp-metadata.ts';
import { challengeOf } from './messages.repo.ts';
import { aCompany, aStage } from './sso-stage.fixture.ts';

/** What the Internet answers to the server; a string is a page, a number a status. */
const internet = new Map<string, string | number | OutsideFailure>();
const fetched: OutsideRequest[] = [];
const stage = await aStage({
  outside: async (request) => {
    fetched.push(request);
    const found = internet.get(request.url) ?? new OutsideFailure('unreachable');
    if (found instanceof OutsideFailure) throw found;
    return typeof found === 'number'
      ? { status: found, headers: {}, body: Buffer.alloc(0) }
      : { status: 200, headers: {}, body: Buffer.from(found) };
  },
});
const { server, idp } = stage;
const { db } = server.world;
afterAll(stage.close);

const AT = '/admin/saas_plat';
const codeOf = (name: keyof typeof failures): number => failures[name].code;

test('[ADMIN-03] our metadata tells a provider where to send answers, and is the same for whoever fetches it', async () => {
  const company = await aCompany(stage);
  expect(company.sp).toMatchObject({
    companyDomain: company.domain,
    domains: [company.domain],
    entityId: `http://openseat.test${AT}/sso/${company.domain}/metadata`,
    acsUrl: `http://openseat.test${AT}/sso/${company.domain}/acs`,
    sloUrl: `http://openseat.test${AT}/sso/${company.domain}/slo`,
  });
  const fetchedMetadata = await server.built.http.inject(`${AT}/sso/${company.domain}/metadata`);
  expect(fetchedMetadata.headers['content-type']).toBe('application/samlmetadata+xml');
  expect(fetchedMetadata.body).toBe(company.sp.metadata);
  expect(company.sp.metadata).toContain('WantAssertionsSigned="true"');
  expect(company.sp.metadata).not.toContain('PRIVATE');
});

test('[ADMIN-03] settings are saved from a file, shown with the certificates’ ends, changed and deleted', async () => {
  const company = await aCompany(stage, {}, { saved: false });
  expect(await company.config()).toBeNull();
  expect((await company.save()).code).toBe(codeOf('ssoMetadataInvalid'));
  const second = await selfSigned('next.aurora.example', { to: new Date(Date.UTC(2040, 0, 2, 3, 4, 5)) });
  const { code, data } = await company.save({ metadata: idp.metadata([idp.signer.cert, second.cert]) });
  expect(code).toBe(0);
  expect(data).toMatchObject({
    idpEntityId: idp.entityId,
    signInUrl: `${idp.origin}/sso`,
    logoutUrl: `${idp.origin}/slo`,
    metadataUrl: null,
    workedAt: null,
    problem: null,
    enabled: true,
    version: 1,
  });
  expect(data.certificates).toMatchObject([
    { subject: 'CN=idp.aurora.example' },
    { subject: 'CN=next.aurora.example', expiresAt: '2040-01-02 03:04:05' },
  ]);
  // Without a new description the provider stays.
  expect((await company.save({ nameAttribute: 'cn' })).data).toMatchObject({
    nameAttribute: 'cn',
    idpEntityId: idp.entityId,
    version: 2,
  });
  expect((await company.save({ version: 1 })).code).toBe(codeOf('stale'));
  expect((await server.ask('DELETE', `${AT}/sso_config`, company.as(company.owner))).code).toBe(0);
  expect(await company.config()).toBeNull();
  expect((await server.ask('DELETE', `${AT}/sso_config`, company.as(company.owner))).code).toBe(codeOf('notFound'));
  const { rows } = await db.tenant(company.owner, (tx) =>
    sql<{ action: string }>`select action from operation_log where module = 'sso' order by id`.execute(tx.as()),
  );
  expect(rows.map(({ action }) => action)).toEqual(['save', 'save', 'remove']);
});

test('[ADMIN-03] both certificates of a provider count while one replaces the other', async () => {
  const company = await aCompany(stage);
  const next = await selfSigned('next.aurora.example');
  await company.save({ metadata: idp.metadata([idp.signer.cert, next.cert]) });
  expect((await company.signIn(company.email('ana'))).code).toBe(0);
  expect((await company.signIn(company.email('ana'), { signer: next })).code).toBe(0);
  await company.save({ metadata: idp.metadata([next.cert]) });
  expect((await company.signIn(company.email('ana'))).code).toBe(codeOf('ssoStartAgain'));
});

test('[ADMIN-03] a description is read at an https address, through the guard that keeps to the Internet', async () => {
  const company = await aCompany(stage, {}, { saved: false });
  const url = 'https://idp.aurora.example/metadata';
  internet.set(url, idp.metadata());
  expect((await company.save({ metadataUrl: url })).data).toMatchObject({
    idpEntityId: idp.entityId,
    metadataUrl: url,
  });
  expect(fetched.at(-1)).toMatchObject({ url, httpsOnly: true, maxBytes: 300_000 });
  for (const [problem, detail] of [
    [404, '404'],
    [new OutsideFailure('privateAddress'), 'privateAddress'],
    [new OutsideFailure('tooLarge'), 'tooLarge'],
  ] as const) {
    internet.set(url, problem);
    expect(await company.save({ metadataUrl: url })).toMatchObject({
      code: codeOf('ssoMetadataUnreachable'),
      msg: detail,
    });
  }
  internet.set(url, '<html></html>');
  expect((await company.save({ metadataUrl: url })).code).toBe(codeOf('ssoMetadataInvalid'));
});

test('[ADMIN-03] certificates at an address are read again every day; another provider there changes nothing', async () => {
  const company = await aCompany(stage, {}, { saved: false });
  const url = `https://${company.domain}/metadata`;
  internet.set(url, idp.metadata());
  await company.save({ metadataUrl: url });
  const next = await selfSigned('next.aurora.example');
  const refresh = server.built.features
    .find(({ name }) => name === 'sso')!
    .jobs!.find(({ task }) => task === 'sso.refresh')!;
  internet.set(url, idp.metadata([next.cert]));
  await refresh.run({} as never);
  expect((await company.config()).certificates.map(({ subject }) => subject)).toEqual(['CN=next.aurora.example']);
  internet.set(url, idp.metadata().replace(`entityID="${idp.entityId}"`, 'entityID="https://evil.example"'));
  await refresh.run({} as never);
  internet.set(url, 503);
  await refresh.run({} as never);
  expect(await company.config()).toMatchObject({
    idpEntityId: idp.entityId,
    certificates: [{ subject: 'CN=next.aurora.example' }],
  });
});

test.each<[string, (xml: string) => string, string]>([
  ['no XML', () => 'hello', 'XML'],
  ['a document type', (xml) => xml.replace('<!-- As', '<!DOCTYPE x><!-- As'), 'XML'],
  ['no provider', (xml) => xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'IDPSSODescriptor'],
  [
    'two providers',
    (xml) => xml.replace(/<md:IDPSSODescriptor.*<\/md:IDPSSODescriptor>/s, '$&$&'),
    'several IDPSSODescriptor',
  ],
  ['no name', (xml) => xml.replace(/entityID="[^"]*"/, ''), 'entityID'],
  [
    'no address to redirect to',
    (xml) => xml.replaceAll('HTTP-Redirect', 'HTTP-Artifact'),
    'SingleSignOnService HTTP-Redirect',
  ],
  ['a plain address', (xml) => xml.replaceAll(idp.origin, 'http://idp.example'), 'SingleSignOnService Location'],
  [
    'a script for an address',
    (xml) => xml.replaceAll(`${idp.origin}/sso"`, 'javascript:alert(1)"'),
    'SingleSignOnService Location',
  ],
  ['no certificate', (xml) => xml.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s, ''), 'X509Certificate'],
  [
    'no real certificate',
    (xml) => xml.replace(/<ds:X509Certificate>[^<]*/, '<ds:X509Certificate>AAAA'),
    'X509Certificate RSA ≥ 2048',
  ],
])('[ADMIN-03] a description with %s is refused, and says what is missing', (_name, change, detail) => {
  expect(() => readIdpMetadata(change(idp.metadata()))).toThrow(
    expect.objectContaining({ name: 'ssoMetadataInvalid', detail }),
  );
});

test('[ADMIN-03] a short key is refused', async () => {
  const weak = await selfSigned('weak.example', { bits: 1_024 });
  expect(() => readIdpMetadata(idp.metadata([weak.cert]))).toThrow(
    expect.objectContaining({ detail: 'X509Certificate RSA ≥ 2048' }),
  );
});

test('[ADMIN-03] a company speaks only for domains in which its owners have addresses, and no other may take its name', async () => {
  const company = await aCompany(stage);
  for (const changed of [{ companyDomain: 'victim.example' }, { emailDomains: [company.domain, 'victim.example'] }]) {
    const { companyDomain, emailDomains } = company.settings;
    expect(await company.save(changed)).toMatchObject({ code: codeOf('ssoDomainRefused'), msg: 'victim.example' });
    Object.assign(company.settings, { companyDomain, emailDomains });
  }
  await aMember(db, company.tenantId, { isOwner: true, email: `second@second-${company.domain}` });
  expect((await company.save({ emailDomains: [company.domain, `second-${company.domain}`] })).code).toBe(0);
  await aMember(db, company.tenantId, { isOwner: true, email: `someone.${company.tenantId}@gmail.com` });
  expect((await company.save({ emailDomains: ['gmail.com'] })).code).toBe(codeOf('ssoDomainRefused'));

  const squatter = await aTenant(db);
  const insider = await aMember(db, squatter, { isOwner: true, email: `insider@${company.domain}` });
  const body = {
    ...company.settings,
    emailDomains: [company.domain],
    defaultRoleIds: [],
    version: 0,
    metadata: idp.metadata(),
  };
  expect(
    await server.ask('POST', `${AT}/sso_config`, { token: insider.token, body }),
    'an address there is no proof',
  ).toMatchObject({ code: codeOf('ssoDomainUnproven'), msg: company.domain });
  const { data } = await server.ask('GET', `${AT}/sso_config/sp`, { token: insider.token });
  stage.zone.get(`_openseat.${company.domain}`)!.push(data.proofs[0].value);
  expect((await server.ask('POST', `${AT}/sso_config`, { token: insider.token, body })).code).toBe(
    codeOf('ssoDomainTaken'),
  );
});

test('[ADMIN-03] a domain is used once its DNS says whose it is: the record is another one for each team, and is needed once', async () => {
  const company = await aCompany(stage, {}, { saved: false, proven: false });
  const save = () => company.save({ metadata: idp.metadata() });
  const proof = async () =>
    (await server.ask('GET', `${AT}/sso_config/sp`, { token: company.owner.token })).data.proofs[0];
  const { name, value, proven } = await proof();
  expect([name, proven]).toEqual([`_openseat.${company.domain}`, false]);
  expect(value).toMatch(/^openseat-verification=[\w-]{32}$/);
  expect(await save()).toMatchObject({ code: codeOf('ssoDomainUnproven'), msg: company.domain });
  stage.zone.set(name, ['openseat-verification=of-somebody-else', `${value}x`]);
  expect((await save()).code).toBe(codeOf('ssoDomainUnproven'));
  stage.zone.set(name, ['v=spf1 -all', value]);
  expect((await save()).code).toBe(0);
  expect((await proof()).proven).toBe(true);
  stage.zone.delete(name);
  expect((await company.save({ nameAttribute: 'cn' })).code, 'what was proven stays so').toBe(0);
  const other = await aCompany(stage, {}, { saved: false });
  expect((await server.ask('GET', `${AT}/sso_config/sp`, { token: other.owner.token })).data.proofs[0].value).not.toBe(
    value,
  );
});

test('[ADMIN-03] nobody maps a role they could not give', async () => {
  const company = await aCompany(stage);
  const clerk = await aMember(db, company.tenantId, { functions: ['sso.view', 'sso.edit'] });
  const powerful = (
    await server.ask('POST', `${AT}/role`, {
      ...company.as(company.owner),
      body: { name: 'Powerful', systemId: 5, functions: ['bills.view'], needDesensitize: false },
    })
  ).data.id as number;
  expect((await company.save({ roleMappings: [{ value: 'all', roleIds: [powerful] }] }, clerk)).code).toBe(403);
  expect((await company.save({ roleMappings: [], defaultRoleIds: [powerful] }, clerk)).code).toBe(403);
  expect((await company.save({ defaultRoleIds: [company.agentRole] }, clerk)).code).toBe(0);
  expect((await company.save({ defaultRoleIds: [999_999_999] })).code).toBe(400);
});

test('[ADMIN-03] only an owner says who vouches for people: anybody else could come in as the owner', async () => {
  const company = await aCompany(stage);
  const clerk = await aMember(db, company.tenantId, { functions: ['sso.view', 'sso.edit'] });
  await aMember(db, company.tenantId, { isOwner: true, email: `third@third-${company.domain}` });
  expect((await company.save({ metadata: idp.metadata(), defaultRoleIds: [] }, clerk)).code).toBe(
    codeOf('ssoOwnerOnly'),
  );
  expect(
    (await company.save({ defaultRoleIds: [], emailDomains: [company.domain, `third-${company.domain}`] }, clerk)).code,
  ).toBe(codeOf('ssoOwnerOnly'));
  Object.assign(company.settings, { emailDomains: [company.domain] });
  expect((await company.save({ emailAttribute: 'nickname' }, clerk)).code, 'the attribute names the person').toBe(
    codeOf('ssoOwnerOnly'),
  );
  Object.assign(company.settings, { emailAttribute: '' });
  expect((await server.ask('DELETE', `${AT}/sso_config`, { token: clerk.token })).code).toBe(codeOf('ssoOwnerOnly'));
  expect((await company.save({ nameAttribute: 'cn', roleAttribute: 'groups' }, clerk)).code).toBe(0);
  expect((await company.save({ metadata: idp.metadata() })).code).toBe(0);
});

test('[ADMIN-03] what was tried proves nothing of another attribute, certificate or domain', async () => {
  const company = await aCompany(stage);
  await aMember(db, company.tenantId, { isOwner: true, email: `fourth@fourth-${company.domain}` });
  const next = await selfSigned('next.aurora.example');
  for (const change of [
    { emailAttribute: 'mail' },
    { metadata: idp.metadata([idp.signer.cert, next.cert]) },
    { emailDomains: [company.domain, `fourth-${company.domain}`] },
  ]) {
    await company.save({ emailAttribute: '', emailDomains: [company.domain], metadata: idp.metadata() });
    expect((await company.signIn(company.email('ana'))).code).toBe(0);
    expect((await company.config()).workedAt).not.toBeNull();
    expect((await company.save({ passwordSignIn: 'owners', ...change })).code, JSON.stringify(change)).toBe(
      codeOf('ssoTryFirst'),
    );
    expect((await company.save({ passwordSignIn: 'everyone', ...change })).data.workedAt).toBeNull();
  }
});

test('[ADMIN-03] only who may see and change it does; a tenant sees its own alone', async () => {
  const company = await aCompany(stage);
  const [viewer, nobody] = [
    await aMember(db, company.tenantId, { functions: ['sso.view'] }),
    await aMember(db, company.tenantId),
  ];
  expect((await server.ask('GET', `${AT}/sso_config`, { token: viewer.token })).data).toMatchObject({
    companyDomain: company.domain,
  });
  expect((await server.ask('GET', `${AT}/sso_config`, { token: nobody.token })).code).toBe(403);
  expect((await company.save({}, viewer)).code).toBe(403);
  expect((await server.ask('DELETE', `${AT}/sso_config`, { token: viewer.token })).code).toBe(403);
  const stranger = await aMember(db, await aTenant(db), { isOwner: true });
  expect((await server.ask('GET', `${AT}/sso_config`, { token: stranger.token })).data).toBeNull();
  await expect(db.tenant(company.owner, (tx) => sql`select * from sso_key`.execute(tx.as()))).rejects.toThrow(
    'permission denied',
  );
});

test('[ADMIN-03] passwords are taken away only after the sign-in has worked, and come back when it ends', async () => {
  const company = await aCompany(stage);
  expect((await company.save({ passwordSignIn: 'owners' })).code).toBe(codeOf('ssoTryFirst'));
  await company.save({ passwordSignIn: 'everyone' });
  expect((await company.signIn(company.email('ana'))).code).toBe(0);
  const rule = async () =>
    (
      await db.everyTenant('looks', (tx) =>
        sql<{ rule: string }>`select password_sign_in rule from tenant where id = ${company.tenantId}`.execute(tx.as()),
      )
    ).rows[0]!.rule;
  expect((await company.save({ passwordSignIn: 'owners' })).code).toBe(0);
  expect(await rule()).toBe('owners');
  // Another provider has not worked yet.
  expect(
    (await company.save({ metadata: idp.metadata().replace(`${idp.origin}/sso"`, `${idp.origin}/sso2"`) })).code,
  ).toBe(codeOf('ssoTryFirst'));
  expect((await company.save({ enabled: false })).code).toBe(0);
  expect(await rule()).toBe('everyone');
  expect((await company.save({ enabled: true })).code).toBe(0);
  await server.ask('DELETE', `${AT}/sso_config`, company.as(company.owner));
  expect(await rule()).toBe('everyone');
});

test('[ADMIN-03] certificates that are all over cannot be switched on', async () => {
  const over = await selfSigned('old.aurora.example', {
    from: new Date(Date.UTC(2020, 0, 1)),
    to: new Date(Date.UTC(2021, 0, 1)),
  });
  const company = await aCompany(stage, { enabled: false });
  expect((await company.save({ metadata: idp.metadata([over.cert]) })).code).toBe(0);
  expect((await company.save({ enabled: true })).code).toBe(codeOf('ssoCertificateExpired'));
  expect((await company.save({ metadata: idp.metadata([over.cert, idp.signer.cert]) })).code).toBe(0);
});

test('[ADMIN-03] trying it out works while it is off, tells who would come in, and lets nobody in', async () => {
  const company = await aCompany(stage, { enabled: false });
  const verifier = 'a verifier of the tab that tries';
  const challenge = challengeOf(verifier);
  const { data } = await server.ask('POST', `${AT}/sso_config/try`, {
    ...company.as(company.owner),
    body: { challenge },
  });
  const asked = idp.readRequest(data.address);
  const landed = await company.post(
    idp.answer(asked, { nameId: company.email('ana'), attributes: { givenName: 'Ana', sn: 'Castillo' } }),
  );
  expect((await company.exchange(landed.code, verifier)).data).toEqual({
    token: null,
    tried: { email: company.email('ana'), name: 'Ana Castillo', roles: ['By company'] },
  });
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select 1 from user_account where email = ${company.email('ana')}`.execute(tx.as()),
  );
  expect(rows).toEqual([]);
  expect((await company.config()).workedAt).not.toBeNull();
});
