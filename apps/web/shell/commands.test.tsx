import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findApi, type Found } from '#features/office/find/contract.ts';
import { webFeature } from '#platform/web/feature.ts';
import { showCommandBar } from '#platform/web/ui/command-bar-state.ts';
import { saying, showShell } from './shell.fixture.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  act(() => showCommandBar(false));
  vi.useRealTimers();
});

const found = (more: Partial<Found>): Found => ({
  kind: 'customer',
  id: '12',
  title: 'Ana González',
  detail: '+52 55 1234 5678',
  at: null,
  ...more,
});
const called: string[] = [];
const phone = webFeature({
  name: 'trialPhone',
  text: () => Promise.resolve({ 'trialPhone.call': 'Call {number}', 'trialPhone.free': 'Status: free' }),
  routes: [{ path: '/customers/:id', title: 'trial.title' as never, page: saying('a customer') }],
  commands: [
    {
      id: 'free',
      title: 'trialPhone.free' as never,
      when: ({ voiceSeat }) => voiceSeat,
      run: () => called.push('free'),
    },
  ],
  offers: (typed) =>
    /^[\d ]+$/.test(typed)
      ? [
          {
            id: 'call',
            title: 'trialPhone.call' as never,
            values: () => ({ number: typed }),
            run: () => called.push(typed),
          },
        ]
      : [],
});

async function open(wishes: Parameters<typeof showShell>[0] = {}) {
  const shell = await showShell({ features: [phone], ...wishes });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  return { ...shell, field: await screen.findByRole('combobox', { name: /^Search customers/ }) };
}
const type = (words: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: words } });
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;
const isClosed = () => waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());

test('Escape and a click beside it close the command bar, and the focus is where it was', async () => {
  await showShell();
  const before = screen.getByRole('button', { name: 'Collapse menu' });
  for (const close of [
    () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' }),
    () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!),
    () => fireEvent.keyDown(window, { key: 'k', ctrlKey: true }),
  ]) {
    before.focus();
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')));
    close();
    await isClosed();
    expect(document.activeElement).toBe(before);
  }
});

test('by keyboard alone: the first is chosen, arrows go around, page keys from group to group, Enter does it', async () => {
  const { field, navigation } = await open();
  expect(chosen()).toBe('Home');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(chosen()).toBe('Customer listCustomers');
  fireEvent.keyDown(field, { key: 'PageDown' });
  expect(chosen()).toMatch(/^Theme/);
  fireEvent.keyDown(field, { key: 'PageUp' });
  expect(chosen()).toBe('Home');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(chosen()).toBe('Log out');
  type('customer li');
  expect(options()).toEqual(['Customer listCustomers']);
  fireEvent.keyDown(field, { key: 'Enter' });
  await isClosed();
  expect(navigation.at().location.pathname).toBe('/customers');
});

test('what the server finds stands below, asked once at a pause in typing', async () => {
  const { field, asked, navigation } = await open({
    answers: {
      [findApi.find.path]: () => [
        found({}),
        found({ kind: 'call', id: 'c 1', title: 'Ana González', at: '2026-11-16 10:00:00' }),
      ],
    },
  });
  for (const words of ['g', 'go', 'gonzalez']) type(words);
  const list = screen.getByRole('listbox');
  await within(list).findByText('Customers');
  expect(asked.filter(({ url }) => url === findApi.find.path).map(({ body }) => body)).toEqual([{ words: 'gonzalez' }]);
  expect(options()).toHaveLength(2);
  expect(within(list).getByText('Calls')).toBeTruthy();
  fireEvent.keyDown(field, { key: 'Enter' });
  await isClosed();
  expect(navigation.at().location.pathname).toBe('/customers/12');
});

test('a number typed is offered to be called, and what needs a seat is for who has one', async () => {
  const { field } = await open();
  type('55 1234 5678');
  expect(await screen.findByRole('option', { name: 'Call 55 1234 5678' })).toBeTruthy();
  fireEvent.keyDown(field, { key: 'Enter' });
  await isClosed();
  expect(called).toEqual(['55 1234 5678']);
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  await screen.findByRole('combobox');
  type('status');
  expect(screen.queryByRole('option', { name: 'Status: free' })).toBeNull();
});
