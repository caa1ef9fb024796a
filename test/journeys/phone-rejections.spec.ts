import type { Page } from '@playwright/test';
import { rejectionCodes } from '#shared/call-rejection.ts';
import { failureOfCode, failures } from '#shared/errors.ts';
import { languageNames, languages, type Language } from '../../shared/languages.ts';
import { api, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import { detail } from './phone/agent-acts.ts';
import { line, sitDown } from './phone/agent-page.ts';
import { say } from './texts.ts';

const textOf = (language: Language, code: number): string => say(language, failures[failureOfCode(code)].key);

/** Numbers of the rehearsal end in the code they are refused with. */
async function dial(page: Page, code: number, language: Language = 'en-US'): Promise<void> {
  await page.getByLabel(say(language, 'softphone.dial.number')).fill(`14155550${code}`);
  await page
    .getByRole('dialog', { name: say(language, 'softphone.phone') })
    .getByRole('button', { name: say(language, 'softphone.dial.call'), exact: true })
    .click();
}

const openPhone = (page: Page, language: Language): Promise<void> =>
  page.getByRole('button', { name: say(language, 'softphone.pill.openPhone') }).click();

/** Why the last call did not come about. */
const refusal = (page: Page, language: Language) =>
  page.getByRole('alert', { name: say(language, 'softphone.refused.title') });

/** Shows the page in another language; what was refused last is read first, and between calls the phone closes when something else is clicked. */
async function speak(page: Page, from: Language, to: Language): Promise<void> {
  await refusal(page, from)
    .getByRole('button', { name: say(from, 'softphone.refused.read') })
    .click();
  await expect(refusal(page, from)).toHaveCount(0);
  await page.getByRole('button', { name: say(from, 'shell.language'), exact: true }).click();
  await page.getByRole('menuitemradio', { name: languageNames[to] }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', to);
  await openPhone(page, to);
}

test('[CALL-16] each refusal has a sentence of its own in each language', () => {
  for (const language of languages)
    expect(new Set(rejectionCodes.map((code) => textOf(language, code))).size, language).toBe(rejectionCodes.length);
});

test.afterEach(async () => {
  await api(await tokenOf(people.ana), 'POST', '/admin/saas_plat/user/switchLanguage', { lang: 'en-US' });
});

test('[CALL-16] every refused call says why, leaves the agent available and the phone usable, and its record says why', async ({
  visit,
  watch,
}) => {
  test.setTimeout(180_000);
  watch.allow(/ERR_|WebSocket/);
  const ana = await sitDown(visit, people.ana);
  await openPhone(ana, 'en-US');
  for (const code of rejectionCodes) {
    await dial(ana, code);
    await expect(refusal(ana, 'en-US').getByText(textOf('en-US', code))).toBeVisible({ timeout: 15_000 });
    await expect(line(ana)).toContainText('Available');
  }
  const [token, texts] = [await tokenOf(people.ana), new Map<number | null, string>()];
  for (const { callId } of (await api<{ callId: string }[]>(token, 'POST', '/cc/api/ccCdr/v1/recent', {})).slice(
    0,
    rejectionCodes.length,
  )) {
    const { refusal, refusalText, statusName } = await detail(callId);
    expect(statusName).toBe('Not allowed');
    texts.set(refusal, refusalText);
  }
  expect(Object.fromEntries(texts)).toEqual(
    Object.fromEntries(rejectionCodes.map((code) => [code, textOf('en-US', code)])),
  );

  await speak(ana, 'en-US', 'es-MX');
  await dial(ana, failures.numberBlacklisted.code, 'es-MX');
  await expect(refusal(ana, 'es-MX').getByText(textOf('es-MX', failures.numberBlacklisted.code))).toBeVisible({
    timeout: 15_000,
  });
  await expect(
    refusal(ana, 'es-MX').getByRole('button', { name: say('es-MX', 'softphone.refused.again') }),
  ).toHaveCount(0);
  await speak(ana, 'es-MX', 'en-US');
  // Nothing of it is in the way of a call that may go out.
  await dial(ana, 101);
  await expect(line(ana)).toContainText('In a call');
  await ana.keyboard.press('Alt+x');
  await expect(line(ana)).toContainText('Wrap-up');
});
