import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { BareFlow } from './designer-bare.tsx';
import { putCamera, watched, type Watched } from './designer-frames.ts';

const MOVES = 60;
const KEYS = 40;
const MIDDLE = { x: 620, y: 480 };

interface Opened {
  context: BrowserContext;
  page: Page;
  openMs: number;
  /** Of the main thread's own time. */
  openMainMs: number;
}

/** What one page did in everything a hand does. */
export interface Seen {
  open: number;
  openMain: number;
  /** Until a new step's problems are counted; the bare page counts none. */
  problems: number | null;
  acts: Record<string, Watched>;
}

/** A browser that never saw the page; until its steps are drawn. */
export async function opened(
  browser: Browser,
  address: string,
  token: string | null,
  bare?: { script: string; flow: BareFlow },
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Mexico_City',
    bypassCSP: true,
  });
  await context.addInitScript(putCamera);
  if (token) await context.addInitScript((value) => localStorage.setItem('openseat.token', value), token);
  const page = await context.newPage();
  if (bare)
    await page.route('**/bare', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><style>body{margin:0}</style><div id="root"></div><script>window.bareFlow=${JSON.stringify(bare.flow)}</script><script>${bare.script.replaceAll('</script', '<\\/script')}</script>`,
      }),
    );
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const beganAt = performance.now();
  await page.goto(address);
  await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const openMs = performance.now() - beganAt;
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return { context, page, openMs, openMainMs: metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000 };
}

/** Everything a hand does, on one page. */
export async function hands(
  { context, page, openMs, openMainMs }: Opened,
  { node, field, fit, isOurs }: { node: string; field: string; fit: string; isOurs: boolean },
): Promise<Seen> {
  const seen: Seen = { open: openMs, openMain: openMainMs, problems: null, acts: {} };
  const see = async (name: string, times: number, act: (at: number) => Promise<unknown>): Promise<void> => {
    seen.acts[name] = await watched(page, times, act);
  };
  const drag = async (
    name: string,
    from: { x: number; y: number },
    way = (at: number) => ({ x: from.x + at * 4, y: from.y + Math.sin(at / 8) * 60 }),
  ): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await see(name, MOVES, (at) => {
      const { x, y } = way(at);
      return page.mouse.move(x, y);
    });
    await page.mouse.up();
    await page.waitForTimeout(300);
  };
  await page.waitForLoadState('networkidle');
  await drag('pan', await emptyPlace(page));
  await drag('drag', await headOf(page, node));
  await page
    .locator(node)
    .nth(1)
    .click({ position: { x: 60, y: 12 } });
  await page.locator(field).first().click();
  await see('type', KEYS, (at) => page.keyboard.press('abcdefgh '[at % 9]!));
  await page.waitForTimeout(2_000);
  await see('tidy', 1, async () => {
    await page.getByRole('button', { name: 'Tidy up' }).click();
    await page.waitForTimeout(600);
  });
  await see('undo', 1, () => page.getByRole('button', { name: 'Undo' }).click());
  if (isOurs) {
    await page.keyboard.press('Escape');
    seen.problems = await page.evaluate(async () => {
      const count = (): string => document.querySelector('.flow-toolbar-looks button')!.textContent;
      const [was, beganAt] = [count(), performance.now()];
      document.querySelector<HTMLButtonElement>('.flow-palette-item')!.click();
      while (count() === was) await new Promise(requestAnimationFrame);
      return performance.now() - beganAt;
    });
  }
  const showAll = async (): Promise<void> => {
    await page.getByRole('button', { name: fit }).click();
    await page.waitForTimeout(500);
  };
  await showAll();
  await drag('panFar', await emptyPlace(page));
  await showAll();
  await drag('dragFar', await headOf(page, node));
  // At the edge the canvas goes along with the hand.
  const { left } = await page.evaluate(() => document.querySelector('.react-flow')!.getBoundingClientRect());
  await drag('dragEdge', await headOf(page, node), (at) => ({ x: left + 12 + (at % 2), y: 500 }));
  await showAll();
  await page.mouse.move(MIDDLE.x, MIDDLE.y);
  await see('zoom', MOVES, (at) => page.mouse.wheel(0, at < MOVES / 2 ? -120 : 120));
  await context.close();
  return seen;
}

/** Where a hand takes hold of the canvas itself. */
function emptyPlace(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    for (let x = 420; x < 1_000; x += 20)
      for (let y = 200; y < 800; y += 20)
        if (document.elementFromPoint(x, y)?.matches('.react-flow__pane')) return { x, y };
    throw new Error('No empty place on the canvas.');
  });
}

/** A step that can be taken hold of; not the one that opens the panel over others. */
function headOf(page: Page, node: string): Promise<{ x: number; y: number }> {
  return page.evaluate((selector) => {
    for (const step of document.querySelectorAll(selector)) {
      const { left, top, width, height } = step.getBoundingClientRect();
      const at = { x: left + width / 3, y: top + Math.min(12, height / 4) };
      const there = document.elementFromPoint(at.x, at.y);
      if (at.x > 500 && at.x < 800 && at.y > 200 && at.y < 760 && there && step.contains(there)) return at;
    }
    throw new Error('No step to take hold of.');
  }, node);
}
