import type { VisitorView } from './visitor-line.ts';
import type { VisitorMemory } from './visitor-memory.ts';

/** What the page shows, and who is told when that changes. */
export interface VisitorStore {
  view(): VisitorView;
  change(next: Partial<VisitorView>): void;
  watch(watcher: () => void): () => void;
}

/** Begins with what the device remembers; what waits to be sent is remembered from then on. */
export function openVisitorStore(memory: VisitorMemory): VisitorStore {
  const watchers = new Set<() => void>();
  let view: VisitorView = {
    token: memory.token(),
    needsForm: false,
    connected: false,
    conversation: null,
    messages: [],
    outbox: memory.outbox(),
    typing: '',
    uploads: [],
    seen: '',
  };
  return {
    view: () => view,
    change(next) {
      const outboxBefore = view.outbox;
      view = { ...view, ...next };
      if (view.outbox !== outboxBefore) memory.keepOutbox(view.outbox);
      watchers.forEach((watcher) => watcher());
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
