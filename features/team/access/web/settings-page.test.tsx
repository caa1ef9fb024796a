import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountApi } from '#features/team/account/contract.ts';
import { seatsApi } from '#features/team/seats/contract.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { failures } from '#shared/errors.ts';
import { accessApi } from '../contract.ts';
import { access } from './index.ts';
import SettingsPage from './settings-page.tsx';

const state = { type: 0, voice: 3 as number | null, isOwner: false };
let asked: ReturnType<typeof fakeServer>;
beforeEach(() => {
  Object.assign(state, { type: 0, voice: 3, isOwner: false });
  asked = fakeServer(({ url, method, body }) => {
    if (url === seatsApi.seatLimit.path)
      return {
        data: {
          text: { limit: null, used: 2, working: 1, waiting: 0 },
          voice: { limit: state.voice, used: 5, working: 3, waiting: 2 },
        },
      };
    if (url === seatsApi.seatType.path) return { data: { seat_type: state.type } };
    if (url.endsWith('/setup')) return { data: { registration: 'closed' } };
    if (url === accountApi.info.path) return { data: { isTenantOwner: state.isOwner } };
    if (url === accessApi.networks.path && method === 'GET')
      return { data: { networks: ['192.0.2.0/24'], yourAddress: '198.51.100.7' } };
    if (url === accessApi.setNetworks.path && !(body as { shutsOut?: string }).shutsOut)
      return { code: failures.networksShutYouOut.code, msg: '198.51.100.7' };
    if (method !== 'PUT') return { data: { name: new URLSearchParams(url.split('?')[1]).get('name'), value: null } };
    const { name, value } = body as { name: string; value: string };
    if (name === 'SeatType') state.type = Number(value);
    if (name === 'SeatLimitVoice') state.voice = value === '' ? null : Number(value);
    return { data: null };
  });
});
afterEach(() => vi.unstubAllGlobals());

const sent = () =>
  asked.filter(({ method, url }) => method === 'PUT' && url === accessApi.setConfigValue.path).map(({ body }) => body);

test('[QUEUE-01] an owner chooses between seats of one’s own and shared ones, and sees who works and who waits', async () => {
  await showPage(<SettingsPage />, { feature: access });
  expect(((await screen.findByRole('radio', { name: 'Own seat' })) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText('5 given')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /^Shared seat/ }));
  expect(await screen.findByText('5 people may use them. At work now: 3. Waiting: 2.')).toBeTruthy();
  expect(sent()).toEqual([{ name: 'SeatType', value: '1' }]);
});

test('[QUEUE-01] a number of seats is saved when its field is left, an empty one means no limit', async () => {
  await showPage(<SettingsPage />, { feature: access });
  const field = await screen.findByLabelText('Voice seat');
  fireEvent.change(field, { target: { value: '7' } });
  fireEvent.blur(field);
  await waitFor(() => expect(sent()).toEqual([{ name: 'SeatLimitVoice', value: '7' }]));
  const after = await screen.findByDisplayValue('7');
  fireEvent.change(after, { target: { value: '' } });
  fireEvent.keyDown(after, { key: 'Enter' });
  await waitFor(() => expect(sent()).toContainEqual({ name: 'SeatLimitVoice', value: '' }));
});

test('rehearsing is off until an owner switches it on', async () => {
  await showPage(<SettingsPage />, { feature: access });
  const rehearsal = await screen.findByRole<HTMLInputElement>('switch', { name: /Rehearse calls/ });
  expect(rehearsal.checked).toBe(false);
  fireEvent.click(rehearsal);
  await waitFor(() => expect(sent()).toEqual([{ name: 'RehearsalEnable', value: 'true' }]));
});

test('[SEC-02] from whom numbers are hidden is chosen among four ways, each explained', async () => {
  await showPage(<SettingsPage />, { feature: access });
  const asItWas = (await screen.findByRole('radio', { name: 'Shown by role' })) as HTMLInputElement;
  expect(asItWas.checked).toBe(true);
  expect(screen.getByText(/^Owners alone\. Everybody else sees stars/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Stars for everybody but owners' }));
  await waitFor(() => expect(sent()).toEqual([{ name: 'EncryptType', value: '1' }]));
});

test('[SEC-02] an owner names networks; what is none cannot be saved, and shutting oneself out is asked about', async () => {
  state.isOwner = true;
  await showPage(<SettingsPage />, { feature: access });
  const field = await screen.findByRole('textbox', { name: 'Networks people may work from' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  fireEvent.change(field, { target: { value: '192.0.2.0/24\noffice' } });
  expect(await screen.findByText('No network: office')).toBeTruthy();
  expect(save.disabled).toBe(true);
  fireEvent.change(field, { target: { value: '192.0.2.0/24, 2001:db8::/32' } });
  fireEvent.click(save);
  expect(await screen.findByText(/You are at 198\.51\.100\.7, which is in none of these networks/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save all the same' }));
  const networks = ['192.0.2.0/24', '2001:db8::/32'];
  await waitFor(() =>
    expect(
      asked.filter(({ method, url }) => method === 'PUT' && url === accessApi.setNetworks.path).map(({ body }) => body),
    ).toEqual([{ networks }, { networks, shutsOut: '198.51.100.7' }]),
  );
});

test('[SEC-02] nobody but an owner is shown the networks', async () => {
  await showPage(<SettingsPage />, { feature: access });
  await screen.findByRole('radio', { name: 'Own seat' });
  expect(screen.queryByRole('textbox', { name: 'Networks people may work from' })).toBeNull();
});

test('[CHAT-10] how many new chats an agent gets at once is set here; an empty field means what holds by itself', async () => {
  await showPage(<SettingsPage />, { feature: access });
  const field = (await screen.findByLabelText('New conversations at once')) as HTMLInputElement;
  expect([field.value, field.placeholder]).toEqual(['', '2']);
  fireEvent.change(field, { target: { value: '3' } });
  fireEvent.blur(field);
  await waitFor(() => expect(sent()).toEqual([{ name: 'ChatGreetAtOnce', value: '3' }]));
});
