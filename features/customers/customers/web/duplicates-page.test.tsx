import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { customersApi, DUPLICATES_A_PAGE } from '../contract.ts';
import { aCustomer } from './customers.fixture.ts';
import DuplicatesPage from './duplicates-page.tsx';
import { customers } from './index.ts';

const three = [
  aCustomer(),
  aCustomer({ id: 2, full_name: 'L. Prado', company: 'Boreal' }),
  aCustomer({ id: 3, full_name: 'Lucia', company: 'Boreal' }),
];

async function show(groups: object[], at = '/customers/duplicates') {
  const asked = fakeServer(({ url }) => ({ data: url === customersApi.duplicates.path ? groups : aCustomer() }));
  await showPage(<DuplicatesPage />, {
    at,
    path: '/customers/duplicates',
    viewer: aViewer({ functions: new Set(['customers.use', 'customers.edit']) }),
    feature: customers,
  });
  return (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body);
}

test('[CDP-07] groups of duplicates become one customer: the one to keep and the values that win are chosen', async () => {
  const sent = await show([{ shared: '525555501477', customers: three }]);
  fireEvent.click(await screen.findByRole('radio', { name: 'Keep L. Prado' }));
  fireEvent.click(screen.getByRole('button', { name: 'Merge those with +52 55 5550 1477' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make one customer of 3' }));
  expect(dialog.getAllByRole('radio', { name: /Aurora|Boreal/ })).toHaveLength(2);
  fireEvent.click(dialog.getByRole('radio', { name: 'Aurora' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() =>
    expect(sent(customersApi.merge.path)).toEqual([{ keep_id: 2, other_ids: [1, 3], fields: { company: 'Aurora' } }]),
  );
});

test('[CDP-07] many groups come page by page', async () => {
  const group = (id: number) => ({
    shared: `${id}@mail.example`,
    customers: [aCustomer({ id }), aCustomer({ id: id + 1_000 })],
  });
  const sent = await show(Array.from({ length: DUPLICATES_A_PAGE }, (_, place) => group(place + 1)));
  fireEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(sent(customersApi.duplicates.path)).toEqual([{ page_number: 1 }, { page_number: 2 }]));
});

test('a tenant without duplicates is told so', async () => {
  await show([]);
  expect(await screen.findByText('No duplicates')).toBeTruthy();
});
