import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { DataFolderInUse } from '#adapters/postgres/errors.ts';
import { findRunningCluster } from '#adapters/postgres/running-cluster.ts';
import { isFileKept, openFilesKeys } from '#features/office/files/server/index.ts';
import { isExportKept } from '#features/operator/tenants/server/index.ts';
import { systemClock } from '#platform/server/clock.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { Failure } from '#shared/errors.ts';
import { BadSetting, readConfig } from './config.ts';
import { carryFiles, type Carried } from './carry-files.ts';
import { openFilesPlaces } from './open-files.ts';
import { openKeys } from './open-keys.ts';
import { keepPrivate } from './private-folder.ts';

const USAGE = `npm run move-files -- --to s3|folder [--seal-anew]

Moves recordings, uploads, exports and prompts to the place that FILES names, while the product runs: what is not there yet is read
where it was. Each file is copied, read again and compared before it goes from where it was. Ctrl-C or a crash ends it at any moment; run
again, it goes on. --seal-anew also seals what lies there already under the newest key, as after rotate-secrets.`;

const MB = 1_048_576;

/** `npm run move-files -- --to s3`. */
async function move(args: readonly string[]): Promise<void> {
  const to = args[args.indexOf('--to') + 1];
  const others = args.filter((arg) => arg !== '--to' && arg !== '--seal-anew' && arg !== to);
  if (!args.includes('--to') || (to !== 's3' && to !== 'folder') || others.length > 0) throw new Error(USAGE);
  const config = readConfig(process.env);
  if (config.files.newIn !== to)
    throw new BadSetting(
      `New files go to FILES=${config.files.newIn}: start the product with FILES=${to} first, so that it reads both places and puts nothing more where files are taken from.`,
    );
  const dataDir = resolve(config.dataDir);
  keepPrivate(dataDir);
  const database = await openDatabase(config.databaseUrl, dataDir);
  try {
    if (!database.isRunning) await migrate(database.url);
    const db = openDb({ url: database.url, report: () => {}, keys: openKeys(config, dataDir) });
    const places = openFilesPlaces(config.files, dataDir, {
      keys: openFilesKeys(db, () => systemClock.monotonicMs()),
      trouble: { away: () => {}, damaged: () => {} },
    });
    const lock = await db.pool.connect();
    try {
      await places.assertUsable();
      const { rows } = await lock.query<{ free: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('files.move', 0)) free`,
      );
      if (!rows[0]!.free) throw new Error('Files are being moved already; two at once could undo each other.');
      const from = to === 's3' ? 'folder' : 's3';
      const ends = { s3: places.raw.s3 && places.sealed('s3'), folder: places.sealed('folder') };
      const carried = await carryFiles({
        from: places.raw[from] && { raw: places.raw[from], files: ends[from]! },
        to: { raw: places.raw[to]!, files: ends[to]! },
        isKept: async (key) => (await isExportKept(db, key)) ?? isFileKept(db, key),
        sealAnewUnder: args.includes('--seal-anew')
          ? (await openFilesKeys(db, () => systemClock.monotonicMs()).newest()).id
          : null,
        say,
        nowMs: () => systemClock.monotonicMs(),
        isStopped: () => isStopped,
      });
      summarise(carried, to);
    } finally {
      lock.release(true);
      places.close();
      await db.close();
    }
  } finally {
    await database.stop();
  }
}

function summarise({ moved, sealed, bytes, unclaimed, failed, isWhole }: Carried, to: string): void {
  say(`${moved} files (${Math.round(bytes / MB)} MB) moved to ${to} and compared, ${sealed} sealed anew.`);
  if (unclaimed > 0) say(`${unclaimed} belong to nothing that is kept and stay where they are.`);
  for (const { key, why } of failed) say(`Not moved: ${key}: ${why}`);
  if (failed.length > 0) process.exitCode = 1;
  if (!isWhole) {
    say('Not finished: run the command again, and it goes on.');
    process.exitCode = 1;
  }
}

/** The embedded database of a product that runs is asked there; else it is started for as long as it takes. */
async function openDatabase(databaseUrl: string | null, dataDir: string) {
  if (databaseUrl !== null) return { url: databaseUrl, isRunning: false, stop: async () => {} };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, archive: true, log: () => {} });
    return { url: postgres.url, isRunning: false, stop: () => postgres.stop() };
  } catch (problem) {
    if (!(problem instanceof DataFolderInUse)) throw problem;
    return { url: findRunningCluster(dataDir).ownerUrl(), isRunning: true, stop: async () => {} };
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true));

move(process.argv.slice(2)).catch((problem: unknown) => {
  const isAway = problem instanceof Failure && problem.name === 'filesAway';
  const message = problem instanceof Error ? problem.message : String(problem);
  process.stderr.write(`${isAway ? 'The store at FILES_S3_URL cannot be reached.' : message}\n`);
  process.exitCode = 1;
});
