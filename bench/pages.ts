import { rmSync } from 'node:fs';
import { loadPage, openBrowser } from './page-load.ts';
import { dataFolder, freePort, startProgram } from './product.ts';
import { median, print, type Figure } from './report.ts';

/* What a person's browser loads, and when the page stands: gzip JS of the first load and LCP, at full and a quarter of the processor's speed. */
const PAGES = [
  { name: 'login', path: '/login', user: null, goalKb: 100 },
  { name: 'home', path: '/home', user: 'owner@aurora.example', goalKb: 200 },
  { name: 'phone', path: '/home', user: 'ana@aurora.example', goalKb: 200 },
  { name: 'table', path: '/organisation/members', user: 'owner@aurora.example', goalKb: 300 },
  { name: 'record', path: '/record', user: 'owner@aurora.example', goalKb: 300 },
] as const;
const RUNS = 3;

const dataDir = dataFolder();
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const product = await startProgram(['apps/server/main.ts'], port, dataDir);

const browser = await openBrowser();
const figures: Figure[] = [];
for (const page of PAGES) {
  const token = page.user ? await signIn(page.user) : null;
  if (token) await readAnnouncements(token);
  const loads = [];
  for (const slowdown of [1, 4]) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1)
      runs.push(await loadPage(browser, `${base}${page.path}`, { token, slowdown }));
    loads.push(runs);
  }
  figures.push({
    bench: `pages.${page.name}.js`,
    ours: loads[0]![0]!.gzipKb,
    reference: null,
    unit: 'KB',
    goal: `≤ ${page.goalKb}`,
  });
  figures.push({ bench: `pages.${page.name}.files`, ours: loads[0]![0]!.files, reference: null, unit: 'files' });
  figures.push({
    bench: `pages.${page.name}.lcp`,
    ours: median(loads[0]!.map(({ lcpMs }) => lcpMs)),
    reference: null,
    unit: 'ms',
  });
  figures.push({
    bench: `pages.${page.name}.lcp.slow4`,
    ours: median(loads[1]!.map(({ lcpMs }) => lcpMs)),
    reference: null,
    unit: 'ms',
  });
}
await browser.close();
await product.stop();
rmSync(dataDir, { recursive: true, force: true });
print('pages: first load', figures);

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
