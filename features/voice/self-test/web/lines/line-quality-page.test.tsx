import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { lineCheckApi, type Trends } from '../../contract.ts';
import LineQualityPage from './line-quality-page.tsx';
import { selfTestTexts } from '../texts.ts';

const day = (at: string, mos: number) => ({ day: at, mos, count: 2 });
const trends: Trends = {
  agents: [
    { id: 8, name: 'Budi', mos: 2.5, count: 10, poor: 4, days: [day('2026-11-14', 3), day('2026-11-15', 2)] },
    { id: 7, name: '', mos: 4.3, count: 20, poor: 0, days: [day('2026-11-15', 4.3)] },
  ],
  lines: [{ id: 1, name: 'Main line', mos: 4.2, count: 30, poor: 1, days: [day('2026-11-15', 4.2)] }],
  checks: [],
};

async function show(data: Trends) {
  const asked = fakeServer(() => ({ data }));
  await showPage(<LineQualityPage />, {
    viewer: aViewer({ functions: new Set(['line-check.view']) }),
    feature: { name: 'self-test', text: selfTestTexts },
  });
  await screen.findByText('Calls by line');
  return () => asked.filter(({ url }) => url === lineCheckApi.trends.path).map(({ body }) => body);
}

test('[CALL-14] agents are listed the worst first, with their share of poor calls and their course', async () => {
  await show(trends);
  const [, budi, gone] = within(screen.getByRole('table', { name: /by agent/ })).getAllByRole('row');
  expect(budi!.textContent).toContain('Budi');
  expect(within(budi!).getByText('4 (40%)')).toBeTruthy();
  expect(within(budi!).getByRole('img', { name: 'Day by day: Budi' })).toBeTruthy();
  expect(gone!.textContent).toContain('Somebody who left');
  expect(screen.getByText('Nothing was measured')).toBeTruthy();
});

test('[CALL-14] the days are chosen', async () => {
  const asked = await show(trends);
  fireEvent.click(screen.getByRole('radio', { name: '7 days' }));
  await waitFor(() => expect(asked()).toEqual([{ days: 30 }, { days: 7 }]));
});

test('[LINE-02] whoever compares lines reads why none shows a fifth bar', async () => {
  await show(trends);
  expect(screen.getByText(/fifth bar is for wide-band sound/)).toBeTruthy();
});
