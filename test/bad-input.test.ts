import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import type { Route } from '#platform/server/http/routes.ts';
import { badInputFor, brokenBodies, fieldsOf, requestFor, seeded, type CallShape, type Payload } from './bad-input.ts';
import { aMember, aSession, aTenant, type Member } from './builders.ts';
import { testServer, type TestServer } from './test-server.ts';
import { hurriedClock } from '#test/clock.ts';

const ROUNDS = 24;
const SIGNED_OUT = 401;

const bugs: string[] = [];
let server: TestServer;
let owner: Member;
let token: string;
beforeAll(async () => {
  server = await testServer({
    clock: hurriedClock(),
    log: openLog('error', { write: (line) => void bugs.push(line) }),
  });
  owner = await aMember(server.world.db, await aTenant(server.world.db), { isOwner: true, textSeat: true });
  token = owner.token;
});
afterAll(() => server.close());

/** As much of a call as its answer is measured by. */
type Asked = Pick<Route['endpoint'], 'method'> & { standard?: { mediaType: string } };

/** What came back, and whether it is what every caller may rely on. */
async function attempt(endpoint: Asked, url: string, payload: Payload): Promise<string | null> {
  const { method } = endpoint;
  const before = bugs.length;
  const answer = await server.built.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': payload.type } : {}) },
    ...(payload ? { payload: payload.body } : {}),
  });
  if (answer.statusCode === SIGNED_OUT) token = (await aSession(server.world.db, owner)).token;
  const isFile = answer.statusCode === 200 && answer.headers['content-disposition'] !== undefined;
  const isStandardRefusal =
    endpoint.standard !== undefined &&
    String(answer.headers['content-type']).startsWith(endpoint.standard.mediaType) &&
    typeof answer.json<{ detail?: unknown }>().detail === 'string';
  if (answer.statusCode < 500 && (isFile || isStandardRefusal || isEnvelope(answer.body))) return null;
  return `${method} ${url.slice(0, 200)} ${String(payload?.body ?? '').slice(0, 300)} → ${answer.statusCode} ${answer.body.slice(0, 200)} ${bugs.slice(before).join('')}`;
}

function isEnvelope(text: string): boolean {
  try {
    const { code, msg, data } = JSON.parse(text) as Record<string, unknown>;
    return typeof code === 'number' && typeof msg === 'string' && data !== undefined;
  } catch {
    return false;
  }
}

const shapeOf = ({ endpoint }: Route): CallShape => ({
  method: endpoint.method,
  path: endpoint.path,
  isUpload: endpoint.kind === 'upload',
  fields: fieldsOf(endpoint),
});

test(
  '[API-01] no input of any call makes the server fail: every answer is an envelope with a reason',
  { timeout: 180_000 },
  async () => {
    const random = seeded(20_261_115);
    const problems: (string | null)[] = [];
    for (const route of server.built.features.flatMap((feature) => feature.routes)) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const shape = shapeOf(route);
        const { url, payload } = requestFor(shape, badInputFor(shape.fields, random));
        problems.push(await attempt(route.endpoint, url, payload));
      }
    }
    expect(problems.length).toBeGreaterThan(1_000);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  },
);

test('[API-01] a body that is no input gets the envelope, whatever it says it is', async () => {
  const writes = server.built.features
    .flatMap((feature) => feature.routes)
    .filter(({ endpoint }) => endpoint.method === 'POST' || endpoint.method === 'PUT');
  const random = seeded(7);
  const problems: (string | null)[] = [];
  for (const body of brokenBodies)
    for (const route of [random.oneOf(writes), random.oneOf(writes), random.oneOf(writes)])
      problems.push(await attempt(route.endpoint, requestFor(shapeOf(route), {}).url, body));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
  expect(({} as { isOwner?: boolean }).isOwner).toBeUndefined();
});

test.each(['9999-99-99 99:99:99', '2026-02-30 12:00:00', '0000-01-01 00:00:00'])(
  '[API-01] %s is no moment to search from',
  async (from) => {
    const { token: fresh } = await aSession(server.world.db, owner);
    expect(await server.ask('POST', '/admin/saas_plat/operLog/page', { token: fresh, body: { from } })).toMatchObject({
      status: 400,
      code: 400,
    });
  },
);

test.each([
  '/%E0%A4%A',
  '/%00',
  '/admin/saas_plat/invitation/%E0%A4%A',
  `/admin/saas_plat/invitation/${'x'.repeat(300)}`,
  '/admin/saas_plat/file/%2e%2e%2f1',
  '//example.com/admin',
  `/api/echo?${'a=1&'.repeat(2_000)}`,
  '/api/echo?__proto__=1&constructor[prototype][x]=1',
])('[API-01] the address %s gets the envelope', async (url) =>
  expect(await attempt({ method: 'GET' }, url, null)).toBeNull(),
);
