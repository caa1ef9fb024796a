import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';

/** Where the demo's people are: elsewhere a dialog would remind them of their time zone. */
const ZONE = 'America/Mexico_City';
/** Runs in the page. */
const LARGEST_PAINT =
  "new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))";
/** Runs in the page: how far what was drawn jumped, as browsers reckon it. */
const JUMPS =
  "new Promise((resolve) => { let sum = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value; }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => resolve(sum), 50); })";

export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  });

export interface PageLoad {
  /** Of all scripts until the page rests. */
  gzipKb: number;
  files: number;
  /** Of those that were asked for before what was waited for stood; null: nothing was. */
  usableKb: number | null;
  usableFiles: number | null;
  lcpMs: number;
  /** When what was waited for stood; null: nothing was. */
  shownMs: number | null;
  cls: number;
  /** Names of the scripts and what they weigh, the heaviest first. */
  scripts: { name: string; kb: number; isUsable: boolean }[];
}

interface Opening {
  token?: string | null;
  slowdown?: number;
  /** Answers addresses in place of the server, for a page that is none of the product's. */
  served?: Record<string, string>;
}

/** A browser that has never seen the page. */
export async function openContext(
  browser: Browser,
  { token, slowdown = 1, served = {} }: Opening,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: ZONE,
  });
  if (token) await context.addInitScript((value) => localStorage.setItem('openseat.token', value), token);
  const page = await context.newPage();
  for (const [end, body] of Object.entries(served))
    await page.route(`**${end}`, (route) =>
      route.fulfill({ contentType: end.endsWith('.js') ? 'text/javascript' : 'text/html', body }),
    );
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { context, page };
}

/** A page in a browser that has never seen it: what it loads, and when it stands. */
export async function loadPage(
  browser: Browser,
  address: string,
  { shows, ...opening }: Opening & { shows?: string },
): Promise<PageLoad> {
  const { context, page } = await openContext(browser, opening);
  const asked = new Map<string, Promise<number>>();
  page.on('request', (request) => {
    if (!/\.m?js(\?|$)/.test(request.url())) return;
    const size = request.response().then(
      async (answer) => (answer ? gzipSync(await answer.body()).length : 0),
      () => 0,
    );
    asked.set(
      request.url(),
      size.catch(() => 0),
    );
  });
  await page.goto(address);
  let shownMs: number | null = null;
  let usable: ReadonlySet<string> | null = null;
  if (shows) {
    await page.waitForSelector(shows);
    usable = new Set(asked.keys());
    shownMs = await page.evaluate<number>('performance.now()');
  }
  await page.waitForLoadState('networkidle');
  const lcpMs = await page.evaluate<number>(LARGEST_PAINT);
  const cls = await page.evaluate<number>(JUMPS);
  const scripts = await Promise.all(
    [...asked].map(async ([url, size]) => ({
      name: url.split('/').at(-1)!,
      kb: (await size) / 1_024,
      isUsable: usable?.has(url) ?? false,
    })),
  );
  await context.close();
  const sum = (some: typeof scripts) => some.reduce((total, { kb }) => total + kb, 0);
  const before = scripts.filter(({ isUsable }) => isUsable);
  return {
    gzipKb: sum(scripts),
    files: scripts.length,
    usableKb: usable && sum(before),
    usableFiles: usable && before.length,
    lcpMs,
    shownMs,
    cls,
    scripts: scripts.toSorted((a, b) => b.kb - a.kb),
  };
}
