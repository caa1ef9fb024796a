import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { KitError } from './kit-error.ts';

const SQLITE_BUSY = 5;
const LOOK_MS = 300;

/**
 * Waits until nobody else fetches into the folder, or until what is fetched is there (then null). The lock is the operating system's own, taken
 * through SQLite: the kernel drops it with the process however that ends.
 */
export async function lockFetching(
  folder: string,
  wanted: string,
  signal: AbortSignal,
): Promise<{ release(): void } | null> {
  mkdirSync(folder, { recursive: true });
  for (;;) {
    if (existsSync(wanted)) return null;
    const lock = take(join(folder, 'fetching.lock'));
    if (lock) return { release: () => lock.close() };
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (signal.aborted) throw new KitError('fetching was stopped');
  }
}

function take(file: string): DatabaseSync | null {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
