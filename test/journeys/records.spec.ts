import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { api, ownerToken, people, tokenOf, type DemoPerson } from './api.ts';
import { expect, expectWhole, test, titleOf } from './fixture.ts';

interface Found {
  list: {
    callId: string;
    customerName: string;
    displayNumber: string;
    userId: number;
    userName: string;
    direction: string;
    hasRecording: boolean;
    callIcon: string;
    callDuration: number;
  }[];
  total: number;
}

const STAGE = '/cc/api/rehearsal/v1';
const DAY_MS = 86_400_000;
const day = (agoDays: number) => new Date(Date.now() - agoDays * DAY_MS).toISOString().slice(0, 10);
/** More than the month the demo has, in any zone. */
const MONTH = { startDate: day(32), endDate: day(-1) };
const month = `from=${MONTH.startDate}&to=${MONTH.endDate}`;
const search = async (person: DemoPerson, filter: object = {}) =>
  api<Found>(await tokenOf(person), 'POST', '/cc/api/ccCdr/v1/page', { page: 1, size: 200, ...MONTH, ...filter });
const table = (page: Page) => page.getByRole('table', { name: 'Call records' });
const total = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).locator('span').first();

test('[CC-15] [PHONE-07] a month of calls is found by its filters, which the address keeps', async ({ visit }) => {
  const page = await visit(people.sofia, '/record');
  await expect(titleOf(page)).toHaveText('Call records');
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await expect(table(page).getByRole('row').nth(10)).toBeVisible();
  await expect(page).toHaveURL(/from=.*to=/);

  const { list } = await search(people.sofia);
  // Somebody who called and was called.
  const { customerName, displayNumber } = list.find(
    (one) =>
      one.customerName !== '' &&
      ['inbound', 'outbound'].every((way) =>
        list.some((other) => other.displayNumber === one.displayNumber && other.direction === way),
      ),
  )!;
  await page.goto(`/record?${month}`);
  await page.getByRole('searchbox', { name: 'Customer number' }).fill(displayNumber.slice(-6));
  const ofNumber = await search(people.sofia, { number: displayNumber.slice(-6) });
  await expect(total(page)).toHaveText(`${ofNumber.total} entries`);
  await expect(table(page).getByRole('row').nth(1)).toContainText(customerName);

  await page.getByRole('combobox', { name: 'Direction' }).click();
  await page.getByRole('option', { name: 'Outgoing' }).click();
  const outgoing = await search(people.sofia, { number: displayNumber.slice(-6), direction: 'outbound' });
  expect(outgoing.total).toBeLessThan(ofNumber.total);
  await expect(total(page)).toHaveText(new RegExp(`^${outgoing.total} entr`));
  await page.reload();
  await expect(total(page)).toHaveText(new RegExp(`^${outgoing.total} entr`));
  await expectWhole(page);
});

test('[CC-15] [CALL-25] with the keyboard a call is opened, heard and left; the recording plays and seeks', async ({
  visit,
}) => {
  const { list } = await search(people.valeria);
  // The oldest are those of the demo, with two voices; other journeys leave beeps.
  const places = list
    .flatMap(({ hasRecording, customerName, callIcon }, place) =>
      hasRecording && customerName !== '' && callIcon !== 'voicemail' ? [place] : [],
    )
    .slice(-2);
  expect(places).toHaveLength(2);
  const page = await visit(people.valeria, `/record?${month}&size=200`);
  const rows = table(page).locator('tbody tr[data-index]');
  await rows.first().focus();
  for (let at = 1; at <= places[0]!; at += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(table(page).locator('tbody tr[data-index]:focus')).toHaveAttribute('data-index', String(at));
  }
  await page.keyboard.press('Enter');

  const panel = page.getByRole('dialog', { name: /^Call/ });
  await expect(panel.getByText(list[places[0]!]!.customerName)).toBeVisible();
  await expect(panel.getByText(/answered$/).first()).toBeVisible();
  const seek = panel.getByRole('slider', { name: 'Position in the recording' });
  await expect(panel.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0.5);
  expect(Number(await seek.getAttribute('max'))).toBeGreaterThan(5);
  // Both voices have their picture: columns of different height above and below the middle.
  await expect
    .poll(() =>
      panel
        .locator('.waveform path')
        .evaluateAll((paths) =>
          paths.slice(0, 2).map((path) => new Set(path.getAttribute('d')!.match(/v-?[\d.]+/g)).size > 10),
        ),
    )
    .toEqual([true, true]);

  await page.keyboard.press('Space');
  await expect(panel.getByRole('button', { name: 'Play' })).toBeVisible();
  const before = Number(await seek.inputValue());
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(before + 4);
  await seek.fill('1');
  await panel.getByText('2×', { exact: true }).click();
  await panel.getByRole('slider', { name: 'Volume: Customer' }).fill('0.2');
  await panel.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(2);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Save recording' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^call-.*\.wav$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 4)
      .toString(),
  ).toBe('RIFF');

  await panel.getByRole('heading', { name: 'What happened' }).click();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByText(`${places[0]! + 2} of ${list.length}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/call=/);
});

test('[CC-15] a call that ends is announced above the list, and comes into it when asked for', async ({ visit }) => {
  const page = await visit(people.valeria, '/record');
  await expect(titleOf(page)).toHaveText('Call records');
  await expectWhole(page);
  const token = await ownerToken();
  const { dids } = await api<{ dids: { number: string }[] }>(token, 'POST', `${STAGE}/stage`, {});
  const { customerId } = await api<{ customerId: string }>(token, 'POST', `${STAGE}/callIn`, {
    did: dids[0]!.number,
    from: '525550099887',
  });
  await expect.poll(async () => (await search(people.valeria, { number: '525550099887' })).total).toBe(1);
  await api(token, 'POST', `${STAGE}/hangUp`, { customerId });
  const bar = page.getByText('1 new call', { exact: true });
  await expect(bar).toBeVisible();
  await expect(table(page).getByText('+52 55 5009 9887')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(table(page).getByText('+52 55 5009 9887')).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('[CC-15] [DOWN-01] the records found are exported, every one of them', async ({ visit }) => {
  const { total: expected } = await search(people.sofia, { direction: 'outbound' });
  const page = await visit(people.sofia, `/record?${month}&direction=outbound`);
  await expect(total(page)).toHaveText(`${expected} entries`);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Your export is ready to download.')).toBeVisible();
  await page.getByRole('button', { name: /^Downloads/ }).click();
  const downloads = page.getByRole('dialog', { name: 'Downloads' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    downloads
      .getByRole('button', { name: /^Download call-records/ })
      .first()
      .click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(lines.filter((line) => line.includes('Outgoing'))).toHaveLength(expected);
});

test('[CC-15] an agent sees and hears their own calls and nobody else’s', async ({ visit, watch }) => {
  watch.allow(/403 \(Forbidden\).*ccCdr\/v1\/detail/);
  const mine = await search(people.ana);
  const all = await search(people.sofia);
  expect(mine.total).toBeLessThan(all.total);
  const page = await visit(people.ana, `/record?${month}`);
  await expect(total(page)).toHaveText(`${mine.total} entries`);
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  // A link to a call of somebody else opens nothing.
  const others = all.list.find(({ callId }) => !mine.list.some((one) => one.callId === callId))!;
  await page.goto(`/record?call=${others.callId}`);
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('dialog')).not.toContainText(others.displayNumber);
});

test('[CC-15] [CALL-25] on a phone a call is found, opened and played, and nothing scrolls sideways', async ({
  visit,
}) => {
  const { list } = await search(people.valeria);
  // Other journeys leave calls of less than a second.
  const recorded = list.find(
    ({ hasRecording, callIcon, callDuration }) => hasRecording && callIcon !== 'voicemail' && callDuration > 1,
  )!;
  const page = await visit(people.valeria, `/record?${month}`, { viewport: { width: 390, height: 844 } });
  const cards = page.getByRole('list', { name: 'Call records' });
  await expect(cards.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('searchbox', { name: 'Call id' }).fill(recorded.callId);
  await expect(cards.getByRole('listitem')).toHaveCount(1);
  const wide = () => page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await cards.getByRole('button', { name: 'Open' }).click();
  const panel = page.getByRole('dialog', { name: /^Call/ });
  await panel.getByRole('button', { name: 'Play' }).click();
  const seek = panel.getByRole('slider', { name: 'Position in the recording' });
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0.5);
  expect(await wide()).toBeLessThanOrEqual(0);
  expect(
    await panel.locator('.record-detail').evaluate((detail) => detail.scrollWidth - detail.clientWidth),
  ).toBeLessThanOrEqual(0);
});
