import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { cannotRun, postgresEnv } from './open-cluster.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { readPidFile } from './pid-file.ts';
import type { PostgresPlace } from './postgres-place.ts';
import { serverArguments } from './settings.ts';
import { until } from './wait.ts';

/** One running PostgreSQL server, child of this process. */
export interface Postmaster {
  pid: number;
  ended: Promise<void>;
  /** Fast shutdown: sessions are cut, what was acknowledged is written. Rude after `patienceMs`; the data stays whole. */
  stop(patienceMs: number): Promise<void>;
}

/** Recovery after a crash may have gigabytes to read. */
const READY_WITHIN_MS = 120_000;

/** Starts PostgreSQL and waits until it takes connections. */
export async function startPostmaster(
  place: PostgresPlace,
  binaries: Binaries,
  cluster: Cluster,
  server: {
    port: number;
    settings: Record<string, string>;
    readyWithinMs?: number;
    onSpawned?: (() => void) | undefined;
  },
): Promise<Postmaster> {
  const { readyWithinMs = READY_WITHIN_MS } = server;
  const firstWords = join(cluster.logs, 'start.log');
  const output = openSync(firstWords, 'w', 0o600);
  // A process group of its own: Ctrl-C stops OpenSeat, which stops PostgreSQL when the last query is done.
  const child = spawn(binaries.postgres, serverArguments({ ...cluster, ...server }), {
    ...place.account,
    cwd: cluster.data,
    env: postgresEnv(),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = endOf(child);
  endWithUs(child, ended);
  server.onSpawned?.();
  let over = false;
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = cannotRun(binaries.postgres, error);
  });
  void ended.then(() => {
    over = true;
  });

  const ready = () => {
    const file = readPidFile(cluster.data);
    return file?.pid === child.pid && file?.ready === true;
  };
  const inTime = await until(() => over || failure !== undefined || ready(), readyWithinMs);
  if (failure) throw failure;
  if (over)
    throw new EmbeddedPostgresError(
      `PostgreSQL did not start: ${lastWords(cluster, firstWords)} (log in ${cluster.logs})`,
    );
  if (!inTime) {
    child.kill('SIGKILL');
    throw new EmbeddedPostgresError(
      `PostgreSQL was not ready within ${readyWithinMs / 1000} s (log in ${cluster.logs}).`,
    );
  }
  return { pid: child.pid!, ended, stop: (patienceMs) => stopChild(child, ended, patienceMs) };
}

/** A port nobody listens on at this moment, or the wanted one if it is such; PostgreSQL may still lose the race for it. */
export function freePort(wanted = 0): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.on('error', reject);
  probe.listen(wanted, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo;
    probe.close(() => resolve(port));
  });
  return promise;
}

/** Whoever leaves without stopping it takes it along: an immediate shutdown, after which the next start reads its log. */
function endWithUs(child: ChildProcess, ended: Promise<void>): void {
  const quit = (): void => void child.kill('SIGQUIT');
  process.once('exit', quit);
  void ended.then(() => process.off('exit', quit));
}

function endOf(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  return promise;
}

async function stopChild(child: ChildProcess, ended: Promise<void>, patienceMs: number): Promise<void> {
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), patienceMs);
  const force = setTimeout(() => child.kill('SIGKILL'), patienceMs + 3_000);
  await ended;
  clearTimeout(hurry);
  clearTimeout(force);
}

/** Why it did not start: from what it said before its log was open, else from the end of the log. Turned-away clients are no reason. */
function lastWords(cluster: Cluster, firstWords: string): string {
  const changedAt = (file: string) => statSync(file).mtimeMs;
  const logs = readdirSync(cluster.logs)
    .map((name) => join(cluster.logs, name))
    .sort((a, b) => changedAt(a) - changedAt(b));
  const lines = [...logs.filter((file) => file !== firstWords), firstWords].flatMap((file) =>
    readFileSync(file, 'utf8').split('\n'),
  );
  const why = lines.findLast(
    (line) => /FATAL|PANIC|error while loading/.test(line) && !line.includes('the database system is'),
  );
  return why?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it ended without a word';
}
