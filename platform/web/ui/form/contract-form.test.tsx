import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Failure } from '#shared/failure.ts';
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
  days: z.array(z.string()).min(1).optional(),
});
const send = vi.fn<(values: unknown) => Promise<void>>();

const fresh = { name: '', email: 'ana@example.com', age: 30 };
function Edit({ onClose, initial }: { onClose: () => void; initial: z.input<typeof Person> }) {
  const form = useContractForm(Person, initial);
  return (
    <SidePanel opened onClose={onClose} title="A person" dirty={form.isDirty()}>
      <ContractForm form={form} onSubmit={send} refusedFields={{ webhookAddressRefused: 'name' }}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <NumberInput label="Age" {...form.getInputProps('age')} />
        <Checkbox.Group label="Days" {...form.getInputProps('days')}>
          <Checkbox value="mo" label="Monday" />
        </Checkbox.Group>
      </ContractForm>
    </SidePanel>
  );
}

function Page({ initial = fresh }: { initial?: z.input<typeof Person> }) {
  const [opened, setOpened] = useState(true);
  return (
    <UiProvider client={makeQueryClient()} env="test">
      {opened ? <Edit initial={initial} onClose={() => setOpened(false)} /> : <p>closed</p>}
      <ConfirmHost />
    </UiProvider>
  );
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const name = () => screen.getByLabelText('Name') as HTMLInputElement;

beforeEach(() => {
  vi.restoreAllMocks();
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

/** What was scrolled to; a page of tests has no height. */
function watchScrolling(): Element[] {
  const seen: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this);
  });
  return seen;
}

test('a refusal of the server below the fold is scrolled to and gets the focus, another one again', async () => {
  const seen = watchScrolling();
  send.mockRejectedValueOnce(new Failure('conflict')).mockRejectedValueOnce(new Failure('notFound'));
  render(<Page initial={{ ...fresh, name: 'Ana' }} />);
  // A panel that opens takes the focus itself.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
  save();
  const refusal = await screen.findByRole('alert');
  expect(seen).toEqual([refusal]);
  expect(document.activeElement).toBe(refusal);
  save();
  await waitFor(() => expect(seen).toHaveLength(2));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('what the server refuses of a field stands at the field, which is scrolled to and focused', async () => {
  const seen = watchScrolling();
  send
    .mockRejectedValueOnce(new Failure('webhookAddressRefused'))
    .mockRejectedValueOnce(new Failure('invalidInput', 'age: Too small'));
  render(<Page initial={{ ...fresh, name: 'Ana' }} />);
  save();
  await waitFor(() => expect(seen).toEqual([name()]));
  expect(document.activeElement).toBe(name());
  fireEvent.change(name(), { target: { value: 'Eva' } });
  save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Age')));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a group of choices without any is pointed out too', async () => {
  const seen = watchScrolling();
  render(<Page initial={{ ...fresh, name: 'Ana', days: [] }} />);
  save();
  await waitFor(() => expect(seen).toEqual([screen.getByLabelText('Monday')]));
  expect(send).not.toHaveBeenCalled();
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
