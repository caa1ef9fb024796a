import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { businessHoursApi, type BusinessCalendar } from '../contract.ts';
import HoursPage from './hours-page.tsx';
import { businessHours } from './index.ts';

const office: BusinessCalendar = {
  id: 1,
  name: 'Office',
  timeZone: 'UTC',
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 0 })),
  holidays: [],
  closed: { kind: 'group', groupId: 2 },
  isDefault: true,
  groupIds: [1],
  numberIds: [],
  version: 3,
};

async function show(list: BusinessCalendar[] = [office], functions = ['business-hours.view', 'business-hours.edit']) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === businessHoursApi.list.path
        ? list
        : url === businessHoursApi.targets.path
          ? {
              groups: [
                { id: 1, name: 'Sales' },
                { id: 2, name: 'Night' },
              ],
              numbers: [{ id: 7, number: '525550000101', remark: 'Main' }],
            }
          : url === businessHoursApi.add.path
            ? { id: 9 }
            : null,
  }));
  await showPage(<HoursPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: businessHours });
  return (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body as Record<string, unknown>);
}

test('[CC-17] a calendar shows whether it is open, who follows it and what callers get when it is not', async () => {
  await show();
  const card = await screen.findByRole('article', { name: 'Office' });
  expect(within(card).getByText('Open now')).toBeTruthy();
  await waitFor(() => expect(within(card).getByText('Sales')).toBeTruthy());
  expect(within(card).getByText('Night answers')).toBeTruthy();
});

test('[CC-17] a calendar that never opens says so', async () => {
  await show([{ ...office, weekly: [] }]);
  expect(await screen.findByText('closed')).toBeTruthy();
});

test('[CC-17] the first calendar is made with office hours, a pasted list of holidays, and becomes the default', async () => {
  const sent = await show([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Add calendar' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Office' } });
  fireEvent.click(screen.getByRole('button', { name: 'Paste a list' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Days, one a line' }), {
    target: { value: '12-25 Christmas\nnothing\n2027-01-01 New Year' },
  });
  expect(screen.getByText(/1 line is no day: nothing/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take over 2 days' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(businessHoursApi.add.path)).toMatchObject([
      {
        name: 'Office',
        isDefault: true,
        weekly: { length: 5 },
        holidays: [
          { date: '12-25', name: 'Christmas', hours: [] },
          { date: '2027-01-01', name: 'New Year', hours: [] },
        ],
        closed: { kind: 'voicemail' },
      },
    ]),
  );
});

test('[CC-17] hours and holidays are changed, and half a day is open for a morning', async () => {
  const sent = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Office' }));
  fireEvent.change(await screen.findByLabelText('Monday, from'), { target: { value: '08:30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove the hours of Sunday' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add a day' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the day' }), { target: { value: 'Eve' } });
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-24' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Closed' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(businessHoursApi.update.path)).toMatchObject([
      {
        id: 1,
        version: 3,
        weekly: [{ day: 1, from: 510, to: 0 }, {}, {}, {}, {}, { day: 6 }],
        holidays: [{ date: '2026-12-24', name: 'Eve', hours: [{ from: 540, to: 720 }] }],
      },
    ]),
  );
});

test('[CC-17] whoever may only look has nothing to press, and deleting asks first', async () => {
  await show([office], ['business-hours.view']);
  await screen.findByRole('article', { name: 'Office' });
  expect(screen.queryByRole('button', { name: /Office|Add calendar/ })).toBeNull();
});
