import type { VisitorStore } from './visitor-store.ts';

const SHOWN_MS = 5_000;

/** Who writes to the visitor, for as long as they are heard to. */
export function shownTyping({ change }: Pick<VisitorStore, 'change'>): { show(name: string): void; over(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = (): void => {
    clearTimeout(timer);
    change({ typing: '' });
  };
  return {
    show(name) {
      clearTimeout(timer);
      timer = setTimeout(over, SHOWN_MS);
      change({ typing: name });
    },
    over,
  };
}
