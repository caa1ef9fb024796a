import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { pathPattern, sweep } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const sendProblem = ({ token }: Member, body: object) =>
  server.ask('POST', '/cc/api/frontLog/v1/add', { token, body, headers: { 'user-agent': 'Firefox' } });
const page = ({ token }: Member, body: object = {}) => server.ask('POST', '/cc/api/frontLog/v1/page', { token, body });

test('[ADMIN-07] a mistake is kept without numbers, addresses and quoted values', async () => {
  const ana = await aMember(db, await aTenant(db), { functions: ['front-log.view'] });
  await sendProblem(ana, {
    message: 'Cannot read "Ana Pérez" of ana@aurora.example, +52 55 1234 5678',
    stack: 'TypeError\n    at open (page.js:3)',
    path: '/customers/4711?phone=5551234',
    version: '0.1.0',
  });
  const { data } = await page(ana);
  expect(data.total).toBe(1);
  expect(data.list[0]).toMatchObject({
    message: 'Cannot read … of … …',
    path: '/customers/:n',
    userAgent: 'Firefox',
    version: '0.1.0',
    count: 1,
  });
  expect(JSON.stringify(data)).not.toMatch(/Pérez|aurora|1234|4711/);
});

test('[ADMIN-07] the same mistake is one line with a count, the latest first', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant, { functions: ['front-log.view'] }), await aMember(db, tenant)];
  await sendProblem(ana, { message: 'first' });
  await sendProblem(ana, { message: 'second', version: '1' });
  await sendProblem(budi, { message: 'second', version: '2' });
  const { data } = await page(ana);
  expect(
    data.list.map(({ message, count, version }: { message: string; count: number; version: string }) => [
      message,
      count,
      version,
    ]),
  ).toEqual([
    ['second', 2, '2'],
    ['first', 1, ''],
  ]);
  expect((await page(ana, { search: 'fir' })).data.total).toBe(1);
  expect((await page(ana, { size: 1, page: 2 })).data.list).toMatchObject([{ message: 'first' }]);
});

test('counts of several days are added up, and after 30 days they are gone', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { functions: ['front-log.view'] });
  await sendProblem(ana, { message: 'again' });
  await db.everyTenant('earlier days', (tx) =>
    sql`insert into front_log (tenant_id, fingerprint, day, count, message, stack, path, user_agent, version, user_id, first_seen, last_seen)
      select tenant_id, fingerprint, day - back, 5, message, stack, path, user_agent, version, user_id, first_seen - back * interval '1 day', last_seen - back * interval '1 day'
      from front_log, unnest(array[30, 31]) back where tenant_id = ${tenant}`.execute(tx.as()),
  );
  expect((await page(ana)).data.list[0].count).toBe(11);
  await sweep({ db });
  expect((await page(ana)).data.list[0].count).toBe(6);
});

test('a page in a loop is stopped after 20 a minute, and leaves nothing in the operation log', async () => {
  const ana = await aMember(db, await aTenant(db));
  const codes = [];
  for (let time = 0; time < 21; time += 1) codes.push((await sendProblem(ana, { message: 'loop' })).code);
  expect(codes.slice(0, 20).every((code) => code === 0)).toBe(true);
  expect(codes[20]).toBe(429);
  const { rows } = await db.tenant(ana.caller(), (tx) => sql`select 1 from operation_log`.execute(tx.as()));
  expect(rows).toEqual([]);
});

test('too long a message, a stranger and somebody without the key are refused', async () => {
  const ana = await aMember(db, await aTenant(db));
  expect((await sendProblem(ana, { message: 'x'.repeat(2_001) })).code).toBe(400);
  expect((await sendProblem(ana, { message: '' })).code).toBe(400);
  expect((await server.ask('POST', '/cc/api/frontLog/v1/add', { body: { message: 'x' } })).code).toBe(401);
  expect((await page(ana)).code).toBe(403);
});

test('[API-03] another tenant sees nothing of it', async () => {
  const [ana, noor] = [await aMember(db, await aTenant(db)), await aMember(db, await aTenant(db), { isOwner: true })];
  await sendProblem(ana, { message: 'ours' });
  expect((await page(noor)).data).toEqual({ list: [], total: 0 });
});

test.each([
  ['/help/roles#top', '/help/roles'],
  ['/chat/9/10', '/chat/:n/:n'],
  ['/open/ana@aurora.example', '…'],
])('the path %s is kept as %s', (path, kept) => {
  expect(pathPattern(path)).toBe(kept);
});
