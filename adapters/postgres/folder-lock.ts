import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderInUse, EmbeddedPostgresError } from './errors.ts';

const SQLITE_BUSY = 5;

/**
 * Holds a data folder for this process until `release()` or the end of the process.
 *
 * The lock is the operating system's own file lock, which SQLite takes on `postgres.lock` for us: the kernel drops it with
 * the process however that ends, so there is no stale lock and no reused process id to be misled by. The owner's id
 * stands in a file beside it for the message only (whoever opens and closes the locked file itself would drop the lock).
 */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true });
  const ownerFile = join(dataDir, 'postgres.owner');
  const lock = takeLock(dataDir, ownerFile);
  writeFileSync(ownerFile, `${process.pid}\n`, { mode: 0o644 });
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  };
}

function takeLock(dataDir: string, ownerFile: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(dataDir, 'postgres.lock'), { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataFolderInUse(dataDir, ownerIn(ownerFile));
    throw new EmbeddedPostgresError(`The data folder ${dataDir} cannot be locked: ${(error as Error).message}.`);
  }
}

function ownerIn(ownerFile: string): number | undefined {
  try {
    return Number(readFileSync(ownerFile, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
