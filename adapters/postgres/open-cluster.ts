import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { PostgresPlace } from './postgres-place.ts';
import type { Cluster } from './cluster.ts';

/** The role and the database OpenSeat works with. The role is no superuser: row-level security holds as on any other server. */
export const DATABASE = 'openseat';

/** What bears such a name goes at the next start. */
export const UNFINISHED = 'cluster-unfinished-';

/** Opens the cluster of this place; the first time it is made aside and moved in by one rename, so a half-made one never counts. */
export async function openCluster(place: PostgresPlace, binaries: Binaries): Promise<Cluster> {
  const folder = join(place.folder, 'cluster');
  removeUnfinished(place.folder);
  if (!existsSync(folder)) await makeCluster(place, binaries, folder);
  const data = join(folder, 'data');
  try {
    const version = Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10);
    if (version !== binaries.majorVersion) {
      throw new EmbeddedPostgresError(
        `The data in ${folder} was written by PostgreSQL ${version}, this is ${binaries.majorVersion}: restore a backup into an empty DATA_DIR.`,
      );
    }
    return { data, logs: join(folder, 'log'), password: readFileSync(join(folder, 'password'), 'utf8').trim() };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(`The database in ${folder} cannot be read: ${(error as Error).message}.`);
  }
}

async function makeCluster(place: PostgresPlace, binaries: Binaries, folder: string): Promise<void> {
  const unfinished = join(place.folder, UNFINISHED + randomBytes(4).toString('hex'));
  const data = join(unfinished, 'data');
  const passwordFile = join(unfinished, 'password');
  const password = randomBytes(24).toString('base64url');
  for (const made of [unfinished, join(unfinished, 'log')]) {
    mkdirSync(made, { mode: 0o700 });
    if (place.account) chownSync(made, place.account.uid, place.account.gid);
  }
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid);

  await initialise(place, binaries, data, passwordFile);
  await run(
    place,
    binaries.postgres,
    ['--single', '-D', data, 'postgres'],
    [
      `create role ${DATABASE} login createdb createrole password '${password}';`,
      `create database ${DATABASE} owner ${DATABASE};`,
    ].join('\n'),
  );
  renameSync(unfinished, folder);
  syncFolder(place.folder);
}

/** Gives both roles of a cluster that does not run this password. */
export const setPassword = (place: PostgresPlace, binaries: Binaries, data: string, password: string): Promise<void> =>
  run(
    place,
    binaries.postgres,
    ['--single', '-D', data, 'postgres'],
    ['postgres', DATABASE].map((role) => `alter role ${role} password '${password}';`).join('\n'),
  );

/**
 * Sorts by code point like plain C, but knows that É is é in upper case. The character classes come from the system where it has
 * them: without, the trigram search ignores every letter beyond ASCII.
 */
async function initialise(place: PostgresPlace, binaries: Binaries, data: string, passwordFile: string): Promise<void> {
  for (const characters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    try {
      return await run(place, binaries.initdb, [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--no-instructions',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        `--lc-ctype=${characters}`,
      ]);
    } catch (error) {
      if (!(error as Error).message.includes('invalid locale name')) throw error;
    }
  }
}

/** What a start that was killed half-way left behind. Its initdb may still be writing: then it goes at the next start. */
function removeUnfinished(placeFolder: string): void {
  for (const name of readdirSync(placeFolder).filter((entry) => entry.startsWith(UNFINISHED))) {
    try {
      rmSync(join(placeFolder, name), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

function run(place: PostgresPlace, program: string, args: string[], input = ''): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, args, {
    ...place.account,
    cwd: place.folder,
    env: postgresEnv(),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += String(chunk);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  child.on('error', (error) => reject(cannotRun(program, error)));
  child.on('close', (code) => {
    if (code === 0 && !/\b(ERROR|FATAL|PANIC):/.test(output)) return resolve();
    const why = output.split('\n').findLast((line) => /error|FATAL|ERROR|could not/.test(line)) ?? `exit code ${code}`;
    reject(new EmbeddedPostgresError(`The database could not be made in ${place.folder}: ${why.trim()}`));
  });
  return promise;
}

export function cannotRun(program: string, error: Error): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${program} cannot run here (${error.message}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** The environment without what would redirect PostgreSQL (PGDATA, PGPORT, …) or translate what it says. */
export function postgresEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', LANG: 'C' };
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
