import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { echo } from './index.ts';
import StorageNotice from './storage-notice.tsx';

afterEach(() => vi.unstubAllGlobals());

test('an owner sees that the disk is full and what to do about it', async () => {
  fakeServer(() => ({ data: { full: true } }));
  await showPage(<StorageNotice />, { feature: echo });
  expect((await screen.findByRole('alert')).textContent).toContain('The server’s disk is full');
});
