import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import { api, ORIGIN, ownerToken, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import { answer, detail, done } from './phone/agent-acts.ts';
import { freePhone, sitDown, line } from './phone/agent-page.ts';
import { liveCall } from './phone/as-server.ts';
import { hearsSomebody, putEars } from './phone/ears.ts';

/** A channel whose visitors may call the group Support, of which Ana is. */
async function aChannel(settings: object = {}): Promise<string> {
  const owner = await ownerToken();
  const groups = await api<{ id: number; name: string }[]>(owner, 'POST', '/cc/api/agentGroup/v1/all', {});
  const { id } = groups.find(({ name }) => name === 'Support')!;
  const key = `voice-${randomUUID().slice(0, 8)}`;
  const form = [{ key: 'name', kind: 'name', label: { 'en-US': 'Your name' } }];
  await api(owner, 'POST', '/home/api/chat/channel', {
    name: key,
    key,
    group_id: id,
    settings: { call_group_id: id, form, ...settings },
  });
  return key;
}

const bar = (place: Page | FrameLocator) => place.getByRole('region', { name: 'Call' });
const says = (place: Page | FrameLocator) => bar(place).getByRole('status');
const hangsUp = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Hang up/ })
    .first()
    .click();

test.describe('a visitor calls from the chat', { tag: '@heard' }, () => {
  // Real sound takes its time, and two browsers share two cores.
  test.describe.configure({ timeout: 150_000 });
  test.use({ permissions: ['microphone'] });

  test('[CHAT-08] the agent sees who calls and answers, both hear each other, and either side, or closing the page, ends it', async ({
    browser,
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const key = await aChannel();
    const ana = await sitDown(visit, people.ana, '/workBench');
    const token = await tokenOf(people.ana);
    const context: BrowserContext = await browser.newContext({ permissions: ['microphone'] });
    await watch.context(context);
    await putEars(context);
    const visitor = await context.newPage();
    const fetched: string[] = [];
    visitor.on('request', (request) => fetched.push(request.url()));
    await visitor.goto(`/c/${key}`);
    await visitor.getByLabel('Your name').fill('Mei Lin');
    await visitor.getByRole('button', { name: 'Start the conversation' }).click();
    expect(
      fetched.filter((url) => /visitor-phone/.test(url)),
      'the telephone is fetched by those who call',
    ).toEqual([]);

    await visitor.getByRole('button', { name: 'Call us' }).focus();
    await visitor.keyboard.press('Enter');
    await answer(ana);
    const card = ana.getByRole('article', { name: 'Call' });
    await expect(card).toContainText('Mei Lin');
    await expect(card).toContainText('From the chat');
    const [agentHears, visitorHears] = [await hearsSomebody(ana), await hearsSomebody(visitor)];
    await expect(says(visitor)).toHaveText('In a call');
    await expect(bar(visitor).getByRole('timer')).not.toHaveText('00:00');
    await expect.poll(agentHears, { timeout: 20_000 }).toBe(true);
    await expect.poll(visitorHears, { timeout: 20_000 }).toBe(true);
    const { callId } = (await liveCall(token))!;

    await bar(visitor).getByRole('button', { name: 'Mute' }).click();
    await expect(says(visitor)).toContainText('Your microphone is off');
    await bar(visitor).getByRole('button', { name: 'Unmute' }).click();
    await hangsUp(ana);
    await expect(says(visitor)).toHaveText('The call has ended.');
    await expect.poll(async () => (await detail(callId)).customerName).toBe('Mei Lin');
    expect(await detail(callId)).toMatchObject({
      number: '',
      displayNumber: '',
      direction: 'inbound',
      canCallback: false,
    });
    await done(ana);

    await bar(visitor).getByRole('button', { name: 'Call again' }).click();
    await answer(ana);
    await expect(says(visitor)).toHaveText('In a call');
    await bar(visitor).getByRole('button', { name: 'Hang up' }).click();
    await expect(says(visitor)).toHaveText('The call has ended.');
    await done(ana);

    await bar(visitor).getByRole('button', { name: 'Call again' }).click();
    await answer(ana);
    await visitor.close();
    await expect(line(ana)).toContainText('Wrap-up', { timeout: 5_000 });
    await done(ana);
    await context.close();
    await freePhone(people.ana);
  });

  test('[CHAT-08] on another site: its own button offers the call, which waits in line; a site that keeps the microphone leads to our page', async ({
    browser,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|ermissions policy/i);
    let key = '';
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.setHeader('content-security-policy', `default-src 'none'; script-src ${ORIGIN}; frame-src ${ORIGIN}`);
      if (request.url === '/silent') response.setHeader('permissions-policy', 'microphone=()');
      response.end(
        `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><script async src="${ORIGIN}/home/api/chat/widget/${key}"></script></html>`,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    key = await aChannel({ origins: [site], form: [] });
    const context = await browser.newContext({ permissions: ['microphone'] });
    await watch.context(context);
    const page = await context.newPage();
    await page.goto(site);
    await expect(page.getByRole('button', { name: 'Chat with us' })).toBeVisible();
    await page.evaluate(() => (window as unknown as { OpenSeatChat: { call(): void } }).OpenSeatChat.call());
    const frame = page.frameLocator('[data-openseat-chat] iframe');
    await expect(says(frame)).toContainText('Call us from this page?');
    await bar(frame).getByRole('button', { name: 'Call now' }).click();
    await expect(says(frame)).toHaveText('In a call');
    await bar(frame).getByRole('button', { name: 'Hang up' }).click();
    await expect(says(frame)).toHaveText('The call has ended.');

    await page.goto(`${site}/silent`);
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await frame.getByRole('button', { name: 'Call us' }).click();
    await expect(says(frame)).toContainText('The microphone is blocked');
    const opening = context.waitForEvent('page');
    await bar(frame).getByRole('link', { name: 'Call from our own page' }).click();
    const own = await opening;
    await expect(bar(own).getByRole('button', { name: 'Call now' })).toBeVisible();
    await bar(own).getByRole('button', { name: 'Not now' }).click();
    await expect(bar(own)).toHaveCount(0);
    await context.close();
    server.close();
  });
});
