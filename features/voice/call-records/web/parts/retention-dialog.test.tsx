import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { callRecordsApi } from '../../contract.ts';
import { callRecords } from '../index.ts';
import RetentionDialog from './retention-dialog.tsx';

test('[CALL-25] before recordings are kept for a shorter time it is said how many go', async () => {
  const asked = fakeServer(({ url, method }) => ({
    data: url.startsWith(callRecordsApi.retentionLoss.path)
      ? { recordings: 12 }
      : method === 'GET'
        ? { days: 365 }
        : null,
  }));
  await showPage(<RetentionDialog opened onClose={() => {}} />, { feature: callRecords });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Days' }), { target: { value: '30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tonight 12 recordings older than 30 days are deleted for good.')).toBeTruthy();
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Delete them' }));
  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ days: 30 }]),
  );
});
