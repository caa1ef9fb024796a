import { segmentsBetween, walReach } from '#core/backup/wal-segments.ts';
import { BackupProblem, type BackupCheck, type BackupProgress } from '#core/backup/backups.port.ts';
import type { ManifestStore } from './manifest-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { WalFolder } from './wal-folder.ts';

/** So many are told of; one is enough to know. */
const LISTED_MOST = 20;

/** Reads every piece of a backup and compares it with its name, and the segments of the log it needs. */
export async function checkBackup(
  id: string,
  {
    manifests,
    objects,
    wal,
    nowMs,
    onProgress,
  }: {
    manifests: ManifestStore;
    objects: ObjectStore;
    wal: ((systemId: string) => WalFolder) | null;
    nowMs: () => number;
    onProgress: (progress: BackupProgress) => void;
  },
): Promise<BackupCheck> {
  const damage: string[] = [];
  const seen = new Map<string, boolean>();
  let bytes = 0;
  let missing: string | null = null;
  const wrong = (what: string): void => void (damage.length < LISTED_MOST && damage.push(what));
  const manifest = await manifests.read(id);
  const { databaseBytes, fileBytes } = manifest.contents;
  try {
    await manifests.checkContents(id);
    for await (const entry of manifests.entries(id)) {
      for (const [name] of entry.pieces) {
        if (!seen.has(name)) seen.set(name, await isWhole(objects, name));
        if (!seen.get(name)) wrong(`${entry.path}: the piece ${name} is missing or damaged.`);
      }
      bytes += entry.bytes;
      onProgress({ part: 'check', doneBytes: bytes, totalBytes: Math.max(databaseBytes + fileBytes, bytes) });
    }
  } catch (thrown) {
    if (!(thrown instanceof BackupProblem)) throw thrown;
    wrong(thrown.message);
  }
  if (manifest.wal && wal) {
    const folder = wal(manifest.postgres.systemId);
    for (const name of segmentsBetween(manifest.wal.first, manifest.wal.last)) {
      const problem = await folder.wrong(name);
      if (problem) wrong(problem);
    }
    missing = walReach(await folder.names(), manifest.wal.first).missing;
  }
  await manifests.noteCheck(id, nowMs(), damage);
  return { isGood: damage.length === 0, damage, missing, pieces: seen.size, bytes };
}

async function isWhole(objects: ObjectStore, name: string): Promise<boolean> {
  try {
    await objects.get(name);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof BackupProblem)) throw thrown;
    await objects.setAside(name);
    return false;
  }
}
