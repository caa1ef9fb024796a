import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, nothing, pageOf, PageQuery } from '#shared/endpoint.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { handClock } from '#test/clock.ts';
import { testDb } from '#test/test-db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openSessions } from '../sessions/open-sessions.ts';
import { buildHttp } from './build-http.ts';
import { routes } from './routes.ts';

const api = {
  list: endpoint({
    method: 'GET',
    path: '/api/things',
    access: 'things.view',
    summary: '',
    input: PageQuery,
    data: pageOf(z.number()),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/things',
    access: 'things.edit',
    summary: '',
    input: z.object({ name: z.string() }),
    data: z.null(),
  }),
};

/** More calls than are told apart. */
const many = Object.fromEntries(
  Array.from({ length: 80 }, (_, at) => [
    `call${at}`,
    endpoint({
      method: 'GET',
      path: `/api/things/${at}`,
      access: 'things.view',
      summary: '',
      input: nothing,
      data: z.null(),
    }),
  ]),
);

const QUARTER_MS = 900_000;
const clock = handClock();
const { db, close } = await testDb();
let http: FastifyInstance;
const open = () =>
  buildHttp(
    {
      db,
      clock,
      sessions: openSessions(db, clock),
      log: openLog('silent'),
      metrics: openMetrics(),
      trustProxy: false,
      allowedOrigins: [],
    },
    [
      ...routes('things', api, {
        list: (_, { size }) => ({ list: Array.from({ length: size }, (_one, at) => at), total: 1_000_000 }),
        add: () => null,
      }),
      ...routes('things', many, Object.fromEntries(Object.keys(many).map((name) => [name, () => null]))),
    ],
  );
beforeAll(async () => void (http = await open()));
afterAll(async () => {
  await http.close();
  await close();
});

const read = (token: string, page = 1, from = http) =>
  from.inject({ url: `/api/things?page=${page}&size=200`, headers: { authorization: `Bearer ${token}` } });
const write = (token: string) =>
  http.inject({
    method: 'POST',
    url: '/api/things',
    payload: { name: 'x' },
    headers: { authorization: `Bearer ${token}` },
  });
const logOf = async (tenantId: number) =>
  (
    await db.tenant({ tenantId }, (tx) =>
      sql<object>`select module, action, target, change, outcome from operation_log order by id`.execute(tx.as()),
    )
  ).rows;

const refusedRead = (change: object | null) => ({
  module: 'operation-log',
  action: 'refusedRead',
  target: 'things.list',
  change,
  outcome: 403,
});

test('[ADMIN-04] a refused read is in the log, and those that follow in a quarter of an hour are one entry with their number', async () => {
  const ana = await aMember(db, await aTenant(db));
  for (let times = 0; times < 5; times += 1) expect((await read(ana.token)).statusCode).toBe(403);
  expect(await logOf(ana.tenantId)).toEqual([refusedRead(null)]);
  clock.turn(QUARTER_MS);
  await read(ana.token);
  expect(await logOf(ana.tenantId)).toEqual([
    refusedRead(null),
    refusedRead({ after: { times: 4 } }),
    refusedRead(null),
  ]);
});

test('[ADMIN-04] a refused write is one entry too, however often it is tried; a server that stops tells the rest', async () => {
  const ana = await aMember(db, await aTenant(db));
  for (let times = 0; times < 300; times += 1) await write(ana.token);
  const first = { module: 'things', action: 'add', target: null, change: null, outcome: 403 };
  expect(await logOf(ana.tenantId)).toEqual([first]);
  await http.close();
  expect(await logOf(ana.tenantId)).toEqual([first, { ...first, change: { after: { times: 299 } } }]);
  http = await open();
});

test('[ADMIN-04] whoever reads thousands of rows of a list stands in the log once an hour', async () => {
  const ana = await aMember(db, await aTenant(db), { functions: ['things.view'] });
  for (let page = 1; page <= 25; page += 1) await read(ana.token, page);
  for (let again = 0; again < 30; again += 1) await read(ana.token, 1);
  expect(await logOf(ana.tenantId), 'what anybody may look at, also again and again').toEqual([]);
  for (let page = 26; page <= 60; page += 1) expect((await read(ana.token, page)).statusCode).toBe(200);
  expect(await logOf(ana.tenantId)).toEqual([
    {
      module: 'operation-log',
      action: 'readManyRows',
      target: 'things.list',
      change: { after: { moreThan: 5_000 } },
      outcome: 0,
    },
  ]);
});

test('[ADMIN-04] whoever tries every call there is does not fill the log', async () => {
  const ana = await aMember(db, await aTenant(db));
  for (let round = 0; round < 3; round += 1)
    for (let at = 0; at < 80; at += 1)
      await http.inject({ url: `/api/things/${at}`, headers: { authorization: `Bearer ${ana.token}` } });
  const log = (await logOf(ana.tenantId)) as { target: string }[];
  expect(log).toHaveLength(51);
  expect(log.at(-1)).toMatchObject({ action: 'refusedRead', target: '*' });
});
