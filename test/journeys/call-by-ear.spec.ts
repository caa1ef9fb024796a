import type { Page } from '@playwright/test';
import { people } from './api.ts';
import { expect, test } from './fixture.ts';
import { callIn, sitDown } from './phone/agent-page.ts';

/** Everything the page has said to those who only hear it: what its live regions held, in order. */
async function listensTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    const hear = (): void => {
      for (const region of document.querySelectorAll('[role="alert"], [role="status"], [aria-live], output')) {
        const words = region.textContent.trim();
        if (words && said.at(-1) !== words) said.push(words);
      }
    };
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { said });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

test.describe('a call by ear', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });

  test('[WCAG 2.1.1] [WCAG 4.1.3] from the ring to the end of wrap-up by keys and by what is read aloud alone', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const page = await sitDown(visit, people.ana, '/customers');
    const said = await listensTo(page);
    const hears = (words: RegExp) =>
      expect.poll(async () => (await said()).some((one) => words.test(one)), { message: String(words) }).toBe(true);
    const named = (name: RegExp) => page.getByRole('button', { name }).first();

    // She writes somewhere when it rings: letters belong to what she writes.
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().focus();
    await callIn();
    await hears(/^Incoming call: .+F6/);
    await expect(named(/^Answer/)).toBeVisible();
    await page.keyboard.press('F6');
    await expect(named(/^Answer/)).toBeFocused();
    await page.keyboard.press('Enter');
    await hears(/^You are talking with /);

    const call = page.getByRole('region', { name: 'Call', exact: true });
    await expect(call).toBeFocused();
    await expect(call).toMatchAriaSnapshot(`
      - region "Call":
        - article "Call":
          - heading [level=2]
          - button /Hold/
          - button /Mute/
          - button /Transfer/
          - button /Hang up/
    `);

    await named(/^Mute/).press('Enter');
    await hears(/^Muted/);
    await named(/^Unmute/).press('Enter');
    await named(/^Hold/).press('Enter');
    await hears(/on hold$/);
    await expect(named(/^Resume/)).toBeEnabled();
    await expect(named(/^Resume/)).toBeFocused();
    const takenBack = page.waitForResponse(/\/calls\/v1\/unhold$/);
    await page.keyboard.press('Enter');
    await takenBack;
    await expect(named(/^Hold/)).toBeEnabled();

    await named(/^Transfer/).press('Enter');
    await expect(named(/^Transfer/)).toHaveAttribute('aria-expanded', 'true');
    await named(/^Transfer/).press('Enter');

    await page.keyboard.press('Alt+n');
    const note = page.getByRole('textbox', { name: 'Notes' });
    await expect(note).toBeFocused();
    await page.keyboard.type('Wants the flight a day later');
    await hears(/[Ss]aved/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+l');
    await page.keyboard.press('1');
    const labels = page.getByRole('group', { name: /^Call label/ });
    await expect(labels.getByRole('radio', { checked: true })).toBeFocused();

    await named(/^Hang up/).press('Enter');
    await hears(/^The call has ended/);
    await hears(/^Wrap-up has begun/);
    await expect(call).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(named(/^I am done/)).toBeFocused();
    await page.keyboard.press('Enter');
    await hears(/^Status: Available/);
  });
});
