import { afterAll, expect, test } from 'vitest';
import { randomText } from './captcha.ts';
import { accountServer, codeOf } from './account.fixture.ts';

const server = await accountServer();
const { ask, pass } = server;
afterAll(server.close);

test('[ADMIN-01] a picture is a drawing that shows its letters to eyes only', async () => {
  const { data } = await ask('startCaptcha');
  expect(data.image).toMatch(/^data:image\/svg\+xml;base64,/);
  const svg = Buffer.from(data.image.split(',')[1]!, 'base64').toString();
  expect(svg).toContain('<svg');
  expect(svg).not.toContain('abcde');
  expect(svg).not.toMatch(/<text|<script/);
});

test('[ADMIN-01] reading it right, in any case, verifies it', async () => {
  const { data } = await ask('startCaptcha');
  expect((await ask('captchaState', { id: data.id })).data).toEqual({ verified: false });
  expect((await ask('solveCaptcha', { id: data.id, text: ' ABCDE ' })).data).toEqual({ verified: true });
  expect((await ask('captchaState', { id: data.id })).data).toEqual({ verified: true });
});

test('[ADMIN-01] the fourth try is too late even when it is right', async () => {
  const { data } = await ask('startCaptcha');
  for (let i = 0; i < 3; i += 1)
    expect((await ask('solveCaptcha', { id: data.id, text: 'zzzzz' })).code).toBe(codeOf('captchaWrong'));
  expect((await ask('solveCaptcha', { id: data.id, text: 'abcde' })).code).toBe(codeOf('captchaWrong'));
  expect((await ask('captchaState', { id: data.id })).data).toEqual({ verified: false });
});

test('[ADMIN-01] a picture lives five minutes, solved or not', async () => {
  const [old, solved] = [(await ask('startCaptcha')).data, (await ask('startCaptcha')).data];
  await ask('solveCaptcha', { id: solved.id, text: 'abcde' });
  pass(5 * 60_000 + 1);
  expect((await ask('solveCaptcha', { id: old.id, text: 'abcde' })).code).toBe(codeOf('captchaWrong'));
  expect((await ask('captchaState', { id: solved.id })).data).toEqual({ verified: false });
});

test('[ADMIN-01] the letters are chosen at random, without look-alikes', () => {
  const texts = new Set(Array.from({ length: 200 }, randomText));
  expect(texts.size).toBe(200);
  for (const text of texts) expect(text).toMatch(/^[a-z2-8]{5}$/);
  expect([...texts].join('')).not.toMatch(/[01ijloq9]/);
});
