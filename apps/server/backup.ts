import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { DataFolderInUse } from '#adapters/postgres/errors.ts';
import { findRunningCluster } from '#adapters/postgres/running-cluster.ts';
import { agedBackups, backupsToRemove, momentsSinceMs } from '#core/backup/backup-retention.ts';
import type { BackupProgress, Backups, KeptBackup } from '#core/backup/backups.port.ts';
import { readConfig, type Config } from './config.ts';
import { openInstallationBackups } from './open-installation-backups.ts';
import { keepPrivate } from './private-folder.ts';

const HELP = `npm run backup                      makes one, also while OpenSeat runs
npm run backup -- --list            says which there are
npm run backup -- --check [ID]      reads every piece of one, the newest unless named
npm run backup -- --prune           removes those that need not be kept: --days 7 --weeks 5 --months 6
BACKUP_DIR names their folder, BACKUP_KEYS_DIR one that gets a copy of the keys.`;
const MB = 1_048_576;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      check: { type: 'boolean' },
      prune: { type: 'boolean' },
      help: { type: 'boolean' },
      days: { type: 'string', default: '7' },
      weeks: { type: 'string', default: '5' },
      months: { type: 'string', default: '6' },
    },
  });
  if (values.help) return say(HELP);
  const config = readConfig(process.env);
  const dataDir = resolve(config.dataDir);
  keepPrivate(dataDir);
  // Only a backup needs the database; the rest is about the folder.
  const makes = !values.list && !values.check && !values.prune;
  const stop = makes && !config.databaseUrl ? await withDatabase(dataDir) : null;
  try {
    const backups = openInstallationBackups(config, { dataDir, url: config.databaseUrl ?? '' });
    if (!backups) throw new Error('Set BACKUP_DIR to the folder backups go to.');
    if (values.list) return list(await backups.list());
    if (values.check) return await check(backups, positionals[0]);
    if (values.prune) {
      const [days, weeks, months] = [values.days, values.weeks, values.months].map(wholeNumber);
      return await prune(backups, { days: days!, weeks: weeks!, months: months! });
    }
    await make(backups, config);
  } finally {
    await stop?.();
  }
}

/** Beside an OpenSeat that runs its database is used; else it is started for the time being. */
async function withDatabase(dataDir: string): Promise<(() => Promise<void>) | null> {
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, ownAccount: true, archive: true, log: () => {} });
    return () => postgres.stop();
  } catch (problem) {
    if (!(problem instanceof DataFolderInUse)) throw problem;
    findRunningCluster(dataDir).ownerUrl();
    return null;
  }
}

async function make(backups: Backups, config: Config): Promise<void> {
  const manifest = await backups.make(progressLine());
  const { folder, keys, way, isSameDisk } = await backups.facts();
  const { files, databaseBytes, fileBytes } = manifest.contents;
  say(
    `\rBackup ${manifest.id} is in ${folder}: database ${mb(databaseBytes)}, ${files} files ${mb(fileBytes)}; ${mb(manifest.addedBytes)} are new.`,
  );
  say(
    way === 'physical'
      ? 'From here on the log of the database is kept there too: npm run restore -- --to <moment> restores any moment since.'
      : `It has the rows of ${new Date(manifest.finishedAtMs).toISOString()} and no moment between two backups: for that, let the PostgreSQL itself archive its log.`,
  );
  if (isSameDisk)
    say('It lies on the disk of the data: a broken disk takes both. Set BACKUP_DIR to a folder on another one.');
  say(
    `The keys are NOT in it: they are in ${keys.where} (${manifest.keys.join(', ')})${keys.copiedTo ? `, with a copy in ${keys.copiedTo}` : ''}. Keep a copy in another place: without them what is sealed in the backup (passwords of trunks, secrets of programs, second factors) cannot be opened, and it is of little use.`,
  );
  if (config.backupKeysDir === null) say('With BACKUP_KEYS_DIR a copy goes to another medium by itself.');
}

async function check(backups: Backups, wanted: string | undefined): Promise<void> {
  const id = wanted ?? (await backups.list())[0]?.id;
  if (!id) throw new Error('There is no backup yet.');
  const { isGood, damage, missing, pieces, bytes } = await backups.check(id, progressLine());
  for (const line of damage) say(`\r${line}`);
  if (missing)
    say(`\rThe segment ${missing} of the log is missing: moments after it cannot be restored from this backup.`);
  say(`\r${id} ${isGood ? 'is whole' : 'is DAMAGED'}: ${pieces} pieces, ${mb(bytes)} read.`);
  if (!isGood) process.exitCode = 1;
}

async function prune(backups: Backups, keep: { days: number; weeks: number; months: number }): Promise<void> {
  const kept = await backups.list();
  const gone = backupsToRemove(agedBackups(kept), keep, Date.now());
  const freed = await backups.remove(gone, momentsSinceMs(keep, Date.now()));
  say(`${gone.length} backups were removed, ${mb(freed)} are free again.`);
  for (const { id } of kept.filter(({ manifest }) => manifest === null))
    say(`${id} cannot be read and was left alone: look at it, and remove its folder by hand if it is of no use.`);
}

function list(kept: readonly KeptBackup[]): void {
  if (kept.length === 0) say('There is no backup yet.');
  for (const { id, manifest, damage, checkedAtMs } of kept)
    say(
      manifest
        ? `${id}  ${manifest.way}  ${new Date(manifest.finishedAtMs).toISOString()}  database ${mb(manifest.contents.databaseBytes)}  files ${manifest.contents.files}  ${damage ? `DAMAGED: ${damage}` : checkedAtMs ? 'checked' : 'not checked'}`
        : `${id}  CANNOT BE READ: manifest.json is missing, damaged or shut; it is never removed by itself`,
    );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${text} is no number of days, weeks or months.`);
  return Number(text);
}

/** On a terminal, one line that moves. */
function progressLine(): (progress: BackupProgress) => void {
  if (!process.stdout.isTTY) return () => {};
  let shownPercent = -1;
  return ({ part, doneBytes, totalBytes }) => {
    const percent = Math.floor((100 * doneBytes) / Math.max(1, totalBytes));
    if (percent === shownPercent) return;
    shownPercent = percent;
    process.stdout.write(`\r${part} ${percent} % `);
  };
}

const mb = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

main().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
});
