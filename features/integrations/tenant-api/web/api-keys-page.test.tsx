import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { tenantApiApi, type ApiKey } from '../contract.ts';
import ApiKeysPage from './api-keys-page.tsx';
import { tenantApi } from './index.ts';

const erp: ApiKey = {
  id: 1,
  name: 'ERP',
  prefix: 'osk_AbCdEfGh',
  scopes: ['calls.read'],
  maskNumbers: true,
  networks: [],
  enabled: true,
  state: 'active',
  lost: [],
  expiresAt: '2027-01-01 00:00:00',
  createdBy: 'Sofia',
  keeper: 'Sofia',
  createdAt: '2026-11-15 09:00:00',
  lastUsedAt: null,
  lastUsedAddress: '',
};
const scopes = [
  { scope: 'calls.read', calls: ['call-records.page'], mayGive: true },
  { scope: 'recordings.read', calls: ['call-records.recording'], mayGive: false },
];

async function show({
  keys = [erp],
  functions = ['tenant-api.view', 'tenant-api.edit'],
  mustMask = false,
}: { keys?: ApiKey[]; functions?: string[]; mustMask?: boolean } = {}) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === tenantApiApi.list.path
        ? { keys, scopes, mustMask }
        : url === tenantApiApi.add.path
          ? { id: 2, key: 'osk_secret' }
          : null,
  }));
  await showPage(<ApiKeysPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: tenantApi });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[ADMIN-05] a new key gets its scopes and its term, and is shown once with a way to copy it', async () => {
  const { sent } = await show({ keys: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'New key' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'CRM' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make the key' }));
  expect(await screen.findByText('Choose at least one.')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Read calls' }));
  expect(screen.getByRole('checkbox', { name: 'Fetch recordings' })).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByRole('combobox', { name: 'Expires' }), { target: { value: 'never' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make the key' }));
  expect(await screen.findByText('osk_secret')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the key' })).toBeTruthy();
  expect(sent(tenantApiApi.add.path)).toEqual([
    { name: 'CRM', scopes: ['calls.read'], expiresAt: null, maskNumbers: false, networks: [] },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByText('osk_secret')).toBeNull());
});

test('[ADMIN-05] a key is switched off with one click, and removed after a question', async () => {
  const { sent } = await show();
  const row = await screen.findByRole('listitem', { name: 'ERP' });
  expect(within(row).getByText('Numbers masked')).toBeTruthy();
  expect(within(row).getByText('Never')).toBeTruthy();
  fireEvent.click(within(row).getByRole('switch', { name: 'ERP is on' }));
  const { id, name, scopes: held, expiresAt, maskNumbers } = erp;
  await waitFor(() =>
    expect(sent(tenantApiApi.update.path)).toEqual([
      { id, name, scopes: held, expiresAt, maskNumbers, enabled: false },
    ]),
  );
  fireEvent.click(within(row).getByRole('button', { name: 'Remove ERP' }));
  expect(sent(tenantApiApi.remove.path)).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent(tenantApiApi.remove.path)).toEqual([{ id: 1 }]));
});

test('[ADMIN-05] a key whose keeper is gone says so, is shown off, and is taken over by switching it on', async () => {
  const { sent } = await show({ keys: [{ ...erp, state: 'keeperLeft', keeper: '' }] });
  const row = await screen.findByRole('listitem', { name: 'ERP' });
  expect(within(row).getByText('Stopped: whoever answered for it has left')).toBeTruthy();
  const onOff = within(row).getByRole('switch', { name: 'ERP is on' });
  expect(onOff).toHaveProperty('checked', false);
  fireEvent.click(onOff);
  await waitFor(() => expect(sent(tenantApiApi.update.path)).toMatchObject([{ id: 1, enabled: true }]));
});

test('[ADMIN-05] whoever may only look changes nothing; whoever sees numbers masked gives masked keys', async () => {
  await show({ functions: ['tenant-api.view'] });
  expect(await screen.findByText('osk_AbCdEfGh…')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull();
});

test('[SEC-01] the mask of a key cannot be taken off by somebody who sees stars', async () => {
  await show({ keys: [], mustMask: true });
  fireEvent.click(await screen.findByRole('button', { name: 'New key' }));
  const mask = await screen.findByRole('switch', { name: /Mask numbers/ });
  expect([(mask as HTMLInputElement).checked, (mask as HTMLInputElement).disabled]).toEqual([true, true]);
});

test('[ADMIN-05] a key whose keeper lost rights says which scopes open less, and what to do', async () => {
  await show({ keys: [{ ...erp, lost: ['calls.read'] }] });
  expect(
    await screen.findByText(/^Sofia may no longer do all of this, so the key opens less: Read calls\./),
  ).toBeTruthy();
});

test('[ADMIN-05] a key is given the networks it may be used from; its row says that it has some', async () => {
  const { sent } = await show({ keys: [{ ...erp, networks: ['192.0.2.0/24'] }] });
  expect(await screen.findByText('From 1 network')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change ERP' }));
  const field = await screen.findByRole('textbox', { name: 'Networks it may be used from' });
  fireEvent.change(field, { target: { value: '192.0.2.0/24\n2001:db8::/32' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(tenantApiApi.update.path)).toMatchObject([{ networks: ['192.0.2.0/24', '2001:db8::/32'] }]),
  );
});
