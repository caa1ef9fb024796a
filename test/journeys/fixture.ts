import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { leaveNobodyCalling, ORIGIN, PASSWORD, tokenOf, type DemoPerson } from './api.ts';
import { readAnnouncements } from './arrange.ts';
import { contextPool, type ContextPool } from './context-pool.ts';

export interface Watch {
  context(context: BrowserContext): Promise<void>;
  /** What this journey provokes on purpose. */
  allow(complaint: RegExp): void;
}

interface Journey {
  watch: Watch;
  /** A browser of a person who has signed in, on a page of theirs; `prepare` comes before the page is loaded. */
  visit(
    person: DemoPerson,
    path?: string,
    options?: BrowserContextOptions,
    prepare?: (context: BrowserContext) => Promise<unknown>,
  ): Promise<Page>;
  /** A browser of this journey's, watched, which the next may have after it. */
  lend(options: BrowserContextOptions): Promise<BrowserContext>;
}

/** Every journey fails on a console error, an exception in a page, or something the content security policy refused. */
export const test = base.extend<Journey, { contexts: ContextPool }>({
  contexts: [async ({ browser }, use) => use(contextPool(browser)), { scope: 'worker' }],

  watch: [
    // The runner reads the pattern to learn what is needed: nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const complaints: string[] = [];
      const allowed: RegExp[] = [];
      await use({
        async context(context) {
          await context.addInitScript(() =>
            document.addEventListener('securitypolicyviolation', (event) =>
              console.error(`Refused by policy: ${event.violatedDirective} ${event.blockedURI}`),
            ),
          );
          context.on('weberror', (error) =>
            complaints.push(error.error().stack || `${error.error().name}: ${error.error().message}`),
          );
          context.on(
            'console',
            (message) => message.type() === 'error' && complaints.push(`${message.text()} (${message.location().url})`),
          );
        },
        allow: (complaint) => void allowed.push(complaint),
      });
      expect(complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))).toEqual([]);
    },
    { auto: true },
  ],

  // The runner reads the pattern to learn what is needed: nothing.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(ORIGIN),

  context: async ({ lend }, use) => use(await lend({})),

  lend: async ({ contexts, contextOptions, permissions, viewport, locale, timezoneId, watch }, use) => {
    const lent: BrowserContext[] = [];
    // What a file of journeys settles for itself (`test.use`) makes another kind of context.
    const settled = { ...contextOptions, ...(permissions && { permissions }), viewport, locale, timezoneId };
    await use(async (options) => {
      const context = await contexts.borrow({ ...settled, baseURL: ORIGIN, ...options } as BrowserContextOptions);
      lent.push(context);
      await watch.context(context);
      return context;
    });
    for (const context of lent) await contexts.giveBack(context);
    await leaveNobodyCalling();
  },

  visit: async ({ lend }, use) => {
    await use(async (person, path = '/home', options = {}, prepare = async () => {}) => {
      const token = await tokenOf(person);
      await readAnnouncements(token);
      const origin = options.baseURL ?? ORIGIN;
      const context = await lend({
        timezoneId: person.zone,
        storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'openseat.token', value: token }] }] },
        ...options,
      });
      await prepare(context);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
  },
});

export { expect, readAnnouncements };

/** Reads every announcement that comes up, as a new person would. One that was taken back before the click is gone by itself. */
export const readsWhatComes = (page: Page): Promise<void> =>
  page.addLocatorHandler(
    page.getByRole('button', { name: 'I have read it' }),
    (button) =>
      button.click({ timeout: TAKEN_BACK_MS }).catch(async (problem: unknown) => {
        if (await button.isVisible()) throw problem;
      }),
    { noWaitAfter: true },
  );

/** A button that cannot be pressed for so long is looked for again. */
const TAKEN_BACK_MS = 5_000;

/** Signs in as people do. */
export async function signIn(page: Page, { email }: Pick<DemoPerson, 'email'>): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(titleOf(page)).toHaveText('Home');
}

/** The title of the page on show. */
export const titleOf = (page: Page): Locator => page.getByRole('banner').getByRole('heading', { level: 1 });

/** The page itself, without what surrounds it. */
export const pageOf = (page: Page): Locator => page.locator('main');

/** Nothing on the page is in trouble, and nothing is still on its way. */
export async function expectWhole(page: Page): Promise<void> {
  await expect(pageOf(page).getByLabel('Loading')).toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(pageOf(page).getByRole('alert')).toHaveCount(0);
  await expect(pageOf(page)).not.toBeEmpty();
}
