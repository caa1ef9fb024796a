import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { bareScript } from './bare-page.ts';
import { handsOn, type Act } from './page-hands.ts';
import { loadPage, openBrowser, type PageLoad } from './page-load.ts';
import { dataFolder, flags, freePort, startProgram } from './product.ts';
import { median, print, type Figure } from './report.ts';

/*
 * What a person's browser loads, and when the page stands: gzip JS until it can be used and until it rests, LCP and jumps, at full and a
 * quarter of the processor's speed; and how long a touch or key waits for its paint, at a quarter. Beside a page of React and nothing else.
 * `npm run bench pages 1_list` also names the scripts of each page.
 */
const press = (keys: string, field: string) => async (page: Page) => {
  await page.locator(field).first().click();
  for (const key of keys) await page.keyboard.press(key);
};
const click = (what: string) => (page: Page) => page.locator(what).first().click();
/** A view of a list; the next act finds it chosen. */
const choose = (nth: number) => async (page: Page) => {
  const view = page.locator(`main .mantine-SegmentedControl-control >> nth=${nth}`);
  await view.locator('label').click();
  await view.locator('input:checked').waitFor({ state: 'attached' });
};
const menu: Act[] = [
  { name: 'menu', do: click('button.avatar') },
  { name: 'menuCloses', do: (page) => page.keyboard.press('Escape') },
];
const OWNER = 'owner@aurora.example';
const AGENT = 'ana@aurora.example';
const TABLE = 'main tbody tr[data-row], main tbody tr';

interface BenchedPage {
  name: string;
  path: string;
  user: string | null;
  goalKb: number;
  shows: string;
  acts: Act[];
}
const PAGES: BenchedPage[] = [
  {
    name: 'login',
    path: '/login',
    user: null,
    goalKb: 80,
    shows: 'input[type="password"]',
    acts: [
      { name: 'type', do: press('ana@aur', 'input[type="email"]') },
      { name: 'reveal', do: click('.out-reveal') },
    ],
  },
  { name: 'home', path: '/home', user: OWNER, goalKb: 200, shows: 'main h2', acts: menu },
  {
    name: 'workbench',
    path: '/workBench',
    user: AGENT,
    goalKb: 200,
    shows: '.bench-waiting',
    acts: [...menu, { name: 'tab', do: click('.bench-switch label >> nth=1') }],
  },
  {
    name: 'table',
    path: '/customers',
    user: OWNER,
    goalKb: 220,
    shows: TABLE,
    acts: [
      ...menu,
      { name: 'type', do: press('maria', 'main input[type="search"]') },
      { name: 'tab', do: choose(1) },
      { name: 'tabBack', do: choose(0) },
      { name: 'row', do: click(TABLE) },
    ],
  },
  { name: 'members', path: '/organisation/members', user: OWNER, goalKb: 220, shows: TABLE, acts: menu },
  { name: 'record', path: '/record', user: OWNER, goalKb: 220, shows: TABLE, acts: menu },
];
const BARE_ACTS: Act[] = [
  { name: 'menu', do: click('button.avatar') },
  { name: 'menuCloses', do: click('button.avatar') },
  { name: 'type', do: press('Cust', 'input[type="search"]') },
  { name: 'tab', do: click('input[type="radio"] >> nth=1') },
  { name: 'row', do: click('tbody tr') },
];
/** Names of acts on pages that have no such thing beside them. */
const LIKE: Record<string, string> = { reveal: 'tab', tabBack: 'tab' };
const RUNS = 5;
const [only, ...words] = process.argv.slice(2);
const isListed = [only, ...words].some((word) => word?.endsWith('_list'));

const dataDir = dataFolder();
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const product = await startProgram([...flags, 'apps/server/main.ts'], port, dataDir);
const browser = await openBrowser();
const script = await bareScript('pages-bare.tsx');
const bare = {
  served: {
    '/bare': '<!doctype html><body><div id="root"></div><script src="/bare.js"></script></body>',
    '/bare.js': script,
  },
};
const figures: Figure[] = [];
console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
try {
  for (const page of PAGES) await measure(page);
} finally {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
  // Also what was measured before something could not be.
  print('pages: first load, and hands', figures);
}

async function measure({ name, path, user, goalKb, shows, acts }: BenchedPage): Promise<void> {
  const token = user ? await signIn(user) : null;
  if (token) await readAnnouncements(token);
  const put = (what: string, ours: number, reference: number | null, unit: string, goal?: string): void =>
    void figures.push({ bench: `pages.${name}.${what}`, ours, reference, unit, ...(goal ? { goal } : {}) });
  for (const slowdown of [1, 4]) {
    const [ours, theirs]: [PageLoad[], PageLoad[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      ours.push(await loadPage(browser, `${base}${path}`, { token, slowdown, shows }));
      theirs.push(await loadPage(browser, `${base}/bare`, { ...bare, slowdown, shows: 'table' }));
    }
    const of = (loads: PageLoad[], value: (load: PageLoad) => number) => median(loads.map(value));
    const end = slowdown === 1 ? '' : '.slow4';
    if (slowdown === 1) {
      const [first] = [ours[0]!];
      put(
        'js.usable',
        of(ours, ({ usableKb }) => usableKb!),
        theirs[0]!.gzipKb,
        'KB',
        `≤ ${goalKb}`,
      );
      put(
        'js.rest',
        of(ours, ({ gzipKb }) => gzipKb),
        theirs[0]!.gzipKb,
        'KB',
      );
      put(
        'files.rest',
        of(ours, ({ files }) => files),
        theirs[0]!.files,
        'files',
      );
      put(
        'cls',
        of(ours, ({ cls }) => cls),
        null,
        'shift',
      );
      if (isListed)
        for (const { name: file, kb, isUsable } of first.scripts)
          console.log(`  ${name} ${kb.toFixed(1).padStart(6)} ${isUsable ? ' ' : 'later'} ${file}`);
    }
    put(
      `lcp${end}`,
      of(ours, ({ lcpMs }) => lcpMs),
      of(theirs, ({ lcpMs }) => lcpMs),
      'ms',
      slowdown === 1 ? '≤ 1000' : undefined,
    );
    put(
      `shown${end}`,
      of(ours, ({ shownMs }) => shownMs!),
      of(theirs, ({ shownMs }) => shownMs!),
      'ms',
    );
  }
  const [oursHands, bareHands]: Map<string, number>[][] = [[], []];
  for (let run = 0; run < 3; run += 1) {
    oursHands!.push(await handsOn(browser, `${base}${path}`, acts, { token, slowdown: 4 }));
    bareHands!.push(await handsOn(browser, `${base}/bare`, BARE_ACTS, { ...bare, slowdown: 4 }));
  }
  for (const act of acts)
    put(
      `inp.${act.name}.slow4`,
      median(oursHands!.map((seen) => seen.get(act.name)!)),
      median(bareHands!.map((seen) => seen.get(LIKE[act.name] ?? act.name)!)),
      'ms',
      '≤ 50',
    );
}

async function signIn(email: string): Promise<string> {
  const answer = await fetch(`${base}/admin/saas_plat/user/login`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'openseat-demo' }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** An unread announcement opens a dialog over the page, which is not what a day begins with. */
async function readAnnouncements(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${base}/admin/saas_plat/announcements/effect`, { headers });
  for (const { id } of ((await answer.json()) as { data: { id: number }[] }).data) {
    await fetch(`${base}/admin/saas_plat/announcements/read`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ announcements_id: id }),
    });
  }
}
