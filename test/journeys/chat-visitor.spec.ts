import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { api, ORIGIN, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';

interface Conversation {
  id: number;
  state: string;
  agent_id: number | null;
  last_text: string;
}

/** A channel of Aurora's that its group Support answers. */
async function aChannel(settings: object = {}): Promise<string> {
  const owner = await tokenOf(people.valeria);
  const groups = await api<{ id: number; name: string }[]>(owner, 'POST', '/cc/api/agentGroup/v1/all', {});
  const key = `shop-${randomUUID().slice(0, 8)}`;
  await api(owner, 'POST', '/home/api/chat/channel', {
    name: key,
    key,
    group_id: groups.find(({ name }) => name === 'Support')!.id,
    settings,
  });
  return key;
}

/** The conversation in which somebody wrote this, taken by Ana; Ana's answers go through the same calls as the page's. */
async function anaTakes(text: string) {
  const token = await tokenOf(people.ana);
  const find = async () => {
    for (const filter of ['waiting', 'mine']) {
      const { list } = await api<{ list: Conversation[] }>(token, 'POST', '/home/api/conversation/list', { filter });
      const found = list.find(({ last_text }) => last_text === text);
      if (found) return found;
    }
    return null;
  };
  // Found once: while it is looked for again it may go to another agent's list.
  let found: Conversation | null = null;
  await expect.poll(async () => (found = await find())).not.toBeNull();
  const { id } = found!;
  await api(token, 'POST', '/home/api/conversation/take', { conversation_id: id });
  return {
    id,
    token,
    says: (words: string) =>
      api(token, 'POST', '/home/api/conversation/send', { conversation_id: id, client_id: randomUUID(), text: words }),
    closes: () => api(token, 'POST', '/home/api/conversation/close', { conversation_id: id }),
    messages: async () =>
      (
        await api<{ text: string; author: string; file: { id: number } | null }[]>(
          token,
          'GET',
          `/home/api/conversation/${id}/messages`,
        )
      ).filter(({ author }) => author !== 'system'),
  };
}

/** Another site that includes our script under a policy that allows nothing else. */
async function aHostSite(scriptOf: () => string): Promise<{ address: string; close(): void }> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', `default-src 'none'; script-src ${ORIGIN}; frame-src ${ORIGIN}`);
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><a href="#">a link</a><script async src="${scriptOf()}"></script></html>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** The visitor's socket, which can be cut; nothing comes through until it is mended. */
async function aLineToCut(page: Page) {
  const open = new Set<() => void>();
  let isCut = false;
  await page.routeWebSocket(/visitor\/socket/, (socket) => {
    if (isCut) return void socket.close();
    const server = socket.connectToServer();
    open.add(() => {
      void server.close();
      void socket.close();
    });
  });
  return {
    cut() {
      isCut = true;
      for (const end of open) end();
      open.clear();
    },
    mend: () => void (isCut = false),
  };
}

const composer = (place: Page | ReturnType<Page['frameLocator']>) =>
  place.getByRole('textbox', { name: 'Write a message' });
const log = (place: Page | ReturnType<Page['frameLocator']>) => place.getByRole('log', { name: 'Messages' });

test.describe('a customer writes', () => {
  test('[CHAT-08] on a phone: the page of the QR code, answered, with a picture, ended and rated', async ({
    browser,
    watch,
  }) => {
    const key = await aChannel({
      greeting: { 'en-US': 'Welcome to Aurora' },
      quick_answers: [{ 'en-US': 'Where is my booking?' }],
    });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await watch.context(context);
    const page = await context.newPage();
    await page.goto(`/c/${key}`);
    await expect(log(page)).toContainText('Welcome to Aurora');
    await page.getByRole('button', { name: 'Where is my booking?' }).click();
    const ana = await anaTakes('Where is my booking?');
    await expect(page.getByRole('status').first()).toContainText('Ana Castillo');
    await ana.says('Let me look');
    await expect(log(page)).toContainText('Let me look');
    await expect
      .poll(
        async () =>
          (
            await api<{ visitor_read_no: number; last_no: number }>(
              ana.token,
              'GET',
              `/home/api/conversation/${ana.id}`,
            )
          ).visitor_read_no,
      )
      .toBeGreaterThan(1);

    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.setInputFiles('input[type=file]', { name: 'ticket.png', mimeType: 'image/png', buffer: png });
    // It is shown before it goes, and goes with the next word.
    const tray = page.getByRole('list', { name: 'Files that go with the message' });
    await expect(tray.getByRole('img', { name: 'ticket.png' })).toBeVisible();
    expect((await ana.messages()).some(({ file }) => file !== null)).toBe(false);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(log(page).getByRole('img', { name: 'ticket.png' })).toBeVisible();
    await expect(tray).toHaveCount(0);
    await expect.poll(async () => (await ana.messages()).some(({ file }) => file !== null)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    await page.reload();
    await expect(log(page)).toContainText('Let me look');
    await ana.closes();
    await expect(log(page)).toContainText('has ended');
    await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
    await page.getByRole('button', { name: 'Send', exact: true }).first().click();
    await expect(page.getByText('Thank you for telling us.')).toBeVisible();
    await expect
      .poll(
        async () => (await api<{ rating: number | null }>(ana.token, 'GET', `/home/api/conversation/${ana.id}`)).rating,
      )
      .toBe(5);
    await context.close();
  });

  test('[CHAT-08] on another site under a strict policy: the button opens the chat, counts what is unread, and the talk is there after a reload', async ({
    browser,
    watch,
  }) => {
    let script = '';
    const site = await aHostSite(() => script);
    const key = await aChannel({ origins: [site.address] });
    script = `${ORIGIN}/home/api/chat/widget/${key}`;
    const context = await browser.newContext();
    await watch.context(context);
    const page = await context.newPage();
    await page.goto(site.address);
    const button = page.getByRole('button', { name: 'Chat with us' });
    await button.click();
    const frame = page.frameLocator('[data-openseat-chat] iframe');
    await composer(frame).fill('Do you ship to Bali?');
    await composer(frame).press('Enter');
    await expect(log(frame)).toContainText('Do you ship to Bali?');
    const ana = await anaTakes('Do you ship to Bali?');
    await page.getByRole('button', { name: 'Close the chat' }).click();
    await ana.says('We do');
    await expect(page.getByRole('button', { name: 'New messages: 1' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: /Chat with us/ }).click();
    await expect(log(frame)).toContainText('We do');
    await composer(frame).press('Escape');
    expect((await ana.messages()).map(({ text }) => text)).toEqual(['Do you ship to Bali?', 'We do']);
    await context.close();
    site.close();
  });

  test('[CHAT-08] a site that is not named cannot show the page in a frame', async ({ browser, watch }) => {
    let script = '';
    const site = await aHostSite(() => script);
    script = `${ORIGIN}/home/api/chat/widget/${await aChannel({ origins: ['https://shop.example'] })}`;
    watch.allow(/frame-ancestors|Refused to frame|violates/);
    const context = await browser.newContext();
    await watch.context(context);
    const page = await context.newPage();
    await page.goto(site.address);
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await expect.poll(() => page.frames().filter((frame) => frame.url().startsWith(ORIGIN)).length).toBe(0);
    await context.close();
    site.close();
  });

  test('[CHAT-08] [complaint 2] what is written without a network is sent once when it is back, and what was missed arrives', async ({
    browser,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const key = await aChannel();
    const context = await browser.newContext();
    await watch.context(context);
    const page = await context.newPage();
    const line = await aLineToCut(page);
    await page.goto(`/c/${key}`);
    await composer(page).fill('first');
    await composer(page).press('Enter');
    const ana = await anaTakes('first');
    await expect(page.getByRole('status').first()).toContainText('Ana Castillo');
    line.cut();
    await expect(page.getByRole('status').first()).toContainText('No connection');
    await composer(page).fill('written away');
    await composer(page).press('Enter');
    await expect(log(page)).toContainText('Sending');
    await ana.says('said meanwhile');
    line.mend();
    await expect(log(page)).toContainText('said meanwhile', { timeout: 20_000 });
    await expect
      .poll(async () => (await ana.messages()).map(({ text }) => text))
      .toEqual(['first', 'said meanwhile', 'written away']);
    await expect(log(page).getByText('written away')).toHaveCount(1);
    await context.close();
  });
});
