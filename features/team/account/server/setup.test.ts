import { afterAll, expect, test } from 'vitest';
import { setupLink } from './index.ts';
import { accountServer, codeOf, PASSWORD } from './account.fixture.ts';

const server = await accountServer();
const { ask, world, entries } = server;
afterAll(server.close);

const first = {
  company: 'Aurora Travel',
  name: 'Olga',
  email: 'olga@aurora.example',
  password: PASSWORD,
  lang: 'id_ID',
  timeZone: 'Asia/Jakarta',
};
const keyIn = (link: string | null): string => new URL(link!).searchParams.get('key')!;

test('[ADMIN-01] the first owner comes in by the newest one-time link, and nobody after', async () => {
  expect((await ask('setupState')).data).toEqual({
    waiting: true,
    demo: false,
    registration: 'open',
    phoneCodes: true,
  });
  const old = keyIn(await setupLink(world, 'http://openseat.test/'));
  const link = await setupLink(world, 'http://openseat.test');
  expect(link).toMatch(/^http:\/\/openseat\.test\/setup\?key=[\w-]{30,}$/);
  expect((await ask('setup', { ...first, key: old })).code).toBe(codeOf('setupLinkInvalid'));
  expect((await ask('setup', { ...first, key: keyIn(link), password: 'password123' })).code).toBe(
    codeOf('weakPassword'),
  );

  const answers = await Promise.all([
    ask('setup', { ...first, key: keyIn(link) }),
    ask('setup', { ...first, email: 'other@aurora.example', key: keyIn(link) }),
  ]);
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, codeOf('setupLinkInvalid')]);
  const { data } = answers.find(({ code }) => code === 0)!;
  const info = (await ask('info', {}, data)).data;
  // Whoever sets an installation up runs it.
  expect(info).toMatchObject({
    isOperator: true,
    isTenantOwner: true,
    tenantName: 'Aurora Travel',
    lang: 'id_ID',
    roleName: 'Manajer',
  });
  expect((await entries(info.tenantId)).map(({ action }) => action)).toEqual(['setup', 'login']);

  expect((await ask('setupState')).data).toMatchObject({ waiting: false, demo: false });
  expect(await setupLink(world, 'http://openseat.test')).toBeNull();
});
