// `npm run screens`: pictures of the demo for docs/screens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needChromium } from './lib/chromium.mjs';
import { buildPages } from './lib/pages.mjs';
import { ready } from './lib/ready.mjs';
import { root } from './lib/root.mjs';
import { main, Stop } from './lib/run.mjs';

const PORT = 3_198;
const origin = `http://127.0.0.1:${PORT}`;
const target = join(root, 'docs', 'screens');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The browser the pictures are taken with. */
const visitor = { locale: 'en-US', timezoneId: 'America/Mexico_City', reducedMotion: 'reduce' };

const owner = 'owner@aurora.example';
const agent = 'ana@aurora.example';
const screens = [
  { name: 'login', path: '/login' },
  { name: 'home-light', path: '/home', who: owner },
  { name: 'home-dark', path: '/home', who: owner, colorScheme: 'dark' },
  { name: 'members', path: '/organisation/members', who: owner },
  {
    name: 'role-editor',
    path: async (token) =>
      `/organisation/roles/new?copy=${(await call(token, 'GET', 'role/list')).find((role) => role.functions.length > 5).id}`,
    who: owner,
  },
  { name: 'announcements', path: '/organisation/announcements', who: owner },
  { name: 'operation-log', path: '/organisation/operationLog', who: owner },
  { name: 'help', path: '/help', who: agent },
  { name: 'account-security', path: '/personalSetting/accountSecurity', who: agent },
  { name: 'phone-home', path: '/home', who: agent, viewport: PHONE },
  { name: 'members-zh-cn', path: '/organisation/members', who: 'sofia@aurora.example', lang: 'zh_CN' },
  { name: 'home-es-mx', path: '/home', who: 'sofia@aurora.example', lang: 'es_MX' },
];

main(async () => {
  const { node, env } = await ready({ dev: true });
  await buildPages({ node, env });
  const executablePath = await needChromium();
  if (!executablePath) throw new Stop('Without it there are no pictures.');
  const product = await startProduct(node, env);
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  try {
    mkdirSync(target, { recursive: true });
    for (const screen of screens) await take(browser, screen);
  } finally {
    await browser.close();
    await product.stop();
  }
});

async function take(browser, { name, path, who, viewport = DESK, colorScheme = 'light', lang = 'en_US' }) {
  const storageState = who ? await sessionOf(browser, who) : undefined;
  const token = storageState?.origins[0].localStorage.find((item) => item.name === 'openseat.token').value;
  if (token) await prepare(token, lang);
  const context = await browser.newContext({ ...visitor, viewport, colorScheme, storageState });
  const page = await context.newPage();
  await page.goto(`${origin}${typeof path === 'string' ? path : await path(token)}`);
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(target, `${name}.png`), animations: 'disabled', caret: 'hide' });
  await context.close();
  console.log(`docs/screens/${name}.png`);
}

const sessions = new Map();

/** Signs a person in as people do, once. */
async function sessionOf(browser, email) {
  if (sessions.has(email)) return sessions.get(email);
  const context = await browser.newContext(visitor);
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByLabel('Password').fill('openseat-demo');
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

async function call(token, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const { code, data, msg } = await (
    await fetch(`${origin}/admin/saas_plat/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
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
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...env, PORT: String(PORT), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' },
  });
  const ended = once(server, 'exit').then(() => rmSync(dataDir, { recursive: true, force: true }));
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 300 || server.exitCode !== null) throw new Stop('The product did not start.');
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
