import type { Locator, Page } from '@playwright/test';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { api, ownerToken, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import { callIn } from './phone/agent-page.ts';
import { beginsTalking, designerWith, linesOf as lines, microphoneFile, speechIsReady, spoken } from './voice-test.ts';

const step = (page: Page, name: string): Locator => page.locator('.flow-step').filter({ hasText: name });

test.describe('flows', { tag: '@heard' }, () => {
  test('[CC-07] [FLOW-01] [FLOW-03] [FLOW-07] a flow is begun from a template, changed, tested by text, kept as a case and published', async ({
    visit,
  }) => {
    // A name of its own: a second try finds the flow of the first.
    const name = `Front desk ${Date.now() % 1_000_000}`;
    const page = await visit(people.valeria, '/robot/flows');
    await page.getByRole('button', { name: 'New flow' }).click();
    const begin = page.getByRole('dialog', { name: 'New flow' });
    await begin.getByLabel('Name').fill(name);
    await begin.getByRole('radio', { name: /Appointment/ }).check();
    await begin.getByRole('button', { name: 'Begin' }).click();
    await expect(step(page, 'What for')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nothing to put right' })).toBeVisible();

    // A step nobody comes to is a problem; taking it back mends it.
    await page.getByRole('button', { name: 'Wait', exact: true }).click();
    await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Nothing to put right' })).toBeVisible();

    // Words are changed at the side, and saved by themselves.
    await step(page, 'What for').click();
    const settings = page.getByRole('complementary', { name: 'Settings of What for' });
    await settings.getByRole('textbox', { name: 'What is said, English' }).fill('Good day! Book, or cancel?');
    await expect(step(page, 'Good day! Book, or cancel?')).toBeVisible();
    await expect(page.getByText('Draft saved')).toBeVisible();

    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('tab', { name: 'Text test' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(lines(page).filter({ hasText: 'Good day! Book, or cancel?' })).toBeVisible();
    const answer = page.getByRole('textbox', { name: 'Your answer' });
    await answer.fill('I want an appointment');
    await answer.press('Enter');
    await expect(lines(page).filter({ hasText: 'Intent detected' })).toBeVisible();
    await expect(lines(page).filter({ hasText: 'Which day suits you?' })).toBeVisible();
    await expect(page.locator('.flow-step[data-running]')).toHaveCount(1);

    await page.getByRole('button', { name: 'Keep as a case' }).click();
    const keep = page.getByRole('dialog', { name: 'Keep this conversation' });
    await keep.getByLabel('Name').fill('Books');
    await keep.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Conversation kept')).toBeVisible();
    await page.getByRole('button', { name: 'Close the test' }).click();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Cases' }).click();
    await page.getByRole('button', { name: 'Play all' }).click();
    await expect(page.getByText('Kept conversations: 1 of 1 as expected')).toBeVisible();
    await page.getByRole('dialog', { name: 'Cases' }).getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog', { name: 'Publish this flow?' }).getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Publish this flow?' })).toBeHidden();
    // Nothing is left to publish, what was done can still be taken back, and the list knows.
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await page.goBack();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Published');
  });

  test('[FLOW-02] [FLOW-06] [FLOW-11] [FLOW-13] a designer talks to a flow: it speaks, hears what is meant, answers aloud, takes keys and is hung up', async ({
    watch,
  }) => {
    test.slow();
    await speechIsReady();
    const token = await tokenOf(people.valeria);
    const { list } = await api<{ list: { id: number; name: string }[] }>(token, 'POST', '/cc/api/ivrFlow/v1/page', {
      page: 1,
      size: 50,
      words: 'Appointments',
    });
    const { page, browser } = await designerWith(
      microphoneFile([5, await spoken('I want to make an appointment.')]),
      list[0]!.id,
      watch,
    );
    try {
      await beginsTalking(page);
      // The status and the bar come from the sound that arrives, not from what the server says.
      await expect(page.locator('.flow-test-facts').getByText('Speaking')).toBeVisible({ timeout: 30_000 });
      await expect(lines(page).filter({ hasText: 'Would you like to make an appointment' }).first()).toBeVisible();
      await expect(lines(page).filter({ hasText: 'Intent detected' }).first()).toBeVisible({ timeout: 60_000 });
      await expect(lines(page).filter({ hasText: 'Which day suits you?' }).first()).toBeVisible();
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
      await expect(lines(page).filter({ hasText: /^1$|^2$/ })).toHaveCount(2);
      await page.getByRole('tabpanel', { name: 'Voice test' }).getByRole('button', { name: 'Hang up' }).click();
      await expect(page.locator('.flow-test-facts').getByText('Registered')).toHaveCount(2);
    } finally {
      await browser.close();
    }
  });

  test('[CC-07] [FLOW-11] a published flow answers a number: the caller is greeted, presses a key and is hung up; the conversation is listed', async ({
    visit,
  }) => {
    test.slow();
    await speechIsReady();
    const token = await ownerToken();
    const promptOf = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
    const flow = aFlow(
      {
        menu: {
          kind: 'menu',
          settings: {
            ...promptOf('Welcome to Aurora Travel. For new bookings press one.'),
            choices: [{ key: '1', name: 'Bookings', phrases: [] }],
          },
        },
        bye: { kind: 'hangUp', settings: promptOf('We call you back. Goodbye.') },
      },
      ['start next menu', 'menu 1 bye'],
    );
    const { id } = await api<{ id: number }>(token, 'POST', '/cc/api/ivrFlow/v1/import', {
      file: { openseat: 'flow', name: 'Answers calls', flow, names: [] },
    });
    const { draftVersion } = await api<{ draftVersion: number }>(token, 'POST', '/cc/api/ivrFlow/v1/query', { id });
    await api(token, 'POST', '/cc/api/ivrFlow/v1/publish', { id, draftVersion });
    const { list } = await api<{
      list: { id: number; number: string; inboundConfig: number; groupId: number | null; menu: object | null }[];
    }>(token, 'POST', '/cc/api/didNumber/v1/my', { page: 1, size: 50 });
    const { id: did, number, inboundConfig, groupId, menu } = list.find((one) => one.number === '14155550199')!;
    await api(token, 'POST', '/cc/api/didNumber/v1/inboundConfig', { id: did, inboundConfig: 2, flowId: id });
    try {
      const customer = await callIn(number, 'pressesKeys');
      await expect.poll(async () => (await customer()).heardMs, { timeout: 30_000 }).toBeGreaterThan(1_000);

      const page = await visit(people.valeria, '/seating/aiCall');
      const row = page.getByRole('row').filter({ hasText: 'Answers calls' });
      // The list is of moments; it is asked again until the call is over.
      await expect(async () => {
        await page.reload();
        await expect(row.getByText('Conversation completed')).toBeVisible({ timeout: 10_000 });
      }).toPass({ timeout: 90_000 });
      await row.click();
      const talk = page.getByRole('region', { name: 'Conversation' });
      await expect(talk.getByText('For new bookings press one.')).toBeVisible();
      await expect(talk.getByText('We call you back. Goodbye.')).toBeVisible();
      await expect(talk.getByText(/^1$|: 1$/).first()).toBeVisible();
      // The recording of the call is stored a moment after its end; it stands beside what was said, and plays.
      const play = page.getByRole('region', { name: 'Recording' }).getByRole('button', { name: 'Play' });
      await expect(async () => {
        await page.reload();
        await expect(play).toBeVisible({ timeout: 10_000 });
      }).toPass({ timeout: 60_000 });
      await play.click();
      await expect(
        page.getByRole('region', { name: 'Recording' }).getByRole('button', { name: 'Pause' }),
      ).toBeVisible();
    } finally {
      await api(token, 'POST', '/cc/api/didNumber/v1/inboundConfig', {
        id: did,
        inboundConfig,
        ...(groupId === null ? {} : { groupId }),
        ...(menu === null ? {} : { menu }),
      });
    }
  });
});
