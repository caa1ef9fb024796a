import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { openGuard } from './sign-in-guard.ts';
import { accountServer, aPerson, codeOf, PASSWORD } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, captcha, message, pass, passwordChecks, entries } = server;
const { db } = world;
afterAll(server.close);

const WRONG = 'wrong horse staple';
const signIn = (email: string, password = PASSWORD, more: object = {}, address?: string) =>
  ask('login', { email, password, ...more }, address ? { address } : {});
const QUARTER_MS = 15 * 60_000;

test('[ADMIN-01] e-mail and password open a session that says who it is, and logging out ends it at once', async () => {
  const tenant = await aTenant(db);
  const { email, userId } = await aPerson(db, [tenant]);
  const { code, data } = await signIn(email.toUpperCase());
  expect(code).toBe(0);
  expect((await ask('isLogin', { token: data.token })).data).toEqual({ is_login: true });
  expect((await ask('info', {}, data)).data).toMatchObject({ id: userId, email, tenantId: tenant });
  expect((await ask('logout', {}, data)).code).toBe(0);
  await expect.poll(async () => (await ask('isLogin', { token: data.token })).data).toEqual({ is_login: false });
  expect((await ask('info', {}, data)).code).toBe(codeOf('signedOut'));
  expect((await ask('isLogin', { token: 'nonsense' })).data).toEqual({ is_login: false });
});

test('[ADMIN-01] sign-ins, failures and sign-outs stand in the operation log of the tenant', async () => {
  const tenant = await aTenant(db);
  const { email, userId } = await aPerson(db, [tenant]);
  await signIn(email, WRONG);
  const { data } = await signIn(email);
  await ask('logout', {}, data);
  expect(await entries(tenant)).toEqual([
    { action: 'loginFailed', outcome: codeOf('wrongCredentials'), user_id: userId },
    { action: 'login', outcome: 0, user_id: userId },
    { action: 'logout', outcome: 0, user_id: userId },
  ]);
});

test('[ADMIN-01] an address nobody has is answered, counted and hashed like one somebody has', async () => {
  const known = await aPerson(db, [await aTenant(db)]);
  async function story(email: string, address: string) {
    const checksBefore = await passwordChecks();
    const answers = [];
    for (let i = 0; i < 12; i += 1)
      answers.push(await signIn(email, WRONG, i >= 3 ? { captchaId: await captcha() } : {}, address));
    answers.push(await signIn(email, WRONG, {}, address));
    return { answers, checks: (await passwordChecks()) - checksBefore };
  }
  const ofKnown = await story(known.email, '198.51.100.1');
  expect(await story('nobody@aurora.example', '198.51.100.2')).toEqual(ofKnown);
  expect(ofKnown.answers.map(({ code }) => code)).toEqual([
    ...Array<number>(10).fill(codeOf('wrongCredentials')),
    ...Array<number>(3).fill(codeOf('accountLocked')),
  ]);
  expect(ofKnown.checks).toBe(10);
});

test('[ADMIN-01] after three failures a captcha is asked for, and each solved one is good for one try', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  for (let i = 0; i < 3; i += 1) await signIn(email, WRONG);
  expect((await signIn(email)).code).toBe(codeOf('captchaRequired'));
  expect((await signIn(email, PASSWORD, { captchaId: 'unknown' })).code).toBe(codeOf('captchaRequired'));
  const captchaId = await captcha();
  expect((await signIn(email, WRONG, { captchaId })).code).toBe(codeOf('wrongCredentials'));
  expect((await signIn(email, PASSWORD, { captchaId })).code).toBe(codeOf('captchaRequired'));
  expect((await signIn(email, PASSWORD, { captchaId: await captcha() })).code).toBe(0);
  expect((await signIn(email)).code).toBe(0);
});

test('[ADMIN-01] ten failures lock the account for a quarter of an hour, even for the right password', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  for (let i = 0; i < 10; i += 1) await signIn(email, WRONG, { captchaId: await captcha() });
  expect((await signIn(email, PASSWORD, { captchaId: await captcha() })).code).toBe(codeOf('accountLocked'));
  pass(QUARTER_MS - 5_000);
  expect((await signIn(email)).code).toBe(codeOf('accountLocked'));
  pass(6_000);
  expect((await signIn(email)).code).toBe(0);
});

test('[ADMIN-01] old failures are forgotten after a quarter of an hour', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  for (let i = 0; i < 3; i += 1) await signIn(email, WRONG);
  pass(QUARTER_MS + 1_000);
  expect((await signIn(email)).code).toBe(0);
});

test('[ADMIN-01] right passwords are never counted, however many come at once', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(email)));
  expect(answers.map(({ code }) => code)).toEqual(Array(15).fill(0));
});

test('[ADMIN-01] many guesses at once win nothing: the right one among them is refused', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  const answers = await Promise.all([...Array.from({ length: 24 }, () => signIn(email, WRONG)), signIn(email)]);
  expect(answers.filter(({ code }) => code === 0)).toEqual([]);
});

test('[ADMIN-01] an address with many failures is asked for captchas, then has to wait; others go on', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  const address = '198.51.100.77';
  await db.everyTenant('thirty failures took place', async (tx) => {
    for (let i = 0; i < 30; i += 1) await openGuard(world.clock).failed(tx, { account: `somebody ${i}`, address });
  });
  expect((await signIn(email, PASSWORD, {}, address)).code).toBe(codeOf('captchaRequired'));
  expect((await signIn(email, PASSWORD, { captchaId: await captcha() }, address)).code).toBe(0);
  expect((await signIn(email)).code).toBe(0);
});

test('[ADMIN-01] all addresses of one IPv6 network are counted together', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  await db.everyTenant('thirty failures took place', async (tx) => {
    for (let i = 0; i < 30; i += 1)
      await openGuard(world.clock).failed(tx, { account: `neighbour ${i}`, address: `2001:db8:7:7::${i}` });
  });
  expect((await signIn(email, PASSWORD, {}, '2001:db8:7:7:abcd::1')).code).toBe(codeOf('captchaRequired'));
  expect((await signIn(email, PASSWORD, {}, '2001:db8:7:8::1')).code).toBe(0);
});

test('[ADMIN-01] failures count across processes', async () => {
  const other = await accountServer({ db });
  try {
    const { email } = await aPerson(db, [await aTenant(db)]);
    for (let i = 0; i < 3; i += 1) await (i % 2 ? other.ask : ask)('login', { email, password: WRONG });
    expect((await other.ask('login', { email, password: PASSWORD })).code).toBe(codeOf('captchaRequired'));
  } finally {
    await other.close();
  }
});

test('[ADMIN-01] who was shut out, or belongs nowhere, is told so only with the right password', async () => {
  const shutOut = await aPerson(db, [await aTenant(db)], { enabled: false });
  const homeless = await aPerson(db, []);
  expect((await signIn(shutOut.email, WRONG)).code).toBe(codeOf('wrongCredentials'));
  expect((await signIn(shutOut.email)).code).toBe(codeOf('accountDisabled'));
  expect((await signIn(homeless.email)).code).toBe(codeOf('notInTeam'));
});

test('[ADMIN-01] whoever has no password cannot sign in, and it takes as long to say so', async () => {
  const { email, userId } = await aPerson(db, [await aTenant(db)]);
  await db.everyTenant('signs in elsewhere', (tx) =>
    sql`update user_account set password_hash = '!' where id = ${userId}`.execute(tx.as()),
  );
  const before = await passwordChecks();
  expect((await signIn(email, '!')).code).toBe(codeOf('wrongCredentials'));
  expect((await passwordChecks()) - before).toBe(1);
});

test('[SHELL-30] the next sign-in goes to the team used last', async () => {
  const [first, second] = [await aTenant(db), await aTenant(db)];
  const { email } = await aPerson(db, [first, second]);
  const { data } = await signIn(email);
  expect((await ask('info', {}, data)).data.tenantId).toBe(first);
  await ask('switchTeam', { tenantId: second }, data);
  const again = await signIn(email);
  expect((await ask('info', {}, again.data)).data.tenantId).toBe(second);
});

test('[ADMIN-01] bad input is refused before anything is compared', async () => {
  const before = await passwordChecks();
  expect((await ask('login', { email: 'no address', password: PASSWORD })).code).toBe(codeOf('invalidInput'));
  expect((await ask('login', { email: 'a@b.example', password: '' })).code).toBe(codeOf('invalidInput'));
  expect(await passwordChecks()).toBe(before);
});

/** A browser that signed in before, with the mark it got. */
async function aKnownBrowser(email: string): Promise<{ deviceMark: string }> {
  const { data } = await signIn(email);
  return { deviceMark: data.deviceMark! };
}
const lock = async (email: string): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await signIn(email, WRONG, { captchaId: await captcha() });
};

test('[ADMIN-01] strangers who lock an account do not shut out a browser that signed in before', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  const known = await aKnownBrowser(email);
  await lock(email);
  expect((await signIn(email, PASSWORD, { captchaId: await captcha() })).code).toBe(codeOf('accountLocked'));
  expect((await signIn(email, PASSWORD, known)).code).toBe(0);
  expect((await signIn(email, PASSWORD)).code, 'and it opens the door to nobody else').toBe(codeOf('accountLocked'));
});

test('[ADMIN-01] a mark is good for the people who signed in there, is no password, and one that was made up is none', async () => {
  const [ana, budi] = [await aPerson(db, [await aTenant(db)]), await aPerson(db, [await aTenant(db)])];
  const known = await aKnownBrowser(ana.email);
  await lock(budi.email);
  for (const mark of [known, { deviceMark: 'made up' }])
    expect((await signIn(budi.email, PASSWORD, mark)).code).toBe(codeOf('accountLocked'));
  expect((await signIn(ana.email, WRONG, known)).code).toBe(codeOf('wrongCredentials'));
  pass(QUARTER_MS + 1_000);
  const { data } = await signIn(budi.email, PASSWORD, known);
  expect(data.deviceMark, 'two people at one desk share its mark').toBe(known.deviceMark);
  await lock(budi.email);
  expect((await signIn(budi.email, PASSWORD, known)).code).toBe(0);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ mark_hash: Buffer }>`select mark_hash from known_device`.execute(tx.as()),
  );
  const kept = rows.map(({ mark_hash }) => mark_hash.toString('latin1'));
  expect(kept, 'the database keeps its hash').not.toContain(known.deviceMark);
});

test('[ADMIN-01] whoever took a known browser cannot guess there: its own failures lock it, and nobody else', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  const known = await aKnownBrowser(email);
  for (let i = 0; i < 3; i += 1) await signIn(email, WRONG, known);
  expect((await signIn(email, PASSWORD, known)).code).toBe(codeOf('captchaRequired'));
  for (let i = 0; i < 7; i += 1) await signIn(email, WRONG, { ...known, captchaId: await captcha() });
  expect((await signIn(email, PASSWORD, { ...known, captchaId: await captcha() })).code).toBe(codeOf('accountLocked'));
  expect((await signIn(email)).code).toBe(0);
});

test('[ADMIN-01] ten thousand failures in a network do not lock out colleagues there who signed in before', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  const address = '198.51.100.78';
  const known = await aKnownBrowser(email);
  await db.everyTenant('a day of guessing', async (tx) => {
    await openGuard(world.clock).failed(tx, { account: 'somebody', address });
    await sql`update sign_in_guard set failures = 9999 where key = ${`address:${address}`}`.execute(tx.as());
    await openGuard(world.clock).failed(tx, { account: 'somebody', address });
  });
  expect((await signIn(email, PASSWORD, { captchaId: await captcha() }, address)).code).toBe(codeOf('tooManyRequests'));
  expect((await signIn(email, PASSWORD, known, address)).code).toBe(0);
});

test('[ADMIN-01] a flood of sign-ins from one network is stopped, and known browsers there go on', async () => {
  const { email } = await aPerson(db, [await aTenant(db)]);
  const address = '198.51.100.79';
  const known = await aKnownBrowser(email);
  let last = 0;
  for (let i = 0; i < 301; i += 1) last = (await signIn(`flood.${i % 150}@x.example`, WRONG, {}, address)).code;
  expect(last).toBe(codeOf('tooManyRequests'));
  expect((await signIn(email, PASSWORD, known, address)).code).toBe(0);
});

test('[ADMIN-01] a device that was not seen before is told to the person, without secrets; one that was is not', async () => {
  const { email } = await aPerson(db, [await aTenant(db)], { language: 'es-MX' });
  const known = await aKnownBrowser(email);
  await signIn(email, PASSWORD, known);
  const { data } = await signIn(email, PASSWORD, {}, '198.51.100.80');
  const letter = await message(email, 1, /dispositivo nuevo/);
  expect(letter.text).toContain('198.51.100.80');
  for (const secret of [PASSWORD, data.token, data.deviceMark!]) expect(letter.text).not.toContain(secret);
  await signIn(email, PASSWORD, {}, '198.51.100.80');
  await lock(email);
  expect((await message(email, 1, /no logró entrar/)).text).toContain('cuarto de hora');
  expect(server.sentTo(email).filter(({ subject }) => subject.includes('dispositivo nuevo'))).toHaveLength(1);
});
