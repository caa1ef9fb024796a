import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BackupProblem } from '#core/backup/backups.port.ts';

const SQLITE_BUSY = 5;

/**
 * One at a time works on a folder of backups, of this process or another: a file lock of the system, which SQLite takes for us and which
 * falls with its process.
 */
export async function inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = take(folder);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

function take(folder: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (thrown) {
    lock?.close();
    if ((thrown as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new BackupProblem(
        'busy',
        `Another backup, check or removal is under way in ${folder}: wait until it is done.`,
      );
    throw new BackupProblem('other', `The folder ${folder} cannot be used for backups: ${(thrown as Error).message}.`, {
      cause: thrown,
    });
  }
}
