import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aTenant } from '#test/builders.ts';
import { accountServer, aPerson, codeOf, PASSWORD } from './account.fixture.ts';
import { replacePasswords, openPasswordProof, openPasswords } from './index.ts';

const server = await accountServer();
const { ask, world } = server;
const { db } = world;
afterAll(server.close);

const FIRST = 'abcd-efgh-jkmn-pqrs';
const OWN = 'a lantern over the harbour';
const browser = { deviceUniqueIdentification: 'a browser' };
const signIn = (email: string, password: string) => ask('login', { email, password, ...browser });

/** Somebody whose password was given by somebody else. */
async function aNewcomer() {
  const tenantId = await aTenant(db);
  const person = await aPerson(db, [tenantId]);
  const passwordHash = await openPasswords(undefined, { memoryCost: 64, timeCost: 1 }).hash(FIRST);
  await db.everyTenant('a first password', (tx) =>
    replacePasswords(world, tx, [{ userId: person.userId, passwordHash }]),
  );
  return { tenantId, ...person };
}

test('[ADMIN-01] who was given a password gets no session before they chose another; the ticket is good once, in the same browser', async () => {
  const { email } = await aNewcomer();
  expect((await signIn(email, PASSWORD)).code).toBe(codeOf('wrongCredentials'));
  const { data } = await signIn(email, FIRST);
  expect(data).toEqual({ secondStep: { kind: 'newPassword', ticket: expect.any(String) } });
  const { ticket } = data.secondStep!;
  const choose = (password: string, who: object = browser) => ask('firstPassword', { ticket, password, ...who });
  expect((await choose(OWN, { deviceUniqueIdentification: 'another' })).code).toBe(codeOf('signInStepOver'));
  expect((await choose(FIRST)).code).toBe(codeOf('samePassword'));
  expect((await choose('1234567890')).code).toBe(codeOf('weakPassword'));
  const chosen = await choose(OWN);
  expect(chosen).toMatchObject({ code: 0, data: { token: expect.any(String) } });
  expect((await ask('info', {}, { token: chosen.data.token! })).data).toMatchObject({ email });
  expect((await choose('another lantern there')).code).toBe(codeOf('signInStepOver'));
  expect((await signIn(email, FIRST)).code).toBe(codeOf('wrongCredentials'));
  expect((await signIn(email, OWN)).data).toMatchObject({ token: expect.any(String) });
});

test('[ADMIN-01] a password of one’s own, by whatever way, is asked for no more', async () => {
  const { email, userId } = await aNewcomer();
  await db.everyTenant('as after a code', (tx) =>
    sql`update user_account set password_is_first = false where id = ${userId}`.execute(tx.as()),
  );
  expect((await signIn(email, FIRST)).data).toMatchObject({ token: expect.any(String) });
});

test('[ADMIN-01] who has a second factor shows it after the new password, and a ticket for the one is none for the other', async () => {
  const { email, userId } = await aNewcomer();
  await db.everyTenant('a factor', (tx) =>
    sql`update user_account set has_second_factor = true where id = ${userId}`.execute(tx.as()),
  );
  const { ticket } = (await signIn(email, FIRST)).data.secondStep!;
  const { data } = await ask('firstPassword', { ticket, password: OWN, ...browser });
  expect(data).toEqual({ secondStep: { kind: 'proof', ticket: expect.any(String) } });
  expect((await ask('firstPassword', { ticket: data.secondStep!.ticket, password: PASSWORD, ...browser })).code).toBe(
    codeOf('signInStepOver'),
  );
});

test('[ADMIN-01] a phone that signs in by password is refused until its person chose one', async () => {
  const { email } = await aNewcomer();
  const prove = openPasswordProof(world);
  const origin = { address: '198.51.100.77', userAgent: 'desk phone', site: '' } as never;
  await expect(prove(email, FIRST, origin)).rejects.toMatchObject({ name: 'passwordToChange' });
});
