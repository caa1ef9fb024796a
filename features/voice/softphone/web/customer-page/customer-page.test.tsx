import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { aLiveCall } from '../desk.fixture.ts';
import { settings, showPhone } from '../popover/popover.fixture.tsx';
import { blockedPage } from './blocked-pages.ts';
import { CustomerPageLink } from './customer-page-link.tsx';
import { openCustomerPage } from './open-customer-page.ts';

const ADDRESS = 'https://crm.example.com/find?phone=525512345678';
afterEach(() => {
  vi.unstubAllGlobals();
  blockedPage.set(null);
});

const show = (opening: 'off' | 'link' | 'tab', live: Partial<LiveCall> = {}, address: string | null = ADDRESS) =>
  showPhone(
    null,
    {
      [callsApi.settings.path]: { ...settings, CustomerPageOpening: opening },
      [callsApi.customerPage.path]: { address, opening },
    },
    <CustomerPageLink live={aLiveCall({ state: 'talking', ...live })} />,
  );
const link = () => screen.queryByRole('link', { name: 'Open the customer page' });

test('[complaint 16] an answered call has a link to the team’s own page, which learns nothing of ours', async () => {
  await show('link');
  await waitFor(() => expect(link()?.getAttribute('href')).toBe(ADDRESS));
  expect([link()?.getAttribute('target'), link()?.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
});

test.each<[string, Parameters<typeof show>]>([
  ['it is switched off', ['off']],
  ['the call still rings', ['link', { state: 'ringing' }]],
  ['one only listens', ['link', { role: 'supervisor' }]],
  ['a colleague calls', ['link', { direction: 'internal' }]],
])('[complaint 16] nothing is shown or asked while %s', async (_, wishes) => {
  const asked = await show(...wishes);
  await waitFor(() => expect(asked.some(({ url }) => url === callsApi.settings.path)).toBe(true));
  expect([link(), asked.some(({ url }) => url === callsApi.customerPage.path)]).toEqual([null, false]);
});

test('[complaint 16] where nothing of the customer may be seen there is no link', async () => {
  const asked = await show('link', {}, null);
  await waitFor(() => expect(asked.some(({ url }) => url === callsApi.customerPage.path)).toBe(true));
  expect(link()).toBeNull();
});

test('[complaint 16] the page opens in a tab of its own when the call is answered, and that tab does not know us', async () => {
  await show('tab');
  const opened: string[] = [];
  const tab = { opener: window as unknown, location: { replace: (address: string) => opened.push(address) } };
  vi.stubGlobal('open', () => tab);
  await openCustomerPage('call-1');
  expect([opened, tab.opener]).toEqual([[ADDRESS], null]);
});

test.each(['link', 'off'] as const)(
  '[complaint 16] %s: nothing opens by itself, nor is asked for that',
  async (opening) => {
    // A colleague's call has no link, which would ask for its own sake.
    const asked = await show(opening, { direction: 'internal' });
    const open = vi.fn<() => null>();
    vi.stubGlobal('open', open);
    await openCustomerPage('call-1');
    expect([open.mock.calls, asked.some(({ url }) => url === callsApi.customerPage.path)]).toEqual([[], false]);
  },
);

test('[complaint 16] a browser that refuses is said so, with the link in the call and in the notice', async () => {
  await show('tab');
  await waitFor(() => expect(link()).not.toBeNull());
  vi.stubGlobal('open', () => null);
  await openCustomerPage('call-1');
  expect(await screen.findAllByText(/did not let the customer page open/)).toHaveLength(2);
  const opened: string[] = [];
  vi.stubGlobal('open', () => ({ opener: null, location: { replace: (address: string) => opened.push(address) } }));
  fireEvent.click(screen.getByRole('button', { name: 'Open the customer page' }));
  expect(opened).toEqual([ADDRESS]);
});
