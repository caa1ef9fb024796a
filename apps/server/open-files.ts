import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { eitherFiles } from '#adapters/files/either/either-files.ts';
import { BucketRefusal, openBucket } from '#adapters/files/s3/open-bucket.ts';
import type { Bucket } from '#adapters/files/s3/bucket.ts';
import { s3Files, tryBucket } from '#adapters/files/s3/s3-files.ts';
import { sealedFiles } from '#adapters/files/sealed/sealed-files.ts';
import type { FilesKeys } from '#core/files/files-keys.port.ts';
import { openFilesKeys } from '#features/office/files/server/index.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { World } from '#platform/server/world.ts';
import { BadSetting } from './config.ts';
import type { FilesPlaces } from './files-settings.ts';
import type { OpenedPlaces } from './files.ts';

export interface FilesTrouble {
  /** Where files are kept cannot be reached, or refuses us. */
  away(problem: unknown): void;
  damaged(key: string): void;
}

/** Trouble as whoever watches the installation sees it. */
const watched = ({ log, metrics }: Pick<World, 'log' | 'metrics'>): FilesTrouble => ({
  away(problem) {
    metrics.filesTrouble.inc({ what: 'away' });
    log.warn({ err: problem }, 'where files are kept cannot be reached');
  },
  damaged(key) {
    metrics.filesTrouble.inc({ what: 'damaged' });
    log.error({ key }, 'a file is damaged: it is not what was kept');
  },
});

/** The places of the product, tried once. */
export async function openFiles(
  config: FilesPlaces,
  dataDir: string,
  world: Pick<World, 'db' | 'log' | 'metrics'>,
): Promise<OpenedPlaces> {
  const keys = openFilesKeys(world.db, () => systemClock.monotonicMs());
  const places = openFilesPlaces(config, dataDir, { keys, trouble: watched(world) });
  await places.assertUsable();
  return places;
}

/** A start does not wait longer for a store that says nothing. */
const TRY_MS = 3_000;

/** The places files are kept in, by the settings; whatever is not in the first is looked for in the second. */
export function openFilesPlaces(
  { newIn, s3 }: FilesPlaces,
  dataDir: string,
  { keys, trouble }: { keys: FilesKeys; trouble: FilesTrouble },
): OpenedPlaces {
  const nowMs = () => systemClock.nowMs();
  const folder = diskFiles(join(dataDir, 'files'));
  const bucket = s3 && openBucket(s3.account, { nowMs });
  const far = s3 && bucket && s3Files({ bucket, prefix: s3.prefix, nowMs, away: trouble.away });
  const raw = { folder, s3: far };
  const parts = { keys, damaged: trouble.damaged };
  const opened = { folder: sealedFiles(folder, parts), s3: far && sealedFiles(far, parts) };
  const [first, second] = newIn === 's3' ? [opened.s3!, opened.folder] : [opened.folder, opened.s3];
  return {
    raw,
    sealed: (name) => opened[name],
    // Uploads come to this disk first and recordings wait on it: its room counts wherever files go.
    files: { ...(second ? eitherFiles(first, second) : first), freeBytes: () => folder.freeBytes() },
    spool(at) {
      const waiting = diskFiles(at);
      return { ...sealedFiles(waiting, parts), keys: waiting.keys };
    },
    async assertUsable() {
      if (!s3 || !bucket) return;
      const trying = assertBucket(bucket, s3.prefix, trouble);
      trying.catch(() => {});
      await Promise.race([trying, pause(TRY_MS, undefined, { ref: false })]);
    },
    close: () => bucket?.close(),
  };
}

async function assertBucket(bucket: Bucket, prefix: string, { away }: FilesTrouble): Promise<void> {
  try {
    await tryBucket(bucket, `${prefix}openseat-check-${randomUUID()}`);
  } catch (problem) {
    if (problem instanceof BucketRefusal && problem.status < 500 && problem.status !== 429)
      throw new BadSetting(
        `Settings FILES_S3_* are not usable: ${problem.message}. Look at address, bucket, region, key and its rights.`,
      );
    away(problem);
  }
}
