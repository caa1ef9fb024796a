import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { openBackups, type BackupKeys } from '#adapters/backup/open-backups.ts';
import { openEmbeddedDatabase } from '#adapters/backup/open-embedded-database.ts';
import { openLogicalDatabase } from '#adapters/backup/open-logical-database.ts';
import { findRunningCluster } from '#adapters/postgres/running-cluster.ts';
import type { Backups } from '#core/backup/backups.port.ts';
import { systemClock } from '#platform/server/clock.ts';
import { copyOut } from '#platform/server/db/copy-out.ts';
import { parseKeys, readKeys } from '#platform/server/secrets/key-file.ts';
import type { Config } from './config.ts';
import { keyFileOf } from './open-keys.ts';

/** Tells keys apart without telling them. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('openseat key ').update(key).digest('hex').slice(0, 16);

type KeySettings = Pick<Config, 'secretsKey' | 'secretsKeyFile' | 'backupKeysDir'>;

export function backupKeysOf(config: KeySettings, dataDir: string): BackupKeys {
  const file = keyFileOf(config, dataDir);
  return {
    file,
    where: file ?? 'SECRETS_KEY',
    copyTo: config.backupKeysDir === null ? null : resolve(config.backupKeysDir),
    fingerprints: () => (file === null ? parseKeys(config.secretsKey!) : readKeys(file)).map(fingerprintOf),
  };
}

/** Backups of this installation: of the embedded database by its files, of one by address by its rows. */
export function openInstallationBackups(
  config: KeySettings & Pick<Config, 'backupDir' | 'databaseUrl'>,
  { dataDir, url }: { dataDir: string; url: string },
): Backups | null {
  if (config.backupDir === null) return null;
  const folder = resolve(config.backupDir);
  return openBackups({
    folder,
    dataDir,
    database: config.databaseUrl
      ? openLogicalDatabase({ url, copyRows: copyOut })
      : openEmbeddedDatabase({ cluster: findRunningCluster(dataDir), folder }),
    files: { folder: join(dataDir, 'files') },
    keys: backupKeysOf(config, dataDir),
    nowMs: () => systemClock.nowMs(),
  });
}
