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
export const pollAfterMs = (items: readonly Item[]): number | null =>
  items.some(isInProgress) ? DOWNLOAD_POLL_MS : null;

/**
 * The items that came to `outcome` since the list before; each is told once. Those are items that were in progress, and
 * new ones that were quicker than the page. A first list (`before` null) tells nothing: it is history.
 */
export function arrivedAt<T extends Item>(
  outcome: DownloadStatus,
  before: readonly Item[] | null,
  now: readonly T[],
): T[] {
  if (before === null) return [];
  const running = new Set(before.filter(isInProgress).map(({ id }) => id));
  const newest = Math.max(0, ...before.map(({ id }) => id));
  return now.filter(({ id, status }) => status === outcome && (running.has(id) || id > newest));
}
