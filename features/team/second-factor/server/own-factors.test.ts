import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOperator } from '#platform/server/operators.ts';
import { aSession, aTenant } from '#test/builders.ts';
import { codeOf, factorServer, PASSWORD } from './second-factor.fixture.ts';

let server: Awaited<ReturnType<typeof factorServer>>;
beforeAll(async () => {
  server = await factorServer();
});
afterAll(() => server.close());

const own = async (token: string) => (await server.ask('GET', server.at('second_factor'), { token })).data;
const remove = (token: string) => server.ask('DELETE', server.at('second_factor/totp'), { token });
const LATER_MS = 11 * 60_000;

test('[SHELL-30] an authenticator app counts once a code confirmed it, and a letter says so', async () => {
  const ana = await server.person();
  const { data } = await server.post('second_factor/totp/begin', {}, ana.token);
  expect((await server.post('second_factor/totp/confirm', { code: '000000' }, ana.token)).code).toBe(
    codeOf('secondFactorWrong'),
  );
  expect((await own(ana.token)).totp).toBeNull();
  expect((await server.signIn(ana.email)).token).toBeTruthy();

  const code = server.code(data.key);
  expect((await server.post('second_factor/totp/confirm', { code }, ana.token)).code).toBe(0);
  expect(await own(ana.token)).toMatchObject({ recoveryLeft: 10, totp: { lastUsedAt: null } });
  expect((await server.letter(ana.email, /second factor was added/)).text).toContain('recovery codes');
});

test('[SHELL-30] the last factor takes the recovery codes along, unless a role asks for one', async () => {
  const ana = await server.person({ functions: ['customers.view'] });
  await server.enrol(ana.token);
  await server.needSecondFactor(ana.tenantId);
  expect((await remove(ana.token)).code).toBe(codeOf('secondFactorKept'));
  expect(await own(ana.token)).toMatchObject({ recoveryLeft: 10, isNeeded: true });

  const budi = await server.person();
  await server.enrol(budi.token);
  expect((await remove(budi.token)).code).toBe(0);
  expect(await own(budi.token)).toMatchObject({ totp: null, recoveryLeft: 0 });
  expect((await server.signIn(budi.email)).token).toBeTruthy();
  await server.letter(budi.email, /second factor was removed/);
});

test('[SHELL-30] whoever removed their last factor has shown none: the console is shut to them', async () => {
  const otto = await server.person();
  await server.db.everyTenant('runs the installation', (tx) => makeOperator(tx, otto.userId));
  await server.enrol(otto.token);
  const lookIn = () => server.ask('GET', '/admin/operator/operators', { token: otto.token });
  expect((await lookIn()).code).toBe(0);
  expect((await remove(otto.token)).code).toBe(0);
  expect(await lookIn()).toMatchObject({ code: codeOf('operatorFactorRequired'), msg: 'enrol' });
});

test('[SHELL-30] remade recovery codes replace the old ones', async () => {
  const ana = await server.person();
  const { recoveryCodes: before } = await server.enrol(ana.token);
  const { data } = await server.post('second_factor/recovery_codes', {}, ana.token);
  expect(data.recoveryCodes).toHaveLength(10);
  server.pass(LATER_MS);
  const prove = async (code: string) => (await server.post('second_factor/fresh_proof', { code }, ana.token)).code;
  expect(await prove(before[0]!)).toBe(codeOf('secondFactorWrong'));
  expect(await prove(data.recoveryCodes[0])).toBe(0);
  await server.letter(ana.email, /codes were replaced/);
});

test('[SHELL-30] ten minutes after signing in one shows once more who one is, and then goes on', async () => {
  const ana = await server.person();
  const begin = async () => (await server.post('second_factor/totp/begin', {}, ana.token)).code;
  expect(await begin()).toBe(0);
  server.pass(LATER_MS);
  expect(await begin()).toBe(codeOf('freshProofRequired'));
  expect((await server.ask('GET', server.at('user/info'), { token: ana.token })).code).toBe(0);

  const prove = (shown: object) => server.post('second_factor/fresh_proof', shown, ana.token);
  expect((await server.ask('GET', server.at('second_factor/fresh_proof'), { token: ana.token })).data).toEqual({
    password: true,
    code: false,
    passkey: false,
    companyDomain: null,
  });
  expect((await prove({ password: 'not the password' })).code).toBe(codeOf('wrongPassword'));
  expect((await prove({ code: '123456' })).code).toBe(codeOf('secondFactorWrong'));
  expect(await begin()).toBe(codeOf('freshProofRequired'));
  expect((await prove({ password: PASSWORD })).code).toBe(0);
  expect(await begin()).toBe(0);

  const { key } = await server.enrol(ana.token);
  server.pass(LATER_MS);
  expect((await prove({ code: server.code(key) })).code).toBe(0);
  expect(await begin()).toBe(0);
});

test('[SHELL-30] whoever has a second factor shows one to change factors: a session from before, or the password, is not enough', async () => {
  const ana = await server.person();
  const older = await aSession(server.db, ana);
  await server.db.everyTenant('a sign-in', (tx) => server.world.sessions.prove(tx, { ...ana, ...older }));
  const { key } = await server.enrol(ana.token);
  const wantsFactor = { code: codeOf('freshProofRequired'), msg: 'factor' };
  const prove = async (token: string, shown: object) =>
    (await server.post('second_factor/fresh_proof', shown, token)).code;
  const changes = (token: string) => [
    () => remove(token),
    () => server.post('second_factor/totp/begin', {}, token),
    () => server.post('second_factor/recovery_codes', {}, token),
    () => server.post('second_factor/passkeys/begin', {}, token),
  ];
  for (const change of changes(older.token)) expect(await change()).toMatchObject(wantsFactor);
  expect(await prove(older.token, { password: PASSWORD })).toBe(0);
  for (const change of changes(older.token)) expect(await change()).toMatchObject(wantsFactor);
  expect(await prove(older.token, { code: server.code(key) })).toBe(0);
  expect((await server.post('second_factor/recovery_codes', {}, older.token)).code).toBe(0);

  // Neither does the one that enrolled it, later, with the password alone.
  server.pass(LATER_MS);
  expect(await prove(ana.token, { password: PASSWORD })).toBe(0);
  expect(await remove(ana.token)).toMatchObject(wantsFactor);
});

test('[SHELL-30] going to another team is no new proof', async () => {
  const ana = await server.person();
  const there = await aTenant(server.db);
  await server.db.everyTenant('a second team', (tx) =>
    sql`insert into member (tenant_id, user_id, nick_name) values (${there}, ${ana.userId}, 'Ana')`.execute(tx.as()),
  );
  server.pass(LATER_MS);
  const { data } = await server.ask('PUT', server.at('team/switch'), { token: ana.token, body: { tenantId: there } });
  expect((await server.post('second_factor/totp/begin', {}, data.token)).code).toBe(codeOf('freshProofRequired'));
});

test('[SHELL-30] going to another team does not make a second factor of a password shown since', async () => {
  const ana = await server.person();
  const there = await aTenant(server.db);
  await server.db.everyTenant('a second team', (tx) =>
    sql`insert into member (tenant_id, user_id, nick_name) values (${there}, ${ana.userId}, 'Ana')`.execute(tx.as()),
  );
  await server.enrol(ana.token);
  server.pass(LATER_MS);
  expect((await server.post('second_factor/fresh_proof', { password: PASSWORD }, ana.token)).code).toBe(0);
  const { data } = await server.ask('PUT', server.at('team/switch'), { token: ana.token, body: { tenantId: there } });
  expect(await remove(data.token)).toMatchObject({ code: codeOf('freshProofRequired'), msg: 'factor' });
});

test('[ADMIN-03] who came by their company changes no factors: they count in other teams, too', async () => {
  const ana = await server.person();
  await server.db.everyTenant('by company', (tx) =>
    sql`update session set login_type = 'sso' where id = ${ana.sessionId}`.execute(tx.as()),
  );
  expect((await server.post('second_factor/totp/begin', {}, ana.token)).code).toBe(codeOf('secondFactorOfCompany'));
  expect((await own(ana.token)).isCompany).toBe(true);
});
