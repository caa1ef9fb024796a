import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { doNotCallApi, type DoNotCallRegister, type RegisterAnswer } from '../contract.ts';
import { doNotCall } from './index.ts';
import RegistersPage from './registers-page.tsx';

const aRegister = (more: Partial<DoNotCallRegister> = {}): DoNotCallRegister => ({
  id: 4,
  country: 'MX',
  name: 'REPEP',
  issuedOn: '2026-11-10',
  numbers: 1_234_567,
  author: 'Valeria',
  updatedAt: '2026-11-11 09:00:00',
  daysOld: 8,
  mostDaysOld: 30,
  isTooOld: false,
  file: null,
  ...more,
});
const aFile = { id: 9, registerId: 4, fileName: 'next.csv', rows: 1_000, numbers: 0, wrong: 0, author: 'Valeria' };

async function show(
  list: DoNotCallRegister[],
  { functions = ['do-not-call.view', 'do-not-call.edit'], answer = null as RegisterAnswer | null } = {},
) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(doNotCallApi.list.path) ? list : url.startsWith(doNotCallApi.check.path) ? answer : null,
  }));
  await showPage(<RegistersPage />, {
    at: '/task/doNotCall',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: doNotCall,
  });
  return { sent: (path: string) => asked.filter(({ url }) => url.startsWith(path)) };
}

test('[TASK-01] registers say how old they are, and warn before and after they are too old', async () => {
  await show([
    aRegister(),
    aRegister({ id: 5, name: 'TPS', country: 'GB', daysOld: 25, mostDaysOld: 28 }),
    aRegister({ id: 6, name: 'CTPS', country: 'GB', daysOld: 40, mostDaysOld: 28, isTooOld: true }),
  ]);
  expect(await screen.findByText('8 days old, up to 30 allowed')).toBeTruthy();
  expect(screen.getByText('25 days old: bring the next one within 3 days')).toBeTruthy();
  expect(screen.getByText(/^40 days old, only 28 allowed/)).toBeTruthy();
  expect(screen.getAllByText('1,234,567')).toHaveLength(3);
});

test('[TASK-01] a file that is read shows how far it is and can be stopped; one that failed says why', async () => {
  const { sent } = await show([
    aRegister({
      file: {
        ...aFile,
        state: 'reading',
        done: 400,
        issuedOn: '2026-11-17',
        createdAt: '2026-11-18 09:00:00',
        reason: '',
      },
    }),
    aRegister({
      id: 5,
      name: 'Other',
      file: {
        ...aFile,
        id: 10,
        state: 'failed',
        done: 0,
        issuedOn: '2026-11-17',
        createdAt: '2026-11-18 09:00:00',
        reason: 'numbersMissing',
      },
    }),
  ]);
  expect(await screen.findByText(/next.csv of .* is being read · 400 rows/)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/was not taken\. The file has no telephone numbers/);
  fireEvent.click(screen.getByRole('button', { name: 'Stop reading next.csv' }));
  await waitFor(() => expect(sent(doNotCallApi.cancel.path).map(({ body }) => body)).toEqual([{ id: 9 }]));
});

test('[TASK-01] a register is removed after a question', async () => {
  const { sent } = await show([aRegister()]);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove REPEP' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(await within(question).findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(doNotCallApi.remove.path)).toHaveLength(1));
});

test('[TASK-01] a new register takes the name its country gives it, and its file once a date is there', async () => {
  await show([]);
  expect(await screen.findByText('No do-not-call registers yet')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'Add register' })[0]!);
  const dialog = await screen.findByRole('dialog');
  const country = within(dialog).getByRole('combobox', { name: /^Country/ });
  country.focus();
  fireEvent.click(country);
  fireEvent.click(await screen.findByRole('option', { name: 'United Kingdom', hidden: true }));
  expect((within(dialog).getByLabelText(/^Register/) as HTMLInputElement).value).toBe('Telephone Preference Service');
  expect(within(dialog).queryByRole('group', { name: 'File of numbers' })).toBeNull();
  fireEvent.change(within(dialog).getByLabelText(/^Date of the list/), { target: { value: '2026-11-10' } });
  expect(within(dialog).getByRole('group', { name: 'File of numbers' })).toBeTruthy();
});

test('[TASK-01] one number is checked; whoever only looks can change nothing', async () => {
  const { sent } = await show([aRegister()], {
    functions: ['do-not-call.view'],
    answer: {
      country: 'MX',
      registers: [{ id: 4, name: 'REPEP', country: 'MX', issuedOn: '2026-11-10', hasNumber: true, isTooOld: false }],
    },
  });
  fireEvent.change(await screen.findByLabelText(/^Telephone number/), { target: { value: '+52 55 1234 5678' } });
  expect(screen.queryByRole('button', { name: /Add register|Remove|Newer/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText(/^This number is on a register/)).toBeTruthy();
  expect(sent(doNotCallApi.check.path).map(({ body }) => body)).toEqual([{ number: '+52 55 1234 5678' }]);
});
