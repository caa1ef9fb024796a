import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Backups } from '#core/backup/backups.port.ts';
import { aFolder, query, started } from '../postgres.fixture.ts';
import { findRunningCluster } from '../running-cluster.ts';
import type { BackupsOptions } from './keep-all.ts';
import { openBackups } from './open-backups.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';

export const quiet = (): void => {};

/** An installation on a data folder, with a table of its own and a folder of backups. */
export async function anInstallation(dataDir: string, options: Partial<BackupsOptions> = {}) {
  const postgres = await started({ dataDir, archive: true });
  const folder = join(aFolder(), 'backups');
  const cluster = findRunningCluster(dataDir);
  const backups: Backups = openBackups({
    folder,
    dataDir,
    database: openEmbeddedDatabase({ cluster, folder }),
    files: { folder: join(dataDir, 'files'), elsewhere: null },
    keys: { fingerprints: () => ['a1b2'], where: 'a safe', file: null, copyTo: null },
    nowMs: () => Date.now(),
    ...options,
  });
  return {
    postgres,
    folder,
    backups,
    cluster,
    sql: (text: string) => query(postgres.url, text),
    file(name: string, content: string): void {
      mkdirSync(dirname(join(dataDir, 'files', name)), { recursive: true });
      writeFileSync(join(dataDir, 'files', name), content);
    },
    walFolder: () => join(folder, 'wal', readdirSync(join(folder, 'wal'))[0]!),
  };
}

/** Every file below a folder with what is in it. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The moment as the database sees it. */
export const momentOf = async (sql: (text: string) => Promise<Record<string, unknown>[]>): Promise<number> =>
  Number((await sql('select (extract(epoch from clock_timestamp()) * 1000)::float8 at'))[0]!.at);
