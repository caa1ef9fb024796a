import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { BROWSER, codeOf, factorServer, PASSWORD } from './second-factor.fixture.ts';
import { softAuthenticator } from './soft-authenticator.fixture.ts';

let server: Awaited<ReturnType<typeof factorServer>>;
beforeAll(async () => {
  server = await factorServer();
});
afterAll(() => server.close());

const prove = (ticket: string, code: string, browser: object = BROWSER) =>
  server.post('second_factor/step/prove', { ticket, code, ...browser });
const isIn = async (token: string) => (await server.ask('GET', server.at('user/info'), { token })).code === 0;

test('[ADMIN-01] whoever has a second factor gets no session before it is shown', async () => {
  const ana = await server.person();
  const { key, recoveryCodes } = await server.enrol(ana.token);
  expect(new Set(recoveryCodes).size).toBe(10);

  const { secondStep, token } = await server.signIn(ana.email);
  expect(token).toBeUndefined();
  expect(secondStep).toMatchObject({ kind: 'proof' });
  const { ticket } = secondStep!;
  expect(await isIn(ticket)).toBe(false);
  expect((await server.post('second_factor/step', { ticket, ...BROWSER })).data).toEqual({
    kind: 'proof',
    rpId: 'openseat.test',
    totp: true,
    recovery: true,
    passkey: null,
  });
  expect((await prove(ticket, '000000')).code).toBe(codeOf('secondFactorWrong'));
  const { data } = await prove(ticket, server.code(key));
  expect(await isIn(data.token)).toBe(true);
  expect(data.deviceMark).toBeTruthy();
});

test('[ADMIN-01] a ticket is good once, for ten minutes, and in the browser that showed the password', async () => {
  const ana = await server.person();
  const { key } = await server.enrol(ana.token);
  const ticketOf = async () => (await server.signIn(ana.email)).secondStep!.ticket;

  const used = await ticketOf();
  expect((await prove(used, server.code(key))).code).toBe(0);
  expect((await prove(used, server.code(key))).code).toBe(codeOf('signInStepOver'));

  const taken = await ticketOf();
  for (const other of [{}, { deviceUniqueIdentification: 'another browser' }])
    expect((await prove(taken, server.code(key), other)).code).toBe(codeOf('signInStepOver'));
  expect((await prove(taken, server.code(key))).code).toBe(0);

  const late = await ticketOf();
  server.pass(11 * 60_000);
  expect((await prove(late, server.code(key))).code).toBe(codeOf('signInStepOver'));
});

test('[ADMIN-01] a code opens one session, however many show it at once', async () => {
  const ana = await server.person();
  const { key } = await server.enrol(ana.token);
  const tickets = [await server.signIn(ana.email), await server.signIn(ana.email)].map(
    (each) => each.secondStep!.ticket,
  );
  const code = server.code(key);
  const answers = await Promise.all(tickets.map((ticket) => prove(ticket, code)));
  expect(answers.map((answer) => answer.code).sort()).toEqual([0, codeOf('secondFactorWrong')].sort());
});

test('[ADMIN-01] a recovery code works once, and a letter says so', async () => {
  const ana = await server.person();
  const { recoveryCodes } = await server.enrol(ana.token);
  const spend = async () =>
    prove((await server.signIn(ana.email)).secondStep!.ticket, recoveryCodes[3]!.toUpperCase().replaceAll('-', ' '));
  expect((await spend()).code).toBe(0);
  expect((await spend()).code).toBe(codeOf('secondFactorWrong'));
  expect((await server.letter(ana.email, /recovery code/)).text).toContain('Codes left: 9');
});

test('[ADMIN-01] ten wrong codes lock the second factor for a quarter of an hour, also for the right one', async () => {
  const ana = await server.person();
  const { key } = await server.enrol(ana.token);
  const { ticket } = (await server.signIn(ana.email)).secondStep!;
  for (let tried = 0; tried < 10; tried += 1) await prove(ticket, '000000');
  expect((await prove(ticket, server.code(key))).code).toBe(codeOf('accountLocked'));
  server.pass(16 * 60_000);
  const again = (await server.signIn(ana.email)).secondStep!.ticket;
  expect((await prove(again, server.code(key))).code).toBe(0);
});

test('[ADMIN-01] another password ends the sign-ins that wait for their second factor', async () => {
  const ana = await server.person();
  const { key } = await server.enrol(ana.token);
  const { ticket } = (await server.signIn(ana.email)).secondStep!;
  const body = { oldPassword: PASSWORD, password: 'a cactus sings at noon' };
  expect((await server.ask('PUT', server.at('user/change_pass'), { token: ana.token, body })).code).toBe(0);
  expect((await prove(ticket, server.code(key))).code).toBe(codeOf('signInStepOver'));
});

test('[ADMIN-01] whoever was shut out meanwhile does not come in with a right code', async () => {
  const ana = await server.person();
  const { key } = await server.enrol(ana.token);
  const { ticket } = (await server.signIn(ana.email)).secondStep!;
  await server.db.everyTenant('shut out', (tx) =>
    sql`update member set enabled = false where user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect((await prove(ticket, server.code(key))).code).toBe(codeOf('accountDisabled'));
});

test('[ADMIN-01] a role that asks for a second factor leads who has none to one, and to nothing else before', async () => {
  const ana = await server.person({ functions: ['customers.view'] });
  await server.needSecondFactor(ana.tenantId);
  const { secondStep, token } = await server.signIn(ana.email);
  expect(token).toBeUndefined();
  expect(secondStep!.kind).toBe('enrolment');
  const shown = { ticket: secondStep!.ticket, ...BROWSER };
  expect((await prove(shown.ticket, '123456')).code).toBe(codeOf('secondFactorWrong'));

  const { data: begun } = await server.post('second_factor/step/begin_totp', shown);
  expect(begun.uri).toContain(`secret=${begun.key}`);
  const wrong = await server.post('second_factor/step/confirm_totp', { ...shown, code: '000000' });
  expect(wrong.code).toBe(codeOf('secondFactorWrong'));
  const { data } = await server.post('second_factor/step/confirm_totp', { ...shown, code: server.code(begun.key) });
  expect(data.recoveryCodes).toHaveLength(10);
  expect(await isIn(data.token)).toBe(true);
  expect((await server.signIn(ana.email)).secondStep!.kind).toBe('proof');
});

test('[ADMIN-01] a passkey may be the factor a role asks for, and signs in with the recovery codes', async () => {
  const ana = await server.person({ functions: ['customers.view'] });
  await server.needSecondFactor(ana.tenantId);
  const shown = { ticket: (await server.signIn(ana.email)).secondStep!.ticket, ...BROWSER };
  const { data: ways } = await server.post('second_factor/step', shown);
  expect(ways).toMatchObject({ kind: 'enrolment', passkey: null, rpId: 'openseat.test' });
  const passkey = softAuthenticator('http://openseat.test');
  const { data: question } = await server.post('second_factor/step/begin_passkey', shown);
  expect(question.person.email).toBe(ana.email);
  const elsewhere = softAuthenticator('http://evil.test').make(question);
  const confirm = (made: object) =>
    server.post('second_factor/step/confirm_passkey', { ...shown, name: 'Key', ...made });
  expect((await confirm(elsewhere)).code).toBe(codeOf('passkeyRefused'));
  const { data: again } = await server.post('second_factor/step/begin_passkey', shown);
  const { data } = await confirm(passkey.make(again));
  expect(data.recoveryCodes).toHaveLength(10);
  expect(await isIn(data.token)).toBe(true);

  const next = { ticket: (await server.signIn(ana.email)).secondStep!.ticket, ...BROWSER };
  const { data: asked } = await server.post('second_factor/step', next);
  expect(asked.kind).toBe('proof');
  const proven = await server.post('second_factor/step/prove', { ...next, passkey: passkey.sign(asked.passkey) });
  expect(await isIn(proven.data.token)).toBe(true);
});

test('[ADMIN-01] a password is not enough to put another factor in the place of the one there is', async () => {
  const ana = await server.person();
  await server.enrol(ana.token);
  const shown = { ticket: (await server.signIn(ana.email)).secondStep!.ticket, ...BROWSER };
  const made = { name: 'Key', authenticatorData: '', clientData: '', publicKey: '' };
  for (const call of ['begin_totp', 'confirm_totp', 'begin_passkey', 'confirm_passkey'])
    expect((await server.post(`second_factor/step/${call}`, { ...shown, ...made, code: '123456' })).code).toBe(
      codeOf('signInStepOver'),
    );
});

test('[ADMIN-01] a phone that shows e-mail and password with every call is refused to who has a second factor, or needs one', async () => {
  const basic = async (email: string) => {
    const authorization = `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}`;
    return (await server.ask('GET', '/api/userinfo', { headers: { authorization } })).code;
  };
  const [ana, budi] = [
    await server.person({ voiceSeat: true }),
    await server.person({ functions: ['customers.view'] }),
  ];
  expect(await basic(ana.email)).not.toBe(codeOf('secondFactorRequired'));
  await server.enrol(ana.token);
  await server.needSecondFactor(budi.tenantId);
  expect(await basic(ana.email)).toBe(codeOf('secondFactorRequired'));
  expect(await basic(budi.email)).toBe(codeOf('secondFactorRequired'));
});

test('[ADMIN-01] a team that asks for a second factor is entered from another one only with it', async () => {
  const ana = await server.person();
  const there = await aTenant(server.db);
  await server.db.everyTenant('a second team', async (tx) => {
    await sql`insert into member (tenant_id, user_id, nick_name) values (${there}, ${ana.userId}, 'Ana')`.execute(
      tx.as(),
    );
    const { rows } = await sql<{ id: number }>`
      insert into role (tenant_id, name, system_id, needs_second_factor) values (${there}, 'Careful', 5, true) returning id`.execute(
      tx.as(),
    );
    await sql`insert into member_role (tenant_id, user_id, system_id, role_id) values (${there}, ${ana.userId}, 5, ${rows[0]!.id})`.execute(
      tx.as(),
    );
  });
  const go = () => server.ask('PUT', server.at('team/switch'), { token: ana.token, body: { tenantId: there } });
  expect((await go()).code).toBe(codeOf('secondFactorMissing'));
  await server.enrol(ana.token);
  expect((await go()).code).toBe(0);
});
