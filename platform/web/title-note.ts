let note = '';
const watchers = new Set<() => void>();

/** What stands before the page's name in the browser's tab: with whom one talks, for instance. Empty: nothing. */
export const titleNote = {
  get: (): string => note,
  set(next: string): void {
    if (next === note) return;
    note = next;
    watchers.forEach((watcher) => watcher());
  },
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
};
