import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openManifestStore } from '#adapters/postgres/backup/manifest-store.ts';
import { openObjectStore } from '#adapters/postgres/backup/object-store.ts';
import { chooseBackup, restoreEmbedded } from '#adapters/postgres/backup/restore-embedded.ts';
import { openWriter } from '#adapters/postgres/backup/restore-entry.ts';
import { restoreFiles } from '#adapters/postgres/backup/restore-files.ts';
import { restoreRows } from '#adapters/postgres/backup/restore-rows.ts';
import type { BackupManifest } from '#core/backup/backup-manifest.ts';
import { DatabaseClient } from '#platform/server/db/database-client.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import { hashOf, migrations } from '#platform/server/db/schema-files.ts';
import { HOLD_OUTGOING } from '#platform/server/jobs/outgoing-hold.ts';
import { BadSetting, readConfig, type Config } from './config.ts';
import { backupFolderOf, backupKeysOf, keysAtHand } from './open-installation-backups.ts';
import { keepPrivate } from './private-folder.ts';

const HELP = `npm run restore -- --to '2026-11-18 09:30:00'   database and files as they were then (UTC, or with a zone: …+08:00)
npm run restore -- --to latest                  as late as there is anything
  --backup ID         begins with this backup instead of the newest before the moment
  --replace           something is there already: it is set aside, not deleted
  --without-keys      the keys are lost: restores although nothing sealed in it can be opened
  --timeline N        a line of time other than the newest, after several restores
  --aside NAME        follows the log of a restore that was never released, and whose machine is lost
BACKUP_DIR names the folder of backups, DATA_DIR the one to restore into; with DATABASE_URL rows go into that database, which must be empty.
OpenSeat must not run meanwhile. What was waiting to be sent then waits until an operator releases it (Console → Backups).`;

interface Wish {
  toMs: number | null;
  backupId: string | null;
  replaces: boolean;
  withoutKeys: boolean;
  timeline: number | null;
  readsAside: string | null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      backup: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'without-keys': { type: 'boolean', default: false },
      timeline: { type: 'string' },
      aside: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help || values.to === undefined) return say(HELP);
  const config = readConfig(process.env);
  const dataDir = resolve(config.dataDir);
  keepPrivate(dataDir);
  const folder = backupFolderOf(config, dataDir);
  if (folder === null) throw new BadSetting('Set BACKUP_DIR to the folder of the backups.');
  const wish: Wish = {
    toMs: values.to === 'latest' ? null : momentIn(values.to),
    backupId: values.backup ?? null,
    replaces: values.replace,
    withoutKeys: values['without-keys'],
    timeline: values.timeline === undefined ? null : Number.parseInt(values.timeline, 10),
    readsAside: values.aside ?? null,
  };
  const assertKeys = (manifest: BackupManifest): void => assertKeysOf(config, dataDir, manifest, wish.withoutKeys);
  const place = { folder, dataDir, assertKeys };
  await (config.databaseUrl ? intoOwn(config.databaseUrl, place, wish) : intoFolder(place, wish));
  say(
    'Start OpenSeat as ever. What was waiting to be sent stays where it is, and campaigns stand still, until an operator releases them: Console → Backups.',
  );
}

interface RestorePlace {
  folder: string;
  dataDir: string;
  assertKeys(manifest: BackupManifest): void;
}

async function intoFolder(place: RestorePlace, wish: Wish): Promise<void> {
  const done = await restoreEmbedded({
    ...place,
    ...wish,
    nowMs: Date.now(),
    say,
    prepare: (url, manifest) => prepare(url, manifest, wish.toMs),
  });
  say(
    `Restored from the backup ${done.manifest.id}, with ${done.files} files (${done.linked} of them were still there).`,
  );
  if (done.elsewhere > 0) say(`${done.elsewhere} files lie in a store of their own, of which no backup is made here.`);
  for (const path of done.setAside) say(`What was there before is kept: ${path}`);
}

/** Rows into an empty database; files beside them. */
async function intoOwn(url: string, { folder, dataDir, assertKeys }: RestorePlace, wish: Wish): Promise<void> {
  const manifests = openManifestStore(folder);
  const manifest = await chooseBackup(manifests, { folder, ...wish, way: 'logical' });
  assertKeys(manifest);
  say(`The rows are those of ${new Date(manifest.finishedAtMs).toISOString()}: a copy of rows has no other moments.`);
  const writer = openWriter(openObjectStore(folder));
  const { tables, rows } = await restoreRows({
    url,
    manifest,
    manifests,
    writer,
    makeTables: async (schema) => void (await migrate(url, knownMigrations(schema), [])),
    copyIn: openCopyIn,
    say,
    Client: DatabaseClient as never,
  });
  await prepare(url, manifest, manifest.finishedAtMs);
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const files = await restoreFiles({ dataDir, base: manifest, toMs: manifest.finishedAtMs, manifests, writer, stamp });
  const setAside = await files.settle();
  say(`Restored ${rows} rows of ${tables} tables, and ${files.files} files.`);
  for (const path of setAside) say(`What was there before is kept: ${path}`);
}

/** The tables of today, and nothing goes out by itself. */
async function prepare(url: string, manifest: BackupManifest, toMs: number | null): Promise<void> {
  await migrate(url);
  const client = new DatabaseClient({ connectionString: url, application_name: 'openseat-restore' });
  await client.connect();
  try {
    await client.query(HOLD_OUTGOING, [toMs === null ? null : new Date(toMs).toISOString(), manifest.id]);
  } finally {
    await client.end();
  }
}

/** Those of the backup, in our order; one we do not know was made by a newer product. */
function knownMigrations(schema: BackupManifest['schema']) {
  const ran = new Map(schema);
  const known = migrations();
  const unknown = schema.filter(([name, hash]) => !known.some((file) => file.name === name && hashOf(file) === hash));
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by another version of OpenSeat (${unknown[0]![0]}): restore it with that one.`,
    );
  return known.filter(({ name }) => ran.has(name));
}

function assertKeysOf(config: Config, dataDir: string, manifest: BackupManifest, withoutKeys: boolean): void {
  const { where } = backupKeysOf(config, dataDir);
  const ours = new Set(
    ((): string[] => {
      try {
        return keysAtHand(config, dataDir);
      } catch {
        return [];
      }
    })(),
  );
  if (withoutKeys || manifest.keys.length === 0 || manifest.keys.some((key) => ours.has(key))) return;
  throw new Error(
    `The keys of this backup (${manifest.keys.join(', ')}) are not in ${where}: put the file secrets.key of then there, or name it with SECRETS_KEY_FILE. If they are lost, --without-keys restores what is not sealed.`,
  );
}

function momentIn(text: string): number {
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(text);
  const ms = Date.parse(
    hasZone ? text : `${text.trim().replace(' ', 'T')}${/\d\d:\d\d/.test(text) ? '' : 'T00:00:00'}Z`,
  );
  if (Number.isNaN(ms))
    throw new Error(`${text} is no moment: write 2026-11-18 09:30:00 (UTC) or 2026-11-18T17:30:00+08:00.`);
  return ms;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
});
