import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { download } from '#shared/endpoint.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openSessions } from '../sessions/open-sessions.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { buildHttp } from './build-http.ts';
import { askedPart } from './outgoing-file.ts';
import { routes } from './routes.ts';
import { systemClock } from '#platform/server/clock.ts';

const CONTENT = Buffer.from('0123456789');
const api = {
  sound: download({
    method: 'GET',
    path: '/api/sound/{id}',
    access: 'things.use',
    widenedBy: ['things.listen'],
    summary: '',
    input: z.object({ id: z.string() }),
    takesPass: true,
    logged: true,
  }),
};

let opened: TestDb;
let app: FastifyInstance;
let sessions: Sessions;
let ana: Member;
beforeAll(async () => {
  opened = await testDb();
  const { db } = opened;
  const clock = systemClock;
  sessions = openSessions(db, clock);
  app = await buildHttp(
    { db, sessions, clock, log: openLog('silent'), metrics: openMetrics(), trustProxy: false, allowedOrigins: [] },
    routes('things', api, {
      sound: (caller, { id }) => {
        caller.operation.note(id);
        return {
          name: 'x.wav',
          mediaType: 'audio/wav',
          bytes: CONTENT.length,
          inline: true,
          body: async (range) => Readable.from([range ? CONTENT.subarray(range.from, range.to + 1) : CONTENT]),
        };
      },
    }),
  );
  ana = await aMember(db, await aTenant(db), { functions: ['things.use'] });
});
afterAll(async () => {
  await app.close();
  await opened.close();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const asAna = (range?: string) =>
  get('/api/sound/1', { authorization: `Bearer ${ana.token}`, ...(range ? { range } : {}) });

test('[CALL-25] a file that can be opened in parts says so, and comes whole when nobody asks for a part', async () => {
  const answer = await asAna();
  expect([answer.statusCode, answer.body, answer.headers['accept-ranges'], answer.headers['content-length']]).toEqual([
    200,
    '0123456789',
    'bytes',
    '10',
  ]);
});

test.each([
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=0-999', '0123456789', 'bytes 0-9/10'],
])('[CALL-25] a player that asks for %s gets that part', async (range, body, contentRange) => {
  const answer = await asAna(range);
  expect([answer.statusCode, answer.body, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
    206,
    body,
    contentRange,
    String(body.length),
  ]);
});

test('[CALL-25] a part beyond the end is refused with the size of the file', async () => {
  const answer = await asAna('bytes=10-');
  expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([416, 'bytes */10', '']);
});

test.each(['bytes=4-2', 'bytes=1-2,4-5', 'lines=1-2', 'bytes=-', 'bytes=a-b', ''])(
  'a Range of "%s" means the whole file',
  (header) => {
    expect(askedPart(header, 10)).toBe('whole');
  },
);

test('an empty file has no part, and the last nothing of a file is none either', () => {
  expect([askedPart('bytes=0-', 0), askedPart('bytes=-0', 10)]).toEqual(['none', 'none']);
});

test('[CALL-25] a pass in the address stands in for the header, for that address alone, and a wrong one is refused', async () => {
  const pass = await sessions.issuePass(ana.sessionId, '/api/sound/1', 60);
  expect((await get(`/api/sound/1?pass=${pass}`, { range: 'bytes=0-0' })).body).toBe('0');
  expect((await get(`/api/sound/1?pass=${pass}`)).statusCode).toBe(200);
  expect((await get(`/api/sound/2?pass=${pass}`)).statusCode).toBe(401);
  expect((await get('/api/sound/1?pass=nonsense')).statusCode).toBe(401);
  expect((await get('/api/sound/1?pass=a&pass=b')).statusCode).toBe(401);
});

test('[CALL-25] fetching by header leaves an entry in the operation log, by pass the giving of the pass has', async () => {
  const pass = await sessions.issuePass(ana.sessionId, '/api/sound/by-pass', 60);
  await get(`/api/sound/by-pass?pass=${pass}`);
  await get('/api/sound/by-header', { authorization: `Bearer ${ana.token}` });
  const { rows } = await opened.db.everyTenant('look', (tx) =>
    sql`select action, target from operation_log where target like 'by-%'`.execute(tx.as()),
  );
  expect(rows).toEqual([{ action: 'sound', target: 'by-header' }]);
});

test('a call is open to the holder of a key that widens it, and to nobody without one', async () => {
  const listener = await aMember(opened.db, ana.tenantId, { functions: ['things.listen'] });
  const nobody = await aMember(opened.db, ana.tenantId, { functions: ['things.view'] });
  expect((await get('/api/sound/1', { authorization: `Bearer ${listener.token}` })).statusCode).toBe(200);
  expect((await get('/api/sound/1', { authorization: `Bearer ${nobody.token}` })).statusCode).toBe(403);
});
