import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';

/** Where the demo's people are: elsewhere a dialog would remind them of their time zone. */
const ZONE = 'America/Mexico_City';
/** Runs in the page. */
const LARGEST_PAINT =
  "new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))";

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
  gzipKb: number;
  files: number;
  lcpMs: number;
  /** When what was waited for stood; null: nothing was. */
  shownMs: number | null;
}

/** A page in a browser that has never seen it: what it loads, and when it stands. */
export async function loadPage(
  browser: Browser,
  address: string,
  { token, slowdown = 1, shows }: { token?: string | null; slowdown?: number; shows?: string },
): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: ZONE,
  });
  if (token) await context.addInitScript((value) => localStorage.setItem('openseat.token', value), token);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const sizes: Promise<number>[] = [];
  page.on('response', (answer) => {
    if (/\.m?js(\?|$)/.test(answer.url()))
      sizes.push(
        answer.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      );
  });
  await page.goto(address);
  let shownMs: number | null = null;
  if (shows) {
    await page.waitForSelector(shows);
    shownMs = await page.evaluate<number>('performance.now()');
  }
  await page.waitForLoadState('networkidle');
  const lcpMs = await page.evaluate<number>(LARGEST_PAINT);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { gzipKb: bytes / 1_024, files: sizes.length, lcpMs, shownMs };
}
