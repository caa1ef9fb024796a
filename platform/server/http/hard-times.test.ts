import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { systemClock } from '../clock.ts';
import { openLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openSessions } from '../sessions/open-sessions.ts';
import { buildHttp } from './build-http.ts';
import { routes } from './routes.ts';

const api = {
  write: endpoint({
    method: 'POST',
    path: '/api/write',
    access: 'signedIn',
    summary: '',
    input: z.object({ where: z.enum(['database', 'file', 'nowhere']), any: z.unknown().optional() }),
    data: z.object({ done: z.boolean() }),
  }),
};

let opened: TestDb;
let app: FastifyInstance;
let ana: Member;
let isFull = true;
const logged: string[] = [];
beforeAll(async () => {
  opened = await testDb();
  const { db } = opened;
  app = await buildHttp(
    {
      db,
      sessions: openSessions(db, systemClock),
      clock: systemClock,
      log: openLog('warn', { write: (line) => void logged.push(line) }),
      metrics: openMetrics(),
      trustProxy: 1,
      allowedOrigins: [],
    },
    routes('hardTimes', api, {
      async write(caller, { where }) {
        if (isFull && where === 'file') throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
        await db.tenant(caller, async (tx) => {
          if (isFull && where === 'database')
            await sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
              tx.as(),
            );
        });
        return { done: true };
      },
    }),
  );
  ana = await aMember(db, await aTenant(db));
});
afterAll(async () => {
  await app.close();
  await opened.close();
});

const ask = (payload: string, token = ana.token, address = '203.0.113.1') =>
  app.inject({
    method: 'POST',
    url: '/api/write',
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-forwarded-for': address,
    },
  });

test('a full disk, of the database or ours, is a failure by name, no bug, and gone as soon as there is room', async () => {
  for (const where of ['database', 'file']) {
    isFull = true;
    const refused = await ask(JSON.stringify({ where }));
    expect([refused.statusCode, refused.json().code]).toEqual([503, 20005]);
    isFull = false;
    expect((await ask(JSON.stringify({ where }))).json()).toMatchObject({ code: 0, data: { done: true } });
  }
  expect(logged).toEqual([]);
});

test('input nested a hundred thousand times is refused like any other wrong input', async () => {
  const deep = `{"where":"nowhere","any":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const refused = await ask(deep);
  expect([refused.statusCode, refused.json().code]).toEqual([400, 400]);
  expect(logged).toEqual([]);
});

test('a flood of made-up tokens costs a bounded number of questions to the database, and who is signed in goes on', async () => {
  let questions = 0;
  const count = (): void => void (questions += 1);
  opened.db.pool.on('acquire', count);
  const flood = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => ask('{"where":"nowhere"}', `made-up-token-number-${n}`, '203.0.113.66')),
  );
  opened.db.pool.off('acquire', count);
  expect(questions).toBeLessThan(300);
  expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]));
  expect((await ask('{"where":"nowhere"}', ana.token, '203.0.113.67')).statusCode).toBe(200);
});
