import { readFileSync } from 'node:fs';
import { api, ownerToken, people, tokenOf } from './api.ts';
import { box, CHANNEL, goOnline, list, log, makeRoom, rowOf, switchOff } from './chat-page.ts';
import { expect, expectWhole, test, titleOf } from './fixture.ts';
import { answer, done, press } from './phone/agent-acts.ts';
import { callIn, sitDown } from './phone/agent-page.ts';
import { aVisitor, type ChatVisitor } from './visitor.ts';

const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);

const expectTexts = (visitor: ChatVisitor) =>
  expect.poll(() => visitor.messages().map(({ text, file }) => text || file?.name || ''));

test.describe('a text agent', () => {
  test.beforeAll(makeRoom);
  test.afterEach(async () => {
    for (const who of [people.chen, people.ana]) await switchOff(who);
  });

  test('[CHAT-05] chats stand beside the call; where calls come first, new ones wait for its end', async ({
    visit,
  }) => {
    // A call, its wrap-up and two visitors.
    test.setTimeout(120_000);
    const owner = await ownerToken();
    const groups = await api<{ id: number }[]>(owner, 'POST', '/cc/api/agentGroup/v1/blending', {});
    const callsFirst = async (callPausesChats: boolean) => {
      for (const { id } of groups)
        await api(owner, 'POST', '/cc/api/agentGroup/v1/blending/set', { id, callPausesChats });
    };
    const ana = await sitDown(visit, people.ana, '/workBench');
    await goOnline(ana);
    const waiting = ana.getByRole('region', { name: 'What waits' });
    await expect(waiting.getByRole('link', { name: 'Chats and mails' })).toBeVisible();
    await callIn();
    await answer(ana);
    (await aVisitor(CHANNEL)).say('Does my ticket hold?');
    await expect(waiting.getByRole('link', { name: /Does my ticket hold\?/ })).toBeVisible();
    await expect(ana.getByText(/^New conversation with .*Does my ticket hold\?/)).toBeVisible();
    await expectWhole(ana);
    try {
      await callsFirst(true);
      (await aVisitor(CHANNEL)).say('And my seat?');
      await expect(waiting.getByRole('link', { name: /in the line$/ })).toBeVisible();
      await expect(waiting.getByRole('link', { name: /And my seat\?/ })).toHaveCount(0);
      await press(ana, /^Hang up/);
      await done(ana);
      const next = waiting.getByRole('link', { name: /And my seat\?/ });
      await expect(next).toBeVisible({ timeout: 15_000 });
      await next.click();
      await expect(log(ana)).toContainText('And my seat?');
    } finally {
      await callsFirst(false);
    }
  });

  test('[CHAT-07] [SHELL-13] talks with a visitor: words, files both ways, status, a note; closes with a label', async ({
    visit,
  }) => {
    const page = await visit(people.chen, '/interactive/chat');
    await expect(titleOf(page)).toHaveText('Chat');
    await goOnline(page);
    await expectWhole(page);

    const visitor = await aVisitor(CHANNEL);
    visitor.say('Hello, where is my booking?');
    await rowOf(page, 'Hello, where is my booking?').click();
    await expect(log(page)).toContainText('Hello, where is my booking?');

    await box(page).fill('Let me look, one moment.');
    await box(page).press('Enter');
    await expect(log(page).getByText('Let me look, one moment.')).toHaveCount(1);
    await expectTexts(visitor).toContain('Let me look, one moment.');
    visitor.read(visitor.messages().at(-1)!.no);
    await expect(log(page).getByRole('img', { name: 'Read' })).toBeVisible();

    await visitor.sendFile('ticket.png', 'image/png', PNG);
    await expect(log(page).getByRole('img', { name: 'ticket.png' })).toBeVisible();
    await page
      .getByLabel('Attach files')
      .last()
      .setInputFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
    await expect(page.getByRole('list', { name: 'Goes with the message' }).getByText('receipt.txt')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(log(page).getByText('receipt.txt')).toBeVisible();
    await expectTexts(visitor).toContain('receipt.txt');
    const saving = page.waitForEvent('download');
    await log(page).getByRole('button', { name: 'Save receipt.txt' }).click();
    expect(readFileSync(await (await saving).path(), 'utf8')).toBe('paid');

    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note to colleagues' }).fill('Refund promised.');
    await page.getByRole('textbox', { name: 'Note to colleagues' }).press('Enter');
    await expect(log(page).getByRole('article', { name: /Note of/ })).toContainText('Refund promised.');

    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();
    const closing = page.getByRole('dialog', { name: 'Close the conversation' });
    await closing.getByText('Sold', { exact: true }).click();
    await closing.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(page.getByText('This conversation is over.')).toBeVisible();
    await expect(list(page).locator('[aria-current]')).toHaveCount(0);
    await expect.poll(() => visitor.state()).toBe('closed');
    expect(visitor.messages().some(({ text }) => text.includes('Refund promised'))).toBe(false);
    visitor.leave();
  });

  test('[CHAT-07] hands a conversation to a colleague, who sees what was said and the note', async ({ visit }) => {
    const page = await visit(people.chen, '/interactive/chat');
    await goOnline(page);
    const visitor = await aVisitor(CHANNEL);
    visitor.say('I need an invoice');
    await rowOf(page, 'I need an invoice').click();
    await box(page).fill('My colleague does that.');
    await box(page).press('Enter');

    const other = await visit(people.ana, '/interactive/chat');
    await goOnline(other);
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer the conversation' });
    await dialog.getByRole('radio', { name: /Ana Castillo/ }).check();
    await dialog.getByLabel('Note for whoever takes over').fill('Wants an invoice');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await expect(rowOf(page, 'My colleague does that.')).toHaveCount(0);

    await rowOf(other, 'My colleague does that.').click();
    await expect(log(other)).toContainText('My colleague does that.');
    await expect(log(other)).toContainText('Wants an invoice');
    await box(other).fill('Here I am.');
    await box(other).press('Enter');
    await expectTexts(visitor).toContain('Here I am.');
    visitor.leave();
  });

  test('[CHAT-05] [SHELL-05] is told of a message on another page; opening the chat clears the tip', async ({
    visit,
  }) => {
    const page = await visit(people.chen, '/interactive/chat');
    await goOnline(page);
    const visitor = await aVisitor(CHANNEL);
    visitor.say('Hi from Mei');
    await expect(rowOf(page, 'Hi from Mei')).toBeVisible();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(titleOf(page)).toHaveText('Home');
    visitor.say('Are you there?');
    const entry = page.getByRole('link', { name: /^Chat: Something new in your chats/ });
    await expect(entry).toBeVisible();
    await expect.poll(() => page.title(), { intervals: [170] }).toBe('● New message');
    await entry.click();
    await expect(page.getByRole('link', { name: 'Chat', exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/Chat/);
    visitor.leave();
  });

  test('[complaint 2] [CHAT-06] loses nothing while the line is cut: what was written goes out, what was said comes in', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
    const page = await visit(people.chen, '/interactive/chat');
    await goOnline(page);
    const visitor = await aVisitor(CHANNEL);
    visitor.say('First');
    await rowOf(page, 'First').click();
    await expect(log(page)).toContainText('First');
    await page.context().setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    visitor.say('Second');
    await expectTexts(visitor).toContain('Second');
    await box(page).fill('Third');
    await box(page).press('Enter');
    await expect(log(page).getByText('Third')).toHaveCount(1);
    await page.context().setOffline(false);
    await expectTexts(visitor).toContain('Third');
    await expect(log(page)).toContainText('Second');
    await expect(log(page).getByText('Third')).toHaveCount(1);
    await expect(log(page).getByText('Second')).toHaveCount(1);
    visitor.leave();
  });

  test('[complaint 20] reads a long conversation upwards without losing the place, jumps to its end and to what was searched', async ({
    visit,
  }) => {
    const page = await visit(people.chen, '/interactive/chat');
    // Whoever is away too long loses the conversation, and with it the place of the text box.
    await goOnline(page);
    const token = await tokenOf(people.chen);
    const mine = async () =>
      (await api<{ list: { id: number }[] }>(token, 'POST', '/home/api/conversation/list', { filter: 'mine' })).list;
    await expect.poll(mine).not.toEqual([]);
    const { id } = (await mine()).at(-1)!;
    for (let line = 1; line <= 200; line += 1)
      await api(token, 'POST', '/home/api/conversation/send', {
        conversation_id: id,
        client_id: crypto.randomUUID(),
        text: `line ${line} of two hundred`,
      });
    await page.goto(`/interactive/chat?id=${id}`);
    // The oldest the page has at first; what else happened stands among the lines.
    const loaded = await api<{ text: string }[]>(token, 'GET', `/home/api/conversation/${id}/messages`);
    const oldest = Number(/^line (\d+)/.exec(loaded.find(({ text }) => text.startsWith('line '))!.text)![1]);
    const line = (no: number) => log(page).getByText(`line ${no} of two hundred`, { exact: true });
    await expect(line(200)).toBeInViewport();
    expect(await log(page).getByRole('article').count()).toBeLessThan(60);
    const before = Number(await log(page).getAttribute('data-count'));
    // What is older comes when it is known where the reader is.
    let letCome = (): void => {};
    const mayCome = new Promise<void>((resolve) => (letCome = resolve));
    await page.route(/\/messages\?.*before/, async (route) => {
      await mayCome;
      await route.continue();
    });
    await log(page).evaluate((box) => (box.scrollTop = 0));
    const topOf = () =>
      line(oldest).evaluate((words) => Math.round(words.closest('[data-message]')!.getBoundingClientRect().top));
    await expect(line(oldest)).toBeInViewport();
    const place = await topOf();
    letCome();
    await expect.poll(async () => Number(await log(page).getAttribute('data-count'))).toBeGreaterThan(before);
    await expect(line(oldest)).toBeInViewport();
    await expect.poll(topOf).toBe(place);
    await page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(line(200)).toBeInViewport();

    await page.getByRole('button', { name: 'Search in this conversation' }).click();
    await page.getByRole('searchbox', { name: 'Search in this conversation' }).fill('line 12 of');
    await page
      .getByRole('search')
      .getByRole('button', { name: /line 12 of/ })
      .click();
    await expect(line(12)).toBeInViewport();
    await page.getByRole('button', { name: 'To the newest message' }).click();
    await expect(line(200)).toBeInViewport();
  });
});
