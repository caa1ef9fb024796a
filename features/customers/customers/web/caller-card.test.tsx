import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { customersApi } from '../contract.ts';
import CallerCard from './caller-card.tsx';
import { aCustomer } from './customers.fixture.ts';
import { customers } from './index.ts';

const [ana, luis] = [aCustomer({ id: 1, full_name: 'Ana Ruiz' }), aCustomer({ id: 2, full_name: 'Luis Ruiz' })];

/** Two customers share the number of a call; the server keeps who was chosen. */
async function show({ chosen = null as number | null, isMonitoring = false } = {}) {
  const kept = { chosen };
  fakeServer(({ url, body }) => {
    if (url === customersApi.callerOf.path) return { data: { customer_id: kept.chosen } };
    if (url === customersApi.chooseCaller.path) {
      kept.chosen = (body as { customer_id: number }).customer_id;
      return { data: null };
    }
    if (url === customersApi.list.path) return { data: { list: [ana, luis], total: 2, capped: false } };
    return { data: url.endsWith('/customer/2') ? luis : url.endsWith('/customer/1') ? ana : [] };
  });
  await showPage(<CallerCard number="525555501477" callId="now" isMonitoring={isMonitoring} />, {
    feature: customers,
    viewer: aViewer({ functions: new Set(['customers.use']) }),
  });
  return kept;
}

test('[PHONE-20] whom the agent chooses of several with one number is kept with the call, and chosen anew it moves', async () => {
  const kept = await show();
  fireEvent.click(await screen.findByRole('button', { name: /Luis Ruiz/ }));
  await waitFor(() => expect(kept.chosen).toBe(2));
  fireEvent.click(await screen.findByRole('button', { name: 'Somebody else' }));
  fireEvent.click(await screen.findByRole('button', { name: /Ana Ruiz/ }));
  await waitFor(() => expect(kept.chosen).toBe(1));
});

test('[PHONE-20] a page loaded anew shows who was chosen', async () => {
  await show({ chosen: 2 });
  expect(await screen.findByRole('button', { name: 'Somebody else' })).toBeTruthy();
  expect(screen.queryByText(/Who is it\?/)).toBeNull();
});

test('[PHONE-20] whoever only listens looks, and chooses for nobody', async () => {
  const kept = await show({ isMonitoring: true });
  fireEvent.click(await screen.findByRole('button', { name: /Luis Ruiz/ }));
  expect(await screen.findByRole('button', { name: 'Somebody else' })).toBeTruthy();
  expect(kept.chosen).toBeNull();
});
