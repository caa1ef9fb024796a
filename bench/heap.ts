import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import type { Page } from '@playwright/test';
import { visitorSocket } from '#features/chat/chat-channels/contract.ts';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openProduct } from './customers-product.ts';
import { benchDatabase } from './database.ts';
import { furnish } from './exchange-house.ts';
import { openBrowser } from './page-load.ts';
import { grownClasses, heapClasses, type HeapClass } from './heap-classes.ts';
import { openScales, type PageWeight, type Scales } from './page-weight.ts';
import { print, type Figure } from './report.ts';

/*
 * What a day leaves in an agent's page. Chats: each visitor writes, the agent opens the conversation, answers and closes it. Then, in the
 * same page, calls to somebody outside, each hung up once it talks. Weighed on the way, beside the tenth of each, when everything one needs
 * was loaded. `--classes` says what there is more of in the end; `--snapshots FOLDER` leaves what the browser's own tools read.
 */
const { values } = parseArgs({
  options: {
    chats: { type: 'string', default: '500' },
    calls: { type: 'string', default: '200' },
    classes: { type: 'boolean', default: false },
    snapshots: { type: 'string' },
  },
});
const [CHATS, CALLS] = [Number(values.chats), Number(values.calls)];
const WARM = 10;
const WEIGHED = [50, 100, 200];
/** Answers at once. */
const OUTSIDE = '14155550101';
const PATIENCE_MS = 30_000;
const CLASSES_SHOWN = 40;

const database = await benchDatabase();
await migrate(database.url);
const db = openDb({ url: database.url, report() {} });
const product = await openProduct(database.url, { hasDemo: true });
const browser = await openBrowser(
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
);
const figures: Figure[] = [];
try {
  const home = await aChatHouse(db);
  await home.setting('ChatReactSeconds', 9_000);
  await furnish(db, home.tenantId);
  const functions = ['chat.use', 'calls.use', 'rehearsal.use', 'routes.use'];
  const seats = { textSeat: true, voiceSeat: true, timeZone: 'America/Mexico_City' };
  const { token, userId } = await home.agent({ online: false, capacity: 5, functions, ...seats });
  await db.everyTenant('a phone', (tx) =>
    sql`insert into agent (tenant_id, user_id, record_calls, wrap_up) values (${home.tenantId}, ${userId}, false, false)`.execute(
      tx.as(),
    ),
  );
  const page = await deskOf(token);
  const scales = await openScales(page);
  await many('chats', CHATS, scales, async (chat) =>
    serve(page, await home.device(await home.visitor({ name: `Visitor ${chat}` })), chat),
  );
  if (CALLS > 0) {
    await page.getByRole('button', { name: 'Open the phone' }).click();
    await many('calls', CALLS, scales, () => callOut(page));
  }
  await scales.close();
} finally {
  await browser.close();
  await product.stop();
  await db.close();
  await database.stop();
}
print(`heap: ${CHATS} chats, then ${CALLS} calls in one page, each beside its first ${WARM}`, figures);

/** Does it so many times, and says what the page weighs on the way. */
async function many(
  what: 'chats' | 'calls',
  times: number,
  scales: Scales,
  act: (time: number) => Promise<void>,
): Promise<void> {
  let before: PageWeight | null = null;
  let beforeClasses: ReadonlyMap<string, HeapClass> = new Map();
  for (let time = 1; time <= times; time += 1) {
    await act(time);
    if (time === WARM) {
      before = await scales.weigh();
      beforeClasses = await look(scales, `${what}-before`);
    }
    if (!before || !(WEIGHED.includes(time) || time === times)) continue;
    const now = await scales.weigh();
    for (const [name, unit] of [
      ['mb', 'MB'],
      ['nodes', 'nodes'],
      ['listeners', 'listeners'],
    ] as const)
      figures.push({ bench: `heap.${what}.${time}.${name}`, ours: now[name], reference: before[name], unit });
  }
  const after = await look(scales, `${what}-after`);
  for (const { name, count, bytes } of grownClasses(beforeClasses, after).slice(0, CLASSES_SHOWN))
    console.log(`${what} ${String(Math.round(bytes / 1_024)).padStart(7)} KB ${String(count).padStart(7)} ${name}`);
}

/** What the page is made of, for whoever asked; it takes seconds and the browser's memory. */
async function look(scales: Scales, when: string): Promise<ReadonlyMap<string, HeapClass>> {
  if (!values.classes && values.snapshots === undefined) return new Map();
  const snapshot = await scales.snapshot();
  if (values.snapshots !== undefined) writeFileSync(join(values.snapshots, `${when}.heapsnapshot`), snapshot);
  return values.classes ? heapClasses(snapshot) : new Map();
}

/** The page of an agent who takes chats, with a phone. */
async function deskOf(token: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Mexico_City',
    permissions: ['microphone', 'notifications'],
  });
  await context.addInitScript((value) => localStorage.setItem('openseat.token', value), token);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${product.origin}/interactive/chat`);
  await page.getByRole('button', { name: 'Status: Available' }).waitFor();
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

/** A call to somebody outside who answers. */
async function callOut(page: Page): Promise<void> {
  await page.getByLabel('Phone number').fill(`+${OUTSIDE}`);
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByRole('button', { name: 'Hold' }).and(page.locator(':enabled')).first().waitFor();
  await page.getByRole('button', { name: 'Hang up' }).first().click();
  await page.getByLabel('Phone number').waitFor();
}
