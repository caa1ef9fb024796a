import { lazy as reactLazy, type ComponentType, type LazyExoticComponent } from 'react';
import { text } from './i18n.ts';
import { toast } from './toast.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
const TRIES = 40;
/** A part that has not come by now is missed: it is told, and again from time to time. */
const SHOW_AT = 3;
const SHOW_EVERY = 6;

const waiting = new Set<() => void>();

/** Until then, until the network is back, or until somebody asks for it. */
const later = (afterMs: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      waiting.delete(done);
      resolve();
    };
    const timer = setTimeout(done, afterMs);
    window.addEventListener('online', done);
    waiting.add(done);
  });

const showAway = (): void =>
  toast({
    tone: 'warning',
    id: 'code-away',
    text: text('ui.codeAway'),
    action: { text: text('ui.retry'), run: () => [...waiting].forEach((done) => done()) },
  });

/** Code that is fetched when it is first needed. While the server is away it is asked again and again, for some minutes, and the reader is told. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1, waitMs = FIRST_WAIT_MS; ; tries += 1, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (problem) {
      if (tries >= TRIES) throw problem;
      if (tries >= SHOW_AT && (tries - SHOW_AT) % SHOW_EVERY === 0) showAway();
      await later(waitMs);
    }
  }
}

/**
 * A part of a page whose code comes with its first show. React's own `lazy` fails for good at the first fetch that
 * fails, and takes the page along: in a call nobody may lose the page over a server that is away for five seconds.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React has it: any properties
export const lazy = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  reactLazy(() => fetchCode(load));
