import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../query-client.ts';
import { toast } from '../toast.ts';
import { toastList } from './toast-list.ts';
import { Toasts } from './toasts.tsx';
import { UiProvider } from './ui-provider.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  for (const one of toastList.get()) toastList.close(one.key);
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <Toasts />
    </UiProvider>,
  );
});
afterEach(() => vi.useRealTimers());

const show = (...all: Parameters<typeof toast>[0][]) => act(() => all.forEach(toast));

test('[SHELL-33] a success is told and goes away by itself', () => {
  show({ tone: 'success', text: 'Saved' });
  expect(screen.getByText('Saved')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(3_000));
  expect(screen.queryByText('Saved')).toBeNull();
});

test('an error interrupts, and stays while somebody reads it', () => {
  show({ tone: 'error', text: 'No line' });
  expect(screen.getByRole('alert').textContent).toBe('No line');
  fireEvent.mouseEnter(screen.getByRole('region', { name: 'Notices' }));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText('No line')).toBeTruthy();
  fireEvent.mouseLeave(screen.getByRole('region', { name: 'Notices' }));
  act(() => void vi.advanceTimersByTime(9_000));
  expect(screen.queryByText('No line')).toBeNull();
});

test('ten failures for one reason are told once, and old notices make room', () => {
  for (let time = 0; time < 10; time += 1) show({ tone: 'warning', text: 'Offline', id: 'failure.unavailable' });
  expect(screen.getAllByText('Offline')).toHaveLength(1);
  show(...[1, 2, 3, 4].map((each) => ({ tone: 'info' as const, text: `News ${each}` })));
  expect(screen.queryByText('Offline')).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
  expect(screen.queryByText('News 1')).toBeNull();
});
