import type { Page } from '@playwright/test';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { api, ORIGIN, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import {
  aCough,
  beginsTalking,
  designerWith,
  lengthMs,
  linesOf,
  loudnessOf,
  microphoneFile,
  notesLoudness,
  speechIsReady,
  spoken,
  stretches,
} from './voice-test.ts';

interface Draft {
  draftVersion: number;
  flow: { nodes: { id: string; settings: Record<string, unknown> }[] };
}

/** About half a minute, and none of its words is one that callers say. */
const LONG =
  'Welcome to the Aurora clinic, and thank you for your patience. Our doors are open from Monday to Friday, between nine in the morning and half past five. We are in the second house behind the old railway station, next to the bakery with the green roof. Parking is free for two hours. Please bring a photograph of your card, and a jacket, because the waiting room is cold in winter. Now tell me: what can I do for you today?';

/** About a quarter of a minute: a cough, an “okay” and a cough fit into it. */
const NOTICE = LONG.slice(0, LONG.indexOf(' Please bring a photograph'));

/** The bar at which the agent counts as talking. */
const TALKS = 35;

function longestQuietMs(noted: readonly { atMs: number; loud: number }[]): number {
  let [longest, since] = [0, noted[0]!.atMs];
  for (const { atMs, loud } of noted) {
    if (loud >= TALKS) since = atMs;
    longest = Math.max(longest, atMs - since);
  }
  return longest;
}

/** Everything of the conversation that was told so far, as the recording's own. */
async function recordingOf(page: Page): Promise<{ left: number[]; right: number[]; lengthMs: number }> {
  const row = page.locator('.flow-test-recording');
  await expect(row.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 30_000 });
  const token = await tokenOf(people.valeria);
  const { list } = await api<{ list: { talkId: string; hasRecording: boolean }[] }>(
    token,
    'POST',
    '/cc/api/aiCall/v1/page',
    { show: 'tests', page: 1, size: 1 },
  );
  expect(list[0]!.hasRecording).toBe(true);
  const response = await fetch(`${ORIGIN}/cc/api/flowTest/v1/recording/${list[0]!.talkId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const { left, right } = await loudnessOf(await response.arrayBuffer());
  return { left, right, lengthMs: left.length * 20 };
}

test.describe('a designer talks to a flow', { tag: '@alone' }, () => {
  test('[FLOW-06] [FLOW-11] [complaint 21] and into it: what is meant is understood, what was being said ends there, the branch is taken, keys are taken, it is hung up, and the recording has both sides', async ({
    watch,
  }) => {
    test.slow();
    await speechIsReady();
    const token = await tokenOf(people.valeria);
    const { id } = await api<{ id: number }>(token, 'POST', '/cc/api/ivrFlow/v1/add', {
      name: `Clinic ${Date.now() % 1_000_000}`,
      template: 'appointment',
    });
    const { draftVersion, flow } = await api<Draft>(token, 'POST', '/cc/api/ivrFlow/v1/query', { id });
    const ask = flow.nodes.find(({ id: node }) => node === 'what')!;
    ask.settings = { ...ask.settings, spoken: { words: { en: LONG }, sounds: {} } };
    await api(token, 'POST', '/cc/api/ivrFlow/v1/update', { id, draftVersion, flow });
    const prompt = await spoken(LONG);
    const words = await spoken('I want to make an appointment.');
    // However long the call takes to come about, it is said into the prompt: every eight seconds.
    const { page, browser } = await designerWith(microphoneFile([6, words]), id, watch);
    try {
      const loudness = await notesLoudness(page);
      await beginsTalking(page);
      const speaking = page.locator('.flow-test-facts').getByText('Speaking');
      await expect(speaking).toBeVisible({ timeout: 30_000 });
      const spokeAt = Date.now();
      await expect(linesOf(page).filter({ hasText: 'Customer interrupted' })).toBeVisible({
        timeout: lengthMs(prompt),
      });
      // Long before the prompt would have been over, it is silent, marked as cut, and the next question is asked.
      const interruptedMs = Date.now() - spokeAt;
      expect(interruptedMs).toBeLessThan(lengthMs(prompt) - 5_000);
      await expect(linesOf(page).filter({ hasText: 'Intent detected' })).toBeVisible();
      await expect(linesOf(page).filter({ hasText: 'Which day suits you?' }).first()).toBeVisible();
      expect(Date.now() - spokeAt).toBeLessThan(lengthMs(prompt));
      // The next question may be spoken into as well, eight seconds later.
      const cut = page.locator('.flow-test-line[data-cut]').filter({ hasText: 'Welcome to the Aurora clinic' });
      await expect(cut).toHaveCount(1);
      await expect(cut.locator('del')).toContainText('what can I do for you today?');
      await expect(cut.locator('del')).not.toContainText('Welcome to the Aurora clinic');
      for (const chart of ['ASR TTFB, ms', 'TTS TTFB, ms'])
        await expect(
          page
            .locator('figure')
            .filter({ hasText: chart })
            .getByText(/^\d+\.\d\d$/),
        ).toBeVisible();

      await page.getByRole('button', { name: 'Keys', exact: true }).click();
      await page.getByRole('textbox', { name: 'Keys' }).fill('12');
      await page.getByRole('textbox', { name: 'Keys' }).press('Enter');
      await expect(page.getByText('Operation succeeded')).toBeVisible();
      await expect(linesOf(page).filter({ hasText: /^1$|^2$/ })).toHaveCount(2);
      await page.getByRole('tabpanel', { name: 'Voice test' }).getByRole('button', { name: 'Hang up' }).click();
      await expect(page.locator('.flow-test-facts').getByText('Registered')).toHaveCount(2);

      // The sound that arrived in the browser fell silent while the caller spoke into it, for longer than between two sentences.
      const noted = await loudness();
      const began = noted.find(({ loud }) => loud >= TALKS)!.atMs;
      expect(
        longestQuietMs(noted.filter(({ atMs }) => atMs >= began && atMs < began + lengthMs(prompt))),
      ).toBeGreaterThan(900);

      const { left, right } = await recordingOf(page);
      const [flowBegan] = stretches(right, 1_000);
      const said = stretches(left, 600).find(({ fromMs, toMs }) => fromMs > flowBegan!.fromMs && toMs - fromMs > 800)!;
      // Both sides stand at their time: nothing of ours sounds from a moment after the caller began until they were done.
      const meanwhile = right.slice((said.fromMs + 600) / 20, said.toMs / 20);
      expect(meanwhile.filter((loud) => loud > 200)).toEqual([]);
      expect(stretches(right, 1_000).filter(({ fromMs }) => fromMs >= said.toMs).length).toBeGreaterThan(0);
    } finally {
      await browser.close();
    }
  });

  test('[FLOW-06] [complaint 21] a cough and an “okay” end nothing: the prompt is said to its end, and the flow hangs up by itself', async ({
    watch,
  }) => {
    test.slow();
    await speechIsReady();
    const token = await tokenOf(people.valeria);
    const words = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
    const flow = aFlow(
      {
        notice: { kind: 'say', settings: { ...words(NOTICE), mayInterrupt: true } },
        bye: { kind: 'hangUp', settings: words('Goodbye.') },
      },
      ['start next notice', 'notice next bye'],
    );
    const { id } = await api<{ id: number }>(token, 'POST', '/cc/api/ivrFlow/v1/import', {
      file: { openseat: 'flow', name: `Notice ${Date.now() % 1_000_000}`, flow, names: [] },
    });
    const prompt = await spoken(NOTICE);
    const okay = await spoken('Okay.');
    const { page, browser } = await designerWith(microphoneFile([3, aCough(okay.rate), 3, okay]), id, watch);
    try {
      await beginsTalking(page);
      await expect(page.locator('.flow-test-facts').getByText('Speaking')).toBeVisible({ timeout: 30_000 });
      const spokeAt = Date.now();
      await expect(linesOf(page).filter({ hasText: 'Goodbye.' })).toBeVisible({ timeout: lengthMs(prompt) + 30_000 });
      expect(Date.now() - spokeAt).toBeGreaterThan(lengthMs(prompt) - 2_000);
      await expect(linesOf(page).filter({ hasText: 'Customer interrupted' })).toHaveCount(0);
      await expect(page.locator('.flow-test-line[data-cut]')).toHaveCount(0);
      await expect(page.locator('.flow-test-facts').getByText('Registered')).toHaveCount(2, { timeout: 30_000 });

      const { left, right } = await recordingOf(page);
      // They were there, over the prompt, and every part of it was still heard.
      const [flowBegan] = stretches(right, 1_000);
      expect(stretches(left, 600).filter(({ fromMs }) => fromMs > flowBegan!.fromMs).length).toBeGreaterThan(2);
      const soundingMs = (loudness: readonly number[]) => loudness.filter((loud) => loud > 200).length * 20;
      const whole = Int16Array.from(prompt.samples);
      const frame = prompt.rate / 50;
      const promptLoudness = Array.from({ length: Math.floor(whole.length / frame) }, (_, at) =>
        Math.sqrt(
          whole.subarray(at * frame, (at + 1) * frame).reduce((sum, sample) => sum + sample * sample, 0) / frame,
        ),
      );
      expect(soundingMs(right)).toBeGreaterThan(soundingMs(promptLoudness) * 0.95);
    } finally {
      await browser.close();
    }
  });
});
