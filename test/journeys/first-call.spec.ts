import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '../../playwright.config.ts';
import { api, ownerToken, people, quiet } from './api.ts';
import { expect, readsWhatComes, test } from './fixture.ts';
import { freePhone, type Customer } from './phone/agent-page.ts';
import { hearsSomebody, putEars } from './phone/ears.ts';
import { writeVoice } from './phone/voice.ts';

/** A person reads and looks for the next button; the machine only waits. */
const PERSON_SEC = 90;

// They say hello and listen; the microphone of other journeys beeps all the time, and a polite customer waits.
const voice = join(tmpdir(), `openseat-newcomer-${process.pid}.wav`);
const { launchOptions } = config.use!;
test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions!.args!, `--use-file-for-fake-audio-capture=${voice}`] },
});
test.beforeAll(() => writeVoice(voice, { speaksSec: 2, pausesSec: 4 }));
test.afterAll(() => rmSync(voice, { force: true }));

test.describe('a newcomer', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });
  test.use({ permissions: ['microphone'] });

  test('[CC-16] [CALL-02] goes from the start page to the first answered call by what is written on the screen, hears the customer and is heard', async ({
    page,
    context,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const owner = await ownerToken();
    await quiet(owner);
    await freePhone(people.ana);
    await putEars(context);
    await readsWhatComes(page);

    const startedAt = Date.now();
    await page.goto('/');
    await page
      .getByRole('button', { name: /· Agent answers calls$/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Let a customer call/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Answer' }).first().click();
    const hears = await hearsSomebody(page);
    await expect(page.getByText('In a call').first()).toBeVisible();
    await expect.poll(hears, { timeout: 20_000 }).toBe(true);
    const tookSec = (Date.now() - startedAt) / 1_000;
    console.log(`from the start page to the customer's voice: ${tookSec.toFixed(1)} s`);
    expect(tookSec).toBeLessThan(PERSON_SEC);

    // Nothing on the screen tells what the other side hears.
    const { customers } = await api<{ customers: Customer[] }>(owner, 'POST', '/cc/api/rehearsal/v1/stage', {});
    const { customerId } = customers.find(({ state }) => state === 'talking')!;
    const customer = async () =>
      (await api<{ customers: Customer[] }>(owner, 'POST', '/cc/api/rehearsal/v1/stage', {})).customers.find(
        (one) => one.customerId === customerId,
      )!;
    await expect.poll(async () => (await customer()).heardMs, { timeout: 20_000 }).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Hang up' }).first().click();
    await expect.poll(async () => (await customer()).state).toBe('ended');
  });
});
