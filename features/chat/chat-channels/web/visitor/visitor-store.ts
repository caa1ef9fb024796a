import { createStore } from '#platform/web/store.ts';
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
  const view = createStore<VisitorView>({
    token: memory.token(),
    needsForm: false,
    connected: false,
    conversation: null,
    messages: [],
    outbox: memory.outbox(),
    typing: '',
    uploads: [],
    seen: '',
  });
  // The first to be told: what is shown as waiting is kept by then.
  let kept = view.get().outbox;
  view.subscribe(() => {
    const { outbox } = view.get();
    if (outbox === kept) return;
    kept = outbox;
    memory.keepOutbox(outbox);
  });
  return {
    view: view.get,
    change: (next) => view.update((now) => ({ ...now, ...next })),
    watch: view.subscribe,
  };
}
