import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processorMs } from '#test/processor-time.ts';
import { z } from 'zod';
import { endpoint, nothing, upload, download } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { openLog, withoutValues } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { openSessions } from '../sessions/open-sessions.ts';
import { buildHttp } from './build-http.ts';
import { safeName } from './incoming-file.ts';
import { openApi } from './openapi.ts';
import { routes } from './routes.ts';
import { systemClock } from '#platform/server/clock.ts';

const api = {
  add: endpoint({
    method: 'POST',
    path: '/api/things',
    access: 'things.edit',
    summary: '',
    input: z.object({ name: z.string().min(2), secret: z.string().optional() }),
    data: z.object({ name: z.string(), note: z.string().nullable() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/things/{id}',
    access: 'signedIn',
    summary: '',
    input: z.object({ id: z.coerce.number(), page: z.coerce.number().default(1) }),
    data: z.object({ id: z.number(), page: z.number() }),
  }),
  fail: endpoint({
    method: 'POST',
    path: '/api/fail',
    access: 'signedIn',
    summary: '',
    reads: true,
    input: z.object({ how: z.string() }),
    data: z.null(),
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/open',
    access: 'public',
    summary: '',
    input: nothing,
    data: z.object({ language: z.string() }),
    limit: { per: 'address', max: 5, windowSec: 60 },
  }),
  upload: upload({
    method: 'POST',
    path: '/api/upload',
    access: 'signedIn',
    summary: '',
    input: z.object({ title: z.string() }),
    data: z.object({ name: z.string(), mediaType: z.string(), bytes: z.number(), title: z.string() }),
    accepts: ['image/png', 'text/csv'],
    maxBytes: 1_000,
  }),
  file: download({ method: 'GET', path: '/api/file', access: 'signedIn', summary: '', input: nothing }),
  fileOrTask: download({
    method: 'POST',
    path: '/api/file-or-task',
    access: 'signedIn',
    summary: '',
    reads: true,
    input: z.object({ rows: z.number() }),
    instead: z.object({ task_id: z.number() }),
  }),
};

let opened: TestDb;
let app: FastifyInstance;
let clerk: Member;
let reader: Member;
const logged: string[] = [];
beforeAll(async () => {
  opened = await testDb();
  const { db } = opened;
  const clock = systemClock;
  const sessions = openSessions(db, clock);
  app = await buildHttp(
    {
      db,
      sessions,
      clock,
      log: openLog('debug', { write: (line) => void logged.push(line) }),
      metrics: openMetrics(),
      trustProxy: false,
      allowedOrigins: ['https://friend.example'],
    },
    routes('things', api, {
      add: (caller, { name }) =>
        db.tenant(caller, async () => {
          caller.operation.note(name, { before: null, after: { name } });
          if (name === 'rollback') throw new Failure('conflict');
          return { name, note: null, hidden: 'never leaves' };
        }),
      list: (_caller, { id, page }) => ({ id, page }),
      fail: (_caller, { how }) => {
        if (how === 'bug') throw new Error('a secret 5551234567 of bob@example.com "quoted"');
        throw new Failure('numberBlacklisted');
      },
      open: ({ language }) => ({ language }),
      upload: (_caller, { title }, { name, mediaType, bytes }) => ({ name, mediaType, bytes, title }),
      file: () => ({ name: 'año "x".csv', mediaType: 'text/csv', body: Buffer.from('a,b') }),
      fileOrTask: (_caller, { rows }) =>
        rows > 10
          ? { instead: { task_id: 7, hidden: 'never leaves' } }
          : { name: 'few.csv', mediaType: 'text/csv', body: Buffer.from('a,b') },
    }),
  );
  const tenant = await aTenant(db);
  clerk = await aMember(db, tenant, { functions: ['things.edit'] });
  reader = await aMember(db, tenant);
});
afterAll(async () => {
  await app.close();
  await opened.close();
});

const ask = (
  method: 'GET' | 'POST',
  url: string,
  token?: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  app.inject({
    method,
    url,
    ...(payload ? { payload } : {}),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  });

test('[API-01] every answer is {code, data, msg}, and fields the contract does not name never leave', async () => {
  expect((await ask('POST', '/api/things', clerk.token, { name: 'lamp' })).json()).toEqual({
    code: 0,
    data: { name: 'lamp', note: null },
    msg: '',
  });
  expect((await ask('GET', '/api/things/7?page=3', reader.token)).json()).toEqual({
    code: 0,
    data: { id: 7, page: 3 },
    msg: '',
  });
});

test('[API-01] refusals carry their code, and a status where a proxy should see it', async () => {
  const cases: [Promise<{ statusCode: number; json(): unknown }>, number, number][] = [
    [ask('POST', '/api/things', undefined, { name: 'lamp' }), 401, 401],
    [ask('POST', '/api/things', 'not-a-token', { name: 'lamp' }), 401, 401],
    [ask('POST', '/api/things', reader.token, { name: 'lamp' }), 403, 403],
    [ask('POST', '/api/things', clerk.token, { name: 'x' }), 400, 400],
    [ask('POST', '/api/things', clerk.token, [1] as unknown as object), 400, 400],
    [ask('GET', '/api/nowhere', clerk.token), 404, 404],
    [ask('POST', '/api/fail', reader.token, { how: 'business' }), 200, 814],
    [ask('POST', '/api/fail', reader.token, { how: 'bug' }), 500, 500],
    [ask('POST', '/api/things', clerk.token, { name: 'x'.repeat(2_000_000) }), 413, 413],
    [
      app.inject({
        method: 'POST',
        url: '/api/things',
        payload: '{"name":',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${clerk.token}` },
      }),
      400,
      400,
    ],
  ];
  for (const [answer, status, code] of cases) {
    const { statusCode, json } = await answer;
    expect([statusCode, json()]).toEqual([status, expect.objectContaining({ code, data: null })]);
  }
});

test('bad input is refused by field and rule, and its value is not repeated', async () => {
  const { msg } = (await ask('POST', '/api/things', clerk.token, { name: 7, secret: 'hunter2-hunter2' })).json();
  expect(msg).toMatch(/^name: /);
  expect(msg).not.toContain('hunter2');
});

test('[ADMIN-04] a write leaves an entry with its change; a read and a rolled-back write leave none', async () => {
  await ask('POST', '/api/things', clerk.token, { name: 'entry' });
  await ask('POST', '/api/things', clerk.token, { name: 'rollback' });
  await ask('GET', '/api/things/7', clerk.token);
  const { rows } = await opened.db.everyTenant('look', (tx) =>
    sql`select module, action, target, change, user_name from operation_log where target in ('entry', 'rollback') or action = 'list'`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([
    {
      module: 'things',
      action: 'add',
      target: 'entry',
      change: { before: null, after: { name: 'entry' } },
      user_name: clerk.identity.name,
    },
  ]);
});

test('[ADMIN-04] a write that the role does not allow leaves an entry of the attempt', async () => {
  await ask('POST', '/api/things', reader.token, { name: 'tried' });
  const { rows } = await opened.db.everyTenant('look', (tx) =>
    sql`select action, outcome from operation_log where user_id = ${reader.userId} and outcome <> 0`.execute(tx.as()),
  );
  expect(rows).toContainEqual({ action: 'add', outcome: 403 });
});

test('a page of another site cannot call, a friend and our own page can', async () => {
  expect(
    (await ask('GET', '/api/open', undefined, undefined, { origin: 'https://evil.example', host: 'ours.example' }))
      .statusCode,
  ).toBe(403);
  expect(
    (await ask('GET', '/api/open', undefined, undefined, { origin: 'https://friend.example', host: 'ours.example' }))
      .statusCode,
  ).toBe(200);
  expect(
    (await ask('GET', '/api/open', undefined, undefined, { origin: 'http://ours.example', host: 'ours.example' }))
      .statusCode,
  ).toBe(200);
});

test('a page of a friend may ask first and read the answer', async () => {
  const asked = await app.inject({
    method: 'OPTIONS',
    url: '/api/things',
    headers: { origin: 'https://friend.example', host: 'ours.example', 'access-control-request-method': 'POST' },
  });
  expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, 'https://friend.example']);
  expect(
    (await ask('GET', '/api/open', undefined, undefined, { origin: 'https://friend.example', host: 'ours.example' }))
      .headers['access-control-allow-origin'],
  ).toBe('https://friend.example');
  expect(
    (
      await app.inject({
        method: 'OPTIONS',
        url: '/api/things',
        headers: { origin: 'https://evil.example', host: 'ours.example' },
      })
    ).statusCode,
  ).toBe(403);
});

test('[SHELL-01] a visitor is understood in the language the browser asks for', async () => {
  expect(
    (await ask('GET', '/api/open', undefined, undefined, { 'accept-language': 'fr, es-ES;q=0.8' })).json().data
      .language,
  ).toBe('es-MX');
});

test('an address that asks too often is asked to wait', async () => {
  const codes = [];
  for (let i = 0; i < 7; i += 1)
    codes.push((await app.inject({ url: '/api/open', remoteAddress: '198.51.100.9' })).json().code);
  expect(codes).toEqual([0, 0, 0, 0, 0, 429, 429]);
});

test('a bug is answered with its code and the id of the request, and with nothing of what went wrong', async () => {
  const { body, headers } = await ask('POST', '/api/fail', reader.token, { how: 'bug' });
  const id = headers['x-request-id'] as string;
  expect(id).toBeTruthy();
  expect(logged.some((line) => line.includes(id) && line.includes('"level":50'))).toBe(true);
  for (const secret of ['5551234567', 'bob@example.com', 'quoted', '.ts:']) expect(body).not.toContain(secret);
});

test('methods a contract does not name are not there, and fields it does not name do not come in', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
    const answer = await app.inject({
      method,
      url: '/api/things',
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    expect([method, answer.statusCode]).toEqual([method, 404]);
  }
  const parsed = api.add.input.parse({ name: 'lamp', isOwner: true });
  expect(parsed).toEqual({ name: 'lamp' });
});

test('every answer carries the headers that keep browsers out of trouble', async () => {
  const { headers } = await ask('GET', '/api/things/1', reader.token);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  });
});

test('a file is known by its bytes, not by its name', async () => {
  const send = (name: string, content: Buffer | string, title = 'T') => {
    const boundary = 'x-boundary';
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="title"\r\n\r\n${title}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return app.inject({
      method: 'POST',
      url: '/api/upload',
      payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${reader.token}` },
    });
  };
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  expect((await send('../../etc/a.png', png)).json()).toMatchObject({
    code: 0,
    data: { name: 'a.png', mediaType: 'image/png', title: 'T' },
  });
  expect((await send('list.csv', 'a,b\n1,2')).json()).toMatchObject({
    code: 0,
    data: { mediaType: 'text/csv', bytes: 7 },
  });
  expect((await send('evil.png', '\u0000\u0001MZ')).json().code).toBe(20401);
  expect((await send('big.csv', 'x'.repeat(1_001))).json().code).toBe(413);
});

test('[CDP-02] a call may answer the file, or in its place where it will be found', async () => {
  const few = await ask('POST', '/api/file-or-task', reader.token, { rows: 3 });
  expect([few.headers['content-disposition'], few.body]).toEqual([expect.stringContaining('few.csv'), 'a,b']);
  const many = await ask('POST', '/api/file-or-task', reader.token, { rows: 11 });
  expect(many.headers['content-disposition']).toBeUndefined();
  expect(many.json()).toEqual({ code: 0, data: { task_id: 7 }, msg: '' });
  const document = openApi(routes('things', api, {} as never), '1') as {
    paths: Record<string, { post: { responses: { 200: { content: object } } } }>;
  };
  expect(Object.keys(document.paths['/api/file-or-task']!.post.responses[200].content)).toEqual([
    '*/*',
    'application/json',
  ]);
});

test('a file leaves with a name any browser understands and cannot run as a page', async () => {
  const { headers, body } = await ask('GET', '/api/file', reader.token);
  expect(body).toBe('a,b');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="a_o _x_.csv"; filename*=UTF-8''a%C3%B1o%20%22x%22.csv`,
  );
  expect(headers['content-security-policy']).toContain('sandbox');
});

test('logs hold neither values, numbers, addresses nor tokens', async () => {
  await ask('POST', '/api/fail', reader.token, { how: 'bug' });
  await ask('GET', '/api/things/1?phone=5551234567', reader.token);
  const all = logged.join('\n');
  expect(all).toContain('"route":"/api/things/{id}"');
  for (const secret of ['5551234567', 'bob@example.com', 'quoted', reader.token, clerk.token])
    expect(all).not.toContain(secret);
  expect(withoutValues('duplicate key "a@b.c" for +52 55 1234 5678')).toBe('duplicate key … for …');
});

test('a long message is made harmless as fast as a short one', () => {
  const tookMs = processorMs(() => expect(withoutValues('x'.repeat(100_000))).toHaveLength(300));
  expect(tookMs).toBeLessThan(1_000);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ana\\photo.png', 'photo.png'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a\u0000b\u0085c\u200b.txt', 'abc.txt'],
  [`${'🙂'.repeat(100)}x`, `\ufffd${'🙂'.repeat(99)}x`],
  ['', 'file'],
])('the name %j of a file is kept as %s', (given, kept) => {
  expect(safeName(given)).toBe(kept);
});

test('whoever leaves in the middle of an upload is not logged as a bug', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const before = logged.length;
  const line = connect(Number(port), '127.0.0.1');
  line.write(
    `POST /api/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${reader.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 900\r\nexpect: 100-continue\r\n\r\n`,
  );
  await once(line, 'data');
  line.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf a fi');
  line.destroySoon();
  await expect.poll(() => logged.slice(before).join('')).toMatch(/the caller left|"bug"/);
  expect(logged.slice(before).join('')).not.toContain('"bug"');
});
