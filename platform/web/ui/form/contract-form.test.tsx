import { NumberInput, TextInput } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Failure } from '#shared/errors.ts';
import { changeLanguage } from '../../i18n.ts';
import { makeQueryClient } from '../../query-client.ts';
import { ConfirmHost } from '../confirm.tsx';
import { SidePanel } from '../dialogs.tsx';
import { UiProvider } from '../ui-provider.tsx';
import { ContractForm } from './contract-form.tsx';
import { issueTexts } from './issue-text.ts';
import { useContractForm } from './use-contract-form.ts';

const Person = z.object({
  name: z.string().min(1).max(5),
  email: z.email(),
  age: z.number().int().min(18),
  site: z.url().optional(),
});
const send = vi.fn<(values: unknown) => Promise<void>>();

function Edit({ onClose }: { onClose: () => void }) {
  const form = useContractForm(Person, { name: '', email: 'ana@example.com', age: 30 });
  return (
    <SidePanel opened onClose={onClose} title="A person" dirty={form.isDirty()}>
      <ContractForm form={form} onSubmit={send}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <NumberInput label="Age" {...form.getInputProps('age')} />
      </ContractForm>
    </SidePanel>
  );
}

function Page() {
  const [opened, setOpened] = useState(true);
  return (
    <UiProvider client={makeQueryClient()} env="test">
      {opened ? <Edit onClose={() => setOpened(false)} /> : <p>closed</p>}
      <ConfirmHost />
    </UiProvider>
  );
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const name = () => screen.getByLabelText('Name') as HTMLInputElement;

beforeEach(() => {
  send.mockReset().mockResolvedValue();
});

test('what the contract refuses is said in words at the field', async () => {
  const trouble = { name: 'much too long', email: 'x', age: 3.5, site: 'nowhere' };
  expect(issueTexts(Person, trouble)).toEqual({
    name: 'At most 5 characters.',
    email: 'Please enter an e-mail address, like name@company.com.',
    age: 'Please enter a whole number.',
    site: 'Please enter an address that begins with https://.',
  });
  await changeLanguage('zh-CN');
  expect(issueTexts(Person, { name: '', age: 3 })).toMatchObject({
    name: '请填写此项。',
    email: '请填写此项。',
    age: '不能小于 18。',
  });
});

test('a form with trouble is not sent and points at the first field', async () => {
  render(<Page />);
  save();
  expect(await screen.findByText('Please fill this in.')).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(name()));
});

test('a refusal of the server is shown at the form, which keeps what was typed', async () => {
  send.mockRejectedValue(new Failure('conflict'));
  render(<Page />);
  fireEvent.change(name(), { target: { value: 'Ana' } });
  save();
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be done');
  expect(name().value).toBe('Ana');
  expect(send).toHaveBeenCalledWith({ name: 'Ana', email: 'ana@example.com', age: 30 });
});

test('closing with unsaved changes asks first, and staying keeps them', async () => {
  render(<Page />);
  fireEvent.change(name(), { target: { value: 'Ana' } });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect(name().value).toBe('Ana');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('closed')).toBeTruthy();
});

test('closing a form nobody touched asks nothing', async () => {
  render(<Page />);
  await act(async () => screen.getByRole('button', { name: 'Close' }).click());
  expect(await screen.findByText('closed')).toBeTruthy();
});
