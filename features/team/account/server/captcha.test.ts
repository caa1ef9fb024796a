import { afterAll, expect, test } from 'vitest';
import { isWorkDone } from '../core/proof-of-work.ts';
import { accountServer, answerTo, CHEAP_WORK, codeOf } from './account.fixture.ts';

const server = await accountServer();
const { ask, pass } = server;
afterAll(server.close);

const start = async () => (await ask('startCaptcha')).data;
/** An answer that does not do the work, whatever the challenge. */
const wrongFor = (id: string): string =>
  Array.from({ length: 1_000 }, (_, number) => String(number)).find((text) => !isWorkDone(id, CHEAP_WORK, text))!;

test('[ADMIN-01] a captcha asks the browser to work and shows nothing that a program could read', async () => {
  const one = await start();
  expect(one).toEqual({ id: expect.stringMatching(/^[\w-]{32}$/), ...CHEAP_WORK });
  expect((await start()).id).not.toBe(one.id);
});

test('[ADMIN-01] the work done verifies it, and the work for another does not', async () => {
  const [one, other] = [await start(), await start()];
  expect((await ask('captchaState', { id: one.id })).data).toEqual({ verified: false });
  const ofOther = answerTo(other.id);
  if (!isWorkDone(one.id, CHEAP_WORK, ofOther))
    expect((await ask('solveCaptcha', { id: one.id, text: ofOther })).code).toBe(codeOf('captchaWrong'));
  expect((await ask('solveCaptcha', { id: one.id, text: ` ${answerTo(one.id)} ` })).data).toEqual({ verified: true });
  expect((await ask('captchaState', { id: one.id })).data).toEqual({ verified: true });
});

test('[ADMIN-01] a challenge of one’s own making is none', async () => {
  const id = 'chosen-by-the-attacker';
  expect((await ask('solveCaptcha', { id, text: answerTo(id) })).code).toBe(codeOf('captchaWrong'));
});

test('[ADMIN-01] the fourth try is too late even when it is right', async () => {
  const { id } = await start();
  for (let i = 0; i < 3; i += 1)
    expect((await ask('solveCaptcha', { id, text: wrongFor(id) })).code).toBe(codeOf('captchaWrong'));
  expect((await ask('solveCaptcha', { id, text: answerTo(id) })).code).toBe(codeOf('captchaWrong'));
  expect((await ask('captchaState', { id })).data).toEqual({ verified: false });
});

test('[ADMIN-01] a captcha lives five minutes, solved or not', async () => {
  const [old, solved] = [await start(), await start()];
  await ask('solveCaptcha', { id: solved.id, text: answerTo(solved.id) });
  pass(5 * 60_000 + 1);
  expect((await ask('solveCaptcha', { id: old.id, text: answerTo(old.id) })).code).toBe(codeOf('captchaWrong'));
  expect((await ask('captchaState', { id: solved.id })).data).toEqual({ verified: false });
});
