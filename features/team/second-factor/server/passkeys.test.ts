import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER, codeOf, factorServer } from './second-factor.fixture.ts';
import { softAuthenticator } from './soft-authenticator.fixture.ts';

let server: Awaited<ReturnType<typeof factorServer>>;
beforeAll(async () => {
  server = await factorServer();
});
afterAll(() => server.close());

const ORIGIN = 'http://openseat.test';
const LATER_MS = 11 * 60_000;
const own = async (token: string) => (await server.ask('GET', server.at('second_factor'), { token })).data;

/** Somebody with a passkey. */
async function holder() {
  const ana = await server.person();
  const passkey = softAuthenticator(ORIGIN);
  const { data: question } = await server.post('second_factor/passkeys/begin', {}, ana.token);
  const made = { name: 'My key', ...passkey.make(question) };
  const { code, data } = await server.post('second_factor/passkeys', made, ana.token);
  expect(code).toBe(0);
  return { ...ana, passkey, made, recoveryCodes: data.recoveryCodes as string[] };
}

test('[ADMIN-01] a passkey follows the password, and signs once what it was asked', async () => {
  const ana = await holder();
  expect(ana.recoveryCodes).toHaveLength(10);
  const { ticket } = (await server.signIn(ana.email)).secondStep!;
  const ask = async () => (await server.post('second_factor/step', { ticket, ...BROWSER })).data.passkey;
  const prove = async (passkey: object) => server.post('second_factor/step/prove', { ticket, passkey, ...BROWSER });

  const refused = codeOf('passkeyRefused');
  const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect((await prove(ana.passkey.sign(await ask(), {}, other))).code).toBe(refused);
  expect((await prove(ana.passkey.sign(await ask(), { origin: 'http://evil.test' }))).code).toBe(refused);
  expect((await prove(ana.passkey.sign(await ask(), { rpId: 'evil.test' }))).code).toBe(refused);
  expect((await prove(ana.passkey.sign(await ask(), { isAlone: true }))).code).toBe(refused);
  expect((await prove(ana.passkey.sign({ ...(await ask()), challenge: 'our own' }))).code).toBe(refused);

  const answer = ana.passkey.sign(await ask());
  expect((await prove(answer)).code).toBe(0);
  expect((await own(ana.token)).passkeys[0].lastUsedAt).toBeTruthy();

  const again = (await server.signIn(ana.email)).secondStep!.ticket;
  const replay = await server.post('second_factor/step/prove', { ticket: again, passkey: answer, ...BROWSER });
  expect(replay.code).toBe(refused);
});

test('[ADMIN-01] a passkey whose counter does not grow is a copy', async () => {
  const ana = await holder();
  const question = async () => (await server.post('second_factor/fresh_proof/passkey', {}, ana.token)).data;
  const prove = async (passkey: object) =>
    (await server.post('second_factor/fresh_proof', { passkey }, ana.token)).code;
  expect(await prove(ana.passkey.sign(await question(), { counter: 9 }))).toBe(0);
  expect(await prove(ana.passkey.sign(await question(), { counter: 9 }))).toBe(codeOf('passkeyRefused'));
  expect(await prove(ana.passkey.sign(await question(), { counter: 10 }))).toBe(0);
});

test('[SHELL-30] a passkey shows once more who is there, and a question to one person is none to another', async () => {
  const [ana, budi] = [await holder(), await holder()];
  server.pass(LATER_MS);
  const begin = async () => (await server.post('second_factor/passkeys/begin', {}, ana.token)).code;
  expect(await begin()).toBe(codeOf('freshProofRequired'));
  const { data: question } = await server.post('second_factor/fresh_proof/passkey', {}, ana.token);
  const by = (who: typeof ana, passkey: object) => server.post('second_factor/fresh_proof', { passkey }, who.token);
  expect((await by(budi, budi.passkey.sign(question))).code).toBe(codeOf('passkeyRefused'));
  expect((await by(ana, ana.passkey.sign(question))).code).toBe(0);
  expect(await begin()).toBe(0);
});

test('[SHELL-30] passkeys are several, named, renamed and removable; one is nobody else’s, nor added twice', async () => {
  const ana = await holder();
  const budi = await server.person();
  const { data: question } = await server.post('second_factor/passkeys/begin', {}, budi.token);
  const stolen = { name: 'Mine now', ...ana.passkey.make(question) };
  expect((await server.post('second_factor/passkeys', stolen, budi.token)).code).toBe(codeOf('passkeyRefused'));
  expect((await server.post('second_factor/passkeys', ana.made, ana.token)).code).toBe(codeOf('passkeyRefused'));

  const second = softAuthenticator(ORIGIN);
  const { data: again } = await server.post('second_factor/passkeys/begin', {}, ana.token);
  expect(again.ids).toHaveLength(1);
  const added = await server.post('second_factor/passkeys', { name: 'Spare', ...second.make(again) }, ana.token);
  expect(added.data).toEqual({ recoveryCodes: null });
  const { passkeys } = await own(ana.token);
  expect(passkeys.map((key: { name: string }) => key.name)).toEqual(['My key', 'Spare']);

  const rename = async (token: string, id: number, name: string) =>
    (await server.ask('PUT', server.at(`second_factor/passkeys/${id}`), { token, body: { name } })).code;
  expect(await rename(budi.token, passkeys[0].id, 'Mine')).toBe(codeOf('notFound'));
  expect(await rename(ana.token, passkeys[0].id, '  ')).toBe(codeOf('invalidInput'));
  expect(await rename(ana.token, passkeys[0].id, 'Desk')).toBe(0);
  expect((await own(ana.token)).passkeys.map((key: { name: string }) => key.name)).toEqual(['Desk', 'Spare']);

  const remove = async (token: string, id: number) =>
    (await server.ask('DELETE', server.at(`second_factor/passkeys/${id}`), { token })).code;
  expect(await remove(budi.token, passkeys[0].id)).toBe(codeOf('notFound'));
  for (const { id } of passkeys) expect(await remove(ana.token, id)).toBe(0);
  expect(await own(ana.token)).toMatchObject({ passkeys: [], recoveryLeft: 0 });
  expect((await server.signIn(ana.email)).token).toBeTruthy();
});
