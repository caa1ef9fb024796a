import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openManifestStore } from '#adapters/postgres/backup/manifest-store.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import type { KeptBackup } from '#core/backup/backups.port.ts';
import { keyUse } from '#core/backup/retired-keys.ts';
import { renewFilesKey } from '#features/office/files/server/index.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { newKey, parseKeys, readKeys, retiredFileOf, writeKeys } from '#platform/server/secrets/key-file.ts';
import { readConfig, type Config } from './config.ts';
import { backupFolderOf, fingerprintOf } from './open-installation-backups.ts';
import { keyFileOf, openKeys } from './open-keys.ts';
import { keepPrivate } from './private-folder.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { retireKeys, type RetiredKeys } from './retire-keys.ts';

/**
 * `npm run rotate-secrets`: a new key, everything secret sealed under it, and the old ones kept apart as long as a backup needs them
 * (`--forget`: whatever backups need). Killed half-way it is begun anew: until the last step the file holds every key that may still be
 * needed.
 */
async function rotate(): Promise<void> {
  const { values } = parseArgs({ options: { forget: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  const dataDir = resolve(config.dataDir);
  keepPrivate(dataDir);
  const file = keyFileOf(config, dataDir);
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, archive: true, log: () => {} });
  try {
    const url = config.databaseUrl ?? postgres!.url;
    await migrate(url);
    openKeys(config, dataDir);
    if (file !== null) writeKeys(file, [newKey(), ...readKeys(file)]);
    const db = openDb({ url, report: () => {}, keys: openKeys(config, dataDir) });
    try {
      say(`${await resealSecrets(db)} secrets are sealed anew.`);
      await renewFilesKey(db);
      say('New files are sealed under a new key; `npm run move-files -- --to … --seal-anew` takes the old ones along.');
    } finally {
      await db.close();
    }
    const backups = await backupsAtHand(config, dataDir);
    if (file !== null) printRetiredKeys(retireKeys(file, { backups, forgets: values.forget }), file);
    else printNeededKeys(parseKeys(config.secretsKey!).slice(1).map(fingerprintOf), backups);
  } finally {
    await postgres?.stop();
  }
}

/** Null where nobody can tell which there are: no folder is named, or the one that is is not there, as on a disk that is unplugged. */
async function backupsAtHand(config: Config, dataDir: string): Promise<KeptBackup[] | null> {
  const folder = backupFolderOf(config, dataDir);
  if (folder === null) return null;
  if (existsSync(join(folder, 'backups'))) return openManifestStore(folder).list();
  return config.backupDir === null ? [] : null;
}

function printRetiredKeys({ kept, forgotten }: RetiredKeys, file: string): void {
  if (kept.length > 0)
    say(
      `Backups may need these keys still, so they are kept in ${retiredFileOf(file)}, for opening alone: ${kept.join(', ')}. The next rotation forgets those whose backups are gone; --forget forgets them now, and what is sealed in those backups with them.`,
    );
  if (forgotten.length > 0) say(`No backup needs these keys any more, and they are gone: ${forgotten.join(', ')}.`);
}

function printNeededKeys(old: readonly string[], backups: readonly KeptBackup[] | null): void {
  const needed = old.filter((name) => keyUse(name, backups) !== 'unused');
  say(
    needed.length === 0
      ? 'SECRETS_KEY may lose every key but its first one now.'
      : `SECRETS_KEY keeps these keys behind its first one, since backups may need them: ${needed.join(', ')}.`,
  );
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

rotate().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
});
