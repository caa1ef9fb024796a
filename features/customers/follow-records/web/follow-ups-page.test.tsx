import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { followRecordsApi } from '../contract.ts';
import FollowUpsPage from './follow-ups-page.tsx';
import { followRecords } from './index.ts';

const record = {
  id: 3,
  customer_id: 8,
  customer_name: 'Lucía Hernández',
  content: 'Send the quote',
  author_id: 1,
  author: 'Ana',
  created_at: '2020-01-01 10:00:00',
  due_at: '2020-01-02 10:00:00',
  assignee_id: 1,
  assignee: 'Ana',
  done_at: null,
  call_id: null,
};

async function show(list: object[]) {
  const asked = fakeServer(({ method }) => ({ data: method === 'GET' ? { list, total: list.length } : null }));
  await showPage(<FollowUpsPage />, {
    viewer: aViewer({ functions: new Set(['follow-records.use', 'customers.use']) }),
    feature: followRecords,
  });
  return asked;
}

test('[CDP-05] a late follow-up says since when, leads to its customer and is marked done', async () => {
  const asked = await show([record]);
  expect((await screen.findByText(/overdue since/)).closest('li')!.dataset['late']).toBe('true');
  expect(screen.getByRole('link', { name: 'Lucía Hernández' }).getAttribute('href')).toBe('/customers/8');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Done: Send the quote' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
      url: followRecordsApi.update.path,
      body: { id: 3, done: true },
    }),
  );
});

test('[CDP-05] nothing to do says so; the tabs ask for what is late and what is done', async () => {
  const asked = await show([]);
  expect(await screen.findByText('Nothing to follow up')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Overdue' }));
  expect(await screen.findByText('Nothing is overdue')).toBeTruthy();
  expect(asked.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('overdue'))).toContain('true');
});
