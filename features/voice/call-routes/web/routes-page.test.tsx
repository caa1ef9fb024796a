import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RouteType } from '#shared/codes/route-type.ts';
import { aNumber, aRoute, aTrunk, showRoutes } from './routes.fixture.tsx';

const panel = async () => within(await screen.findByRole('dialog'));
const order = (list: HTMLElement) => [...list.children].map((row) => row.querySelector('b')?.textContent);

async function choose(field: HTMLElement, option: string) {
  field.focus();
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

test('[CC-12] the list says for whom, when and over which trunks a route is, and how they are used', async () => {
  await showRoutes();
  const row = within((await screen.findByText('Mexico', { selector: 'b' })).closest('tr')!);
  for (const words of ['Manual calls', 'Office · closed now', '4 of 30', 'Off', '2 numbers', 'In turns', 'In use'])
    expect(row.getByText(words)).toBeTruthy();
  expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Main 4 of 30', 'Spare Off']);
});

test('[CC-12] a route is made with its trunks in the order they are tried, and asks then which numbers it shows', async () => {
  const { sent } = await showRoutes(undefined, { answers: { list: [] } });
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add route' }))[0]!);
  const editor = await panel();
  fireEvent.change(editor.getByLabelText(/^Name/), { target: { value: 'World' } });
  fireEvent.click(editor.getByRole('radio', { name: /^Manual calls/ }));
  await choose(editor.getByRole('combobox', { name: 'Add a trunk' }), 'Main (no real calls)');
  await choose(editor.getByRole('combobox', { name: 'Add a trunk' }), 'Spare (no real calls)');
  fireEvent.click(editor.getByRole('button', { name: 'Move Spare up' }));
  expect(order(editor.getByRole('list', { name: 'Trunks in order' }))).toEqual(['Spare', 'Main']);
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { name: 'Numbers shown by World' });
  expect(sent('create')).toEqual([
    {
      name: 'World',
      type: RouteType.manualCall,
      countries: [],
      hours: { kind: 'always' },
      enabled: true,
      strategy: 'order',
      trunks: [
        { trunkId: 2, weight: 1 },
        { trunkId: 1, weight: 1 },
      ],
    },
  ]);
});

test('[CC-12] a route without a trunk is refused at its field, and nothing is sent', async () => {
  const { sent } = await showRoutes();
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add route' }))[0]!);
  const editor = await panel();
  fireEvent.change(editor.getByLabelText(/^Name/), { target: { value: 'World' } });
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(editor.getByRole('combobox', { name: 'Add a trunk' }).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(sent('create')).toEqual([]);
});

test('[CC-12] trunks are put in order by arrow keys and by mouse, and where each stands is told', async () => {
  await showRoutes();
  fireEvent.click(await screen.findByRole('button', { name: 'Change Mexico' }));
  const editor = await panel();
  const list = await editor.findByRole('list', { name: 'Trunks in order' });
  fireEvent.keyDown(editor.getByRole('button', { name: /^Move Main: drag/ }), { key: 'ArrowDown' });
  expect(order(list)).toEqual(['Spare', 'Main']);
  expect(editor.getByText('Main is now number 2 of 2')).toBeTruthy();
  fireEvent.dragStart(editor.getByRole('button', { name: /^Move Main: drag/ }));
  fireEvent.drop(list.children[0]!);
  expect(order(list)).toEqual(['Main', 'Spare']);
});

test('[CC-12] calls are shared by weight', async () => {
  const { sent } = await showRoutes();
  fireEvent.click(await screen.findByRole('button', { name: 'Change Mexico' }));
  const editor = await panel();
  fireEvent.change(editor.getByLabelText('How a trunk is chosen'), { target: { value: 'share' } });
  fireEvent.change(editor.getByLabelText('Weight of Main'), { target: { value: '3' } });
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('update')).toMatchObject([
      {
        id: 7,
        version: 9,
        strategy: 'share',
        hours: { kind: 'calendar', calendarId: 5 },
        trunks: [
          { trunkId: 1, weight: 3 },
          { trunkId: 2, weight: 1 },
        ],
      },
    ]),
  );
});

test('[CC-12] deleting a route says which groups call by it, and asks', async () => {
  const { sent } = await showRoutes();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Mexico' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/^One group calls by it/)).toBeTruthy();
  expect(sent('delete')).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent('delete')).toEqual([{ id: 7, version: 9 }]));
});

test('[CC-12] the numbers of a route: one more, by turns, resting after five calls nobody answered', async () => {
  const { sent } = await showRoutes();
  fireEvent.click(await screen.findByRole('button', { name: 'Numbers shown by Mexico' }));
  const editor = await panel();
  expect(await editor.findByText(/rests until/)).toBeTruthy();
  fireEvent.change(editor.getByLabelText('How a number is chosen'), { target: { value: 'leastUsed' } });
  await choose(editor.getByRole('combobox', { name: 'Add a number' }), '+52 55 5000 0013 (Spring)');
  fireEvent.change(editor.getByLabelText(/^Rests after/), { target: { value: '5' } });
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent('numberPool.set')).toEqual([
      {
        routerId: 7,
        version: 4,
        strategy: 'leastUsed',
        restAfter: 5,
        restMinutes: 60,
        numbers: [11, 12, 13].map((id) => ({ kind: 'did', id })),
      },
    ]),
  );
});

test('[CC-12] all numbers that match are added at once, but none that another route shows alone', async () => {
  const bound = aNumber(15, { routerId: 9 });
  await showRoutes(undefined, { answers: { 'numberPool.choices': [aNumber(13), aNumber(14), bound] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Numbers shown by Mexico' }));
  const editor = await panel();
  fireEvent.click(await editor.findByRole('button', { name: 'Add all 2' }));
  expect(order(editor.getByRole('list', { name: 'Numbers in order' }))).toEqual(
    [11, 12, 13, 14].map((id) => `+52 55 5000 00${id}`),
  );
});

test('[CC-12] a pool of thousands draws a part of them, and is saved whole', async () => {
  const many = Array.from({ length: 53 }, (_, id) => ({
    ...aNumber(id + 1, { number: String(525550000000 + id) }),
    shownToday: 0,
    lastShownAt: null,
    unanswered: 0,
    restsUntil: null,
  }));
  const numberPool = { routerId: 7, version: 4, strategy: 'fixed', restAfter: null, restMinutes: 60, numbers: many };
  const { sent } = await showRoutes(undefined, { answers: { numberPool } });
  fireEvent.click(await screen.findByRole('button', { name: 'Numbers shown by Mexico' }));
  const editor = await panel();
  const list = await editor.findByRole('list', { name: 'Numbers in order' });
  expect(list.children).toHaveLength(50);
  expect(editor.getByRole('button', { name: 'Show more (3 left)' })).toBeTruthy();
  fireEvent.click(editor.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('numberPool.set')).toHaveLength(1));
  expect((sent('numberPool.set')[0] as { numbers: unknown[] }).numbers).toHaveLength(53);
});

test('[CC-12] who may only look sees routes, and changes nothing', async () => {
  await showRoutes(undefined, { functions: ['routes.view'], answers: { list: [aRoute()], 'line.list': [aTrunk()] } });
  await screen.findByText('Mexico', { selector: 'b' });
  expect(screen.queryByRole('button', { name: /Add|Change|Delete|Numbers shown/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Trunks' })).toBeNull();
});

test('[CC-12] trunks have a page of their own', async () => {
  const functions = ['routes.view', 'trunks.view'];
  await showRoutes(undefined, { functions });
  expect((await screen.findByRole('link', { name: 'Trunks' })).getAttribute('href')).toBe('/settings/trunks');
});
