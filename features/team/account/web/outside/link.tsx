import { useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import { createEmitter } from '#platform/web/emitter.ts';

const steps = createEmitter();

function watch(watcher: () => void): () => void {
  const stop = steps.subscribe(watcher);
  window.addEventListener('popstate', watcher);
  return () => {
    stop();
    window.removeEventListener('popstate', watcher);
  };
}

/** Goes to another page outside a session, without loading the document anew. */
export function go(address: string): void {
  window.history.pushState(null, '', address);
  steps.emit();
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
