import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aSession, aTenant } from '#test/builders.ts';
import { sweepJob } from './sweep.ts';
import { accountServer, aPerson } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, captcha, pass, message } = server;
const { db } = world;
afterAll(server.close);

const DAY_MS = 24 * 3_600_000;
const sweep = () => sweepJob(world).run(undefined as never);
const count = async (table: string): Promise<number> => {
  const { rows } = await db.everyTenant('counting', (tx) =>
    sql<{ n: number }>`select count(*) n from ${sql.table(table)}`.execute(tx.as()),
  );
  return rows[0]!.n;
};

test('what can never be used again is deleted, and nothing else', async () => {
  const tenant = await aTenant(db);
  const { email } = await aPerson(db, [tenant]);
  const ana = await aMember(db, tenant);
  const ended = await aSession(db, ana);
  await ask('endSession', { id: ended.sessionId }, ana);
  await ask('ticket', { purpose: '/x' }, ana);
  await ask('sendCode', { contact: email, purpose: 'resetPassword', captchaId: await captcha() });
  await message(email);
  await ask('register', {
    company: 'C',
    name: 'N',
    email: 'c@cactus.example',
    password: 'a quiet lighthouse',
    lang: 'en_US',
    timeZone: 'UTC',
    captchaId: await captcha(),
  });
  await ask('login', { email, password: 'wrong' });
  await captcha();
  const before = async () =>
    Object.fromEntries(
      await Promise.all(
        ['captcha', 'verify_code', 'registration', 'sign_in_guard', 'ticket', 'session'].map(async (table) => [
          table,
          await count(table),
        ]),
      ),
    );

  await sweep();
  expect(await before()).toEqual({
    captcha: 1,
    verify_code: 2,
    registration: 1,
    sign_in_guard: 2,
    ticket: 1,
    session: 2,
  });
  pass(DAY_MS + 1_000);
  await sweep();
  expect(await before()).toEqual({
    captcha: 0,
    verify_code: 0,
    registration: 0,
    sign_in_guard: 0,
    ticket: 0,
    session: 2,
  });
  pass(29.5 * DAY_MS);
  await sweep();
  expect(await count('session')).toBe(1);
  pass(2 * DAY_MS);
  await sweep();
  expect(await count('session')).toBe(0);
});
