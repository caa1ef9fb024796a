import { DownloadStatus } from '#shared/codes/download-status.ts';

/** What the rules need to know of an item of the download list. */
interface Item {
  id: number;
  status: DownloadStatus;
}

export const DOWNLOAD_POLL_MS = 10_000;

/** 0 and 1: somebody is still working on it. */
export const isInProgress = ({ status }: Pick<Item, 'status'>): boolean => DownloadStatus.row(status).inProgress;

/** When to ask for the list again: every 10 s while an item is in progress, else never (specification W4). */
export const pollAfterMs = (items: readonly Item[]): number | null => (items.some(isInProgress) ? DOWNLOAD_POLL_MS : null);

/** The items that were in progress in the list before and are done in the list now; each is told once. */
export function completed<T extends Item>(before: readonly Item[], now: readonly T[]): T[] {
  const running = new Set(before.filter(isInProgress).map(({ id }) => id));
  return now.filter(({ id, status }) => status === DownloadStatus.done && running.has(id));
}
