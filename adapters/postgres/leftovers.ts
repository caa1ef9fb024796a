import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { readPidFile } from './pid-file.ts';
import { until } from './wait.ts';

/** How long each way of asking may take, gentle to rude: fast shutdown, immediate shutdown, kill. */
const ASK: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 3_000],
];

/**
 * Ends every PostgreSQL process that still works in this data folder and removes its pid file. The caller holds the
 * folder's lock, so whatever runs there has lost its OpenSeat: a server that outlived it, or sessions that outlived their server.
 */
export async function clearLeftovers(data: string): Promise<'nothing' | 'ended'> {
  const server = readPidFile(data)?.pid;
  let ended = false;
  if (server !== undefined && worksIn(server, data)) {
    ended = true;
    await end([server], data, ASK);
  }
  const sessions = processesIn(data);
  if (sessions.length > 0) {
    ended = true;
    await end(sessions, data, ASK.slice(1));
  }
  if (server !== undefined) rmSync(join(data, 'postmaster.pid'), { force: true });
  return ended ? 'ended' : 'nothing';
}

async function end(pids: number[], data: string, ways: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, waitMs] of ways) {
    const left = pids.filter((pid) => worksIn(pid, data));
    for (const pid of left) sendSignal(pid, signal);
    if (await until(() => !left.some((pid) => worksIn(pid, data)), waitMs)) return;
  }
  throw new EmbeddedPostgresError(`A former PostgreSQL (process ${pids.join(', ')}) does not end and holds ${data}.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** PostgreSQL's processes stand in their data folder; a zombie stands nowhere. Elsewhere than on Linux we read the command line. */
function worksIn(pid: number, data: string): boolean {
  if (process.platform === 'linux') return workingFolder(pid) === realpathSync(data) && isPostgres(pid);
  if (process.platform === 'win32') return isAlive(pid);
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
  } catch {
    return false;
  }
}

function processesIn(data: string): number[] {
  if (process.platform !== 'linux') return [];
  const real = realpathSync(data);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingFolder(pid) === real && isPostgres(pid));
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** A person's shell may stand in the data folder too, under a process id that once was PostgreSQL's. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
