import { test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { line, type Customer, type Visit } from './agent-page.ts';
import { hearsSomebody } from './ears.ts';

/** A button of the page by the beginning of its name. */
export const button = (page: Page, name: RegExp): Locator => page.getByRole('button', { name }).first();

/** Opens pages as `visit` does, with more options, and something done before they load. */
export const visiting =
  (visit: Visit, more: object, prepare: (context: BrowserContext) => unknown = () => {}): Visit =>
  (person, path, options, first) =>
    visit(person, path, { ...options, ...more }, async (context) => {
      await first?.(context);
      await prepare(context);
    });

/** Seconds on the clock beside the status. */
export async function callClock(page: Page): Promise<number> {
  const parts = (await line(page).locator('.line-pill-time').innerText()).split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

/** The customer hears more than so far. */
export async function customerHears(customer: () => Promise<Customer>, timeout = 10_000): Promise<void> {
  const { heardMs } = await customer();
  await expect.poll(async () => (await customer()).heardMs, { timeout, intervals: [50] }).toBeGreaterThan(heardMs);
}

/** The agent hears the customer, who speaks only when nobody else does. */
export async function agentHears(page: Page): Promise<void> {
  await button(page, /^Mute/).click();
  await expect.poll(await hearsSomebody(page), { timeout: 20_000 }).toBe(true);
  await button(page, /^Unmute/).click();
}

/** Milliseconds since a moment, written into the report. */
export function took(what: string, sinceMs: number, untilMs = Date.now()): number {
  const ms = untilMs - sinceMs;
  test.info().annotations.push({ type: what, description: `${ms} ms` });
  return ms;
}
