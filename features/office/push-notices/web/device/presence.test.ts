import { expect, test } from 'vitest';
import { openPresence } from './presence.ts';

function aPage({ hasDevices }: { hasDevices: boolean }) {
  const sent: boolean[] = [];
  const waits: { ms: number; act: () => void }[] = [];
  let isVisible = true;
  let listener = (): void => {};
  const end = openPresence({
    send: async (seen) => (sent.push(seen), { hasDevices }),
    isVisible: () => isVisible,
    onVisible: (callback) => ((listener = callback), () => (listener = () => {})),
    after(ms, act) {
      const wait = { ms, act };
      waits.push(wait);
      return () => void (waits.includes(wait) && waits.splice(waits.indexOf(wait), 1));
    },
  });
  return {
    sent: sent,
    end,
    async show(seen: boolean) {
      isVisible = seen;
      listener();
      await Promise.resolve();
    },
    async wait() {
      const { ms, act } = waits.shift()!;
      act();
      await Promise.resolve();
      await Promise.resolve();
      return ms;
    },
    waiting: () => waits.length,
  };
}

test('[push] a page says every half minute that it is seen, and at once when it is not any more', async () => {
  const page = aPage({ hasDevices: true });
  expect(await page.wait()).toBe(30_000);
  await page.show(false);
  expect(page.sent).toEqual([true, true, false]);
  expect(page.waiting()).toBe(0);
  await page.show(true);
  page.end();
  expect(page.sent).toEqual([true, true, false, true, false]);
  expect(page.waiting()).toBe(0);
});

test('[push] where no device takes notices, pages hardly ask', async () => {
  const page = aPage({ hasDevices: false });
  await page.wait();
  await page.show(false);
  expect(page.sent).toEqual([true, true]);
  await page.show(true);
  expect(await page.wait()).toBe(600_000);
  page.end();
  expect(page.sent).toEqual([true, true, true, true]);
});
