import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { prepareBinaries } from './binaries.ts';
import { DATABASE, openCluster, postgresEnv } from './open-cluster.ts';
import { findPlace } from './postgres-place.ts';
import { freePort } from './postmaster.ts';
import { isRunning, query } from './postgres.fixture.ts';
import { clusterOwnerUrl } from './running-cluster.ts';
import { serverArguments } from './settings.ts';
import { until } from './wait.ts';

/** One PostgreSQL of several: nobody starts it again when it dies. */
export interface ClusterNode {
  dataDir: string;
  port: number;
  /** As the product opens it. */
  url: string;
  /** One statement by its superuser. */
  own(sql: string): Promise<Record<string, unknown>[]>;
  /** As a machine that loses its power: no goodbye. */
  kill(): Promise<void>;
  /** Starts it again where it was, on its port. */
  again(): Promise<void>;
}

const SETTINGS = { fsync: 'off', shared_buffers: '32MB', max_connections: '60', wal_keep_size: '256MB' };

/** A folder any account may enter; `remove` takes it away. */
export function aClusterFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-cluster-'));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** PostgreSQL on a data folder, which may be that of an embedded one that was stopped. */
export async function aClusterNode(dataDir: string, settings: Record<string, string> = {}): Promise<ClusterNode> {
  const place = findPlace(dataDir, () => {});
  const binaries = prepareBinaries(place);
  const cluster = await openCluster(place, binaries);
  const port = await freePort();
  const start = async () => {
    const child = spawn(
      binaries.postgres,
      serverArguments({ ...cluster, port, settings: { ...SETTINGS, logging_collector: 'off', ...settings } }),
      { ...place.account, cwd: cluster.data, env: postgresEnv(), detached: true, stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    const takesConnections = () => /\n(ready|standby)\s*\n$/.test(pidFile(cluster.data));
    if (!(await until(() => child.exitCode !== null || takesConnections(), 60_000)) || child.exitCode !== null)
      throw new Error('PostgreSQL did not start');
    return { child, ended };
  };
  let running = await start();
  return {
    dataDir,
    port,
    url: `postgres://${DATABASE}:${cluster.password}@127.0.0.1:${port}/${DATABASE}`,
    own: (sql) => query(clusterOwnerUrl(port, cluster.password), sql),
    async kill() {
      const { child, ended } = running;
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Its children too: nothing is said or written after this.
      const family = [child.pid!, ...childrenOf(child.pid!)];
      for (const pid of family) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await ended;
      while (family.some(isRunning)) await pause(1);
    },
    async again() {
      rmSync(join(cluster.data, 'postmaster.pid'), { force: true });
      running = await start();
    },
  };
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-eo', 'pid,ppid'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child!] : []));

function pidFile(data: string): string {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8');
  } catch {
    return '';
  }
}

/** A standby that streams from a primary which runs, made by the interface for backups. */
export async function aStandby(primary: ClusterNode, dataDir: string, name: string): Promise<ClusterNode> {
  const from = findPlace(primary.dataDir, () => {}).folder;
  const to = join(dataDir, 'postgres');
  mkdirSync(to);
  const { account } = findPlace(primary.dataDir, () => {});
  if (account) chownSync(to, account.uid, account.gid);
  const password = readFileSync(join(from, 'cluster/password'), 'utf8').trim();
  const keeper = new pg.Client(clusterOwnerUrl(primary.port, password));
  await keeper.connect();
  const data = join(to, 'cluster/data');
  try {
    await keeper.query(`select pg_backup_start('standby', true)`);
    execFileSync('sh', ['-c', 'cp -a "$1" "$2" 2>/dev/null || true', 'sh', join(from, 'cluster'), join(to, 'cluster')]);
    const { rows } = await keeper.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, left), { force: true });
    for (const [file, content] of [
      ['backup_label', rows[0]!.labelfile],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(data, file), content, { mode: 0o600 });
      if (account) chownSync(join(data, file), account.uid, account.gid);
    }
  } finally {
    await keeper.end();
  }
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=${name}`;
  return aClusterNode(dataDir, { primary_conninfo: conninfo, hot_standby_feedback: 'on' });
}

/** From now on nothing is acknowledged that this standby has not. */
export async function waitFor(primary: ClusterNode, name: string): Promise<void> {
  await primary.own(`alter system set synchronous_standby_names = '${name}'`);
  await primary.own('select pg_reload_conf()');
  const isSynchronous = async () =>
    (await primary.own(`select sync_state from pg_stat_replication where application_name = '${name}'`))[0]
      ?.sync_state === 'sync';
  while (!(await isSynchronous()));
}
