import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPage } from '../../page.fixture.tsx';
import { SavedNameField } from './saved-name-field.tsx';

async function show(onSave: (name: string) => Promise<unknown>) {
  await showPage(<SavedNameField label="Name" name="Sold" onSave={onSave} />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const type = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  return { field, type };
}

test('a name is saved when the field is left, if there is one and it is another', async () => {
  const save = vi.fn<(name: string) => Promise<void>>(() => Promise.resolve());
  const { field, type } = await show(save);
  type('  ');
  expect(field.value).toBe('Sold');
  type(' Sold ');
  expect(save).not.toHaveBeenCalled();
  type(' Bought ');
  expect(save.mock.calls).toEqual([['Bought']]);
});

test('a name that could not be saved is again what it was', async () => {
  const { field, type } = await show(() => Promise.reject(new Error('taken')));
  type('Bought');
  await waitFor(() => expect(field.value).toBe('Sold'));
});
