import { lazy as reactLazy, type ComponentType, type LazyExoticComponent } from 'react';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
const TRIES = 40;

/** Until then, or until the network is back. */
const later = (afterMs: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, afterMs);
    window.addEventListener('online', done);
  });

/** Code that is fetched when it is first needed. While the server is away it is asked again and again, for some minutes. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1, waitMs = FIRST_WAIT_MS; ; tries += 1, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (problem) {
      if (tries >= TRIES) throw problem;
      await later(waitMs);
    }
  }
}

/**
 * A part of a page whose code comes with its first show. React's own `lazy` fails for good at the first fetch that
 * fails, and takes the page along: in a call nobody may lose the page over a server that is away for five seconds.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as React has it: any properties
export const lazy = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> => reactLazy(() => fetchCode(load));
