import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { zoneWished } from './founding.ts';
import { accountServer, aPerson, codeOf, digits, PASSWORD } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, captcha, pass, message, passwordChecks, entries } = server;
afterAll(server.close);

const aCompany = {
  company: 'Cactus Coaches',
  name: 'Lucía',
  password: PASSWORD,
  lang: 'es_MX',
  timeZone: 'America/Mexico_City',
};
const register = async (email: string, wishes: object = {}, address?: string) =>
  ask('register', { ...aCompany, email, captchaId: await captcha(), ...wishes }, address ? { address } : {});
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000');

test('[ADMIN-01] a mailed code turns a registration into a tenant with its owner and roles', async () => {
  const email = 'lucia@cactus.example';
  const { data: asked } = await register(email);
  expect(asked).toEqual({ registrationId: expect.any(String), resendAfterSec: 60 });
  const letter = await message(email);
  expect(letter.subject).toContain('es tu código de OpenSeat');
  const { code, data } = await ask('registerVerification', {
    registrationId: asked.registrationId,
    code: digits(letter),
  });
  expect(code).toBe(0);
  const info = (await ask('info', {}, data)).data;
  expect(info).toMatchObject({
    email,
    tenantName: 'Cactus Coaches',
    company: 'Cactus Coaches',
    tenantNickName: 'Lucía',
    isTenantOwner: true,
    lang: 'es_MX',
    timeZone: 'America/Mexico_City',
    roleName: 'Supervisor',
    systemRoles: [
      { system_id: 2, role_name: 'Administrador' },
      { system_id: 5, role_name: 'Supervisor' },
    ],
  });
  expect((await entries(info.tenantId)).map(({ action }) => action)).toEqual(['register', 'login']);
  expect((await ask('login', { email, password: PASSWORD })).code).toBe(0);
  expect((await ask('registerVerification', { registrationId: asked.registrationId, code: digits(letter) })).code).toBe(
    codeOf('verificationCodeExpired'),
  );
});

test('[ADMIN-01] a known address is answered alike and only its owner learns, by mail, that it has an account', async () => {
  const { email: known } = await aPerson(world.db, [await aTenant(world.db)], { language: 'id-ID' });
  const before = await passwordChecks();
  const forUnknown = await register('new.person@cactus.example');
  const between = await passwordChecks();
  const forKnown = await register(known);
  expect((await passwordChecks()) - between).toBe(between - before);
  const shape = (answer: typeof forKnown) => ({
    ...answer,
    data: { ...answer.data, registrationId: answer.data.registrationId.length },
  });
  expect(shape(forKnown)).toEqual(shape(forUnknown));
  const letter = await message(known);
  expect(letter.subject).toBe('Anda sudah memiliki akun OpenSeat');
  expect(letter.text).not.toMatch(/\d{6}/);
  const sent = digits(await message('new.person@cactus.example'));
  const guesses = async (registrationId: string) => {
    const codes = [];
    for (let i = 0; i < 6; i += 1)
      codes.push((await ask('registerVerification', { registrationId, code: wrongFor(sent) })).code);
    return codes;
  };
  const codes = await guesses(forKnown.data.registrationId);
  expect(codes).toEqual([...Array<number>(5).fill(codeOf('verificationCodeWrong')), codeOf('verificationCodeExpired')]);
  expect(await guesses(forUnknown.data.registrationId)).toEqual(codes);
  expect((await ask('registerVerification', { registrationId: forUnknown.data.registrationId, code: sent })).code).toBe(
    codeOf('verificationCodeExpired'),
  );
});

test('[ADMIN-01] a registration nobody confirms within half an hour is gone', async () => {
  const { data } = await register('late@cactus.example');
  const code = digits(await message('late@cactus.example'));
  pass(30 * 60_000 + 1_000);
  expect((await ask('registerVerification', { registrationId: data.registrationId, code })).code).toBe(
    codeOf('verificationCodeExpired'),
  );
});

test('[ADMIN-01] a registration needs a solved captcha and a password that is not easily guessed', async () => {
  expect((await register('x@cactus.example', { captchaId: 'none' })).code).toBe(codeOf('captchaRequired'));
  for (const password of [
    'password123',
    'aaaaaaaaaaaa',
    'lucia.cactus-2026',
    'xx lucia.cactus@cactus.example',
    'Coaches2026!',
  ]) {
    expect((await register('lucia.cactus@cactus.example', { password })).code).toBe(codeOf('weakPassword'));
  }
  expect((await register('x@cactus.example', { password: 'too short' })).code).toBe(codeOf('invalidInput'));
});

test('[ADMIN-01] two registrations of one address make one account', async () => {
  const email = 'twice@cactus.example';
  const first = (await register(email)).data;
  const firstCode = digits(await message(email));
  pass(61_000);
  const second = (await register(email)).data;
  const secondCode = digits(await message(email, 2));
  const answers = await Promise.all([
    ask('registerVerification', { registrationId: first.registrationId, code: firstCode }),
    ask('registerVerification', { registrationId: second.registrationId, code: secondCode }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, codeOf('emailTaken')]);
  const { rows } = await world.db.everyTenant('counting', (tx) =>
    sql`select 1 from member m join user_account u on u.id = m.user_id where u.email = ${email}`.execute(tx.as()),
  );
  expect(rows).toHaveLength(1);
});

test('[API-04] a language we do not speak becomes that of the browser, an unknown zone stays open', async () => {
  const email = 'odd@cactus.example';
  const { data } = await ask(
    'register',
    { ...aCompany, email, lang: 'xx_XX', timeZone: 'Mars/Base', captchaId: await captcha() },
    { language: 'zh-CN,zh;q=0.9' },
  );
  const letter = await message(email);
  expect(letter.subject).toContain('验证码');
  const { data: signedIn } = await ask('registerVerification', {
    registrationId: data.registrationId,
    code: digits(letter),
  });
  expect((await ask('info', {}, signedIn)).data).toMatchObject({ lang: 'zh_CN', timeZone: null, roleName: '主管' });
});

test('[ADMIN-01] the same address can be tried again after a minute, and ten times a day, from one place', async () => {
  const email = 'again@cactus.example';
  const here = () => register(email, {}, '198.51.100.20');
  expect((await here()).code).toBe(0);
  expect((await here()).code).toBe(codeOf('tooManyRequests'));
  for (let i = 1; i < 10; i += 1) {
    pass(61_000);
    expect((await here()).code).toBe(0);
  }
  pass(61_000);
  expect((await here()).code).toBe(codeOf('tooManyRequests'));
  expect((await register(email, {}, '198.51.100.21')).code, 'others are not kept from it').toBe(0);
  pass(24 * 3_600_000);
  expect((await here()).code).toBe(0);
});

test('[ADMIN-01] an offset is not kept as a zone', () => {
  expect(zoneWished('+05:30')).toBeNull();
  expect(zoneWished('-0300')).toBeNull();
  expect(zoneWished('Asia/Jakarta')).toBe('Asia/Jakarta');
});

test('[ADMIN-01] where nobody may open an organisation, registering is refused by name before anything is done', async () => {
  const closed = await accountServer({ db: world.db, registration: 'closed' });
  try {
    const before = await closed.passwordChecks();
    const asked = { ...aCompany, email: 'closed@cactus.example', captchaId: 'none' };
    expect((await closed.ask('register', asked)).code).toBe(codeOf('registrationClosed'));
    expect(await closed.passwordChecks()).toBe(before);
    expect((await closed.ask('setupState')).data).toMatchObject({ registration: 'closed' });
  } finally {
    await closed.close();
  }
});

test('[ADMIN-01] by invitation an owner brings a company: the link of the mail opens one organisation, for its address', async () => {
  // On data of its own: mails are sent by whichever server finds the job first.
  const server = await accountServer({ registration: 'invitation' });
  const { db } = server.world;
  try {
    const tenant = await aTenant(db);
    const [owner, clerk] = [await aPerson(db, [tenant], { isOwner: true }), await aPerson(db, [tenant])];
    const signedIn = async ({ email }: { email: string }) =>
      (await server.ask('login', { email, password: PASSWORD })).data;
    const email = 'invited@cactus.example';
    const asked = async (more: object) =>
      server.ask('register', { ...aCompany, email, captchaId: await server.captcha(), ...more });
    expect((await asked({})).code).toBe(codeOf('registrationByInvitation'));
    expect((await server.ask('inviteOrganisation', { email }, await signedIn(clerk))).code).toBe(codeOf('notAllowed'));
    expect((await server.ask('inviteOrganisation', { email }, await signedIn(owner))).code).toBe(0);
    const { text } = await server.message(email, 1, /register\?invitation=/);
    const invitation = /invitation=([\w-]+)/.exec(text)![1]!;
    expect((await asked({ invitation: 'made up' })).code).toBe(codeOf('registrationByInvitation'));
    expect((await asked({ invitation, email: 'another@cactus.example' })).code).toBe(
      codeOf('registrationByInvitation'),
    );
    const { data } = await asked({ invitation });
    const code = digits(await server.message(email, 1, /\b\d{6}\b/));
    expect((await server.ask('registerVerification', { registrationId: data.registrationId, code })).code).toBe(0);
    expect((await asked({ invitation })).code).toBe(codeOf('registrationByInvitation'));
  } finally {
    await server.close();
  }
});
