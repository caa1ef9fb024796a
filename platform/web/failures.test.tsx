import { afterEach, expect, test, vi } from 'vitest';
import { failureOfCode, failureRow, failures, type FailureName } from '#shared/errors.ts';
import { knownFailures } from './known-failures.ts';

const table = { failureOfCode, failureRow };
const away = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const answer = (name: FailureName) => ({ code: failures[name].code, msg: failures[name].key });

/** What a page that was just opened knows: here the failures have come before. */
async function justOpened() {
  vi.resetModules();
  const page = await import('./failures.ts');
  await (await import('./i18n.ts')).startTexts();
  vi.useFakeTimers();
  return page;
}
afterEach(() => void vi.useRealTimers());

test('what ends a session, and what a page acts on by itself, is known as the table has it', () => {
  const ending = (Object.keys(failures) as FailureName[]).filter((name) => failureRow(name).endsSession);
  expect(Object.keys(knownFailures).toSorted()).toEqual([...ending, 'captchaRequired', 'unavailable'].toSorted());
  for (const [name, row] of Object.entries(knownFailures)) expect(failureRow(name as FailureName)).toMatchObject(row);
});

test('the end of a session is known where no other file comes, and nothing waits for it', async () => {
  const page = await justOpened();
  void page.bringFailures(() => new Promise(() => {}));
  const reported: string[] = [];
  for (const name of ['tokenExpired', 'notFound', 'unavailable'] as const)
    page.withFailure(answer(name), (failure) => reported.push(`${failure.name} ${page.endsSession(failure)}`));
  expect(reported).toEqual(['tokenExpired true', 'unavailable false']);
  expect((await page.failureIn(answer('signedOut'))).detail).toBe('');
  expect(page.failureKeyOf(failures.captchaRequired.code)).toBe('error.captchaRequired');
});

test('a refusal waits for the table, which is asked for again until it comes', async () => {
  const page = await justOpened();
  const load = vi.fn<() => Promise<typeof table>>(async () => table).mockImplementationOnce(away);
  void page.bringFailures(load);
  const refused = page.failureIn(answer('notFound'));
  await vi.advanceTimersByTimeAsync(500);
  expect([(await refused).name, page.hasFailures()]).toEqual(['notFound', true]);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a table that did not come for minutes is asked for again by whoever needs it next', async () => {
  const page = await justOpened();
  const gone = page.bringFailures(away).catch(String);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await gone).toContain('Failed to fetch');
  await page.bringFailures(async () => table);
  expect(page.hasFailures()).toBe(true);
});
