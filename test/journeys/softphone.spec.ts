import { people } from './api.ts';
import { expect, test } from './fixture.ts';
import { callIn, line, sitDown } from './phone/agent-page.ts';

test.describe('the agent’s phone', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });

  test('[CALL-01] [CALL-02] [CALL-11] [STATUS-10] a customer calls: answered by a key, held, taken back, hung up, wrapped up, written down', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(visit, people.ana);
    const customer = await callIn();
    await expect(ana.getByRole('button', { name: /^Answer/ }).first()).toBeVisible({ timeout: 20_000 });
    await ana.keyboard.press('Alt+a');
    await expect(ana).toHaveURL(/\/workBench/);
    await expect(line(ana)).toContainText('In a call');
    // The microphone's beeps reach the customer.
    await expect.poll(async () => (await customer()).heardMs, { timeout: 20_000 }).toBeGreaterThan(200);
    await ana.getByRole('button', { name: /^Hold/ }).first().click();
    await expect(line(ana)).toContainText('On hold');
    // Answered before the call is hung up, or there is nobody to take back.
    const takenBack = ana.waitForResponse(/\/calls\/v1\/unhold$/);
    await ana
      .getByRole('button', { name: /^Resume/ })
      .first()
      .click();
    await takenBack;
    await expect(line(ana)).toContainText('In a call');
    await ana
      .getByRole('button', { name: /^Hang up/ })
      .first()
      .click();
    await expect(line(ana)).toContainText('Wrap-up');
    await expect.poll(async () => (await customer()).state).toBe('ended');
    await ana
      .getByRole('button', { name: /^I am done/ })
      .first()
      .click();
    await expect(line(ana)).toContainText('Available');
    await ana.goto('/record');
    await expect(ana.getByRole('row').nth(1)).toContainText('Talked');
  });
});
