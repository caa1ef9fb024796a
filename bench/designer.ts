import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { BrowserContext, Page } from '@playwright/test';
import { branchesOf } from '#features/flows/flows/core/edit.ts';
import type { Flow } from '#core/flow/flow.ts';
import { summaryOf } from '#features/flows/flows/web/designer/summary.ts';
import { bareScript } from './bare-page.ts';
import type { BareFlow } from './designer-bare.tsx';
import { largeFlow } from './designer-flow.ts';
import { putCamera, watched, type Watched } from './designer-frames.ts';
import { openBrowser } from './page-load.ts';
import { dataFolder, freePort, startProgram } from './product.ts';
import { print, type Figure } from './report.ts';

/*
 * The designer with flows of 20, 200 and 500 steps: until it stands, and what the page does while a hand pans, zooms, drags a step, types,
 * takes back and tidies up. Beside the bare @xyflow/react with the same steps and nothing of the product around it.
 */
const SIZES = (process.argv[2] ?? '20,200,500').split(',').map(Number);
const MOVES = 60;
const KEYS = 40;
const MIDDLE = { x: 620, y: 480 };

const dataDir = dataFolder();
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const product = await startProgram(['apps/server/main.ts'], port, dataDir);
const browser = await openBrowser();
const figures: Figure[] = [];
try {
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  const token = await signIn();
  const script = await bareScript('designer-bare.tsx');
  for (const size of SIZES) {
    const flow = largeFlow(size);
    const { id } = await ask<{ id: number }>(token, '/cc/api/ivrFlow/v1/import', {
      name: `Steps ${size}`,
      file: { openseat: 'flow', name: `Steps ${size}`, flow, names: [] },
    });
    const ours = await hands(await opened(`${base}/robot/flows/${id}`, token), {
      node: '.flow-step',
      field: '.flow-spoken textarea',
      fit: 'Whole flow',
      isOurs: true,
    });
    const bare = await hands(await opened(`${base}/bare`, null, { script, flow: bareOf(flow) }), {
      node: '.react-flow__node',
      field: 'aside textarea',
      fit: 'Fit View',
      isOurs: false,
    });
    note(size, ours, bare);
  }
} finally {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
print('designer: frames while a flow is drawn', figures);

interface Opened {
  context: BrowserContext;
  page: Page;
  openMs: number;
  /** Of the main thread's own time. */
  openMainMs: number;
}

type Seen = Record<string, Watched | number>;

/** A browser that never saw the page; until its steps are drawn. */
async function opened(
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
async function hands(
  { context, page, openMs, openMainMs }: Opened,
  { node, field, fit, isOurs }: { node: string; field: string; fit: string; isOurs: boolean },
): Promise<Seen> {
  const seen: Seen = { open: openMs, 'open.main': openMainMs };
  const see = async (name: string, times: number, act: (at: number) => Promise<unknown>): Promise<void> => {
    seen[name] = await watched(page, times, act);
  };
  const drag = async (name: string, from: { x: number; y: number }): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await see(name, MOVES, (at) => page.mouse.move(from.x + at * 4, from.y + Math.sin(at / 8) * 60));
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
    seen['problems'] = await page.evaluate(async () => {
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
      if (at.x > 230 && at.x < 830 && at.y > 150 && at.y < 820 && there && step.contains(there)) return at;
    }
    throw new Error('No step to take hold of.');
  }, node);
}

function note(size: number, ours: Seen, bare: Seen): void {
  for (const [name, seen] of Object.entries(ours)) {
    const beside = bare[name];
    const put = (what: string, unit: string, of: (one: Watched) => number): void => {
      if (typeof seen === 'number') return;
      figures.push({
        bench: `designer.${size}.${name}.${what}`,
        ours: of(seen),
        reference: typeof beside === 'object' ? of(beside) : null,
        unit,
      });
    };
    if (typeof seen === 'number')
      figures.push({
        bench: `designer.${size}.${name}`,
        ours: seen,
        reference: typeof beside === 'number' ? beside : null,
        unit: 'ms',
      });
    if (!['tidy', 'undo'].includes(name)) {
      put('frame.p50', 'ms', ({ frameP50 }) => frameP50);
      put('frame.p95', 'ms', ({ frameP95 }) => frameP95);
    }
    put('script', 'ms each', ({ scriptMs }) => scriptMs);
    put('main', 'ms each', ({ mainMs }) => mainMs);
    put('longTasks', 'tasks', ({ longTasks }) => longTasks);
    put('longest', 'ms', ({ longestMs }) => longestMs);
  }
}

function bareOf(flow: Flow): BareFlow {
  return {
    nodes: flow.nodes.map((node) => ({
      id: node.id,
      title: node.name || node.kind,
      text: summaryOf(node, flow),
      branches: branchesOf(flow, node.id),
      x: node.x,
      y: node.y,
      tidyX: node.y,
      tidyY: node.x,
    })),
    edges: [...flow.edges],
  };
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${base}/admin/saas_plat/user/login`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@aurora.example', password: 'openseat-demo' }),
  });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const announced = (await (await fetch(`${base}/admin/saas_plat/announcements/effect`, { headers })).json()) as {
    data: { id: number }[];
  };
  for (const { id } of announced.data)
    await fetch(`${base}/admin/saas_plat/announcements/read`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ announcements_id: id }),
    });
  return token;
}

async function ask<T>(token: string, path: string, body: object): Promise<T> {
  const answer = (await (
    await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as { code: number; data: T; msg: string };
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data;
}
