import { people } from './api.ts';
import { expect, test } from './fixture.ts';
import { ringFor } from './phone/agent-acts.ts';
import { callIn, line, onBreak, sitDown } from './phone/agent-page.ts';

test.describe('the agent’s phone', { tag: '@alone' }, () => {
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
    await ana
      .getByRole('button', { name: /^Resume/ })
      .first()
      .click();
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

  test('[STATUS-06] a missed call puts the agent on break and says so', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    await ringFor('Support', 5);
    try {
      const ana = await sitDown(visit, people.ana);
      await callIn();
      await expect(ana.getByRole('button', { name: /^Answer/ }).first()).toBeVisible({ timeout: 20_000 });
      // Nobody answers in the group's ring time.
      await expect(line(ana)).toContainText('On break', { timeout: 40_000 });
      await expect(ana.getByRole('dialog', { name: 'You are on break' })).toBeVisible();
    } finally {
      await ringFor('Support');
    }
  });

  test('[STATUS-02] [STATUS-15] a supervisor changes the status, and the agent learns who it was', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(visit, people.ana);
    await onBreak(people.ana);
    await expect(line(ana)).toContainText('On break');
    await expect(ana.getByText(new RegExp(people.valeria.name))).toBeVisible();
  });

  test('[CALL-16] a refused call says why, in the agent’s words', async ({ visit, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(visit, people.ana);
    await ana.getByRole('button', { name: 'Open the phone' }).click();
    await ana.getByLabel('Phone number').fill('14155550814');
    await ana.keyboard.press('Enter');
    await expect(ana.getByText(/blacklist/i).first()).toBeVisible({ timeout: 15_000 });
    await expect(line(ana)).toContainText('Available');
  });
});
