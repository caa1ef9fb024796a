import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openBucket } from '#adapters/files/s3/open-bucket.ts';
import { s3Files } from '#adapters/files/s3/s3-files.ts';
import type { BackupKeys } from '#adapters/postgres/backup/keep-all.ts';
import { openBackups } from '#adapters/postgres/backup/open-backups.ts';
import { openEmbeddedDatabase } from '#adapters/postgres/backup/open-embedded-database.ts';
import { openLogicalDatabase } from '#adapters/postgres/backup/open-logical-database.ts';
import { findRunningCluster } from '#adapters/postgres/running-cluster.ts';
import type { Backups } from '#core/backup/backups.port.ts';
import { systemClock } from '#platform/server/clock.ts';
import { DatabaseClient } from '#platform/server/db/database-client.ts';
import { copyOut } from '#platform/server/db/copy-out.ts';
import { parseKeys, readKeys, readRetiredKeys } from '#platform/server/secrets/key-file.ts';
import type { Config } from './config.ts';
import type { FilesPlaces } from './files-settings.ts';
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

/** Those in use, which every new backup names, and those that were, which older ones name. */
export function keysAtHand(config: KeySettings, dataDir: string): string[] {
  const file = keyFileOf(config, dataDir);
  const retired = file === null ? [] : readRetiredKeys(file);
  return [...backupKeysOf(config, dataDir).fingerprints(), ...retired.map(fingerprintOf)];
}

/** Where backups lie. Beside the embedded database unless said, where its account may come; null for one by address until somebody says. */
export function backupFolderOf({ backupDir, databaseUrl }: Pick<Config, 'backupDir' | 'databaseUrl'>, dataDir: string) {
  if (backupDir !== null) return resolve(backupDir);
  if (databaseUrl) return null;
  const { folder } = findRunningCluster(dataDir).place;
  return folder.startsWith(realpathSync(dataDir)) ? join(dataDir, 'backups') : `${folder}-backups`;
}

/** Backups of this installation: of the embedded database by its files, of one by address by its rows. */
export function openInstallationBackups(
  config: KeySettings & Pick<Config, 'backupDir' | 'databaseUrl' | 'files'>,
  { dataDir, url }: { dataDir: string; url: string },
): Backups | null {
  const folder = backupFolderOf(config, dataDir);
  if (folder === null) return null;
  return openBackups({
    folder,
    dataDir,
    database: config.databaseUrl
      ? openLogicalDatabase({ url, copyRows: copyOut, Client: DatabaseClient as never })
      : openEmbeddedDatabase({ cluster: findRunningCluster(dataDir), folder }),
    files: { folder: join(dataDir, 'files'), elsewhere: namesInStore(config.files) },
    keys: backupKeysOf(config, dataDir),
    nowMs: () => systemClock.nowMs(),
  });
}

/** Bytes in a store of their own are that store's business; a backup knows their names. */
function namesInStore({ s3 }: FilesPlaces): (() => AsyncIterable<string>) | null {
  if (!s3) return null;
  return async function* () {
    const nowMs = () => systemClock.nowMs();
    const bucket = openBucket(s3.account, { nowMs });
    try {
      yield* s3Files({ bucket, prefix: s3.prefix, nowMs, away: () => {} }).keys();
    } finally {
      bucket.close();
    }
  };
}
