import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import type { Page } from '@playwright/test';
import { visitorSocket } from '#features/chat/chat-channels/contract.ts';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openProduct } from './customers-product.ts';
import { benchDatabase } from './database.ts';
import { openBrowser } from './page-load.ts';
import { grownClasses, heapClasses, type HeapClass } from './heap-classes.ts';
import { openScales, type PageWeight, type Scales } from './page-weight.ts';
import { print, type Figure } from './report.ts';

/*
 * What chats leave in an agent's page: each visitor writes, the agent opens the conversation, answers and closes it. Weighed on the
 * way, beside the tenth chat, when everything a chat needs was loaded. What calls leave is weighed by `bench phone`.
 * `--classes` says what there is more of in the end; `--snapshots FOLDER` leaves what the browser's own tools read.
 */
const { values } = parseArgs({
  options: {
    chats: { type: 'string', default: '500' },
    classes: { type: 'boolean', default: false },
    snapshots: { type: 'string' },
  },
});
const CHATS = Number(values.chats);
const WARM = 10;
const WEIGHED = new Set([50, 100, 200, CHATS]);
const PATIENCE_MS = 30_000;
const CLASSES_SHOWN = 40;

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const product = await openProduct(database.url);
const browser = await openBrowser();
const figures: Figure[] = [];
try {
  const home = await aChatHouse(db);
  await home.setting('ChatReactSeconds', 9_000);
  const { token } = await home.agent({ online: false, capacity: 5, timeZone: 'America/Mexico_City' });
  const page = await deskOf(token);
  const scales = await openScales(page);
  let before: PageWeight | null = null;
  let beforeClasses: ReadonlyMap<string, HeapClass> = new Map();
  for (let chat = 1; chat <= CHATS; chat += 1) {
    await serve(page, await home.device(await home.visitor({ name: `Visitor ${chat}` })), chat);
    if (chat === WARM) {
      before = await scales.weigh();
      beforeClasses = await look(scales, 'before');
    }
    if (!before || !WEIGHED.has(chat)) continue;
    const now = await scales.weigh();
    for (const [name, unit] of [
      ['mb', 'MB'],
      ['nodes', 'nodes'],
      ['listeners', 'listeners'],
    ] as const)
      figures.push({ bench: `heap.chats.${chat}.${name}`, ours: now[name], reference: before[name], unit });
  }
  const after = await look(scales, 'after');
  for (const { name, count, bytes } of grownClasses(beforeClasses, after).slice(0, CLASSES_SHOWN))
    console.log(`${String(Math.round(bytes / 1_024)).padStart(7)} KB ${String(count).padStart(7)} ${name}`);
  await scales.close();
} finally {
  await browser.close();
  await product.stop();
  await db.close();
  await database.stop();
}
print(`heap: ${CHATS} chats in one page, beside the first ${WARM}`, figures);

/** What the page is made of, for whoever asked; it takes seconds and the browser's memory. */
async function look(scales: Scales, when: 'before' | 'after'): Promise<ReadonlyMap<string, HeapClass>> {
  if (!values.classes && values.snapshots === undefined) return new Map();
  const snapshot = await scales.snapshot();
  if (values.snapshots !== undefined) writeFileSync(join(values.snapshots, `${when}.heapsnapshot`), snapshot);
  return values.classes ? heapClasses(snapshot) : new Map();
}

/** The page of an agent who takes chats. */
async function deskOf(token: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Mexico_City',
  });
  await context.addInitScript((value) => localStorage.setItem('openseat.token', value), token);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${product.origin}/interactive/chat`);
  const seat = page.getByRole('button', { name: /^Conversations: / });
  await seat.waitFor();
  if ((await seat.textContent()) !== 'Online') {
    await seat.click();
    await page.getByRole('menuitemradio', { name: 'Online' }).click();
  }
  return page;
}

/** A visitor writes, is answered, and the conversation is closed. */
async function serve(page: Page, device: string, chat: number): Promise<void> {
  const question = `Question ${chat} of today`;
  const socket = new WebSocket(`${product.origin.replace('http', 'ws')}${visitorSocket.path}`, [device]);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'send', client_id: randomUUID(), text: question }));
  await page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: question }).click();
  await page.getByRole('log', { name: 'Messages' }).getByText(question).waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill(`Answer ${chat}`);
  await page.keyboard.press('Enter');
  await page.getByRole('log', { name: 'Messages' }).getByText(`Answer ${chat}`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Close the conversation' }).locator('button[type=submit]').click();
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: question })
    .waitFor({ state: 'detached' });
  socket.close();
}
