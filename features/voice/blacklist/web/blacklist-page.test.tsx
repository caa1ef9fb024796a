import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { blacklistApi } from '../contract.ts';
import BlacklistPage from './blacklist-page.tsx';
import { blacklist } from './index.ts';
import { expiryOf } from './parts/expiry.ts';

const entry = {
  id: 4,
  pattern: '525512345678',
  countryIso2: 'MX',
  reason: 'Crank',
  scopes: ['call'],
  expiresAt: null,
  author: 'Sofía',
  createdAt: '2026-11-15 10:00:00',
  hits: 3,
  lastHitAt: '2026-11-15 10:00:00',
};

async function show(functions = ['blacklist.view', 'blacklist.use', 'blacklist.edit'], list: object[] = [entry]) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(blacklistApi.page.path)
      ? { list, total: list.length, totalCapped: false }
      : url.startsWith(blacklistApi.remove.path)
        ? { removed: 1 }
        : { restored: 1, added: 2, known: 0, wrong: [], wrongCount: 0, id: 1 },
  }));
  await showPage(<BlacklistPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: blacklist });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CDP-06] an entry is taken off and put back', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Take +52 55 1234 5678 off' }));
  await waitFor(() => expect(sent(`${blacklistApi.remove.path}?ids=4`)).toHaveLength(1));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent(blacklistApi.restore.path)).toEqual([{ ids: [4] }]));
});

test('[CDP-06] a list is pasted, one number a line', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Paste a list' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /one a line/ }), {
    target: { value: '525511112222\n\n1900*\n' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(blacklistApi.addMany.path)).toEqual([
      { lines: ['525511112222', '1900*'], reason: '', scopes: ['call', 'chat', 'sms', 'task'], expiresAt: null },
    ]),
  );
});

test('[CDP-06] readers see the list and no deeds', async () => {
  await show(['blacklist.view']);
  await screen.findByText('+52 55 1234 5678');
  expect(screen.queryByRole('button', { name: /Add number|Paste a list|Take/ })).toBeNull();
});

test('[CDP-06] an end in days counts from now, and the end of an entry can stay', () => {
  const nowMs = Date.UTC(2026, 10, 15, 10);
  expect([
    expiryOf('0', '2026-12-01 00:00:00', nowMs),
    expiryOf('7', null, nowMs),
    expiryOf('keep', '2026-12-01 00:00:00', nowMs),
  ]).toEqual([null, '2026-11-22 10:00:00', '2026-12-01 00:00:00']);
});
