import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProvenFault } from './faults.ts';
import { ranFor } from './left-running.ts';
import { PAUSE_MOST_SEC } from './promises.ts';

/** Room for what a process needs, and above the reserve below which it takes its disk for full. */
const SIZE_MB = 192;
const FULL_MS = 6_000;
const BALLAST = 'ballast';

/** A small disk of our own; `folder` is null, with the reason, where this account may not mount one. */
export function openSmallDisk(): { folder: string | null; why: string; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-small-'));
  const gone = (): void => rmSync(folder, { recursive: true, force: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0755`, 'tmpfs', folder], {
    stdio: 'ignore',
  });
  if (status !== 0) {
    gone();
    return {
      folder: null,
      why: 'this account may not mount a small disk (root may), and filling a real one harms whoever else uses it',
      close() {},
    };
  }
  function close(): void {
    forget();
    spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
    gone();
  }
  const forget = ranFor(async () => close());
  return { folder, why: '', close };
}

/** No byte more fits where a process keeps recordings and uploads. */
export const diskFull = (folder: string): ProvenFault => ({
  name: `the disk of a process's files full for ${FULL_MS / 1_000} s`,
  pauseMostSec: PAUSE_MOST_SEC,
  note: 'recordings, uploads, exports; the disk of PostgreSQL was not filled',
  async act() {
    const { bavail, bsize } = statfsSync(folder);
    const ballast = join(folder, BALLAST);
    try {
      writeFileSync(ballast, Buffer.alloc(bavail * bsize));
    } catch {
      // The last page of it did not fit: full.
    }
    await wait(FULL_MS);
    rmSync(ballast, { force: true });
  },
});
