import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { endpoint, nothing, visit } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { buildHttp, type HttpWorld } from './build-http.ts';
import { routes, type RawRequest } from './routes.ts';
import { systemClock } from '#platform/server/clock.ts';

const api = {
  arrive: visit({
    method: 'POST',
    path: '/admin/saas_plat/gate/{name}',
    reads: true,
    summary: 'Arrives.',
    input: z.object({ name: z.string(), wish: z.string().optional() }),
  }),
  look: visit({
    method: 'GET',
    path: '/admin/saas_plat/gate/{name}',
    summary: 'Looks.',
    input: z.object({ name: z.string() }),
  }),
  call: endpoint({
    method: 'POST',
    path: '/api/call',
    access: 'public',
    reads: true,
    summary: 'A call.',
    input: nothing,
    data: z.null(),
  }),
};
const PAGE = { accept: 'text/html,application/xhtml+xml' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example', ...PAGE };

async function aGate() {
  const bugs: string[] = [];
  const arrivals: RawRequest[] = [];
  const world = {
    clock: systemClock,
    log: openLog('error', { write: (line) => void bugs.push(line) }),
    metrics: openMetrics(),
    trustProxy: false,
    allowedOrigins: [],
  } as unknown as HttpWorld;
  const app = await buildHttp(
    world,
    routes('gate', api, {
      arrive(_visitor, { name, wish }) {
        if (wish === 'refuse') throw new Failure('notInTeam');
        if (wish === 'break') throw new Error('broken');
        return { to: `/home?${name}`, ...(wish ? { keep: { wish } } : {}) };
      },
      look: (_visitor, _input, arrival) => (arrivals.push(arrival), { to: 'https://elsewhere.example/next' }),
      call: () => null,
    }),
  );
  onTestFinished(() => app.close());
  return { app, bugs, arrivals };
}

test('a form of another site may be posted to a visited place, and to no call', async () => {
  const { app } = await aGate();
  const arrived = await app.inject({ method: 'POST', url: '/admin/saas_plat/gate/a', headers: FORM, payload: '' });
  expect([arrived.statusCode, arrived.headers.location]).toEqual([303, '/home?a']);
  expect((await app.inject({ method: 'POST', url: '/api/call', headers: FORM, payload: '' })).json()).toMatchObject({
    code: 403,
  });
  const ours = { 'content-type': FORM['content-type'] };
  expect((await app.inject({ method: 'POST', url: '/api/call', headers: ours, payload: 'a=1' })).json()).toMatchObject({
    code: 400,
  });
});

test('what is kept for the next page stands in a script that cannot be left, and in no address', async () => {
  const { app } = await aGate();
  const { body, headers } = await app.inject({
    method: 'POST',
    url: '/admin/saas_plat/gate/a',
    headers: FORM,
    payload: `wish=${encodeURIComponent('</script><b>')}`,
  });
  expect(body).toContain('"wish","\\u003c/script>\\u003cb>"');
  expect(body).toContain('location.replace("/home?a")');
  const nonce = /nonce-([^']+)/.exec(String(headers['content-security-policy']))![1]!;
  expect(body).toContain(`<script nonce="${nonce}">`);
});

test('a visit gets the query as it was written', async () => {
  const { app, arrivals } = await aGate();
  const { headers } = await app.inject({ url: '/admin/saas_plat/gate/a?x=%2b%2F+&x=2', headers: PAGE });
  expect(headers.location).toBe('https://elsewhere.example/next');
  expect(arrivals).toMatchObject([{ query: 'x=%2b%2F+&x=2' }]);
});

test('a person who is refused sees the sign-in page that says why; a program gets the envelope', async () => {
  const { app, bugs } = await aGate();
  const post = (wish: string, headers = FORM) =>
    app.inject({ method: 'POST', url: '/admin/saas_plat/gate/a', headers, payload: `wish=${wish}` });
  expect((await post('refuse')).headers.location).toBe('/login?reason=notInTeam');
  expect((await post('refuse', { ...FORM, accept: '*/*' })).json()).toMatchObject({ code: 20302 });
  expect(bugs).toEqual([]);
  expect((await post('break')).headers.location).toBe('/login?reason=unexpected');
  expect(bugs).toHaveLength(1);
});
