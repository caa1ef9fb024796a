import type { Page } from '@playwright/test';
import { api, ownerToken, people } from './api.ts';
import { makeRoom, switchOff } from './chat-page.ts';
import { expect, test } from './fixture.ts';
import { freePhone, line, sitDown } from './phone/agent-page.ts';

async function share(settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await api(await ownerToken(), 'PUT', '/admin/saas_plat/config/value', { name, value });
}

/** Goes to a page as people do: without loading anything anew. */
async function open(page: Page, path: string): Promise<void> {
  const entry = page.getByRole('navigation').locator(`a[href="${path}"]`).first();
  await entry.click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  // The address changes before the page does: who goes back at once was never away.
  await expect(entry).toHaveAttribute('aria-current', 'page');
}

/** The dialog lies over the page: it is put away first. */
async function putAway(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const textDialog = (page: Page) => page.getByRole('dialog', { name: 'All text seats are taken' });
const voiceDialog = (page: Page) => page.getByRole('dialog', { name: 'All voice seats are taken' });
const seat = (page: Page) => page.getByRole('button', { name: /^Conversations: / });

async function choose(page: Page, state: 'Online' | 'Offline'): Promise<void> {
  await seat(page).click();
  await page.getByRole('menuitemradio', { name: state }).click();
}

test.describe('a team that shares its seats', { tag: '@heard' }, () => {
  test.beforeAll(makeRoom);
  test.afterEach(async () => {
    await share({ SeatType: '0', SeatLimitText: '', SeatLimitVoice: '' });
    for (const who of [people.chen, people.ana]) await switchOff(who);
  });

  test('[QUEUE-01] [QUEUE-02] [SHELL-22] [SHELL-25] one text seat: the second agent waits, on the chat page with a dialog, and is online when the first leaves', async ({
    visit,
  }) => {
    // Two browsers and three pages, some loaded twice.
    test.slow();
    await share({ SeatType: '1', SeatLimitText: '1' });
    const chen = await visit(people.chen, '/interactive/chat');
    await choose(chen, 'Online');
    await expect(chen.getByText('A text seat is yours. You are online and get conversations.')).toBeVisible();
    await expect(seat(chen)).toHaveText('Online');

    const ana = await visit(people.ana, '/home', { permissions: ['microphone'] });
    // What comes into the header after the switch moves it aside: a click would go where it was.
    await expect(ana.getByRole('switch', { name: 'Auto-answer' })).toBeVisible();
    await choose(ana, 'Online');
    await expect(seat(ana)).toHaveText('Waiting for a seat');
    await expect(ana.getByText('All text seats are taken. You are next.')).toBeVisible();
    await expect(textDialog(ana)).toHaveCount(0);

    await open(ana, '/interactive/chat');
    await expect(textDialog(ana)).toBeVisible();
    await expect(textDialog(ana).getByText('You are next.')).toBeVisible();
    await textDialog(ana).getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(textDialog(ana).getByRole('button', { name: /^Try again in [1-5] s$/ })).toBeDisabled();

    // A tab that is loaded anew, and another one, know the same.
    await ana.reload();
    await expect(textDialog(ana)).toBeVisible();
    const second = await ana.context().newPage();
    await second.goto('/interactive/chat');
    await expect(textDialog(second)).toBeVisible();

    await putAway(ana);
    await open(ana, '/home');
    await expect(textDialog(ana)).toHaveCount(0);
    await ana.goBack();
    await expect(textDialog(ana)).toBeVisible();

    await choose(chen, 'Offline');
    await expect(ana.getByText('A text seat is yours. You are online and get conversations.')).toBeVisible();
    await expect(textDialog(ana)).toHaveCount(0);
    await expect(textDialog(second)).toHaveCount(0);
    await expect(seat(ana)).toHaveText('Online');
    await expect(seat(second)).toHaveText('Online');
  });

  test('[QUEUE-01] [SHELL-25] one voice seat: the second phone waits, on the workbench with a dialog, and starts when the first agent goes offline', async ({
    visit,
  }) => {
    for (const who of [people.budi, people.sofia, people.ana]) await freePhone(who);
    await share({ SeatType: '1', SeatLimitVoice: '1' });
    const budi = await sitDown(visit, people.budi);
    const sofia = await visit(people.sofia, '/home', { permissions: ['microphone'] });
    await expect(line(sofia)).toContainText('Waiting for a seat');
    await expect(sofia.getByText('All voice seats are taken. You are next.')).toBeVisible();
    await expect(voiceDialog(sofia)).toHaveCount(0);
    await open(sofia, '/workBench');
    await expect(voiceDialog(sofia)).toBeVisible();

    await budi.getByRole('button', { name: /^Status: / }).click();
    await budi.getByRole('radio', { name: 'Offline' }).click();
    await expect(line(budi)).toContainText('Offline');
    await expect(sofia.getByText('A voice seat is yours. Your phone is being connected.')).toBeVisible();
    await expect(voiceDialog(sofia)).toHaveCount(0);
    await expect(line(sofia)).toContainText('Available');

    // The first one has to wait now; whoever waits no longer is simply offline.
    await budi.getByRole('button', { name: /^Status: / }).click();
    await budi.getByRole('radio', { name: 'Available' }).click();
    await expect(line(budi)).toContainText('Waiting for a seat');
    await open(budi, '/workBench');
    await voiceDialog(budi).getByRole('button', { name: 'Stop waiting' }).click();
    await expect(line(budi)).toContainText('Offline');
    for (const who of [people.budi, people.sofia]) await freePhone(who);
  });
});
