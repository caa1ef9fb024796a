import type { Page } from '@playwright/test';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { people } from './api.ts';
import { expect, test } from './fixture.ts';
import { callIn, line, sitDown } from './phone/agent-page.ts';
import { played } from './phone/ears.ts';
import { agentHears, button, callClock, customerHears, took, visiting } from './phone/in-call.ts';
import { watchPhones, type PhoneSocket } from './phone/phone-sockets.ts';

/** Another tab of the same browser. */
async function tabBeside(page: Page): Promise<Page> {
  const opened = await page.context().newPage();
  await opened.goto('/home');
  await opened.locator('main').click({ position: { x: 5, y: 5 } });
  return opened;
}

test.describe('one agent, several tabs', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });

  test(
    '[CALL-20] [complaint 4] three tabs: one registration, one bell, buttons in each, and the call outlives the tab that carries it',
    { tag: '@alone' },
    async ({ visit, watch }) => {
      watch.allow(/ERR_|WebSocket/);
      let phones: PhoneSocket[] = [];
      const one = await sitDown(
        visiting(visit, {}, (context) => void (phones = watchPhones(context))),
        people.ana,
      );
      const [two, three] = [await tabBeside(one), await tabBeside(one)];
      const all = [one, two, three];
      for (const page of all) await expect(line(page)).toContainText('Available');

      const customer = await callIn();
      for (const page of all) await expect(button(page, /^Answer/)).toBeVisible({ timeout: 20_000 });
      const bells = await Promise.all(all.map((page) => played(page, ToneFlag.ringIn)));
      expect(bells.map(({ length }) => length)).toEqual([1, 0, 0]);
      expect(phones.map(({ page }) => all.indexOf(page))).toEqual([0]);

      await button(two, /^Answer/).click();
      for (const page of all) await expect(line(page)).toContainText('In a call');
      await customerHears(customer);
      await button(three, /^Hold/).click();
      for (const page of all) await expect(line(page)).toContainText('On hold');
      await button(two, /^Resume/).click();
      for (const page of all) await expect(line(page)).toContainText('In a call');
      await customerHears(customer);

      // Closing the tab that carries the call asks first.
      const asked = one.waitForEvent('dialog');
      await one.close({ runBeforeUnload: true });
      expect((await asked).type()).toBe('beforeunload');
      await (await asked).dismiss();
      await expect(line(one)).toContainText('In a call');

      const before = await callClock(two);
      const again = one.waitForEvent('dialog');
      await one.close({ runBeforeUnload: true });
      await (await again).accept();
      const closedAt = Date.now();
      await expect.poll(() => phones.length, { intervals: [20] }).toBe(2);
      const owner = phones[1]!;
      const accepted = (by: 'page' | 'exchange') =>
        owner.messages.find((one) => one.by === by && one.words.endsWith(' 200 OK'));
      await expect.poll(() => accepted('exchange'), { intervals: [20] }).toBeDefined();
      expect(took('registered', closedAt, accepted('exchange')!.atMs)).toBeLessThan(3_000);
      await expect.poll(() => accepted('page'), { intervals: [20] }).toBeDefined();
      took('back in the call', closedAt, accepted('page')!.atMs);
      await customerHears(customer);
      const other = owner.page === two ? three : two;
      for (const page of [two, three]) await expect(line(page)).toContainText('In a call');
      await agentHears(owner.page);
      expect(await callClock(other)).toBeGreaterThanOrEqual(before);
      await button(other, /^Hang up/).click();
      for (const page of [two, three]) await expect(line(page)).toContainText('Wrap-up');
      await expect.poll(async () => (await customer()).state).toBe('ended');

      // Without a call nobody is asked.
      let questions = 0;
      owner.page.on('dialog', () => (questions += 1));
      const closed = owner.page.waitForEvent('close');
      await owner.page.close({ runBeforeUnload: true });
      await closed;
      expect(questions).toBe(0);
      await expect(line(other)).toContainText('Wrap-up');
      await button(other, /^Status: /).click();
      await button(other, /^I am done/).click();
      await expect(line(other)).toContainText('Available');
    },
  );

  test('[complaint 4] a page loaded anew in a call is back in it: sound both ways, the timer and what was written', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const page = await sitDown(visit, people.ana);
    const customer = await callIn();
    await button(page, /^Answer/).click({ timeout: 20_000 });
    await expect(line(page)).toContainText('In a call');
    await customerHears(customer);
    const note = page.getByRole('textbox', { name: /note|call about/i }).first();
    await note.fill('Wants the window seat');
    await expect.poll(() => callClock(page)).toBeGreaterThanOrEqual(3);
    const before = await callClock(page);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(line(page)).toContainText('In a call', { timeout: 15_000 });
    await customerHears(customer);
    expect(await callClock(page)).toBeGreaterThanOrEqual(before);
    await agentHears(page);
    await expect(note).toHaveValue('Wants the window seat');
    await button(page, /^Hang up/).click();
    await expect(line(page)).toContainText('Wrap-up');
    await expect.poll(async () => (await customer()).state).toBe('ended');
  });
});
