let opened = false;
const watchers = new Set<() => void>();

/** Whether the download list is open; notices of other pages open it. */
export const downloadsWindow = {
  get: (): boolean => opened,
  set(next: boolean): void {
    opened = next;
    watchers.forEach((watcher) => watcher());
  },
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};
