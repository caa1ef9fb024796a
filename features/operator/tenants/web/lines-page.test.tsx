import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showPage } from '#platform/web/page.fixture.tsx';
import { tenantsApi } from '../contract.ts';
import { tenants } from './index.ts';
import LinesPage from './lines-page.tsx';
import OverviewPage from './overview-page.tsx';
import { anOperator, consoleServer } from './tenants.fixture.ts';

const trunk = {
  carrier: 'lent-house',
  name: 'House',
  domain: 'house.example',
  isUp: true,
  calls: 2,
  tenants: null,
  isWithdrawn: false,
  usedBy: [
    { id: 4, name: 'Aurora Travel', hasOther: true },
    { id: 5, name: 'Borealis', hasOther: false },
  ],
};

test('[CC-12] who loses a lent trunk is named before it is withdrawn', async () => {
  const { sent } = consoleServer({
    more: { [tenantsApi.lent.path]: { data: [trunk] }, [tenantsApi.lines.path]: { data: [] } },
  });
  await showPage(<LinesPage />, { at: '/operator/lines', viewer: anOperator, feature: tenants });
  expect(await screen.findByText('The routes of 2 tenants lead over it')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Lend House' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/Calls that go on now/)).toBeNull();
  fireEvent.click(await dialog.findByRole('switch', { name: /^Withdrawn/ }));
  expect(await dialog.findByText(/^Aurora Travel and Borealis use it and have it no more/)).toBeTruthy();
  expect(dialog.getByText(/^Borealis has no other trunk to the outside/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(tenantsApi.setLent.path.replace('{carrier}', 'lent-house'))).toEqual([
      { name: 'House', tenantIds: null, isWithdrawn: true },
    ]),
  );
});

test('[CC-12] a lent trunk that reaches nobody is told on the first page of the console, one that was withdrawn is not', async () => {
  const data = [
    { ...trunk, isUp: false },
    { ...trunk, carrier: 'lent-old', name: 'Old', isUp: false, isWithdrawn: true },
  ];
  consoleServer({ more: { [tenantsApi.lent.path]: { data } } });
  await showPage(<OverviewPage />, { at: '/operator', viewer: anOperator, feature: tenants });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The lent trunk House cannot be reached')).toBeTruthy();
  expect(alert.getByText(/Routes of 2 tenants lead over it/)).toBeTruthy();
  expect(alert.getByRole('link', { name: 'Look at lines' }).getAttribute('href')).toBe('/operator/lines');
});
