import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { REHEARSAL_CHANGED, rehearsalApi, type VirtualCaller } from '../contract.ts';
import { rehearsal } from './index.ts';
import StageCard from './stage-card.tsx';

beforeEach(async () => {
  queryClient.clear();
  await ensureFeatureTexts(rehearsal);
});

const customer: VirtualCaller = {
  customerId: 'customer-1',
  did: '525550000101',
  from: '525555501234',
  script: 'talks',
  state: 'calling',
  since: '2026-11-15 02:00:00',
  heardMs: 0,
};
const stage = {
  numbers: [{ number: '14155550814', behaviour: 'refuses', refusal: 814 }],
  dids: [{ number: '525550000101', remark: 'Sales', ringsHere: true }],
  customers: [],
};

function show(data: unknown = stage) {
  const asked: { url: string; body: unknown }[] = [];
  fakeServer(({ url, body }) => {
    asked.push({ url, body });
    return { data: url === rehearsalApi.stage.path ? data : { customerId: 'customer-1', from: '525555501234' } };
  });
  render(
    <UiProvider client={queryClient} env="test">
      <StageCard />
    </UiProvider>,
  );
  return asked;
}

test('a click lets a customer call the number', async () => {
  const asked = show();
  (await screen.findByRole('button', { name: 'Let a customer call in to +52 55 5000 0101' })).click();
  await waitFor(() =>
    expect(asked.find(({ url }) => url === rehearsalApi.callIn.path)?.body).toMatchObject({
      did: '525550000101',
      script: 'talks',
    }),
  );
});

test('a customer appears and leaves as the server tells', async () => {
  show();
  await screen.findByText('Sales · rings at your phone');
  deliverEvent(REHEARSAL_CHANGED, customer);
  const list = await screen.findByRole('list', { name: 'Virtual customers' });
  expect(within(list).getByText('Calling')).toBeTruthy();
  expect(within(list).getByRole('button', { name: 'Hang up the customer +52 55 5550 1234' })).toBeTruthy();
  deliverEvent(REHEARSAL_CHANGED, { ...customer, state: 'ended' });
  expect(await within(list).findByText('Gone')).toBeTruthy();
  expect(within(list).queryByRole('button')).toBeNull();
});

test('a number that refuses says with which words', async () => {
  show();
  expect(await screen.findByText(/code 814:/)).toBeTruthy();
});

test('a team without numbers is told so', async () => {
  show({ ...stage, dids: [] });
  expect(await screen.findByText('This team has no number that can be called.')).toBeTruthy();
});
