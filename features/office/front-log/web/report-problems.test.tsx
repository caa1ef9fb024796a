import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { reportProblems } from './report-problems.ts';

afterEach(() => vi.unstubAllGlobals());

const fail = (error: Error) => window.dispatchEvent(Object.assign(new Event('error'), { error }));
const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

test('[ADMIN-07] mistakes nobody caught are told with the page they happened on, without its query', async () => {
  const asked = fakeServer(() => ({}));
  window.history.replaceState(null, '', '/organisation/roles?name=Ana');
  const stop = reportProblems(() => 0);
  const first = new TypeError('first');
  fail(first);
  fail(first);
  reject(new Error('second'));
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  expect(
    asked.map(({ url, body }) => [url, (body as { message: string }).message, (body as { path: string }).path]),
  ).toEqual([
    ['/cc/api/frontLog/v1/add', 'TypeError: first', '/organisation/roles'],
    ['/cc/api/frontLog/v1/add', 'Error: second', '/organisation/roles'],
  ]);
  stop();
  fail(new Error('after'));
  expect(asked).toHaveLength(2);
});

test('[ADMIN-07] telling that fails is not told', async () => {
  const asked = fakeServer(() => 'down');
  const stop = reportProblems(() => 0);
  fail(new Error('once'));
  await expect.poll(() => asked.length).toBe(1);
  stop();
});
