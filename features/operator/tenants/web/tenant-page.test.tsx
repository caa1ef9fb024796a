import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { failures } from '#shared/errors.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { ownSession, session } from '#platform/web/session.ts';
import { tenantsApi, type TenantDetail } from '../contract.ts';
import { tenants } from './index.ts';
import TenantPage from './tenant-page.tsx';
import { anOperator, aTenantDetail, at, consoleServer } from './tenants.fixture.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

type More = NonNullable<Parameters<typeof consoleServer>[0]>['more'];

async function show(tab = '', detail: Partial<TenantDetail> = {}, more: More = {}) {
  const server = consoleServer({ detail: aTenantDetail(detail), more });
  await showPage(<TenantPage />, {
    at: `/operator/tenants/4${tab && `?tab=${tab}`}`,
    path: '/operator/tenants/:id',
    viewer: anOperator,
    feature: tenants,
  });
  return server;
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const dialog = async () => within(await screen.findByRole('dialog'));

test('usage stands beside what the plan allows', async () => {
  await show();
  expect((await screen.findByRole('link', { name: /Voice seats/ })).textContent).toContain('8of 10');
  expect(screen.getByRole('link', { name: /Text seats/ }).textContent).toContain('3no limit');
  expect(screen.getByRole('img', { name: /: 12 calls, 30 minutes$/ })).toBeTruthy();
});

test('of a tenant that was not counted yet nothing is said to be nothing', async () => {
  await show('', { countedAt: null, calls30Days: 0, storageBytes: 0, callsNow: 1 });
  expect((await screen.findByRole('link', { name: /Voice seats/ })).textContent).toContain('Counting');
  expect(screen.getAllByText(/Counting/).length).toBeGreaterThan(5);
});

test('suspending says in words what it will do, and needs the reason and the name typed', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }));
  const asked = await dialog();
  expect(asked.getByText(/All of its 12 people are signed out at once/)).toBeTruthy();
  expect(asked.getByText(/The 2 calls that go on end/)).toBeTruthy();
  const go = asked.getByRole('button', { name: 'Suspend now' }) as HTMLButtonElement;
  type(asked.getByLabelText(/^Reason/), 'The bill of May is open.');
  type(asked.getByLabelText(/^Type Aurora Travel/), 'aurora');
  expect(go.disabled).toBe(true);
  type(asked.getByLabelText(/^Type Aurora Travel/), 'Aurora Travel');
  fireEvent.click(go);
  await waitFor(() => expect(sent(tenantsApi.suspend.path)).toEqual([{ why: 'The bill of May is open.' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refusal stays in the dialog, with what was typed', async () => {
  await show('', {}, { [at(tenantsApi.suspend.path)]: { code: failures.ownTenant.code } });
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }));
  const asked = await dialog();
  type(asked.getByLabelText(/^Reason/), 'Trying.');
  type(asked.getByLabelText(/^Type Aurora Travel/), 'Aurora Travel');
  fireEvent.click(asked.getByRole('button', { name: 'Suspend now' }));
  expect(await asked.findByRole('alert')).toBeTruthy();
  expect((asked.getByLabelText(/^Reason/) as HTMLTextAreaElement).value).toBe('Trying.');
});

test('one where I sit myself is neither suspended nor closed from here', async () => {
  await show('', { isMine: true });
  await screen.findByText('Yours');
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('a suspended tenant says why and since when, and is resumed in one click', async () => {
  const { sent } = await show('', { state: 'suspended', stateAt: '2026-11-16 08:00:00', stateWhy: 'Open bills' });
  expect(await screen.findByText(/^Suspended since/)).toBeTruthy();
  expect(screen.getByText('Open bills')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(sent(tenantsApi.resume.path)).toHaveLength(1));
});

test('closing gives a term, and until its end it is taken back', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Close tenant' }));
  const asked = await dialog();
  type(asked.getByLabelText(/^Delete after how many days/), '14');
  type(asked.getByLabelText(/^Reason/), 'They left.');
  type(asked.getByLabelText(/^Type Aurora Travel/), 'Aurora Travel');
  fireEvent.click(asked.getByRole('button', { name: 'Close now' }));
  await waitFor(() => expect(sent(tenantsApi.close.path)).toEqual([{ why: 'They left.', afterDays: 14 }]));
});

test('the closing of a tenant is taken back', async () => {
  const { sent } = await show('', { state: 'closed', stateAt: '2026-11-16 08:00:00', deleteAt: '2026-12-16 08:00:00' });
  expect(await screen.findByText(/Everything it has is deleted on/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take the closing back' }));
  await waitFor(() => expect(sent(tenantsApi.resume.path)).toHaveLength(1));
});

test('campaigns are stopped after a question, and go on without one', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Stop campaigns' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: 'Stop campaigns' }));
  await waitFor(() => expect(sent(tenantsApi.stopCampaigns.path)).toEqual([{ stopped: true }]));
});

test('the plan is one form: an emptied field is no limit, and storage is typed in gigabytes', async () => {
  const { sent } = await show('plan');
  type(await screen.findByLabelText('Calls at once'), '');
  type(screen.getByLabelText('Storage in GB'), '25');
  type(screen.getByLabelText('Paid until'), '2027-01-31');
  type(screen.getByLabelText('Credit (USD)'), '75.50');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(tenantsApi.setPlan.path)).toMatchObject([
      {
        voiceSeats: 10,
        callsAtOnce: null,
        storageBytes: 25_000_000_000,
        paidUntil: '2027-01-31',
        creditE4: 755_000,
        countries: ['MX'],
      },
    ]),
  );
});

test('what is no amount is not saved as credit', async () => {
  const { sent } = await show('plan');
  type(await screen.findByLabelText('Credit (USD)'), 'much');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('An amount like 250 or 12.50.')).toBeTruthy();
  expect(sent(tenantsApi.setPlan.path)).toEqual([]);
});

test('money is topped up and corrected, each booking once, with the balance to come', async () => {
  const booked = { data: { balanceE4: 2_255_000 } };
  const { sent } = await show(
    'money',
    {},
    { [at(tenantsApi.topUp.path)]: booked, [at(tenantsApi.correct.path)]: booked },
  );
  expect((await screen.findByRole('region', { name: 'Left to spend' })).textContent).toContain('$175.00');
  fireEvent.click(screen.getByRole('button', { name: 'Top up' }));
  const asked = await dialog();
  type(asked.getByLabelText(/^Amount/), '100');
  expect(asked.getByText('The balance will be $225.50.')).toBeTruthy();
  fireEvent.click(asked.getByRole('button', { name: 'Top up' }));
  await waitFor(() => expect(sent(tenantsApi.topUp.path)).toMatchObject([{ amountE4: 1_000_000, note: '' }]));
  expect(await screen.findByText('Booked. The balance is $225.50.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Correct' }));
  const corrected = await dialog();
  type(corrected.getByLabelText(/^Amount/), '-12.50');
  fireEvent.click(corrected.getByRole('button', { name: 'Correct' }));
  expect(await corrected.findByText('Please fill this in.')).toBeTruthy();
  type(corrected.getByLabelText(/^Note/), 'Charged twice');
  fireEvent.click(corrected.getByRole('button', { name: 'Correct' }));
  await waitFor(() =>
    expect(sent(tenantsApi.correct.path)).toMatchObject([{ amountE4: -125_000, note: 'Charged twice' }]),
  );
});

test('where no money is counted, it begins with a currency and a question', async () => {
  const { sent } = await show('money', { currency: null, balanceE4: null, heldE4: null });
  fireEvent.click(await screen.findByRole('button', { name: 'Count its money' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/cannot be changed afterwards/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Count its money' }));
  await waitFor(() => expect(sent(tenantsApi.openAccount.path)).toEqual([{ currency: 'USD' }]));
});

const rights = [
  {
    feature: 'routes',
    label: 'Routes',
    functions: [
      { key: 'routes.view', label: 'See' },
      { key: 'routes.edit', label: 'Change' },
    ],
  },
];
const help = {
  id: 3,
  askedBy: 'Otto',
  askedAt: '2026-11-17 09:00:00',
  why: 'Calls fail',
  functions: ['routes.view'],
  grantedBy: '',
  grantedAt: null,
  until: null,
  endedAt: null,
  endedBy: '',
  isOpen: false,
};

test('help is asked for with a reason and the rights to look around', async () => {
  const { sent } = await show('help', {}, { [tenantsApi.helpRights.path]: { data: rights } });
  fireEvent.click(await screen.findByRole('button', { name: 'Ask to help' }));
  const asked = await dialog();
  type(await asked.findByLabelText(/^Why/), 'Calls fail');
  fireEvent.click(asked.getByRole('button', { name: 'Ask to help' }));
  await waitFor(() =>
    expect(sent(tenantsApi.askHelp.path)).toEqual([{ why: 'Calls fail', functions: ['routes.view'] }]),
  );
});

test('help that waits for an owner is not asked for twice', async () => {
  await show('help', { helps: [help] });
  expect(await screen.findByText('Waits for an owner')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Ask to help' }) as HTMLButtonElement).disabled).toBe(true);
});

test('help that was allowed is entered, and the way back is kept', async () => {
  const went: string[] = [];
  vi.spyOn(departure, 'go').mockImplementation((address) => void went.push(address));
  session.start('mine');
  const open = { ...help, isOpen: true, grantedBy: 'Valeria', grantedAt: help.askedAt, until: '2026-11-17 10:00:00' };
  await show(
    'help',
    { helps: [open] },
    { [at(tenantsApi.enterHelp.path)]: { data: { token: 'theirs', until: open.until } } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Go in' }));
  await waitFor(() => expect(went).toEqual(['/home']));
  expect(session.token()).toBe('theirs');
  expect(ownSession.resume({ isLeft: true })).toBe('/operator/tenants/4?tab=help');
  expect(session.token()).toBe('mine');
});

test('an export is begun, shows how far it is, and is fetched when it is ready', async () => {
  const made = { askedBy: 'Otto', askedAt: '2026-11-17 09:00:00', readyAt: null, expiresAt: null, bytes: null };
  const { sent } = await show('data', {
    state: 'suspended',
    exports: [
      { ...made, id: 2, state: 'making' },
      { ...made, id: 1, state: 'ready', bytes: 5_000_000, expiresAt: '2026-12-01 00:00:00' },
    ],
  });
  expect(await screen.findByRole('progressbar', { name: 'Being made' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Make an export' }) as HTMLButtonElement).disabled).toBe(true);
  expect(sent(tenantsApi.beginExport.path)).toEqual([]);
});

test('a closed tenant says that it waits for its export, and is deleted without one after a question', async () => {
  const { sent } = await show('data', { state: 'closed', awaitsExport: true });
  expect((await screen.findAllByText(/Nothing is deleted before/)).length).toBe(2);
  fireEvent.click(await screen.findByRole('button', { name: 'Do without an export' }));
  const asked = await dialog();
  fireEvent.click(asked.getByRole('button', { name: 'Do without an export' }));
  await waitFor(() => expect(sent(tenantsApi.refuseExport.path)).toEqual([{}]));
});

test('of a tenant at work no export is made or fetched, and why is said', async () => {
  const made = { askedBy: 'Otto', askedAt: '2026-11-17 09:00:00', readyAt: null, bytes: 5_000_000 };
  await show('data', { exports: [{ ...made, id: 1, state: 'ready', expiresAt: '2026-12-01 00:00:00' }] });
  expect(await screen.findByText(/^This tenant is at work: what it has is its own/)).toBeTruthy();
  for (const name of ['Make an export', 'Download'])
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
});

test('people are listed with roles, seats and their second factor', async () => {
  const person = {
    userId: 1,
    name: 'Valeria',
    email: 'owner@aurora.example',
    roles: ['Agent'],
    isOwner: true,
    enabled: true,
    hasSecondFactor: false,
    voiceSeat: true,
    textSeat: false,
    lastSignInAt: null,
  };
  await show('people', {}, { [at(tenantsApi.people.path)]: { data: { list: [person], total: 1 } } });
  const table = within(await screen.findByRole('table', { name: 'People' }));
  expect(await table.findByText('Valeria')).toBeTruthy();
  for (const words of ['Owner', 'Agent', 'voice', 'none']) expect(table.getByText(words)).toBeTruthy();
});
