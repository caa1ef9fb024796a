import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
/** Root lends PostgreSQL an account, which must pass through; it cannot look around. */
const PASSED_THROUGH = 0o711;

/**
 * Customers' data is for this process alone: folders 0700, files 0600, those that come (`umask`) and those an older version left
 * open to others. What belongs to another account, as the database's folder does, is that account's own business.
 */
export function keepPrivate(dataDir: string): void {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true });
  if (process.platform === 'win32') return;
  const us = process.getuid!();
  narrow(dataDir, us === 0 ? PASSED_THROUGH : OWNER_FOLDER);
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.uid !== us) continue;
    // Its account hands over its log to where backups lie: shut out, it would keep all of it until the disk is full.
    const isPassed = us === 0 && existsSync(join(path, 'wal'));
    narrow(path, found.isDirectory() ? (isPassed ? PASSED_THROUGH : OWNER_FOLDER) : OWNER_FILE);
  }
}

/** Takes away, never gives: somebody may have been stricter. */
function narrow(path: string, most: number): void {
  const mode = statSync(path).mode & 0o777;
  if ((mode & ~most) !== 0) chmodSync(path, mode & most);
}
