import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { Navigated } from '../../navigation.tsx';
import { makeQueryClient } from '../../query-client.ts';
import { testNavigation } from '../../navigation.fixture.ts';
import { ConfirmHost } from '../confirm.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { LeaveGuard } from './leave-guard.tsx';

const show = (dirty: boolean) => {
  const navigation = testNavigation('/form');
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <Navigated navigation={navigation}>
        <Routes>
          <Route
            path="/form"
            element={
              <>
                <LeaveGuard dirty={dirty} />
                <Link to="/other">away</Link>
                <Link to="/form?tab=2">another tab</Link>
              </>
            }
          />
          <Route path="/other" element={<p>another page</p>} />
          <Route path="/home" element={<p>the page before</p>} />
        </Routes>
      </Navigated>
      <ConfirmHost />
    </UiProvider>,
  );
  return navigation;
};
const answer = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
};

beforeEach(() => import('../confirm-panel.tsx'));

test('a page with unsaved changes is not left without a question', async () => {
  show(true);
  fireEvent.click(screen.getByText('away'));
  await answer('Keep editing');
  expect(screen.queryByText('another page')).toBeNull();
  fireEvent.click(screen.getByText('away'));
  await answer('Leave');
  expect(await screen.findByText('another page')).toBeTruthy();
});

test('the back button asks too, and the address stays until the answer', async () => {
  const navigation = show(true);
  act(() => navigation.back());
  expect(navigation.at().location.pathname).toBe('/form');
  await answer('Keep editing');
  expect(screen.getByText('away')).toBeTruthy();
  act(() => navigation.back());
  await answer('Leave');
  expect(await screen.findByText('the page before')).toBeTruthy();
  expect(navigation.at().location.pathname).toBe('/home');
});

test('another tab of the same page asks nothing', async () => {
  const navigation = show(true);
  fireEvent.click(screen.getByText('another tab'));
  await waitFor(() => expect(navigation.at().location.search).toBe('?tab=2'));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});

test('a page without changes is left at once', async () => {
  show(false);
  fireEvent.click(screen.getByText('away'));
  expect(await screen.findByText('another page')).toBeTruthy();
});
