import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { doNotCallApi, type DoNotCallRegister, type NoCallDay, type RegisterAnswer } from '../contract.ts';
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
  {
    functions = ['do-not-call.view', 'do-not-call.edit'],
    answer = null as RegisterAnswer | null,
    days = [] as NoCallDay[],
  } = {},
) {
  const answers: Record<string, unknown> = {
    [doNotCallApi.list.path]: list,
    [doNotCallApi.check.path]: answer,
    [doNotCallApi.days.path]: days,
    [doNotCallApi.addDays.path]: days,
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? null }));
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

test('[TASK-03] days without calls stand by place, come from a pasted list, and go by one press', async () => {
  const days: NoCallDay[] = [
    { id: 1, country: 'ES', area: '', date: '2026-12-24', name: 'Nochebuena', author: 'Valeria' },
    { id: 2, country: 'ES', area: '91', date: '05-02', name: 'Madrid', author: 'Valeria' },
  ];
  const { sent } = await show([], { days });
  expect(await screen.findByRole('heading', { name: /Spain, numbers that begin with 91/ })).toBeTruthy();
  expect(screen.getByText(/every year/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove 2026-12-24 Nochebuena' }));
  await waitFor(() => expect(sent(doNotCallApi.removeDay.path)).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Add days' }));
  const dialog = await screen.findByRole('dialog');
  const country = within(dialog).getByRole('combobox', { name: /^Country/ });
  country.focus();
  fireEvent.click(country);
  fireEvent.click(await screen.findByRole('option', { name: 'Indonesia', hidden: true }));
  const list = within(dialog).getByLabelText(/^Days, one a line/);
  fireEvent.change(list, { target: { value: '2027-03-10 Idulfitri\nsoon' } });
  expect(within(dialog).getByText('Not understood: soon')).toBeTruthy();
  fireEvent.change(list, { target: { value: '2027-03-10 Idulfitri\n08-17 Kemerdekaan' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add days' }));
  await waitFor(() =>
    expect(sent(doNotCallApi.addDays.path).map(({ body }) => body)).toEqual([
      {
        country: 'ID',
        area: '',
        days: [
          { date: '2027-03-10', name: 'Idulfitri' },
          { date: '08-17', name: 'Kemerdekaan' },
        ],
      },
    ]),
  );
});

test('[TASK-03] whoever only looks sees days without calls and can change none', async () => {
  await show([], {
    functions: ['do-not-call.view'],
    days: [{ id: 1, country: 'ES', area: '', date: '2026-12-24', name: 'Nochebuena', author: 'Valeria' }],
  });
  expect(await screen.findByText('Nochebuena', { exact: false })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Add days|Remove/ })).toBeNull();
});
