import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { renewFilesKey } from '#features/office/files/server/index.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { newKey, readKeys, writeKeys } from '#platform/server/secrets/key-file.ts';
import { readConfig } from './config.ts';
import { keyFileOf, openKeys } from './open-keys.ts';
import { keepPrivate } from './private-folder.ts';
import { resealSecrets } from './reseal-secrets.ts';

/**
 * `npm run rotate-secrets`: a new key, everything secret sealed under it, and the old ones forgotten. Killed half-way it is
 * begun anew: until the last step the file holds every key that may still be needed.
 */
async function rotate(): Promise<void> {
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
    if (file !== null) writeKeys(file, readKeys(file).slice(0, 1));
    else say('SECRETS_KEY may lose every key but its first one now.');
  } finally {
    await postgres?.stop();
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

rotate().catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
});
