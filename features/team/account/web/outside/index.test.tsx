import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import Outside from './index.tsx';

test('[ADMIN-01] a page beside the sign-in page comes with its words when it is asked for', async () => {
  fakeServer(() => ({ data: { waiting: false, demo: false, registration: 'open', phoneCodes: false } }));
  window.history.replaceState(null, '', '/forgot');
  render(<Outside />);
  expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeTruthy();
  vi.unstubAllGlobals();
});

test('[SHELL-33] whoever could not sign in by their company reads why', async () => {
  fakeServer(() => ({ data: { waiting: false, demo: false, registration: 'open', phoneCodes: false } }));
  window.history.replaceState(null, '', '/login?reason=ssoUnknownDomain');
  render(<Outside />);
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/^No company signs in/);
  vi.unstubAllGlobals();
});
