// `npm run screens`: pictures of the demo for docs/screens. `npm run screens -- --of FOLDER` takes the screens people look at most of the
// product as it stands in another folder, for docs/screens/before. Names after that: only those.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { needChromium } from './lib/chromium.mjs';
import { root } from './lib/root.mjs';
import { main, Stop } from './lib/run.mjs';

const {
  values: { of },
  positionals: wanted,
} = parseArgs({ options: { of: { type: 'string' } }, allowPositionals: true });
/** Where the product is that pictures are taken of. */
const house = of === undefined ? root : resolve(of);
const target = join(root, 'docs', 'screens', ...(of === undefined ? [] : ['before']));
/** A quarter of a PNG, and no letter is blurred. */
const PICTURE = { format: 'webp', quality: 82 };

/** For a busy machine. */
const PATIENCE_MS = 120_000;
const PORT = 3_198;
const origin = `http://127.0.0.1:${PORT}`;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The browser the pictures are taken with. */
const visitor = {
  locale: 'en-US',
  timezoneId: 'America/Mexico_City',
  reducedMotion: 'reduce',
  permissions: ['microphone', 'notifications'],
  bypassCSP: true,
};
/** Nothing blinks or moves in a picture. */
const STILL =
  '*, ::before, ::after { caret-color: transparent !important; animation: none !important; transition: none !important; }';

const owner = 'owner@aurora.example';
const agent = 'ana@aurora.example';
const PASSWORD = 'openseat-demo';
/** The support group's number. */
const SUPPORT = '525550000102';
/** The ten screens people look at most, the first of them on a phone too. */
const most = [
  { name: 'home-agent', path: '/home', who: agent },
  { name: 'workbench-in-a-call', path: '/home', who: agent, act: talkAtTheWorkbench },
  { name: 'phone-in-a-call', path: '/home', who: agent, act: talk },
  { name: 'chat', path: '/interactive/chat', who: agent, act: openFirstChat },
  { name: 'customers', path: '/customers', who: owner },
  { name: 'customer', path: '/customers', who: owner, act: openFirstCustomer },
  { name: 'call-records', path: '/record', who: owner },
  { name: 'monitoring', path: '/seating/seatStatus', who: owner },
  { name: 'dashboard', path: '/data/dashboard', who: owner },
  { name: 'search', path: '/home', who: owner, act: searchForSomebody },
  { name: 'phone-home', path: '/home', who: agent, viewport: PHONE },
];
/** What else a guide shows. */
const besides = [
  { name: 'login', path: '/login' },
  { name: 'home-light', path: '/home', who: owner },
  { name: 'home-dark', path: '/home', who: owner, colorScheme: 'dark' },
  { name: 'home-es-mx', path: '/home', who: owner, lang: 'es_MX' },
  { name: 'customers-zh-cn', path: '/customers', who: owner, lang: 'zh_CN' },
  { name: 'help', path: '/help', who: agent },
];

main(async () => {
  const { ready } = await import(join(house, 'scripts/lib/ready.mjs'));
  const { buildPages } = await import(join(house, 'scripts/lib/pages.mjs'));
  const { node, env } = await ready({ dev: true });
  await buildPages({ node, env });
  const executablePath = await needChromium();
  if (!executablePath) throw new Stop('Without it there are no pictures.');
  const product = await startProduct(node, env);
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
  try {
    mkdirSync(target, { recursive: true });
    const screens = of === undefined ? [...most, ...besides] : most;
    for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
      await take(browser, screen);
  } finally {
    await browser.close();
    await product.stop();
  }
});

async function take(browser, { name, path, who, viewport = DESK, colorScheme = 'light', lang = 'en_US', act }) {
  const storageState = who ? await sessionOf(browser, who) : undefined;
  const token = storageState?.origins[0].localStorage.find((item) => item.name === 'openseat.token').value;
  if (token) await prepare(token, lang);
  const context = await browser.newContext({ ...visitor, viewport, colorScheme, storageState });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${origin}${typeof path === 'string' ? path : await path(token)}`);
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await act?.(page);
  await settle(page);
  await page.evaluate(() => document.fonts.ready);
  await page.addStyleTag({ content: STILL });
  const file = join(target, `${name}.webp`);
  const { data } = await (await context.newCDPSession(page)).send('Page.captureScreenshot', PICTURE);
  writeFileSync(file, Buffer.from(data, 'base64'));
  await endCall(page);
  await context.close();
  console.log(file);
}

/** A busy machine shows for a while that something is on its way, and then that more is. */
async function settle(page) {
  const isOnItsWay = () => document.querySelector('[aria-busy="true"], [aria-label="Loading"], .skeleton');
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await page.waitForLoadState('networkidle');
    if (await page.evaluate(`Boolean((${isOnItsWay})())`)) quiet = -1;
    await page.waitForTimeout(300);
  }
}

/** A customer calls, and the agent answers. */
async function talk(page) {
  // A page nobody has touched is kept silent.
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await page.locator('header.top').getByText('Available').first().waitFor({ state: 'attached' });
  await api(await tokenOf(owner), 'POST', '/cc/api/rehearsal/v1/callIn', { did: SUPPORT, script: 'long' });
  await page
    .getByRole('button', { name: /^Answer/ })
    .first()
    .click();
  await page.getByText('In a call').first().waitFor({ state: 'attached' });
}

async function talkAtTheWorkbench(page) {
  await talk(page);
  await page.evaluate(() => {
    history.pushState(null, '', '/workBench?tabIndex=call');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('button', { name: /^Hold/ }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function openFirstChat(page) {
  await settle(page);
  const list = page.getByRole('region', { name: 'Conversations' });
  await list
    .getByRole('button')
    .filter({ hasText: /\d\d:\d\d/ })
    .first()
    .click();
  await page.getByRole('log').waitFor();
}

async function searchForSomebody(page) {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ana');
  await page.waitForLoadState('networkidle');
}

async function openFirstCustomer(page) {
  await page.getByRole('main').getByRole('row').nth(1).click();
  await page.waitForURL(/\/customers\/\d+/);
  await page.waitForLoadState('networkidle');
}

/** The next picture of the same person begins without a call. */
async function endCall(page) {
  const hangUp = page.getByRole('button', { name: /^Hang up/ }).first();
  if (!(await hangUp.isVisible())) return;
  await hangUp.click();
  await page
    .getByRole('button', { name: /^I am done/ })
    .first()
    .click();
}

const sessions = new Map();

/** Signs a person in as people do, once. */
async function sessionOf(browser, email) {
  if (sessions.has(email)) return sessions.get(email);
  const context = await browser.newContext(visitor);
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  const state = await context.storageState();
  await context.close();
  sessions.set(email, state);
  return state;
}

/** The language the picture wants, and nothing announced in front of it. */
async function prepare(token, lang) {
  if ((await call(token, 'GET', 'user/info')).lang !== lang) await call(token, 'POST', 'user/switchLanguage', { lang });
  for (const { id } of await call(token, 'GET', 'announcements/effect'))
    await call(token, 'PUT', 'announcements/read', { announcements_id: id });
}

const call = (token, method, path, body) => api(token, method, `/admin/saas_plat/${path}`, body);
const tokenOf = async (email) => (await call(null, 'PUT', 'user/login', { email, password: PASSWORD })).token;

async function api(token, method, path, body) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const { code, data, msg } = await (
    await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  ).json();
  if (code !== 0) throw new Error(`${method} ${path}: ${code} ${msg}`);
  return data;
}

/** The whole product with the demo, on a data folder that goes away with it. */
async function startProduct(node, env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'openseat-screens-'));
  // PostgreSQL runs as another account when we are root; it must be able to enter.
  chmodSync(dataDir, 0o755);
  const server = spawn(node, ['apps/server/main.ts'], {
    cwd: house,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...env, PORT: String(PORT), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' },
  });
  const ended = once(server, 'exit').then(() => rmSync(dataDir, { recursive: true, force: true }));
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 1_200 || server.exitCode !== null) throw new Stop('The product did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

const isReady = () =>
  fetch(`${origin}/api/echo`).then(
    ({ ok }) => ok,
    () => false,
  );
