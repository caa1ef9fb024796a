import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { accountServer, aPerson, codeOf, digits, PASSWORD, SIX_DIGITS } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, captcha, pass, message, entries } = server;
const { db } = world;
afterAll(server.close);

const NEW_PASSWORD = 'a quiet lighthouse';
const TEN_MIN_MS = 10 * 60_000;
let phones = 0;
const aPhone = (): string => `+5255${String(10_000_000 + (phones += 1))}`;

/** One browser, wherever it is. */
const browser = { deviceUniqueIdentification: 'the browser of this test' };
const send = async (contact: string, purpose: string, who: { token?: string } = {}) =>
  ask('sendCode', { contact, purpose, captchaId: await captcha(), ...browser }, who);
const verify = (contact: string, purpose: string, code: string, who: { token?: string } = {}) =>
  ask('contactVerification', { contact, purpose, code, ...browser }, who);
async function proofOf(contact: string, purpose: string, who: { token?: string } = {}, messages = 1): Promise<string> {
  expect((await send(contact, purpose, who)).code).toBe(0);
  return (await verify(contact, purpose, digits(await message(contact, messages, SIX_DIGITS)), who)).data.proof;
}
async function signedIn(wishes: Parameters<typeof aPerson>[2] = {}) {
  const tenant = await aTenant(db);
  const person = await aPerson(db, [tenant], wishes);
  const { data } = await ask('login', { email: person.email, password: PASSWORD });
  return { ...person, tenant, token: data.token };
}

test('[ADMIN-01] a mailed code resets the password, ends every session, opens a locked account, and the person is told', async () => {
  const ana = await signedIn({ language: 'es-MX' });
  for (let i = 0; i < 10; i += 1)
    await ask('login', { email: ana.email, password: 'wrong horse staple', captchaId: await captcha() });
  expect((await ask('login', { email: ana.email, password: PASSWORD })).code).toBe(codeOf('accountLocked'));
  const proof = await proofOf(ana.email, 'resetPassword');
  expect((await ask('resetPassword', { proof, password: 'password123' })).code).toBe(codeOf('weakPassword'));
  expect((await ask('resetPassword', { proof, password: NEW_PASSWORD })).code).toBe(0);
  await expect.poll(async () => (await ask('info', {}, ana)).code).toBe(codeOf('signedOut'));
  expect((await ask('login', { email: ana.email, password: PASSWORD })).code).toBe(codeOf('wrongCredentials'));
  expect((await ask('login', { email: ana.email, password: NEW_PASSWORD })).code).toBe(0);
  expect((await message(ana.email, 1, /Se cambió tu contraseña/)).subject).toBe('Se cambió tu contraseña de OpenSeat');
  expect((await entries(ana.tenant)).map(({ action }) => action)).toContain('resetPassword');
  expect((await ask('resetPassword', { proof, password: 'another lighthouse' })).code).toBe(codeOf('proofInvalid'));
});

test('[ADMIN-01] the phone of an account resets its password too', async () => {
  const ana = await signedIn();
  const phone = aPhone();
  expect(
    (await ask('bindPhone', { proof: await proofOf(phone, 'bindPhone', ana), password: PASSWORD }, ana)).data,
  ).toEqual({
    phone,
  });
  expect((await ask('info', {}, ana)).data.phone).toBe(phone);
  expect(
    (await ask('resetPassword', { proof: await proofOf(phone, 'resetPassword', {}, 2), password: NEW_PASSWORD })).code,
  ).toBe(0);
  expect((await ask('login', { email: ana.email, password: NEW_PASSWORD })).code).toBe(0);
});

test('[ADMIN-01] asking for a code and guessing it is answered alike for a contact nobody has', async () => {
  const ana = await signedIn();
  async function story(contact: string) {
    const answers: object[] = [await send(contact, 'resetPassword'), await send(contact, 'resetPassword')];
    if (contact === ana.email) await message(ana.email);
    for (let i = 0; i < 6; i += 1) answers.push(await verify(contact, 'resetPassword', '777777'));
    return answers;
  }
  const ofNobody = await story('nobody.here@aurora.example');
  expect(ofNobody.map((answer) => (answer as { code: number }).code)).toEqual([
    0,
    codeOf('tooManyRequests'),
    ...Array<number>(5).fill(codeOf('verificationCodeWrong')),
    codeOf('verificationCodeExpired'),
  ]);
  expect(await story(ana.email)).toEqual(ofNobody);
  expect((await verify('never.asked@aurora.example', 'resetPassword', '123456')).code).toBe(
    codeOf('verificationCodeExpired'),
  );
});

test('[ADMIN-01] a code is good for one use, one purpose and ten minutes; only the newest counts', async () => {
  const ana = await signedIn();
  await send(ana.email, 'resetPassword');
  const old = digits(await message(ana.email, 1, SIX_DIGITS));
  expect((await verify(ana.email, 'changeEmail', old, ana)).code).toBe(codeOf('verificationCodeExpired'));
  pass(61_000);
  await send(ana.email, 'resetPassword');
  const code = digits(await message(ana.email, 2, SIX_DIGITS));
  const { rows: kept } = await db.everyTenant('what a thief of the database sees', (tx) =>
    sql<{ row: string }>`
      select (to_jsonb(c) || jsonb_build_object('code_hash', encode(code_hash, 'escape')))::text "row"
      from verify_code c where contact = ${ana.email}`.execute(tx.as()),
  );
  expect(kept).toHaveLength(2);
  expect(kept.filter(({ row }) => row.includes(code))).toEqual([]);
  if (old !== code) expect((await verify(ana.email, 'resetPassword', old)).code).toBe(codeOf('verificationCodeWrong'));
  expect((await verify(ana.email, 'resetPassword', code)).code).toBe(0);
  expect((await verify(ana.email, 'resetPassword', code)).code).toBe(codeOf('verificationCodeExpired'));
  pass(61_000);
  await send(ana.email, 'resetPassword');
  const late = digits(await message(ana.email, 3, SIX_DIGITS));
  pass(TEN_MIN_MS);
  expect((await verify(ana.email, 'resetPassword', late)).code).toBe(codeOf('verificationCodeExpired'));
});

test('[ADMIN-01] a proof is good for its purpose and ten minutes', async () => {
  const ana = await signedIn();
  const proof = await proofOf(ana.email, 'resetPassword');
  expect((await ask('changeEmail', { proof, password: PASSWORD }, ana)).code).toBe(codeOf('proofInvalid'));
  expect((await ask('bindPhone', { proof, password: PASSWORD }, ana)).code).toBe(codeOf('proofInvalid'));
  pass(TEN_MIN_MS);
  expect((await ask('resetPassword', { proof, password: NEW_PASSWORD })).code).toBe(codeOf('proofInvalid'));
});

test('[ADMIN-01] a code needs a solved captcha and a contact that fits the purpose', async () => {
  expect(
    (await ask('sendCode', { contact: 'a@aurora.example', purpose: 'resetPassword', captchaId: 'none' })).code,
  ).toBe(codeOf('captchaRequired'));
  const ana = await signedIn();
  expect((await send('a@aurora.example', 'bindPhone', ana)).code).toBe(codeOf('invalidInput'));
  expect((await send(aPhone(), 'changeEmail', ana)).code).toBe(codeOf('invalidInput'));
  expect((await send('555 1234', 'bindPhone', ana)).code).toBe(codeOf('invalidInput'));
});

test('[ADMIN-01] one machine sends no messages to hundreds of strangers, however much it works', async () => {
  const address = '198.51.100.9';
  const codes = new Set<number>();
  for (let i = 0; i < 61; i += 1)
    codes.add(
      (await ask('sendCode', { contact: aPhone(), purpose: 'resetPassword', captchaId: await captcha() }, { address }))
        .code,
    );
  expect(codes).toEqual(new Set([0, codeOf('tooManyRequests')]));
});

test('[SHELL-30] a new e-mail address is used after its code and the password; the old one is told', async () => {
  const ana = await signedIn();
  const email = 'ana.new@aurora.example';
  const proof = await proofOf(email, 'changeEmail', ana);
  expect((await ask('changeEmail', { proof, password: 'not my password' }, ana)).code).toBe(codeOf('wrongPassword'));
  expect((await ask('changeEmail', { proof, password: PASSWORD }, ana)).data).toEqual({ email });
  expect((await message(ana.email, 1, /now sign in/)).text).toContain(email);
  expect((await ask('login', { email, password: PASSWORD })).code).toBe(0);
  expect((await ask('login', { email: ana.email, password: PASSWORD })).code).toBe(codeOf('wrongCredentials'));
});

test('[SHELL-30] a stolen session binds no phone: the phone could set a password of its own', async () => {
  const ana = await signedIn();
  const phone = aPhone();
  const proof = await proofOf(phone, 'bindPhone', ana);
  expect((await ask('bindPhone', { proof }, ana)).code).toBe(codeOf('invalidInput'));
  expect((await ask('bindPhone', { proof, password: 'not my password' }, ana)).code).toBe(codeOf('wrongPassword'));
  expect((await ask('info', {}, ana)).data.phone).toBeNull();
  expect((await ask('bindPhone', { proof, password: PASSWORD }, ana)).data).toEqual({ phone });
});

test('[SHELL-30] an address or phone of somebody else is refused to whoever proved to hold it', async () => {
  const [ana, budi] = [await signedIn(), await signedIn()];
  expect(
    (await ask('changeEmail', { proof: await proofOf(budi.email, 'changeEmail', ana), password: PASSWORD }, ana)).code,
  ).toBe(codeOf('emailTaken'));
  const phone = aPhone();
  await ask('bindPhone', { proof: await proofOf(phone, 'bindPhone', ana), password: PASSWORD }, ana);
  pass(61_000);
  expect(
    (await ask('bindPhone', { proof: await proofOf(phone, 'bindPhone', budi, 2), password: PASSWORD }, budi)).code,
  ).toBe(codeOf('phoneTaken'));
});

test('[SHELL-30] a changed password ends the other sessions, keeps this one, and the person is told', async () => {
  const ana = await signedIn();
  const { data: other } = await ask('login', { email: ana.email, password: PASSWORD });
  const change = (oldPassword: string, password: string) => ask('changePassword', { oldPassword, password }, ana);
  expect((await change('not my password', NEW_PASSWORD)).code).toBe(codeOf('wrongPassword'));
  expect((await change(PASSWORD, PASSWORD)).code).toBe(codeOf('samePassword'));
  expect((await change(PASSWORD, 'qwertyuiop')).code).toBe(codeOf('weakPassword'));
  expect((await change(PASSWORD, NEW_PASSWORD)).code).toBe(0);
  await expect.poll(async () => (await ask('info', {}, other)).code).toBe(codeOf('signedOut'));
  expect((await ask('info', {}, ana)).code).toBe(0);
  expect((await message(ana.email, 1, /password was changed/)).subject).toBe('Your OpenSeat password was changed');
  expect((await entries(ana.tenant)).at(-1)).toMatchObject({ action: 'changePassword', outcome: 0 });
});

test('[SHELL-30] an unlocked screen is no place to guess the password', async () => {
  const ana = await signedIn();
  for (let i = 0; i < 10; i += 1)
    expect((await ask('changePassword', { oldPassword: `guess ${i}`, password: NEW_PASSWORD }, ana)).code).toBe(
      codeOf('wrongPassword'),
    );
  expect((await ask('changePassword', { oldPassword: PASSWORD, password: NEW_PASSWORD }, ana)).code).toBe(
    codeOf('accountLocked'),
  );
  expect((await ask('login', { email: ana.email, password: PASSWORD })).code).toBe(0);
});

/** Runs a call while the password of the person is being replaced; the call waits for the row and goes on after it. */
async function whilePasswordChanges<T>(userId: number, call: () => Promise<T>): Promise<T> {
  let answer!: Promise<T>;
  await db.everyTenant('another browser resets the password', async (tx) => {
    await sql`update user_account set password_hash = 'another' where id = ${userId}`.execute(tx.as());
    await world.sessions.end(tx, { userId });
    answer = call();
    await expect
      .poll(
        async () =>
          (
            await db.pool.query(
              'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1',
              ['Lock'],
            )
          ).rowCount,
      )
      .toBeGreaterThan(0);
  });
  return answer;
}

test('[ADMIN-01] a sign-in with the old password that overlaps its change opens nothing', async () => {
  const ana = await aPerson(db, [await aTenant(db)]);
  expect(
    (await whilePasswordChanges(ana.userId, () => ask('login', { email: ana.email, password: PASSWORD }))).code,
  ).toBe(codeOf('wrongCredentials'));
});

test('[ADMIN-01] a stolen session cannot slip into another team while the password is reset', async () => {
  const [here, there] = [await aTenant(db), await aTenant(db)];
  const ana = await aPerson(db, [here, there]);
  const {
    data: { token },
  } = await ask('login', { email: ana.email, password: PASSWORD });
  await ask('info', {}, { token });
  const answer = await whilePasswordChanges(ana.userId, () => ask('switchTeam', { tenantId: there }, { token }));
  expect(answer.code).not.toBe(0);
});

test('[ADMIN-01] a new contact is asked for by its owner alone: strangers get no codes sent for it, nor use one', async () => {
  const [ana, budi] = [await signedIn(), await signedIn()];
  const phone = aPhone();
  expect((await send(phone, 'bindPhone')).code).toBe(codeOf('signedOut'));
  expect((await send('new.mail@aurora.example', 'changeEmail')).code).toBe(codeOf('signedOut'));
  expect((await send(phone, 'bindPhone', ana)).code).toBe(0);
  const code = digits(await message(phone));
  expect((await verify(phone, 'bindPhone', code)).code).toBe(codeOf('signedOut'));
  expect((await verify(phone, 'bindPhone', code, budi)).code).toBe(codeOf('verificationCodeExpired'));
  expect((await verify(phone, 'bindPhone', code, ana)).code).toBe(0);
});

test('[ADMIN-01] strangers cannot shut the reset by asking for codes, nor spoil a code by asking or guessing', async () => {
  const ana = await signedIn();
  const stranger = { deviceUniqueIdentification: 'a stranger' };
  const ask10 = async (address: string) => {
    for (let i = 0; i < 11; i += 1) {
      await ask(
        'sendCode',
        { contact: ana.email, purpose: 'resetPassword', captchaId: await captcha(), ...stranger },
        { address },
      );
      pass(61_000);
    }
  };
  await ask10('198.51.100.30');
  await message(ana.email, 10, SIX_DIGITS);
  expect((await send(ana.email, 'resetPassword')).code).toBe(0);
  const code = digits(await message(ana.email, 11, SIX_DIGITS));
  await ask10('198.51.100.31');
  pass(-11 * 61_000);
  for (let i = 0; i < 6; i += 1)
    await ask('contactVerification', { contact: ana.email, purpose: 'resetPassword', code: '000000', ...stranger });
  expect((await verify(ana.email, 'resetPassword', code)).code).toBe(0);
});

test('[ADMIN-01] after a reset the browser is known: strangers who go on guessing do not keep it out', async () => {
  const ana = await signedIn();
  const proof = await proofOf(ana.email, 'resetPassword');
  const { data } = await ask('resetPassword', { proof, password: NEW_PASSWORD });
  for (let i = 0; i < 10; i += 1)
    await ask('login', { email: ana.email, password: 'wrong horse staple', captchaId: await captcha() });
  expect((await ask('login', { email: ana.email, password: NEW_PASSWORD })).code).toBe(codeOf('accountLocked'));
  expect((await ask('login', { email: ana.email, password: NEW_PASSWORD, ...data })).code).toBe(0);
});

test('[SHELL-30] a changed phone is told to the person without the number', async () => {
  const ana = await signedIn();
  const phone = aPhone();
  await ask('bindPhone', { proof: await proofOf(phone, 'bindPhone', ana), password: PASSWORD }, ana);
  const letter = await message(ana.email, 1, /phone of your OpenSeat account was changed/);
  expect(letter.text).toContain(phone.slice(-4));
  expect(letter.text).not.toContain(phone);
});

test('[ADMIN-01] codes go by short message to the countries that were switched on, and to no others', async () => {
  const mexican = await accountServer({ db, smsCountries: new Set(['MX']) });
  try {
    const to = async (contact: string) =>
      (await mexican.ask('sendCode', { contact, purpose: 'resetPassword', captchaId: await mexican.captcha() })).code;
    expect(await to('+18765550100')).toBe(codeOf('codeCountryClosed'));
    expect(await to(aPhone())).toBe(0);
    expect(await to('somebody@aurora.example')).toBe(0);
  } finally {
    await mexican.close();
  }
});

test('[SHELL-30] a new password is not made of the own name or company; an old one that is goes on working', async () => {
  const ana = await signedIn();
  await db.everyTenant('a company', (tx) =>
    sql`update tenant set company = 'Zanzibar Spices' where id = ${ana.tenant}`.execute(tx.as()),
  );
  const change = (password: string) => ask('changePassword', { oldPassword: PASSWORD, password }, ana);
  expect((await change('Zanzibar2026')).code).toBe(codeOf('weakPassword'));
  const proof = await proofOf(ana.email, 'resetPassword');
  expect((await ask('resetPassword', { proof, password: 'spices-zanzibar-1' })).code).toBe(codeOf('weakPassword'));
  expect((await ask('login', { email: ana.email, password: PASSWORD })).code).toBe(0);
});
