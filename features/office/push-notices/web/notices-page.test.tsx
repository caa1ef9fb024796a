import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { pushNoticesApi, type NoticeDevice } from '../contract.ts';
import { pushNotices } from './index.ts';
import NoticesPage from './notices-page.tsx';

const phone: NoticeDevice = {
  id: 3,
  name: 'Chrome · Android',
  kinds: ['chat', 'missedCall', 'followUp'],
  createdAt: '2026-11-15 09:00:00',
  lastUsedAt: null,
  failedAt: null,
  current: false,
};

async function show(devices: NoticeDevice[], outcome = 'sent') {
  const asked = fakeServer(({ url }) => ({
    data: url === pushNoticesApi.list.path ? devices : url.endsWith('/trial') ? { outcome } : null,
  }));
  await showPage(<NoticesPage />, { feature: pushNotices });
  return asked;
}

test('[push] without a device the page says where to turn notices on, and what this browser withholds', async () => {
  await show([]);
  expect(await screen.findByText('No device gets notices yet')).toBeTruthy();
  // The browser of tests has no worker.
  expect(screen.getByText(/cannot show notices|only to pages that come by https/)).toBeTruthy();
});

test('[push] a device is tried, and what came of it is said', async () => {
  const asked = await show([phone], 'gone');
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test notice to Chrome · Android' }));
  expect(await screen.findByText(/no longer takes notices, so it was removed/)).toBeTruthy();
  expect(asked.some(({ method, url }) => method === 'POST' && url.endsWith('/3/trial'))).toBe(true);
});

test('[push] a device is removed after a question', async () => {
  const asked = await show([{ ...phone, failedAt: '2026-11-16 09:00:00' }]);
  expect(await screen.findByText('Last notice not taken')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Chrome · Android' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(asked.some(({ method, url }) => method === 'DELETE' && url.endsWith('/3'))).toBe(true));
});
