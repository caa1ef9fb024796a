import type { Page } from '@playwright/test';

/**
 * Nothing runs in the page any more, as when the browser freezes a tab nobody looks at (this browser freezes none that is
 * seen, and has no others); the answer wakes it, and the page hears of that as it would from the browser.
 */
export async function freeze(page: Page): Promise<() => Promise<void>> {
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  const { promise: asleep, resolve: fallAsleep } = Promise.withResolvers<void>();
  await page.route('**/asleep', async (route) => {
    fallAsleep();
    await woken;
    await route.fulfill({ body: '' });
  });
  const sleeping = page.evaluate(() => {
    const request = new XMLHttpRequest();
    // The page stands still until it is answered.
    request.open('GET', '/asleep', false);
    request.send();
    document.dispatchEvent(new Event('resume'));
  });
  await asleep;
  return async () => {
    wake();
    await sleeping;
  };
}
