import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TENANTS_CHANGED } from '#core/operator/console-news.ts';
import { failures } from '#shared/errors.ts';
import { regionsApi } from '#features/office/regions/contract.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { tenantsApi } from '../contract.ts';
import { tenants } from './index.ts';
import OverviewPage from './overview-page.tsx';
import { anOperator, aTenant, consoleServer } from './tenants.fixture.ts';
import TenantsPage from './tenants-page.tsx';

const around = { viewer: anOperator, feature: tenants };
const show = (at = '/operator/tenants') => showPage(<TenantsPage />, { at, ...around });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('the list shows what each tenant uses, owes and suffers from', async () => {
  consoleServer({
    rows: [
      aTenant({ troubles: ['balance', 'trunks'] }),
      aTenant({ id: 9, name: 'Borealis', state: 'suspended', currency: null, balanceE4: null, isMine: true }),
    ],
  });
  await show();
  const table = within(await screen.findByRole('table', { name: 'Tenants' }));
  expect(await table.findByRole('link', { name: 'Aurora Travel' })).toBeTruthy();
  for (const words of ['Money is low', 'Trunk is down', '$125.50', 'Suspended', 'Yours'])
    expect(table.getByText(words)).toBeTruthy();
});

test('search, state, trouble and order stand in the address and are asked of the server', async () => {
  const { sent } = consoleServer();
  await show('/operator/tenants?keyword=aur&state=suspended&trouble=failing&sort=-callsNow&page=2');
  await waitFor(() =>
    expect(sent(tenantsApi.page.path).at(-1)).toMatchObject({
      page: 2,
      keyword: 'aur',
      states: ['suspended'],
      troubles: ['trunks', 'jobs', 'storage', 'unpaid'],
      order: 'callsNow',
      descending: true,
    }),
  );
});

test('without tenants the page says how to found the first', async () => {
  consoleServer({ rows: [] });
  await show();
  expect(await screen.findByText('No tenants yet')).toBeTruthy();
});

test('a tenant is founded with its owner, and its plan comes next', async () => {
  const { sent } = consoleServer({
    more: { [tenantsApi.found.path]: { data: { id: 4 } }, [regionsApi.timeZones.path]: { data: [] } },
  });
  await show('/operator/tenants?found=true');
  const panel = within(await screen.findByRole('dialog'));
  type(await panel.findByLabelText(/^Company/), 'Nimbus');
  type(panel.getByLabelText(/^Name of the owner/), 'Nora');
  type(panel.getByLabelText(/^E-mail of the owner/), 'nora');
  fireEvent.click(panel.getByRole('button', { name: 'Found and invite' }));
  expect(await panel.findByText(/Please enter an e-mail address/)).toBeTruthy();
  expect(sent(tenantsApi.found.path)).toEqual([]);
  type(panel.getByLabelText(/^E-mail of the owner/), 'nora@nimbus.example');
  fireEvent.click(panel.getByRole('button', { name: 'Found and invite' }));
  await waitFor(() =>
    expect(sent(tenantsApi.found.path)).toMatchObject([
      { company: 'Nimbus', ownerName: 'Nora', ownerEmail: 'nora@nimbus.example', lang: 'en_US', timeZone: 'UTC' },
    ]),
  );
});

test('the overview counts, and names whose money ends, what fails and who came last', async () => {
  const { sent } = consoleServer({ rows: [aTenant({ troubles: ['balance'] })] });
  await showPage(<OverviewPage />, { at: '/operator', ...around });
  expect((await screen.findByRole('link', { name: /Active tenants/ })).textContent).toContain('1 suspended, 0 closed');
  expect(screen.getByRole('link', { name: /Calls now/ }).textContent).toContain('7');
  expect(await screen.findAllByRole('link', { name: 'Aurora Travel' })).toHaveLength(3);
  expect(sent(tenantsApi.page.path)).toMatchObject([
    { troubles: ['balance'] },
    { troubles: ['trunks', 'jobs', 'storage', 'unpaid'] },
    { order: 'lastSignInAt', descending: true },
  ]);
});

test('the console reads anew when the server says that something changed, and never by itself', async () => {
  const { sent } = consoleServer();
  await showPage(<OverviewPage />, { at: '/operator', ...around });
  await screen.findByRole('link', { name: /Calls now/ });
  await waitFor(() => expect(sent(tenantsApi.page.path)).toHaveLength(3));
  act(() => deliverEvent(TENANTS_CHANGED, {}));
  await waitFor(() => expect(sent(tenantsApi.page.path)).toHaveLength(6));
});

test('an installation that is well says so, and one that does not answer offers to ask again', async () => {
  consoleServer({ rows: [] });
  const { unmount } = await showPage(<OverviewPage />, { at: '/operator', ...around });
  expect(await screen.findByText('Nothing fails')).toBeTruthy();
  expect(screen.getByText('Nobody is short of money')).toBeTruthy();
  unmount();
  consoleServer({ more: { [tenantsApi.figures.path]: { code: failures.unexpected.code } } });
  await showPage(<OverviewPage />, { at: '/operator', ...around });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
