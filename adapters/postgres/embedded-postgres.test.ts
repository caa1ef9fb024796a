import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { DataFolderInUse } from './errors.ts';
import { lockFolder } from './folder-lock.ts';
import {
  aFolder,
  aLog,
  dataFolderMaker,
  isRunning,
  ownerProcess,
  query,
  started,
  writeUntilCut,
} from './postgres.fixture.ts';

const asRoot = process.getuid?.() === 0;
/** What is promised; a machine that is busy with other things may take twice as long as making a new database takes on it. */
let restartMs = 5_000;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let used: Awaited<ReturnType<typeof dataFolderMaker>>;
beforeAll(async () => {
  used = await dataFolderMaker();
  restartMs = Math.max(restartMs, 2 * used.madeMs);
});
afterAll(() => used.remove());

test('the database is there again after an orderly stop, and nothing runs in between', async () => {
  const dataDir = aFolder();
  const first = await startEmbeddedPostgres({ dataDir, log: aLog() });
  await query(first.url, 'create table kept as select 7 as n');
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);
  expect(readdirSync(join(dataDir, 'postgres', 'cluster', 'data'))).not.toContain('postmaster.pid');

  const second = await started({ dataDir });
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('names in any language are searched without regard to case, and row-level security holds', async () => {
  const { url } = await started({ dataDir: used.make() });
  expect(await query(url, `select lower('JOSÉ') as name, 'señor' ilike '%SEÑOR%' as found`)).toEqual([
    { name: 'josé', found: true },
  ]);
  await query(url, 'create extension pg_trgm');
  expect(await query(url, `select cardinality(show_trgm('王小明')) > 0 as known`)).toEqual([
    { known: process.platform === 'linux' },
  ]);
  expect(
    await query(url, 'select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user'),
  ).toEqual([{ above: false }]);
});

test('nobody on the machine gets in without the password, by the socket or by the port, and only its owner can read that', async () => {
  const dataDir = used.make();
  const { url: bySocket } = await started({ dataDir });
  const byPort = bySocket.replace(/\?.*/, '');
  expect(byPort).not.toBe(bySocket);
  for (const url of [bySocket, byPort]) {
    expect(await query(url, 'select 1 one')).toEqual([{ one: 1 }]);
    await expect(query(url.replace(/:[^:@/]+@/, ':guessed@'), 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
    await expect(query(url.replace('openseat:', 'postgres:').replace(/:[^:@/]+@/, ':@'), 'select 1')).rejects.toThrow();
  }
  expect(statSync(join(dataDir, 'postgres', 'cluster', 'password')).mode & 0o777).toBe(0o600);
});

test('every acknowledged row survives when OpenSeat is killed, and the next start ends the PostgreSQL it left', async () => {
  const dataDir = used.make();
  const killed = await ownerProcess(dataDir);
  let death: Promise<void> | undefined;
  const writing = writeUntilCut(killed.url, 100, () => {
    death = killed.kill();
  });
  await expect.poll(() => death !== undefined, { timeout: 10_000 }).toBe(true);
  await death;
  expect(isRunning(killed.pid)).toBe(true);

  const startedAt = performance.now();
  const log = aLog();
  const { url } = await started({ dataDir, log });
  expect(performance.now() - startedAt).toBeLessThan(restartMs);
  expect(isRunning(killed.pid)).toBe(false);
  expect(log.lines).toEqual(['Ended a PostgreSQL that had outlived its OpenSeat.']);
  const acknowledged = await writing;
  expect(acknowledged).toBeGreaterThanOrEqual(100);
  expect(await query(url, `select count(*)::int as n from row where n <= ${acknowledged}`)).toEqual([
    { n: acknowledged },
  ]);
});

test('every acknowledged row survives when PostgreSQL and OpenSeat are killed together', async () => {
  const dataDir = used.make();
  const killed = await ownerProcess(dataDir);
  let death: Promise<void> | undefined;
  const acknowledged = await writeUntilCut(killed.url, 100, () => {
    death = killed.kill();
    process.kill(killed.pid, 'SIGKILL');
  });
  // A killed process holds its lock until the system has taken it away.
  await death;

  const startedAt = performance.now();
  const { url } = await started({ dataDir });
  expect(performance.now() - startedAt).toBeLessThan(restartMs);
  expect(await query(url, `select count(*)::int as n from row where n <= ${acknowledged}`)).toEqual([
    { n: acknowledged },
  ]);
});

test('a PostgreSQL that is killed under OpenSeat comes back at the same address with every acknowledged row', async () => {
  const log = aLog();
  const postgres = await started({ dataDir: used.make(), log });
  const changes: string[] = [];
  postgres.onChange((change) => changes.push(change));
  const { pid, url } = postgres;
  const killedAt = performance.now();
  const acknowledged = await writeUntilCut(url, 50, () => process.kill(pid, 'SIGKILL'));

  await expect.poll(() => changes, { timeout: restartMs, interval: 20 }).toEqual(['lost', 'back']);
  expect(performance.now() - killedAt).toBeLessThan(restartMs);
  expect(postgres.pid).not.toBe(pid);
  expect(await query(url, `select count(*)::int as n from row where n <= ${acknowledged}`)).toEqual([
    { n: acknowledged },
  ]);
  expect(log.lines[0]).toBe('PostgreSQL ended unexpectedly and is being started again.');
});

test('a session that is busy when PostgreSQL is killed does not keep the next start waiting', async () => {
  const postgres = await started({ dataDir: used.make() });
  const changes: string[] = [];
  postgres.onChange((change) => changes.push(change));
  const busy = query(postgres.url, 'select count(*) from generate_series(1, 100000000000)').catch(() => 'cut');
  await expect
    .poll(() =>
      query(
        postgres.url,
        `select 1 from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`,
      ),
    )
    .toHaveLength(1);
  process.kill(postgres.pid, 'SIGKILL');
  await expect.poll(() => changes, { timeout: restartMs }).toEqual(['lost', 'back']);
  expect(await busy).toBe('cut');
});

test('a second OpenSeat on the same data folder gets one clear line, and the first goes on', async () => {
  const dataDir = used.make();
  const first = await started({ dataDir });
  const line = `Another OpenSeat (process ${process.pid}) is already running on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`;
  expect((await ownerProcess(dataDir)).complaint()).toBe(`${line}\n`);
  await expect(startEmbeddedPostgres({ dataDir, log: aLog() })).rejects.toThrow(DataFolderInUse);
  expect(await query(first.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('of two OpenSeats started at the same moment exactly one runs', async () => {
  const dataDir = used.make();
  const both = await Promise.all([ownerProcess(dataDir), ownerProcess(dataDir)]);
  expect(both.filter(({ url }) => url)).toHaveLength(1);
  await both.find(({ url }) => url)!.kill();
  await started({ dataDir });
});

test('a first start that was killed half-way does not spoil the next', async () => {
  const dataDir = aFolder();
  const half = join(dataDir, 'postgres', 'cluster-unfinished-dead');
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'owner.fixture.ts'), dataDir], { stdio: 'ignore' });
  const unfinished = () =>
    existsSync(join(dataDir, 'postgres')) &&
    readdirSync(join(dataDir, 'postgres')).some((name) => name.startsWith('cluster-unfinished-'));
  await expect.poll(unfinished, { timeout: 5_000, interval: 5 }).toBe(true);
  owner.kill('SIGKILL');
  await once(owner, 'close');
  expect(existsSync(join(dataDir, 'postgres', 'cluster'))).toBe(false);
  mkdirSync(join(half, 'data'), { recursive: true });
  writeFileSync(join(half, 'data', 'PG_VERSION'), '18\n');

  const { url } = await started({ dataDir });
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(existsSync(half)).toBe(false);
});

test('a stale pid file that names a living stranger is no obstacle, and the stranger lives', async () => {
  const dataDir = used.make();
  const data = join(dataDir, 'postgres', 'cluster', 'data');
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: data, stdio: 'ignore' });
  onTestFinished(() => void stranger.kill('SIGKILL'));
  writeFileSync(join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`);
  await started({ dataDir });
  expect(isRunning(stranger.pid!)).toBe(true);
});

test('a port that is taken is one clear line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  await expect(startEmbeddedPostgres({ dataDir: used.make(), port, log: aLog() })).rejects.toThrow(
    `PostgreSQL cannot have port ${port}: another program listens on it.`,
  );
});

test('data of another PostgreSQL version is one clear line', async () => {
  const dataDir = used.make();
  writeFileSync(join(dataDir, 'postgres', 'cluster', 'data', 'PG_VERSION'), '14\n');
  await expect(startEmbeddedPostgres({ dataDir, log: aLog() })).rejects.toThrow(
    /was written by PostgreSQL 14, this is 18/,
  );
});

test.runIf(asRoot)('root under a home that nobody may enter: the database lives in a system folder', async () => {
  const systemFolder = join(aFolder(), 'system');
  const { url } = await started({ dataDir: join(aFolder(0o700), 'clone', 'data'), systemFolder });
  expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  const [place] = readdirSync(systemFolder);
  expect(readdirSync(join(systemFolder, place!))).toContain('cluster');
});

test('two paths to one data folder are one data folder', async () => {
  const folder = aFolder();
  const dataDir = join(folder, 'data');
  const alias = join(folder, 'alias');
  const lock = lockFolder(dataDir);
  onTestFinished(() => lock.release());
  symlinkSync(dataDir, alias);
  await expect(startEmbeddedPostgres({ dataDir: alias, log: aLog() })).rejects.toThrow(DataFolderInUse);
});
