import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { CallHeader } from '#shared/call-headers.ts';
import { phoneOf, putPhone, type BrowserPhone } from '#test/journeys/phone/phone-page.ts';
import { writeVoice } from '#test/journeys/phone/voice.ts';
import { openHouse, type AgentPost } from './exchange-house.ts';
import { metricsOf, openScales, type PageWeight } from './page-weight.ts';
import { putEars, type Ears } from './phone-ears.ts';
import { dataFolder } from './product.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * The agent's phone in the page, in Chromium with a microphone that speaks. From the button to the first sound that made
 * the whole way to the far end and back; from the INVITE to the window on the screen; what a call costs the page's main
 * thread; what two hundred calls leave in its memory. Beside a bare SIP.js phone in an empty page at the same exchange.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '30' },
    short: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
  },
});
const [CALLS, SHORT_CALLS, SECONDS] = [Number(values.calls), Number(values.short), Number(values.seconds)];
/** Answers at once and says again what it hears. */
const ECHO = '14155550101';
const PATIENCE_MS = 20_000;
const SHARES = [
  ['p50', 0.5],
  ['p95', 0.95],
] as const;

interface SipInfo {
  url: string;
  domain: string;
  sipNum: string;
  md5Pwd: string;
  ccAgent: string;
  ccToken: string;
}

interface Bare {
  page: Page;
  headers: Record<string, string>;
}

/** What the page noted down. */
const noted = (page: Page): Promise<Omit<Ears, 'openLines'> & { openLines: number }> =>
  page.evaluate(() => {
    const { pressedMs, heardMs, paintedMs, openLines } = (window as unknown as { ears: Ears }).ears;
    return { pressedMs, heardMs, paintedMs, openLines: openLines() };
  });

const folder = dataFolder();
const voice = join(folder, 'voice.wav');
writeVoice(voice, { speaksSec: 1, pausesSec: 0 });
const house = await openHouse();
const browser = await chromium.launch({
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${voice}`,
  ],
});
console.log(
  `load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
const figures: Figure[] = [];
try {
  const [ana, budi] = (await house.hire(2)) as [AgentPost, AgentPost];
  const page = await ours(browser, ana);
  const bare = await reference(browser, budi);
  await firstSound(page, bare);
  await ringing(page, ana, bare);
  await bare.page.context().close();
  await mainThread(page);
  await memory(page);
} finally {
  await browser.close();
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
}
print('phone: the agent’s phone in the page', figures);

async function newContext(from: Browser): Promise<BrowserContext> {
  const context = await from.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: ['microphone', 'notifications'],
    bypassCSP: true,
  });
  await context.addInitScript(putEars);
  return context;
}

/** The product's page of an agent whose phone is ready, with the dialer open. */
async function ours(from: Browser, { origin, token }: AgentPost): Promise<Page> {
  const context = await newContext(from);
  await context.addInitScript((value) => localStorage.setItem('openseat.token', value), token);
  const opened = await context.newPage();
  await opened.goto(`${origin}/home`);
  await opened.getByRole('button', { name: 'Status: Available' }).waitFor({ timeout: PATIENCE_MS });
  await opened.getByRole('button', { name: 'Open the phone' }).click();
  await opened.getByLabel('Phone number').waitFor();
  return opened;
}

/** The same without our page: a bare SIP.js phone with the same microphone. */
async function reference(from: Browser, { origin, token, email }: AgentPost): Promise<Bare> {
  const ask = async (path: string, body: object): Promise<SipInfo> => {
    const answer = await fetch(`${origin}/cc/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: SipInfo }).data;
  };
  const sip = await ask('agent/v1/sipInfo', { agentName: email, deviceUniqueIdentification: 'bench', takeOver: true });
  await ask('agentStatus/v1/web', { status: 'login-web', sipNum: sip.sipNum, deviceUniqueIdentification: 'bench' });
  const opened = await (await newContext(from)).newPage();
  await opened.goto(`${origin}/login`);
  await putPhone(opened);
  // The phone of the journeys speaks a tone of its own; here it has the microphone.
  await opened.evaluate(() =>
    Object.assign(window, { microphone: navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices) }),
  );
  await phoneOf(opened).start({ url: sip.url, domain: sip.domain, account: sip.sipNum, ha1: sip.md5Pwd, hz: 500 });
  await opened.evaluate(
    () =>
      void (navigator.mediaDevices.getUserMedia = (
        window as unknown as { microphone: typeof navigator.mediaDevices.getUserMedia }
      ).microphone),
  );
  return {
    page: opened,
    headers: {
      [CallHeader.routerId]: '0',
      [CallHeader.calleeCountryCode]: '1',
      [CallHeader.ccAgent]: sip.ccAgent,
      [CallHeader.ccToken]: sip.ccToken,
    },
  };
}

/** From the button to our own voice, come back. */
async function firstSound(page: Page, bare: Bare): Promise<void> {
  const [product, plain]: [number[], number[]] = [[], []];
  for (let call = 0; call < CALLS; call += 1) {
    await press(page);
    product.push(await heardAfter(page));
    await hangUp(page);
    await bare.page.evaluate(
      async ([to, headers]) => {
        const { ears: noted, phone } = window as unknown as { ears: Ears; phone: BrowserPhone };
        Object.assign(noted, { pressedMs: performance.now(), heardMs: null });
        await phone.call(to, headers);
      },
      [ECHO, bare.headers] as const,
    );
    plain.push(await heardAfter(bare.page));
    await phoneOf(bare.page).hangUp();
    await until(async () => (await phoneOf(bare.page).state()) === 'none');
  }
  for (const [name, share] of SHARES)
    figures.push({
      bench: `phone.firstSound.${name}`,
      ours: percentile(product, share),
      reference: percentile(plain, share),
      unit: 'ms',
    });
}

async function press(page: Page): Promise<void> {
  await page.getByLabel('Phone number').fill(`+${ECHO}`);
  await page.evaluate(() => void ((window as unknown as { ears: Ears }).ears.heardMs = null));
  await page.getByRole('button', { name: 'Call', exact: true }).click();
}

async function heardAfter(page: Page): Promise<number> {
  await until(async () => (await noted(page)).heardMs !== null);
  const { pressedMs, heardMs } = await noted(page);
  return heardMs! - pressedMs!;
}

async function hangUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hang up' }).first().click();
  await page.getByLabel('Phone number').waitFor({ timeout: PATIENCE_MS });
}

/** From the frame with the INVITE to the window on the screen; a colleague calls and gives up. */
async function ringing(page: Page, { userId }: AgentPost, bare: Bare): Promise<void> {
  const colleague = phoneOf(bare.page);
  const { rows } = await house.db.everyTenant('a bench', (tx) =>
    sql<{ sip_num: string }>`select sip_num from agent where user_id = ${userId}`.execute(tx.as()),
  );
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let invitedMs: number | null = null;
  session.on(
    'Network.webSocketFrameReceived',
    ({ timestamp, response }) => void (response.payloadData.startsWith('INVITE ') && (invitedMs = timestamp * 1_000)),
  );
  const took: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    invitedMs = null;
    const placed = colleague.call(rows[0]!.sip_num, bare.headers);
    await until(async () => ((await noted(page)).paintedMs ?? 0) > 0);
    // Both clocks count from one beginning; the page counts from when it was opened.
    took.push((await metricsOf(session))['NavigationStart']! * 1_000 + (await noted(page)).paintedMs! - invitedMs!);
    await colleague.cancel();
    await placed;
    await page.getByLabel('Phone number').waitFor({ timeout: PATIENCE_MS });
  }
  await session.detach();
  for (const [name, share] of SHARES)
    figures.push({
      bench: `phone.painted.${name}`,
      ours: percentile(took, share),
      reference: null,
      unit: 'ms',
      goal: '≤ 200',
    });
}

/** How much of each second the page's main thread works, with a call and without. */
async function mainThread(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async (): Promise<Record<string, number>> => {
    const before = await metricsOf(session);
    await wait(SECONDS * 1_000);
    const after = await metricsOf(session);
    return Object.fromEntries(
      ['TaskDuration', 'ScriptDuration'].map((name) => [name, ((after[name]! - before[name]!) * 1_000) / SECONDS]),
    );
  };
  const idle = await busy();
  await press(page);
  await heardAfter(page);
  const inCall = await busy();
  await hangUp(page);
  await session.detach();
  figures.push({
    bench: 'phone.mainThread.inCall',
    ours: inCall['TaskDuration']!,
    reference: idle['TaskDuration']!,
    unit: 'ms/s',
  });
  figures.push({
    bench: 'phone.script.inCall',
    ours: inCall['ScriptDuration']!,
    reference: idle['ScriptDuration']!,
    unit: 'ms/s',
  });
}

/** What many short calls leave behind once the rubbish was collected. */
async function memory(page: Page): Promise<void> {
  const scales = await openScales(page);
  const before = await scales.weigh();
  const heap = (calls: number, { mb }: PageWeight) =>
    figures.push({
      bench: `phone.heap.after${calls}`,
      ours: mb,
      reference: before.mb,
      unit: 'MB',
      goal: 'within 10 MB of the start',
    });
  for (let call = 0; call < SHORT_CALLS; call += 1) {
    await press(page);
    await page
      .getByRole('button', { name: 'Hold' })
      .and(page.locator(':enabled'))
      .first()
      .waitFor({ timeout: PATIENCE_MS });
    await hangUp(page);
    if (call + 1 === SHORT_CALLS / 4 || call + 1 === SHORT_CALLS / 2) heap(call + 1, await scales.weigh());
  }
  const after = await scales.weigh();
  await scales.close();
  heap(SHORT_CALLS, after);
  figures.push({ bench: 'phone.nodes', ours: after.nodes, reference: before.nodes, unit: 'nodes' });
  figures.push({ bench: 'phone.listeners', ours: after.listeners, reference: before.listeners, unit: 'listeners' });
  figures.push({
    bench: 'phone.openLines',
    ours: (await noted(page)).openLines,
    reference: null,
    unit: 'lines',
    goal: '0',
  });
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const untilMs = performance.now() + PATIENCE_MS; !(await isTrue()); await wait(10))
    if (performance.now() > untilMs) throw new Error('it did not come about');
}
