import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { openBackups } from '#adapters/postgres/backup/open-backups.ts';
import { openLogicalDatabase } from '#adapters/postgres/backup/open-logical-database.ts';
import { openManifestStore } from '#adapters/postgres/backup/manifest-store.ts';
import { openObjectStore } from '#adapters/postgres/backup/object-store.ts';
import { openWriter } from '#adapters/postgres/backup/restore-entry.ts';
import { restoreRows } from '#adapters/postgres/backup/restore-rows.ts';
import { sendMail } from '#features/team/account/server/index.ts';
import { copyOut } from '#platform/server/db/copy-out.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import { hashOf, migrations } from '#platform/server/db/schema-files.ts';
import { HOLD_OUTGOING } from '#platform/server/jobs/outgoing-hold.ts';
import { failures } from '#shared/errors.ts';
import { aMember, anOperator, aTenant, type Member } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { backupsApi, type BackupState, type BackupWishes } from '../contract.ts';
import { runBackup, tick } from './run-backups.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let olivia: Member;
let opened: Awaited<ReturnType<typeof testDb>>;
const folder = mkdtempSync(join(tmpdir(), 'openseat-backups-'));
beforeAll(async () => {
  opened = await testDb();
  server = await testServer({
    db: opened.db,
    backups: openBackups({
      folder: join(folder, 'backups'),
      dataDir: folder,
      database: openLogicalDatabase({ url: opened.url, copyRows: copyOut }),
      files: { folder: join(folder, 'files'), elsewhere: null },
      keys: { fingerprints: () => ['a1'], where: 'a safe', file: null, copyTo: null },
      nowMs: () => Date.now(),
    }),
  });
  olivia = await anOperator(server.world.db);
});
afterAll(async () => {
  await server.close();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => opened.db.pool.query('delete from outgoing_hold'));

const ask = <D = any>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.ask<D>(method, path, { token: olivia.token, ...(body && { body }) });
const state = async () => (await ask<BackupState>('GET', backupsApi.state.path)).data!;
const done = async (): Promise<void> => {
  await expect.poll(async () => (await state()).run?.state, { timeout: 60_000 }).toMatch(/done|failed/);
};

/** A database with nothing in it. */
async function emptyDb() {
  const name = `test_restored_${process.pid}`;
  const make = (template: string) => opened.db.pool.query(`create database ${name} template ${template}`);
  await make('template0');
  const url = Object.assign(new URL(opened.url), { pathname: `/${name}` }).href;
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  return {
    url,
    pool,
    async makeTables() {
      await opened.db.pool.query(`drop database ${name} with (force)`);
      await make(inject('templateDatabase'));
    },
    async close() {
      await pool.end();
      await opened.db.pool.query(`drop database ${name} with (force)`);
    },
  };
}

test('an operator has a backup made and checked, sees how far it is, and finds both in the log', async () => {
  expect(await state()).toMatchObject({
    lastGoodAt: null,
    run: null,
    troubles: expect.arrayContaining(['never', 'off']),
  });
  await ask('POST', backupsApi.begin.path, {});
  await done();
  const after = await state();
  expect(after.run).toMatchObject({ kind: 'make', state: 'done', problem: '', askedBy: 'Olivia' });
  expect(after.lastGoodAt).not.toBeNull();
  expect(after.troubles).not.toContain('never');
  const { data: list } = await ask('GET', backupsApi.list.path);
  expect(list).toMatchObject([{ way: 'logical', damage: null, checkedAt: null }]);

  await ask('POST', backupsApi.check.path, { backupId: list[0].id });
  await done();
  expect((await state()).run).toMatchObject({ kind: 'check', state: 'done' });
  expect((await ask('GET', backupsApi.list.path)).data[0].checkedAt).not.toBeNull();
  const { data: log } = await ask('POST', '/admin/operator/operators/log/page', { page: 1, size: 20 });
  const actions = log.list.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['check', 'made', 'begin']);
  expect((await ask('POST', backupsApi.check.path, { backupId: '20200101T000000Z-0000' })).code).toBe(
    failures.notFound.code,
  );
});

test('rows of a copy come back into an empty database: tables, counters and what points at what', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db, { name: 'Öl & Söhne\t\\' });
  await aMember(db, tenantId);
  const manifest = await server.world.backups!.make(() => {});
  const manifests = openManifestStore(join(folder, 'backups'));
  const target = await emptyDb();
  expect(manifest.schema).toEqual(expect.arrayContaining(migrations().map((file) => [file.name, hashOf(file)])));
  const wish = {
    url: target.url,
    manifest,
    manifests,
    writer: openWriter(openObjectStore(join(folder, 'backups'))),
    // What the migrations make, without running all of them.
    makeTables: target.makeTables,
    copyIn: openCopyIn,
    say: () => {},
  };
  const { tables, rows } = await restoreRows(wish);
  expect(tables).toBeGreaterThan(50);
  expect(rows).toBeGreaterThan(10);
  await migrate(target.url);
  const read = async (pool: pg.Pool): Promise<unknown[]> =>
    (await pool.query('select id, name, created_at::text from tenant order by id')).rows;
  expect(await read(target.pool)).toEqual(await read(db.pool));
  const { rows: next } = await target.pool.query(`insert into tenant (name) values ('next') returning id`);
  expect(Number(next[0].id)).toBeGreaterThan(tenantId);
  await expect(restoreRows(wish)).rejects.toThrow(/has tables already/);
  await target.close();
});

test('the schedule orders a backup once in its turn, in one process only, and wishes are kept and logged', async () => {
  const world = { ...server.world, backups: server.world.backups! };
  const wishes: BackupWishes = {
    isOn: true,
    atHour: 0,
    everyHours: 1,
    keepDays: 1,
    keepWeeks: 0,
    keepMonths: 0,
    loseMinutes: 5,
  };
  expect((await ask('PUT', backupsApi.setWishes.path, wishes)).code).toBe(0);
  expect((await state()).wishes).toEqual(wishes);
  await opened.db.pool.query(`update backup_run set asked_at = asked_at - interval '2 hours'`);
  await Promise.all([tick(world), tick(world)]);
  const { rows } = await opened.db.pool.query(`select id from backup_run where asked_by = ''`);
  expect(rows).toHaveLength(1);
  await done();
  // It was done: whoever is given it again, after a process died, does nothing.
  await runBackup(world, rows[0].id);
  expect((await state()).run).toMatchObject({ id: rows[0].id, askedBy: '', state: 'done' });
  await ask('PUT', backupsApi.setWishes.path, { ...wishes, isOn: false });
});

test('a backup that is good stays good where old ones cannot be removed, and none is made again for it', async () => {
  const world = { ...server.world, backups: server.world.backups! };
  const stuck: typeof world = {
    ...world,
    backups: { ...world.backups, remove: () => Promise.reject(new Error('read-only file system')) },
  };
  const { rows } = await opened.db.pool.query(
    `insert into backup_run (kind, asked_by) values ('make', 'Olivia') returning id`,
  );
  await runBackup(stuck, Number(rows[0].id));
  expect((await state()).run).toMatchObject({ state: 'done', problem: '', removalProblem: 'read-only file system' });
  expect((await state()).troubles).toContain('removalFailed');
  const { data: log } = await ask('POST', '/admin/operator/operators/log/page', { page: 1, size: 2 });
  expect(log.list.map(({ action }: { action: string }) => action)).toEqual(['removalFailed', 'made']);
});

test('a run whose job was given up stands in the way of none after it', async () => {
  const world = { ...server.world, backups: server.world.backups! };
  await opened.db.pool.query(`insert into backup_run (kind, asked_by) values ('make', 'Olivia')`);
  expect((await state()).run).toMatchObject({ state: 'waiting' });
  await tick(world);
  expect((await state()).run).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('never came to its end'),
  });
  await opened.db.pool.query(`insert into backup_run (kind, asked_by) values ('make', 'Olivia')`);
  expect((await ask('POST', backupsApi.begin.path, {})).code).toBe(0);
  await done();
  expect((await state()).run).toMatchObject({ state: 'done' });
});

test('a backup that cannot be read is shown and left where it is', async () => {
  const lost = join(folder, 'backups', 'backups', '20200101T000000Z-0000');
  mkdirSync(lost, { recursive: true });
  await ask('POST', backupsApi.begin.path, {});
  await done();
  expect(existsSync(lost)).toBe(true);
  expect((await state()).troubles).toContain('unreadable');
  expect((await ask('GET', backupsApi.list.path)).data.at(-1)).toMatchObject({
    id: '20200101T000000Z-0000',
    finishedAt: null,
  });
  rmSync(lost, { recursive: true });
});

test('restored from this very folder it makes no backups there until it is released', async () => {
  const [newest] = await server.world.backups!.list();
  await opened.db.pool.query(HOLD_OUTGOING, [null, newest!.id]);
  expect((await state()).troubles).toContain('unreleased');
  expect((await ask('POST', backupsApi.begin.path, {})).code).toBe(failures.conflict.code);
  await expect(server.world.backups!.make(() => {})).rejects.toThrow(/not released/);
  expect((await ask('POST', backupsApi.release.path, { forget: [] })).code).toBe(0);
  expect((await state()).troubles).not.toContain('unreleased');
  expect((await ask('POST', backupsApi.begin.path, {})).code).toBe(0);
  await done();
  expect((await ask('POST', backupsApi.putAway.path, {})).code).toBe(0);
});

test('after a restore what goes out waits until an operator releases it, and what is of the past may be forgotten', async () => {
  const restored = await testDb();
  const { db } = restored;
  const mail = (to: string) =>
    db.everyTenant('a mail', (tx) =>
      sendMail(tx, { to, language: 'en-US', key: 'operators.mail.added', values: { name: 'N', url: 'U' } }),
    );
  await mail('of-the-past@aurora.example');
  await db.pool.query(HOLD_OUTGOING, ['2026-11-18T09:30:00Z', '20261118T020000Z-0a1b']);
  const product = await testServer({ db });
  const operator = await anOperator(db);
  const asked = <D = any>(method: 'GET' | 'POST', path: string, body?: object) =>
    product.ask<D>(method, path, { token: operator.token, ...(body && { body }) });
  try {
    await mail('since-then@aurora.example');
    const tenantId = await aTenant(db, { name: 'Aurora' });
    // As the dialler leaves those it finds held, and one that an operator stopped long ago.
    await db.pool.query(
      `insert into campaign (tenant_id, kind, name, state, pause_reason, paused_at) select $1, 'dialer', n::text, 'paused', 3,
         now() - case when n = 3 then interval '2 days' else interval '0' end from generate_series(1, 3) n`,
      [tenantId],
    );
    await expect
      .poll(async () => (await asked('GET', backupsApi.held.path)).data)
      .toMatchObject({
        restoredTo: '2026-11-18 09:30:00',
        backupId: '20261118T020000Z-0a1b',
        kinds: [{ task: 'account.sendMail', past: 1, since: 1, canForget: true }],
        campaigns: [{ tenantId, campaigns: 2 }],
        block: null,
      });
    const { rows } = await db.everyTenant('asks as campaigns do', (tx) =>
      sql<{ held: boolean }>`select outgoing_is_held() held`.execute(tx.as()),
    );
    expect(rows).toEqual([{ held: true }]);
    expect(await product.world.outbox!.list(10)).toEqual([]);
    expect((await asked('POST', backupsApi.release.path, { forget: ['sms.send'] })).code).toBe(
      failures.invalidInput.code,
    );
    const { data } = await asked('POST', backupsApi.release.path, { forget: ['account.sendMail'] });
    expect(data).toEqual({ released: 1, forgotten: 1 });
    await expect
      .poll(async () => (await product.world.outbox!.list(10)).map(({ to }) => to))
      .toEqual(['since-then@aurora.example']);
    expect((await asked('GET', backupsApi.held.path)).data).toBeNull();
    // What is left to people is listed until somebody says that it is done.
    expect((await asked('GET', backupsApi.released.path)).data).toMatchObject({
      restoredTo: '2026-11-18 09:30:00',
      kinds: [{ task: 'account.sendMail', released: 1, forgotten: 1 }],
      campaigns: [{ tenantId, tenantName: 'Aurora', campaigns: 2 }],
    });
    await db.pool.query(`update campaign set state = 'running', pause_reason = null, paused_at = null`);
    expect((await asked('GET', backupsApi.released.path)).data).toMatchObject({ campaigns: [] });
    expect((await asked('POST', backupsApi.putAway.path, {})).code).toBe(0);
    expect((await asked('GET', backupsApi.released.path)).data).toBeNull();
    expect((await asked('POST', backupsApi.release.path, { forget: [] })).code).toBe(failures.conflict.code);
  } finally {
    await product.close();
    await restored.close();
  }
});
