import { statfsSync } from 'node:fs';
import type { Clock } from './clock.ts';
import type { StorageWatch } from './storage-watch.ts';

/** Below this what is written next may not fit. */
const SPARE_BYTES = 64 * 1_048_576;
/** What could not be written so long ago says nothing of now. */
const REMEMBERED_MS = 60_000;

/** Watches the disk of this folder, and what others say of theirs: the database may be on another machine. */
export function openStorageWatch(clock: Pick<Clock, 'monotonicMs'>, freeBytes: () => number): StorageWatch {
  let notedMs = Number.NEGATIVE_INFINITY;
  return {
    noted: () => void (notedMs = clock.monotonicMs()),
    isFull: () => clock.monotonicMs() - notedMs < REMEMBERED_MS || freeBytes() < SPARE_BYTES,
  };
}

export function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
