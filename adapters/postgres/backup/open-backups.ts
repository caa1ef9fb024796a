import { randomBytes } from 'node:crypto';
import { stat, statfs } from 'node:fs/promises';
import { BackupProblem, type Backups, type KeptBackup } from '#core/backup/backups.port.ts';
import { segmentOf } from '#core/backup/wal-segments.ts';
import type { BackupDatabase } from './backup-database.ts';
import { checkBackup } from './check-backup.ts';
import { inTurn } from './folder-turn.ts';
import { keepAll, type BackupsOptions } from './keep-all.ts';
import { openManifestStore } from './manifest-store.ts';
import { openObjectStore } from './object-store.ts';
import { unreleased } from './open-embedded-database.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Backups in a folder: objects by their hashes, and a list for each backup. */
export function openBackups(options: BackupsOptions): Backups {
  const { folder, database, keys, nowMs } = options;
  const objects = openObjectStore(folder, options.write);
  const manifests = openManifestStore(folder);

  /** Objects no backup needs, as of one that was killed. */
  async function sweep(): Promise<number> {
    const needed = new Set<string>();
    for (const id of await manifests.ids()) {
      // Nobody knows what a damaged list needs: nothing is removed.
      const isWhole = await manifests.checkContents(id).then(
        () => true,
        () => false,
      );
      if (!isWhole) return 0;
      for await (const { pieces } of manifests.entries(id)) for (const [name] of pieces) needed.add(name);
    }
    return objects.sweep((name) => needed.has(name));
  }

  return {
    async facts() {
      const newest = (await manifests.list()).find(({ manifest }) => manifest)?.manifest ?? null;
      const room = await statfs(folder).catch(() => null);
      const [ours, theirs] = await Promise.all([folder, options.dataDir].map((at) => stat(at).catch(() => null)));
      return {
        folder,
        way: database.way,
        isSameDisk: (ours ?? theirs)?.dev === theirs?.dev,
        freeBytes: room && room.bavail * room.bsize,
        wal: (await database.wal?.facts(newest)) ?? null,
        keys: { where: keys.where, copiedTo: keys.file === null ? null : keys.copyTo },
      };
    },
    list: manifests.list,
    make: (onProgress) =>
      inTurn(folder, () =>
        explainFull(folder, async () => {
          await manifests.sweep();
          const begunAtMs = nowMs();
          const id = backupIdAt(begunAtMs);
          const opened = await database.open();
          try {
            const { restoredFrom } = opened;
            if (restoredFrom !== null && (await manifests.ids()).includes(restoredFrom)) throw unreleased(restoredFrom);
            const making = await manifests.begin(id);
            try {
              return await keepAll({ options, objects, manifests, opened, making, id, begunAtMs, onProgress });
            } catch (thrown) {
              await making.giveUp();
              // What it kept is nobody's, and there may be no room.
              await sweep().catch(() => {});
              throw thrown;
            }
          } finally {
            await opened.close().catch(() => {});
          }
        }),
      ),
    check: (id, onProgress) =>
      inTurn(folder, () =>
        checkBackup(id, { manifests, objects, wal: database.wal?.folderOf ?? null, nowMs, onProgress }),
      ),
    remove: (ids, logSinceMs) =>
      inTurn(folder, async () => {
        for (const id of ids) await manifests.remove(id);
        await manifests.sweep();
        return (await sweep()) + (await dropOldLog(database, await manifests.list(), logSinceMs));
      }),
    setPace: async (loseMinutes) => database.wal?.setPace(loseMinutes),
    relieve: async () => (await database.wal?.relieve()) ?? false,
    settle: async () => database.wal?.settle(),
  };
}

/** Segments a backup cannot do without stay with it; the whole log stays from the first backup since then, or the last of all. */
async function dropOldLog({ wal }: BackupDatabase, kept: readonly KeptBackup[], logSinceMs: number): Promise<number> {
  if (!wal || kept.some(({ manifest }) => manifest === null)) return 0;
  const newestFirst = kept.flatMap(({ manifest }) =>
    manifest?.wal ? [{ ...manifest.wal, systemId: manifest.postgres.systemId, ms: manifest.finishedAtMs }] : [],
  );
  const numberOf = (name: string): number => segmentOf(name)!.number;
  let freed = 0;
  for (const systemId of new Set(newestFirst.map((backup) => backup.systemId))) {
    const own = newestFirst.filter((backup) => backup.systemId === systemId);
    const begin = numberOf((own.findLast(({ ms }) => ms >= logSinceMs) ?? own[0]!).first);
    const isNeeded = (number: number): boolean =>
      number >= begin || own.some(({ first, last }) => number >= numberOf(first) && number <= numberOf(last));
    freed += await wal.folderOf(systemId).sweep(isNeeded);
  }
  return freed;
}

/** `20261118T093000Z-1f3a` */
const backupIdAt = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${randomBytes(2).toString('hex')}`;

async function explainFull<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!FULL.has((thrown as NodeJS.ErrnoException).code ?? '')) throw thrown;
    throw new BackupProblem(
      'full',
      `There is no room left for a backup in ${folder}: make room, keep fewer backups, or set BACKUP_DIR to another disk. Those that were there are whole.`,
      { cause: thrown },
    );
  }
}
