import { render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turn, useTurningClock } from './clock.fixture.ts';
import { fetchCode, lazy } from './lazy-part.ts';
import { presentToasts, type Toast } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a part of the page that could not be fetched comes when the server is back, and the page stays', async () => {
  useTurningClock();
  const load = vi
    .fn<() => Promise<{ default: () => ReactNode }>>(async () => ({ default: () => <b>the script</b> }))
    .mockImplementationOnce(away);
  const Part = lazy(load);
  render(
    <p>
      the call{' '}
      <Suspense fallback="…">
        <Part />
      </Suspense>
    </p>,
  );
  expect(screen.getByText(/the call/)).toBeTruthy();
  await turn(500);
  expect(await screen.findByText('the script')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('the network’s return is not waited out', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'code').mockImplementationOnce(away);
  const fetched = fetchCode(load);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  expect(await fetched).toBe('code');
});

test('code that is gone for good is told in the end', async () => {
  const fetched = fetchCode(away).catch((problem: unknown) => String(problem));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await fetched).toContain('Failed to fetch');
});

test('a part that does not come is told with a press that asks again, and a short gap is not', async () => {
  const toasts: Toast[] = [];
  const withdraw = presentToasts((toast) => void toasts.push(toast));
  // What other tests told before anybody could show it.
  toasts.length = 0;
  const short = fetchCode(
    vi
      .fn<() => Promise<string>>(async () => 'code')
      .mockImplementationOnce(away)
      .mockImplementationOnce(away),
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect([await short, toasts]).toEqual(['code', []]);
  let isBack = false;
  const fetched = fetchCode(() => (isBack ? Promise.resolve('code') : away()));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(toasts).toMatchObject([{ tone: 'warning', id: 'code-away', action: { text: 'Try again' } }]);
  isBack = true;
  toasts[0]!.action!.run();
  expect(await fetched).toBe('code');
  withdraw();
});
