import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../query-client.ts';
import { UiProvider } from '../ui-provider.tsx';
import type { Column } from './column.ts';
import { TableCards } from './table-cards.tsx';

const columns: Column<{ id: number }>[] = [
  { id: 'name', header: 'Name', cell: () => 'Ana' },
  { id: 'more', header: '', card: 'beside', cell: () => <button type="button">More</button> },
  { id: 'number', header: 'Number', cell: () => '55' },
  { id: 'zone', header: 'Zone', card: 'none', cell: () => 'Asia' },
];

test('on a phone what can be done with a row stands beside its title, the rest in lines with their headings', () => {
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <TableCards columns={columns} rows={[{ id: 1 }]} rowId={({ id }) => id} label="People" />
    </UiProvider>,
  );
  const card = screen.getByRole('listitem');
  expect(within(card).getByRole('button', { name: 'More' }).closest('dl')).toBeNull();
  expect(
    within(card)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Number']);
});
