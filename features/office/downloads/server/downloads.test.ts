import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Export, ExportCaller } from '#platform/server/contributions.ts';
import { csv } from '#platform/server/csv.ts';
import { Failure } from '#shared/errors.ts';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import type { DownloadItem } from '../contract.ts';
import { requestExport } from './index.ts';

// A busy machine may be slow; nothing here waits without end.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  server.world.catalogue.exports.push(...writers);
});
afterAll(() => server.close());

/** Whether there are bytes under a key, without reading them. */
async function hasBytes(key: string): Promise<boolean> {
  const found = await server.world.files.get(key);
  if (found) (found.content as Readable).on('error', () => {}).destroy();
  return found !== null;
}

/** Lets a test decide when a writer goes on. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
const gates = new Map<string, ReturnType<typeof gate>>();
let tries = 0;
const seen: ExportCaller[] = [];

const rows: Export<{ rows: number }> = {
  kind: 'test.rows',
  access: 'signedIn',
  namesPeople: false,
  async *write(caller, { rows }, progress) {
    seen.push(caller);
    yield* csv({
      header: ['n'],
      rows: (function* () {
        for (let n = 0; n < rows; n += 1) {
          progress(n / rows);
          yield [n];
        }
      })(),
    });
  },
};
const gated: Export<{ gate: string }> = {
  kind: 'test.gated',
  access: 'signedIn',
  namesPeople: false,
  async *write(_caller, params) {
    yield Buffer.from('first ');
    await gates.get(params.gate)!.opened;
    yield Buffer.from('last');
  },
};
const broken: Export<object> = {
  kind: 'test.broken',
  access: 'signedIn',
  namesPeople: false,
  async *write() {
    tries += 1;
    yield Buffer.from('half');
    throw new Error('the writer broke');
  },
};
const explained: Export<object> = {
  kind: 'test.explained',
  access: 'signedIn',
  namesPeople: false,
  async *write() {
    yield Buffer.from('half');
    throw new Failure('tooLarge');
  },
};
const guarded: Export<object> = {
  kind: 'test.guarded',
  access: 'customers.export',
  namesPeople: false,
  async *write() {
    yield Buffer.from('secret');
  },
};
const writers = [rows, gated, broken, explained, guarded];

const aPerson = async (wishes: MemberWishes = {}) => aMember(server.world.db, await aTenant(server.world.db), wishes);
const request = (who: Member, kind: string, params: object = {}, fileName = 'list.csv') =>
  server.world.db.tenant(who.caller(), (tx) =>
    requestExport(tx, who.caller(), { fileName, feature: 'test', kind, params }),
  );
const list = async (who: Member) =>
  (await server.ask<DownloadItem[]>('GET', '/cc/api/download/v1/list', { token: who.token })).data;
const get = (who: Member, id: number) =>
  server.built.http.inject({
    url: `/cc/api/download/v1/${id}/file`,
    headers: { authorization: `Bearer ${who.token}` },
  });
const until = (who: Member, id: number, status: number) =>
  vi.waitFor(
    async () => {
      const item = (await list(who)).find((each) => each.id === id);
      expect(item?.status).toBe(status);
      return item!;
    },
    { timeout: 10_000, interval: 20 },
  );
const job = (task: string) =>
  server.built.features
    .flatMap((feature) => feature.jobs ?? [])
    .find((each) => each.task === task)!
    .run({} as never);
const query = (text: string, values: unknown[]) => server.world.db.pool.query(text, values);

test('[DOWN-01] [SHELL-14] an export goes through the list to a file that holds everything', async () => {
  const ana = await aPerson({ language: 'es-MX', timeZone: 'America/Mexico_City' });
  const id = await request(ana, 'test.rows', { rows: 20_001 }, 'clientes ñ.csv');
  const item = await until(ana, id, 2);
  expect(item).toMatchObject({
    fileName: 'clientes ñ.csv',
    fileUrl: `/cc/api/download/v1/${id}/file`,
    statusName: 'Listo para descargar',
    progress: 100,
    reason: '',
  });
  const answer = await get(ana, id);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; .*clientes%20%C3%B1\.csv/);
  expect(answer.body.trimEnd().split('\r\n')).toHaveLength(20_002);
  expect(item.bytes).toBe(answer.rawPayload.length);
  expect(seen.at(-1)).toMatchObject({ userId: ana.userId, language: 'es-MX', timeZone: 'America/Mexico_City' });
});

test('[ADMIN-04] whoever fetches a file that was exported leaves an entry, each time', async () => {
  const ana = await aPerson();
  const id = await request(ana, 'test.rows', { rows: 3 }, 'customers.csv');
  await until(ana, id, 2);
  for (let time = 0; time < 2; time += 1) await get(ana, id);
  const { rows: entries } = await server.world.db.tenant(ana, (tx) =>
    sql`select user_id, target from operation_log where module = 'downloads' and action = 'file'`.execute(tx.as()),
  );
  expect(entries).toEqual([1, 2].map(() => ({ user_id: ana.userId, target: 'customers.csv' })));
});

test('[DOWN-01] a file that is not finished is not offered', async () => {
  const ana = await aPerson();
  gates.set('slow', gate());
  const id = await request(ana, 'test.gated', { gate: 'slow' });
  expect(await until(ana, id, 1)).toMatchObject({ fileUrl: '', statusName: 'Exporting' });
  expect((await get(ana, id)).json().code).toBe(20403);
  gates.get('slow')!.open();
  await until(ana, id, 2);
  expect((await get(ana, id)).body).toBe('first last');
});

test('[DOWN-01] an export whose runner crashed is started over, and the late runner cannot finish it', async () => {
  const ana = await aPerson();
  gates.set('lost', gate());
  const id = await request(ana, 'test.gated', { gate: 'lost' });
  await until(ana, id, 1);
  // As if the process had died: no sign of life for two minutes.
  await query("update download_task set beat_at = now() - interval '2 minutes' where id = $1", [id]);
  const before = (await query('select run_id from download_task where id = $1', [id])).rows[0].run_id;
  const second = job('downloads.run');
  await vi.waitFor(async () =>
    expect((await query('select run_id from download_task where id = $1', [id])).rows[0].run_id).not.toBe(before),
  );
  gates.get('lost')!.open();
  await second;
  await until(ana, id, 2);
  const kept = await query("select count(*)::int n from stored_file where owner_id = $1 and purpose = 'export'", [
    ana.userId,
  ]);
  expect(kept.rows[0].n).toBe(1);
  expect((await get(ana, id)).body).toBe('first last');
});

test('[DOWN-01] a server that stops puts its export back into the line, and the try does not count', async () => {
  const stopping = await testServer();
  stopping.world.catalogue.exports.push(...writers);
  try {
    const { db } = stopping.world;
    const ana = await aMember(db, await aTenant(db));
    gates.set('shutdown', gate());
    const id = await db.tenant(ana.caller(), (tx) =>
      requestExport(tx, ana.caller(), {
        fileName: 'list.csv',
        feature: 'test',
        kind: 'test.gated',
        params: { gate: 'shutdown' },
      }),
    );
    const task = async () =>
      (await db.pool.query('select status, attempts, file_id from download_task where id = $1', [id])).rows[0];
    await vi.waitFor(async () => expect(await task()).toMatchObject({ status: 1, attempts: 1 }), {
      timeout: 10_000,
      interval: 20,
    });
    await stopping.built.features.find((feature) => feature.name === 'downloads')!.stop!();
    gates.get('shutdown')!.open();
    await vi.waitFor(async () => expect(await task()).toEqual({ status: 0, attempts: 0, file_id: null }), {
      timeout: 10_000,
      interval: 20,
    });
  } finally {
    await stopping.close();
  }
});

test('[DOWN-01] a failure that can be explained ends the export with its reason, at once', async () => {
  const ana = await aPerson();
  const id = await request(ana, 'test.explained');
  const item = await until(ana, id, 3);
  expect(item).toMatchObject({
    statusName: 'Failed',
    fileUrl: '',
    reason: 'The file or text is too large. Make it smaller and try again.',
  });
  expect((await get(ana, id)).json().code).toBe(20404);
});

test('[DOWN-01] a broken export is tried three times, then says so', async () => {
  const ana = await aPerson();
  const id = await request(ana, 'test.broken');
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await vi.waitFor(
      async () =>
        expect((await query('select attempts, status from download_task where id = $1', [id])).rows[0]).toEqual({
          attempts: attempt,
          status: 0,
        }),
      { timeout: 10_000, interval: 20 },
    );
    await query('update download_task set not_before = now() where id = $1', [id]);
    await job('downloads.run');
  }
  expect(await until(ana, id, 3)).toMatchObject({ statusName: 'Failed' });
  expect(tries).toBe(3);
});

test('[DOWN-01] whoever lost the right meanwhile gets no file', async () => {
  const ana = await aPerson();
  const sofia = await aPerson({ functions: ['customers.export'] });
  expect((await until(ana, await request(ana, 'test.guarded'), 3)).reason).toMatch(/not allowed/);
  await until(sofia, await request(sofia, 'test.guarded'), 2);
});

test('[DOWN-01] a file expires after 7 days: its bytes go, the item stays as expired', async () => {
  const ana = await aPerson({ language: 'zh-CN' });
  const id = await request(ana, 'test.rows', { rows: 1 });
  const item = await until(ana, id, 2);
  const days =
    (Date.parse(`${item.expiresAt!.replace(' ', 'T')}Z`) - Date.parse(`${item.createdAt.replace(' ', 'T')}Z`)) /
    86_400_000;
  expect(days).toBeCloseTo(7, 2);
  const { key } = (
    await query('select f.key from download_task t join stored_file f on f.id = t.file_id where t.id = $1', [id])
  ).rows[0];
  await job('downloads.expire');
  expect((await list(ana))[0]!.status).toBe(2);
  await query("update download_task set expires_at = now() - interval '1 second' where id = $1", [id]);
  await job('downloads.expire');
  expect((await list(ana))[0]).toMatchObject({ status: 3, statusName: '已过期', fileUrl: '', reason: '' });
  expect((await get(ana, id)).json().code).toBe(20404);
  await vi.waitFor(async () => expect(await hasBytes(key)).toBe(false), 10_000);
});

test('[DOWN-01] removing an item takes its file along; a running one is stopped', async () => {
  const ana = await aPerson();
  gates.set('stopped', gate());
  const id = await request(ana, 'test.gated', { gate: 'stopped' });
  await until(ana, id, 1);
  expect((await server.ask('DELETE', `/cc/api/download/v1/${id}`, { token: ana.token })).code).toBe(0);
  gates.get('stopped')!.open();
  const next = await request(ana, 'test.rows', { rows: 1 });
  await until(ana, next, 2);
  expect((await list(ana)).map((item) => item.id)).toEqual([next]);
  const kept = await query('select count(*)::int n from stored_file where owner_id = $1', [ana.userId]);
  expect(kept.rows[0].n).toBe(1);
});

test('[API-03] exports are their owner’s alone: neither a colleague nor another tenant sees them', async () => {
  const ana = await aPerson();
  const others = [await aMember(server.world.db, ana.tenantId, { isOwner: true }), await aPerson({ isOwner: true })];
  const id = await request(ana, 'test.rows', { rows: 1 });
  await until(ana, id, 2);
  for (const other of others) {
    expect(await list(other)).toEqual([]);
    expect((await get(other, id)).statusCode).toBe(404);
    expect((await server.ask('DELETE', `/cc/api/download/v1/${id}`, { token: other.token })).code).toBe(404);
  }
});

test('exports of one person do not pile up without end', async () => {
  const ana = await aPerson();
  await query(
    `insert into download_task (tenant_id, user_id, file_name, feature, kind, params, language, time_zone, not_before)
    select $1, $2, 'x.csv', 'test', 'test.rows', '{"rows":1}', 'en-US', 'UTC', now() + interval '1 day' from generate_series(1, 20)`,
    [ana.tenantId, ana.userId],
  );
  await expect(request(ana, 'test.rows', { rows: 1 })).rejects.toMatchObject({ name: 'tooManyRequests' });
});

test('[DOWN-01] the owner’s pages are told of every change', async () => {
  const ana = await aPerson();
  await until(ana, await request(ana, 'test.rows', { rows: 1 }), 2);
  await vi.waitFor(async () => {
    const pushes = await query(
      "select user_id from realtime_event where tenant_id = $1 and kind = 'downloads.changed' union all select user_id from outbox where tenant_id = $1 and kind = 'downloads.changed'",
      [ana.tenantId],
    );
    expect(pushes.rows.map((row) => row.user_id)).toEqual([ana.userId, ana.userId, ana.userId]);
  });
});
