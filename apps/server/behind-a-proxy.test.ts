import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#test/test-server.ts';

const CAPTCHA = '/admin/saas_plat/captcha/start_image_verify';
const PER_MINUTE = 60;

let behind: TestServer;
let guarded: TestServer;
beforeAll(async () => {
  behind = await testServer({ server: { trustProxy: 1 } });
  guarded = await testServer({
    server: { metricsToken: 'a long token', securityContact: 'mailto:security@aurora.example' },
  });
});
afterAll(async () => {
  await behind.close();
  await guarded.close();
});

async function statuses(count: number, addressOf: (index: number) => string): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let index = 0; index < count; index += 1)
    seen.add((await behind.ask('GET', CAPTCHA, { headers: { 'x-forwarded-for': addressOf(index) } })).status);
  return seen;
}

test('what a stranger writes into X-Forwarded-For does not make another caller of them', async () => {
  expect(await statuses(PER_MINUTE + 1, (index) => `10.0.0.${index}, 198.51.100.7`)).toEqual(new Set([200, 429]));
});

test('callers of one proxy are counted each for themselves', async () => {
  expect(await statuses(PER_MINUTE + 1, (index) => `198.51.100.${100 + index}`)).toEqual(new Set([200]));
});

test('who came by https is told to come by nothing else, and who came by http is not', async () => {
  const header = async (proto: string) =>
    (await behind.built.http.inject({ url: '/api/echo', headers: { 'x-forwarded-proto': proto } })).headers[
      'strict-transport-security'
    ];
  expect(await header('https')).toMatch(/^max-age=\d{7,}$/);
  expect(await header('http')).toBeUndefined();
});

test.each([
  ['asked on the machine itself', {}, 200],
  ['passed on by a proxy on the same machine', { 'x-forwarded-for': '198.51.100.7' }, 404],
  ['said to come from the machine', { 'x-forwarded-for': '127.0.0.1' }, 404],
  ['asked for by the public name', { host: 'seat.example' }, 404],
])('/metrics %s: %o answers %i', async (_how, headers, status) => {
  const answer = await behind.built.http.inject({ url: '/metrics', headers: { host: 'localhost:3000', ...headers } });
  expect(answer.statusCode).toBe(status);
});

test('with a token /metrics is read by whoever has it, from anywhere', async () => {
  const read = async (authorization: string) =>
    (await guarded.built.http.inject({ url: '/metrics', headers: { host: 'seat.example', authorization } })).statusCode;
  expect(await read('Bearer a long token')).toBe(200);
  expect(await read('Bearer a long toke')).toBe(404);
  expect(await read('')).toBe(404);
});

test('[SEC-02] /.well-known/security.txt says whom to tell of a weakness, and is not there where nobody said it', async () => {
  const ask = ({ built }: TestServer) => built.http.inject('/.well-known/security.txt');
  const answer = await ask(guarded);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toContain('Contact: mailto:security@aurora.example\n');
  expect((await ask(behind)).statusCode).toBe(404);
});
