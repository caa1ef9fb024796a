import { useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';

const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('popstate', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('popstate', watcher);
  };
}

/** Goes to another page outside a session, without loading the document anew. */
export function go(address: string): void {
  window.history.pushState(null, '', address);
  watchers.forEach((watcher) => watcher());
}

export const usePath = (): string => useSyncExternalStore(watch, () => window.location.pathname);

export function Link({ to, children }: { to: string; children: ReactNode }) {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  );
}
