import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { makeQueryClient } from '../../query-client.ts';
import { ConfirmHost } from '../confirm.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { LeaveGuard } from './leave-guard.tsx';

const show = (dirty: boolean) => {
  const router = createMemoryRouter([
    { path: '/', element: <><LeaveGuard dirty={dirty} /><Link to="/other">away</Link></> },
    { path: '/other', element: <p>another page</p> },
  ]);
  render(<UiProvider client={makeQueryClient()} env="test"><RouterProvider router={router} /><ConfirmHost /></UiProvider>);
  fireEvent.click(screen.getByText('away'));
};

beforeEach(() => import('../confirm-panel.tsx'));

test('a page with unsaved changes is not left without a question', async () => {
  show(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect(screen.queryByText('another page')).toBeNull();
  fireEvent.click(screen.getByText('away'));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('another page')).toBeTruthy();
});

test('a page without changes is left at once', async () => {
  show(false);
  expect(await screen.findByText('another page')).toBeTruthy();
});
