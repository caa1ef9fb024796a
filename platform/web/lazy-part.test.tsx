import { render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchCode, lazy } from './lazy-part.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a part of the page that could not be fetched comes when the server is back, and the page stays', async () => {
  vi.useRealTimers();
  const load = vi.fn<() => Promise<{ default: () => ReactNode }>>(async () => ({ default: () => <b>the script</b> })).mockImplementationOnce(away);
  const Part = lazy(load);
  render(<p>the call <Suspense fallback="…"><Part /></Suspense></p>);
  expect(screen.getByText(/the call/)).toBeTruthy();
  expect(await screen.findByText('the script', undefined, { timeout: 5_000 })).toBeTruthy();
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
