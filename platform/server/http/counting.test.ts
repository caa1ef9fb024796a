import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/server/clock.ts';
import { endpoint, nothing } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { testDb } from '#test/test-db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openSessions } from '../sessions/open-sessions.ts';
import { buildHttp } from './build-http.ts';
import { routes } from './routes.ts';

const call = (path: `/${string}`, access: 'public' | 'signedIn') =>
  endpoint({ method: 'GET', path, access, summary: '', input: nothing, data: z.object({ n: z.number() }) });
const api = {
  open: call('/api/open', 'public'),
  busy: call('/api/busy', 'public'),
  own: call('/api/own', 'signedIn'),
};

const { db, close } = await testDb();
const metrics = openMetrics();
const http = await buildHttp(
  {
    db,
    clock: systemClock,
    sessions: openSessions(db, systemClock),
    // Nobody looks for anything: answers are counted as they are handed over.
    log: openLog('silent'),
    metrics,
    trustProxy: false,
    allowedOrigins: ['https://friend.example'],
  },
  routes('counted', api, {
    open: () => ({ n: 1 }),
    busy: () => {
      throw new Failure('tooManyRequests');
    },
    own: () => ({ n: 2 }),
  }),
);
afterAll(async () => {
  await http.close();
  await close();
});

const counted = async (route: string, status: number): Promise<number> => {
  const line = `openseat_http_seconds_count{method="GET",route="${route}",status="${status}"} `;
  const text = await metrics.registry.metrics();
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.slice(line.length) ?? 0,
  );
};

test('answers and refusals are counted by route and status, each once', async () => {
  for (let times = 0; times < 3; times += 1) await http.inject({ url: '/api/open' });
  const refused = await http.inject({ url: '/api/busy' });
  await http.inject({ url: '/api/own' });
  expect(await counted('/api/open', 200)).toBe(3);
  expect(await counted('/api/busy', refused.statusCode)).toBe(1);
  expect(await counted('/api/own', 401)).toBe(1);
});

test('[SEC-02] every answer has the headers that protect it, and one to a friend says so besides', async () => {
  const safe = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'cache-control': 'no-store' };
  const origin = 'https://friend.example';
  for (const url of ['/api/open', '/api/busy', '/api/own', '/nowhere', '/%zz'])
    expect((await http.inject({ url })).headers, url).toMatchObject(safe);
  const { headers } = await http.inject({ url: '/api/open', headers: { origin } });
  expect(headers).toMatchObject({ ...safe, 'access-control-allow-origin': origin });
  expect((await http.inject({ url: '/api/open' })).headers).not.toHaveProperty('access-control-allow-origin');
});

test('the head of a public answer can be asked for alone', async () => {
  const head = await http.inject({ method: 'HEAD', url: '/api/open' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect((await http.inject({ method: 'HEAD', url: '/api/own' })).statusCode).toBe(404);
});
