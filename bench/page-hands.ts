import type { Browser, Page } from '@playwright/test';
import { openContext } from './page-load.ts';

/** Something a hand does on a page; its name says what. */
export interface Act {
  name: string;
  do(page: Page): Promise<unknown>;
}

/** Browsers do not tell what took less. */
const LEAST_MS = 16;
const SETTLED_MS = 400;

/** Runs in the page before anything else: the longest that each interaction took until the next paint. */
function watchInteractions(): void {
  const longest = new Map<number, number>();
  Object.assign(window, { interactions: longest });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (one.interactionId)
        longest.set(one.interactionId, Math.max(longest.get(one.interactionId) ?? 0, one.duration));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const worstSince = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { interactions } = window as unknown as { interactions: Map<number, number> };
    const worst = Math.max(0, ...interactions.values());
    interactions.clear();
    return worst;
  });

/** From a touch or key to the next paint, the worst of each act, on a processor so many times slower. */
export async function handsOn(
  browser: Browser,
  address: string,
  acts: readonly Act[],
  opening: Parameters<typeof openContext>[1],
): Promise<Map<string, number>> {
  const { context, page } = await openContext(browser, opening);
  await context.addInitScript(watchInteractions);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  // What is fetched when a page rests is there: a day has many hours and one first load.
  await page.waitForTimeout(5_000);
  const worst = new Map<string, number>();
  for (const act of acts) {
    await worstSince(page);
    await act.do(page);
    await page.waitForTimeout(SETTLED_MS);
    worst.set(act.name, Math.max(LEAST_MS, await worstSince(page)));
  }
  await context.close();
  return worst;
}
