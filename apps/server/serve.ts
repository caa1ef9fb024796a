import { resolve } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { openLog, type Log } from '#platform/server/log.ts';
import { BadSetting, readConfig } from './config.ts';
import { openEndings } from './endings.ts';
import { keepPrivate } from './private-folder.ts';

/** Whoever told us to stop, and whoever waits for the port, has it within 2 s; each part has a share of them, PostgreSQL the rest. */
const STOP_WITHIN_MS = 1_800;
/** What it takes to cut PostgreSQL short. */
const CUT_SHORT_MS = 400;
const endings = openEndings();
let stopByMs = Infinity;
/** Lets what goes on end by itself; nothing before the server serves. */
let letGo: (() => Promise<void>) | null = null;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const dataDir = resolve(config.dataDir);
  keepPrivate(dataDir);

  const { promise: spawned, resolve: hasSpawned } = Promise.withResolvers<void>();
  const starting = config.databaseUrl ? null : openDatabase(dataDir, log, hasSpawned);
  // PostgreSQL gets up in a process of its own while this one reads the rest of the program.
  if (starting) await Promise.race([spawned, starting]);
  const [postgres, { openProduct }] = await Promise.all([starting, import('./open-product.ts')]);
  const { url, whereabouts } = postgres ?? { url: config.databaseUrl!, whereabouts: null };
  const { drain } = await openProduct({ config, log, dataDir, url, whereabouts, endings });
  letGo = drain;
  process.on('unhandledRejection', (problem) => log.error({ err: problem }, 'bug: unhandled rejection'));
}

async function openDatabase(dataDir: string, log: Log, onSpawned: () => void): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    ownAccount: true,
    archive: true,
    log: (line) => log.info({ from: 'postgres' }, line),
    onSpawned,
  });
  await endings.begun(() => postgres.stop(stopByMs - performance.now() - CUT_SHORT_MS), STOP_WITHIN_MS);
  return postgres;
}

let stopping = false;
async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Whatever hangs must not keep the machine from shutting down; PostgreSQL goes with us (`endWithUs`).
  stopByMs = performance.now() + STOP_WITHIN_MS;
  setTimeout(() => process.exit(exitCode), STOP_WITHIN_MS).unref();
  await endings.end();
  // A start that was under way ends at its next step.
  await running.catch(() => {});
  process.exit(exitCode);
}

/** The first signal lets calls end, the second ends everything at once. */
async function stopInOrder(): Promise<void> {
  const drain = letGo;
  letGo = null;
  await drain?.().catch(() => {});
  await stop(0);
}

process.on('SIGTERM', () => void stopInOrder());
process.on('SIGINT', () => void stopInOrder());
// The starter was killed: nobody would stop us otherwise.
process.on('disconnect', () => void stop(0));

// Whoever read our output may be gone before us.
process.stdout.on('error', () => {});

const running = main();
running.catch((problem: unknown) => {
  if (stopping) return;
  const message = problem instanceof Error ? problem.message : String(problem);
  console.error(problem instanceof BadSetting ? message : `OpenSeat could not start: ${message}`);
  void stop(1);
});
