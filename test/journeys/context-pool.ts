import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/**
 * Contexts that journeys use one after another. A page in a context that was used before costs a third less: its scripts are
 * there, and compiled. What a person leaves (storage, cookies, pages, scripts, listeners) goes between two journeys.
 */
export interface ContextPool {
  borrow(options: BrowserContextOptions): Promise<BrowserContext>;
  /** For the next; a context that was changed in a way nobody can undo is closed. */
  giveBack(context: BrowserContext): Promise<void>;
}

/** After these a context is not what its options say any more. */
const LASTING = [
  'route',
  'routeWebSocket',
  'setOffline',
  'grantPermissions',
  'clearPermissions',
  'setExtraHTTPHeaders',
  'exposeFunction',
  'exposeBinding',
] as const;

interface Loan {
  kind: string;
  isChanged: boolean;
  isClosed: boolean;
  undo: (() => unknown)[];
}

export function contextPool(browser: Browser): ContextPool {
  const idle = new Map<string, BrowserContext[]>();
  const loans = new Map<BrowserContext, Loan>();

  return {
    async borrow({ storageState = { cookies: [], origins: [] }, ...options }) {
      const kind = JSON.stringify(options);
      const used = idle.get(kind)?.pop();
      if (used) {
        await used.setStorageState(storageState);
        return used;
      }
      const context = await browser.newContext({ ...options, storageState });
      loans.set(context, noted(context, kind));
      return context;
    },

    async giveBack(context) {
      const loan = loans.get(context);
      if (!loan || loan.isClosed) return;
      for (const page of context.pages()) await page.close();
      if (loan.isChanged) return context.close();
      for (const undo of loan.undo.splice(0)) await undo();
      idle.set(loan.kind, [...(idle.get(loan.kind) ?? []), context]);
    },
  };
}

/** Notes what is done to a context, so that it can be undone. */
function noted(context: BrowserContext, kind: string): Loan {
  const loan: Loan = { kind, isChanged: false, isClosed: false, undo: [] };
  context.on('close', () => (loan.isClosed = true));
  const after = <Name extends 'addInitScript' | 'on' | (typeof LASTING)[number]>(
    name: Name,
    note: (args: unknown[], result: unknown) => void,
  ) => {
    const original = context[name].bind(context) as (...args: unknown[]) => unknown;
    Object.assign(context, {
      [name]: (...args: unknown[]) => {
        const result = original(...args);
        note(args, result);
        return result;
      },
    });
  };
  for (const name of LASTING) after(name, () => (loan.isChanged = true));
  after('addInitScript', (_, script) =>
    loan.undo.push(async () => (await (script as ReturnType<BrowserContext['addInitScript']>)).dispose()),
  );
  after('on', ([event, listener]) => loan.undo.push(() => context.off(event as 'page', listener as () => void)));
  return loan;
}
