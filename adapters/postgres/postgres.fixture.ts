import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts';

/** A folder of this test alone, that any account may enter unless told otherwise. */
export function aFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-postgres-'));
  chmodSync(folder, mode);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes data folders that were used and left in order: copies, because making one takes a second; `madeMs` says how long here and now. */
export async function dataFolderMaker() {
  const template = mkdtempSync(join(tmpdir(), 'openseat-postgres-'));
  chmodSync(template, 0o755);
  const beganMs = performance.now();
  await (await startEmbeddedPostgres({ dataDir: template, log: aLog() })).stop();
  const madeMs = performance.now() - beganMs;
  return {
    madeMs,
    make(): string {
      const folder = aFolder();
      execFileSync('cp', ['-a', `${template}/.`, folder]);
      return folder;
    },
    remove: () => rmSync(template, { recursive: true, force: true }),
  };
}

/** A log that remembers what it was told. */
export function aLog() {
  const lines: string[] = [];
  return Object.assign((line: string) => void lines.push(line), { lines });
}

/** PostgreSQL in this process, stopped when the test ends. */
export async function started(
  options: Omit<EmbeddedPostgresOptions, 'log'> & Partial<EmbeddedPostgresOptions>,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ log: aLog(), ...options });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** PostgreSQL owned by another Node process, which the test may kill. */
export async function ownerProcess(dataDir: string) {
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'owner.fixture.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void owner.kill('SIGKILL'));
  let complaint = '';
  owner.stderr.on('data', (chunk: Buffer) => {
    complaint += String(chunk);
  });
  const closed = once(owner, 'close');
  const [line] = (await Promise.race([once(createInterface(owner.stdout), 'line'), closed.then(() => [''])])) as [
    string,
  ];
  const { url, pid } = JSON.parse(line || '{}') as { url: string; pid: number };
  return {
    url,
    pid,
    complaint: () => complaint,
    async kill() {
      owner.kill('SIGKILL');
      await closed;
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Writes rows one by one and remembers each number PostgreSQL acknowledged, until the connection breaks. */
export async function writeUntilCut(url: string, enough: number, whenEnough: () => void): Promise<number> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  await client.query('create table if not exists row (n int primary key)');
  let acknowledged = 0;
  try {
    for (let n = 1; ; n += 1) {
      await client.query('insert into row values ($1)', [n]);
      acknowledged = n;
      if (n === enough) whenEnough();
    }
  } catch {
    return acknowledged;
  }
}

/** A zombie that nobody collected does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
