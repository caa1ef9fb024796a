import { chromium, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { api, ORIGIN, PASSWORD, people, tokenOf } from './api.ts';
import { box, CHANNEL, goOnline, log, makeRoom, rowOf, switchOff } from './chat-page.ts';
import { expect, readAnnouncements, test } from './fixture.ts';
import { aVisitor } from './visitor.ts';

/** An agent without a page is missed after 20 s. */
const MISSED_MS = 60_000;

const visitorLog = (page: Page) => page.getByRole('log', { name: 'Messages' });
async function writes(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write a message' }).fill(text);
  await page.getByRole('textbox', { name: 'Write a message' }).press('Enter');
}
async function answers(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

test.describe('what breaks a conversation', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 150_000 });
  test.beforeAll(makeRoom);
  test.afterEach(async () => {
    for (const who of [people.chen, people.ana]) await switchOff(who);
  });

  test('[CHAT-10] [complaint 2] the agent’s browser is killed: a colleague has the whole conversation, the visitor one without a break', async ({
    browser,
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    // A browser of its own, for nothing else may die with it.
    const doomed = await chromium.launchServer({ ...config.use!.launchOptions });
    const chensBrowser = await chromium.connect(doomed.wsEndpoint());
    const token = await tokenOf(people.chen);
    await readAnnouncements(token);
    const chens = await chensBrowser.newContext({
      baseURL: ORIGIN,
      timezoneId: people.chen.zone,
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
      storageState: {
        cookies: [],
        origins: [{ origin: ORIGIN, localStorage: [{ name: 'openseat.token', value: token }] }],
      },
    });
    const chen = await chens.newPage();
    await chen.goto('/interactive/chat');
    await goOnline(chen);

    const context = await browser.newContext();
    await watch.context(context);
    const visitor = await context.newPage();
    await visitor.goto(`/c/${CHANNEL}`);
    await writes(visitor, 'My flight was cancelled');
    await rowOf(chen, 'My flight was cancelled').click();
    await answers(chen, 'I am looking for another one');
    await expect(visitorLog(visitor)).toContainText('I am looking for another one');
    await expect(visitor.getByRole('status').first()).toContainText(people.chen.name);

    const ana = await visit(people.ana, '/interactive/chat');
    await goOnline(ana);
    // With all its processes: what was started is a script that starts the browser.
    process.kill(-doomed.process().pid!, 'SIGKILL');
    await writes(visitor, 'Are you still there?');
    await rowOf(ana, 'Are you still there?').click({ timeout: MISSED_MS });
    for (const text of ['My flight was cancelled', 'I am looking for another one', 'Are you still there?'])
      await expect(log(ana).getByText(text)).toHaveCount(1);
    await answers(ana, 'Yes. There is one at six');
    await expect(visitorLog(visitor)).toContainText('There is one at six');
    await expect(visitor.getByRole('status').first()).toContainText(people.ana.name);
    const texts = await visitorLog(visitor).locator('.vis-msg > p').allInnerTexts();
    expect(texts).toEqual([
      'My flight was cancelled',
      'I am looking for another one',
      'Are you still there?',
      'Yes. There is one at six',
    ]);
    await context.close();
  });

  test('[CHAT-02] [SOCK-02] the session ends on the server: the page says so, and after signing in the conversation and the draft are there', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket|401/);
    const page = await visit(people.chen, '/interactive/chat');
    await goOnline(page);
    const visitor = await aVisitor(CHANNEL);
    visitor.say('Can I bring a dog?');
    await rowOf(page, 'Can I bring a dog?').click();
    await answers(page, 'What size is it?');
    await expect.poll(() => visitor.messages().map(({ text }) => text)).toContain('What size is it?');
    await box(page).fill('Small dogs travel in the cab');
    const token = await page.evaluate(() => localStorage.getItem('openseat.token'));
    await api(token, 'PUT', '/admin/saas_plat/user/logout', {});

    await expect(page.getByText('Login expired, please log in again!')).toBeVisible();
    await page.getByLabel('Work e-mail').fill(people.chen.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(log(page)).toContainText('What size is it?');
    await expect(box(page)).toHaveValue('Small dogs travel in the cab');
    await box(page).press('End');
    await box(page).pressSequentially('in.');
    await box(page).press('Enter');
    await expect.poll(() => visitor.messages().map(({ text }) => text)).toContain('Small dogs travel in the cabin.');
    visitor.leave();
  });

  test('[CHAT-03] [CHAT-08] an agent shuts a visitor out: the page says so, nothing more arrives, until a supervisor lets them in', async ({
    browser,
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const page = await visit(people.chen, '/interactive/chat');
    await goOnline(page);
    const context = await browser.newContext();
    await watch.context(context);
    const visitor = await context.newPage();
    await visitor.goto(`/c/${CHANNEL}`);
    await writes(visitor, 'Something nasty');
    await rowOf(page, 'Something nasty').click();
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Block visitor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Block this visitor' });
    await dialog.getByLabel('Reason').fill('Insults');
    await dialog.getByRole('button', { name: 'Block visitor' }).click();
    await expect(visitorLog(visitor)).toContainText('has ended');
    await writes(visitor, 'Something worse');
    await expect(visitorLog(visitor).getByRole('alert')).toContainText('You cannot write here any more.');
    await expect(rowOf(page, 'Something worse')).toHaveCount(0);

    const sofia = await visit(people.sofia, '/interactive/chat');
    await sofia.getByRole('searchbox').first().fill('Something nasty');
    await rowOf(sofia, 'Something nasty').click();
    await sofia.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'More' }).click();
    await sofia.getByRole('menuitem', { name: 'Unblock visitor' }).click();
    await expect(sofia.getByText('The visitor can write again.')).toBeVisible();
    await writes(visitor, 'I am sorry');
    await rowOf(page, 'I am sorry').click();
    await expect(log(page)).not.toContainText('Something worse');
    await context.close();
  });
});
