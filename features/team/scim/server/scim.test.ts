import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany, aStage, type Company } from '#features/team/sso/server/sso-stage.fixture.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { ERROR_SCHEMA } from '../core/refusal.ts';

const TOKENS = '/admin/saas_plat/scim_token';
const AT = '/api/scim/v2';

let stage: Awaited<ReturnType<typeof aStage>>;
beforeAll(async () => {
  stage = await aStage();
});
afterAll(() => stage.close());

/** A provider with its token; calls as SCIM writes them. */
async function aProvider(company: Company) {
  const { data } = await stage.server.ask('POST', TOKENS, { ...company.as(company.owner), body: {} });
  return { id: data.id as number, token: data.token as string, call: callsWith(data.token) };
}

const callsWith =
  (token: string) => async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await stage.server.built.http.inject({
      method,
      url: AT + path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === '' ? null : answer.json<any>(),
    };
  };

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const where = (attribute: string, value: string): string =>
  `/Users?filter=${encodeURIComponent(`${attribute} eq "${value}"`)}`;
const memberOf = async (company: Company, userId: string) =>
  (
    await stage.server.ask('GET', '/admin/saas_plat/member/page', {
      ...company.as(company.owner),
      query: { size: '200' },
    })
  ).data.list.find((member: { userId: number }) => String(member.userId) === userId);

test('[ADMIN-03] Entra ID makes somebody, renames them, shuts them out at once, lets them in again and deletes them', async () => {
  const company = await aCompany(stage);
  const { call } = await aProvider(company);
  const email = company.email('mia');
  // As its test of the connection does.
  expect(await call('GET', where('userName', '1b5a2c8e'))).toMatchObject({ status: 200, body: { totalResults: 0 } });

  const made = await call('POST', '/Users', {
    schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: 'mia.object',
    userName: email,
    active: true,
    displayName: 'Mia Lindqvist',
    emails: [{ primary: true, type: 'work', value: email }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Mia Lindqvist', familyName: 'Lindqvist', givenName: 'Mia' },
    title: 'Agent',
  });
  expect(made).toMatchObject({
    status: 201,
    headers: { 'content-type': 'application/scim+json; charset=utf-8' },
    body: { schemas: [USER], userName: email, externalId: 'mia.object', active: true, displayName: 'Mia Lindqvist' },
  });
  const { id, meta } = made.body;
  expect(made.headers.location).toBe(meta.location);
  expect(await memberOf(company, id)).toMatchObject({
    nickName: 'Mia Lindqvist',
    enabled: true,
    roles: [{ roleName: 'By company' }],
  });

  const { token } = (await company.signIn(email)).data;
  const info = () => stage.server.ask('GET', '/admin/saas_plat/user/info', { token: token! });
  expect(await info()).toMatchObject({ code: 0 });

  expect(
    await call('PATCH', `/Users/${id}`, {
      schemas: [PATCH],
      Operations: [
        { op: 'Replace', path: 'displayName', value: 'Mia Berg' },
        { op: 'Add', path: 'name.familyName', value: 'Berg' },
        { op: 'Replace', path: 'title', value: 'Lead' },
      ],
    }),
  ).toMatchObject({ status: 200, body: { displayName: 'Mia Berg', name: { givenName: 'Mia', familyName: 'Berg' } } });

  const active = (value: unknown) =>
    call('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'active', value }] });
  expect(await active('False')).toMatchObject({ status: 200, body: { active: false } });
  expect(await info()).toMatchObject({ code: 401 });
  expect((await company.signIn(email)).code).not.toBe(0);
  expect(await active('True')).toMatchObject({ status: 200, body: { active: true } });
  expect(await company.signIn(email)).toMatchObject({ code: 0 });

  expect(await call('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: null });
  expect(await call('GET', `/Users/${id}`)).toMatchObject({ status: 404 });
  expect(await call('GET', where('externalId', 'mia.object'))).toMatchObject({ body: { totalResults: 0 } });
  expect((await company.signIn(email)).code).not.toBe(0);
  expect(await call('POST', '/Users', { schemas: [USER], userName: email })).toMatchObject({
    status: 201,
    body: { id, active: true },
  });

  const { data: log } = await stage.server.ask('POST', '/admin/saas_plat/operLog/page', {
    ...company.as(company.owner),
    body: { module: 'scim', size: 50 },
  });
  expect(log.list.map(({ action }: { action: string }) => action).toReversed()).toEqual([
    'addToken',
    'createUser',
    'patchUser',
    'patchUser',
    'patchUser',
    'deleteUser',
    'createUser',
  ]);
});

test('[ADMIN-03] Okta finds nobody, makes somebody, says all of them anew and shuts them out without a path', async () => {
  const company = await aCompany(stage);
  const { call } = await aProvider(company);
  const email = company.email('okan');
  expect(await call('GET', `${where('userName', email)}&startIndex=1&count=100`)).toMatchObject({
    body: { totalResults: 0, Resources: [] },
  });
  const sent = {
    schemas: [USER],
    userName: email,
    name: { givenName: 'Okan', familyName: 'Demir' },
    emails: [{ primary: true, value: email, type: 'work' }],
    displayName: 'Okan Demir',
    locale: 'en-US',
    externalId: '00u1',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const { body: made } = await call('POST', '/Users', sent);
  expect(await call('PUT', `/Users/${made.id}`, { ...sent, id: made.id, displayName: 'Okan D.' })).toMatchObject({
    status: 200,
    body: { displayName: 'Okan D.', externalId: '00u1' },
  });
  expect(
    await call('PATCH', `/Users/${made.id}`, {
      schemas: [PATCH],
      Operations: [{ op: 'replace', value: { active: false } }],
    }),
  ).toMatchObject({ status: 200, body: { active: false } });
  expect(await call('GET', where('externalId', '00u1'))).toMatchObject({
    body: { totalResults: 1, Resources: [{ id: made.id, active: false }] },
  });
  expect(await call('PUT', `/Users/${made.id}`, sent)).toMatchObject({ body: { active: true } });
  expect(await call('GET', '/Users?startIndex=2&count=1')).toMatchObject({
    body: { totalResults: 2, startIndex: 2, itemsPerPage: 1, Resources: [{ id: made.id }] },
  });
});

test('[ADMIN-03] whom people here shut out stays out, whatever the provider says', async () => {
  const company = await aCompany(stage);
  const { call } = await aProvider(company);
  const { body: made } = await call('POST', '/Users', { userName: company.email('shut'), active: true });
  const { roles, ...member } = await memberOf(company, made.id);
  await stage.server.ask('PUT', '/admin/saas_plat/member', {
    ...company.as(company.owner),
    body: { ...member, roleIds: roles.map((role: { roleId: number }) => role.roleId), enabled: false },
  });
  expect(await call('GET', `/Users/${made.id}`)).toMatchObject({ body: { active: false } });
  expect(await call('PUT', `/Users/${made.id}`, { userName: company.email('shut'), active: true })).toMatchObject({
    status: 200,
    body: { active: false },
  });
});

test('[ADMIN-03] groups that provisioning says give what they are mapped to, and stay at a sign-in that names none', async () => {
  const company = await aCompany(stage);
  const lead = await company.role('Lead');
  await company.save({
    roleMappings: [{ value: 'leads', roleIds: [lead], textSeat: true, voiceSeat: false, agentGroupIds: [] }],
  });
  const { call } = await aProvider(company);
  const email = company.email('gift');
  const { body: made } = await call('POST', '/Users', { userName: email, roles: [{ value: 'leads', primary: true }] });
  const isLead = { textSeat: true, roles: [{ roleName: 'Lead' }] };
  expect(await memberOf(company, made.id)).toMatchObject(isLead);
  expect(await company.signIn(email)).toMatchObject({ code: 0 });
  expect(await memberOf(company, made.id)).toMatchObject(isLead);
  await call('PATCH', `/Users/${made.id}`, { Operations: [{ op: 'remove', path: 'roles[value eq "leads"]' }] });
  expect(await memberOf(company, made.id)).toMatchObject({ textSeat: false, roles: [{ roleName: 'By company' }] });
});

test('[ADMIN-03] of changes a provider sends at once none is lost', async () => {
  const company = await aCompany(stage);
  const roles = await Promise.all(['north', 'south'].map((name) => company.role(name)));
  await company.save({
    roleMappings: [
      { value: 'g0', roleIds: [roles[0]!], textSeat: true, voiceSeat: false, agentGroupIds: [] },
      { value: 'g7', roleIds: [roles[1]!], textSeat: false, voiceSeat: true, agentGroupIds: [] },
    ],
  });
  const { call } = await aProvider(company);
  const { body: made } = await call('POST', '/Users', { userName: company.email('busy'), displayName: 'Busy' });
  const patch = (...Operations: object[]) => call('PATCH', `/Users/${made.id}`, { Operations });
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, nth) => patch({ op: 'add', path: 'groups', value: [{ value: `g${nth}` }] })),
    patch({ op: 'replace', path: 'externalId', value: 'object-1' }),
    patch({ op: 'replace', path: 'name.familyName', value: 'Bee' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { rows } = await stage.server.world.db.everyTenant('looks', (tx) =>
    sql<{ groups: string[] }>`select groups from sso_said_groups where user_id = ${made.id}`.execute(tx.as()),
  );
  expect(rows[0]!.groups.toSorted()).toEqual(Array.from({ length: 8 }, (_, nth) => `g${nth}`));
  expect(await memberOf(company, made.id)).toMatchObject({ textSeat: true, voiceSeat: true });
  expect(await call('GET', `/Users/${made.id}`)).toMatchObject({
    body: { externalId: 'object-1', name: { familyName: 'Bee' } },
  });
});

test('[ADMIN-03] refusals are in SCIM’s shape and say what to do', async () => {
  const company = await aCompany(stage);
  const { call } = await aProvider(company);
  const { db } = stage.server.world;
  const owner = String(company.owner.userId);
  const elsewhere = await aMember(db, await aTenant(db), { email: company.email('elsewhere') });
  await aMember(db, company.tenantId, { email: 'guest@other.example' });

  expect(await call('PATCH', `/Users/${owner}`, { Operations: [{ op: 'replace', value: { active: false } }] })).toEqual(
    expect.objectContaining({
      status: 409,
      body: {
        schemas: [ERROR_SCHEMA],
        status: '409',
        detail: 'This is the last owner of the team. Make somebody else an owner first.',
      },
    }),
  );
  expect(await call('DELETE', `/Users/${owner}`)).toMatchObject({ status: 409 });
  const refused = (status: number, scimType: string) => ({ status, body: { status: String(status), scimType } });
  expect(await call('POST', '/Users', { userName: company.email('owner') })).toMatchObject(refused(409, 'uniqueness'));
  expect(await call('POST', '/Users', { userName: company.email('elsewhere') })).toMatchObject(
    refused(409, 'uniqueness'),
  );
  expect(await call('POST', '/Users', { userName: 'ceo@victim.example' })).toMatchObject(refused(400, 'invalidValue'));
  expect(await call('POST', '/Users', {})).toMatchObject(refused(400, 'invalidValue'));
  expect(await call('GET', `/Users?filter=${encodeURIComponent('userName co "a"')}`)).toMatchObject(
    refused(400, 'invalidFilter'),
  );
  const patch = (...Operations: object[]) => call('PATCH', `/Users/${owner}`, { Operations });
  expect(await patch({ op: 'replace', path: 'userName', value: company.email('other') })).toMatchObject(
    refused(400, 'mutability'),
  );
  expect(await patch({ op: 'remove' })).toMatchObject(refused(400, 'invalidPath'));
  expect(await patch({ op: 'replace', path: 'active', value: 'perhaps' })).toMatchObject(refused(400, 'invalidValue'));
  for (const id of [elsewhere.userId, 'nobody', 999_999_999])
    expect(await call('GET', `/Users/${id}`)).toMatchObject({ status: 404, body: { schemas: [ERROR_SCHEMA] } });
  // Of people beside the company's domains the provider learns nothing.
  expect(await call('GET', '/Users')).toMatchObject({ body: { totalResults: 1 } });
});

test('[ADMIN-03] a token opens its own team, until it is revoked, and from the networks it names', async () => {
  const [company, other] = [await aCompany(stage), await aCompany(stage)];
  const { id, call } = await aProvider(company);
  const foreign = await aProvider(other);
  const { body: made } = await call('POST', '/Users', { userName: company.email('own') });
  for (const method of ['GET', 'DELETE'] as const)
    expect(await foreign.call(method, `/Users/${made.id}`)).toMatchObject({ status: 404 });
  expect(await foreign.call('PUT', `/Users/${made.id}`, { userName: company.email('own') })).toMatchObject({
    status: 404,
  });
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas']) {
    expect(await call('GET', path)).toMatchObject({ status: 200 });
    expect(await callsWith('scim_unknown')('GET', path)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer /) as string },
    });
  }

  const { ask } = stage.server;
  const as = company.as(company.owner);
  const bound = await ask('POST', TOKENS, { ...as, body: { networks: ['203.0.113.0/24'] } });
  expect(await callsWith(bound.data.token)('GET', '/Users')).toMatchObject({ status: 403, body: { status: '403' } });
  expect(await ask('POST', TOKENS, { ...as, body: {} })).toMatchObject({ code: 21917 });
  const { data: listed } = await ask('GET', TOKENS, as);
  expect(listed.address).toBe('http://openseat.test/api/scim/v2');
  expect(listed.tokens).toMatchObject([{ lastUsedAt: null }, { id, lastUsedAt: expect.any(String) }]);
  expect(JSON.stringify(listed)).not.toContain(bound.data.token);

  expect(await ask('DELETE', `${TOKENS}/${id}`, company.as(other.owner))).toMatchObject({ code: 404 });
  expect(await ask('DELETE', `${TOKENS}/${id}`, as)).toMatchObject({ code: 0 });
  expect(await call('GET', `/Users/${made.id}`)).toMatchObject({ status: 401, body: { schemas: [ERROR_SCHEMA] } });
});

test('[ADMIN-03] tokens are an owner’s, and of a company that signs in', async () => {
  const company = await aCompany(stage);
  const manager = await aMember(stage.server.world.db, company.tenantId, { functions: ['sso.view', 'sso.edit'] });
  for (const [method, path] of [
    ['GET', TOKENS],
    ['POST', TOKENS],
    ['DELETE', `${TOKENS}/1`],
  ] as const)
    expect(
      await stage.server.ask(method, path, { ...company.as(manager), ...(method === 'POST' ? { body: {} } : {}) }),
    ).toMatchObject({ code: 21914 });
  const { call } = await aProvider(company);
  await stage.server.ask('DELETE', '/admin/saas_plat/sso_config', company.as(company.owner));
  expect(await stage.server.ask('POST', TOKENS, { ...company.as(company.owner), body: {} })).toMatchObject({
    code: 21918,
  });
  expect(await call('GET', '/Users')).toMatchObject({ status: 403 });
});

test('[ADMIN-03] whoever makes tokens up is refused before the database is asked', async () => {
  const guess = (nth: number) =>
    stage.server.built.http.inject({
      url: `${AT}/Users`,
      remoteAddress: '198.51.100.7',
      headers: { authorization: `Bearer scim_made_up_${nth}` },
    });
  const statuses: number[] = [];
  for (let nth = 0; nth <= 200; nth += 1) statuses.push((await guess(nth)).statusCode);
  expect(statuses.slice(0, 200).every((status) => status === 401)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});
