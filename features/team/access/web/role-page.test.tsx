import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import type { FunctionGroup, Role } from '../contract.ts';
import { access } from './index.ts';
import RolePage from './role-page.tsx';

// Whole pages are drawn here: on a busy machine that takes its time, and looking for what is hidden takes most of it.
configure({ asyncUtilTimeout: 15_000, defaultHidden: true });
vi.setConfig({ testTimeout: 60_000 });

const groups: FunctionGroup[] = [
  {
    feature: 'blacklist',
    label: 'Blacklist',
    functions: [
      { key: 'blacklist.view', label: 'See the blacklist' },
      { key: 'blacklist.edit', label: 'Change the blacklist' },
    ],
  },
  {
    feature: 'sms',
    label: 'SMS',
    functions: [
      { key: 'sms.send', label: 'Send messages' },
      { key: 'sms.templates', label: 'Write templates' },
    ],
  },
];
const shift: Role = {
  id: 3,
  name: 'Shift',
  systemId: 5,
  functions: ['blacklist.view', 'sms.templates'],
  needDesensitize: false,
  needsSecondFactor: false,
  builtIn: false,
  members: 2,
  updatedAt: '2026-11-01 08:00:00',
  version: 4,
};
const agent: Role = { ...shift, id: 4, name: 'Agent', builtIn: true };
const KEYS = groups.flatMap((group) => group.functions.map((each) => each.key));

let info = { isTenantOwner: false, needDesensitize: false };
let asked: ReturnType<typeof fakeServer>;
let refusal = 0;

beforeEach(() => {
  info = { isTenantOwner: false, needDesensitize: false };
  refusal = 0;
  asked = fakeServer(({ url, method }) => {
    if (url.endsWith('/role/list')) return { data: [shift, agent] };
    if (url.endsWith('/role/functions')) return { data: groups };
    if (url.endsWith('/user/info')) return { data: info };
    return method === 'GET' ? {} : { code: refusal, data: { id: 9 } };
  });
});
afterEach(() => vi.unstubAllGlobals());

async function open(id: string, held = KEYS) {
  await showPage(<RolePage />, {
    at: `/organisation/roles/${id}`,
    path: '/organisation/roles/:id?',
    viewer: aViewer({ functions: new Set(held) }),
    feature: access,
  });
  await screen.findByLabelText(/^Name/);
}
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const nameField = () => screen.getByLabelText(/^Name/) as HTMLInputElement;
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const sent = () => asked.findLast((one) => one.method !== 'GET');

test('the keys of a role stand by capability, with their names', async () => {
  await open('3');
  expect(nameField().value).toBe('Shift');
  expect(box('See the blacklist').checked).toBe(true);
  expect(box('Send messages').checked).toBe(false);
  expect(screen.getByText('2 permissions')).toBeTruthy();
});

test('a change is sent with the version it was made on', async () => {
  await open('3');
  fireEvent.click(box('Send messages'));
  fireEvent.click(box('See the blacklist'));
  save();
  await waitFor(() =>
    expect(sent()?.body).toEqual({
      id: 3,
      version: 4,
      name: 'Shift',
      systemId: 5,
      functions: ['sms.templates', 'sms.send'],
      needDesensitize: false,
    }),
  );
  expect(sent()!.method).toBe('PUT');
});

test('all keys of a capability are taken and left with one click', async () => {
  await open('3');
  fireEvent.click(box('All of SMS'));
  expect([box('Send messages').checked, box('Write templates').checked]).toEqual([true, true]);
  fireEvent.click(box('All of SMS'));
  expect([box('Send messages').checked, box('Write templates').checked]).toEqual([false, false]);
});

test('a key brings along the one to see with', async () => {
  await open('new');
  fireEvent.click(box('Change the blacklist'));
  expect(box('See the blacklist').checked).toBe(true);
  fireEvent.click(box('Change the blacklist'));
  expect(box('See the blacklist').checked).toBe(true);
});

test('keys the editor does not hold stay as they are, also when a whole capability is clicked', async () => {
  await open('3', ['blacklist.view', 'sms.send']);
  expect(box('Write templates').disabled).toBe(true);
  expect(box('Change the blacklist').disabled).toBe(true);
  expect(screen.getByText(/only what you hold yourself/)).toBeTruthy();
  fireEvent.click(box('All of SMS'));
  expect([box('Send messages').checked, box('Write templates').checked]).toEqual([true, true]);
  fireEvent.click(box('All of SMS'));
  expect([box('Send messages').checked, box('Write templates').checked]).toEqual([false, true]);
});

test('a search shows the keys whose name holds the word, and loses no choice', async () => {
  await open('3');
  const search = screen.getByRole('searchbox', { name: 'Search permissions' });
  fireEvent.change(search, { target: { value: 'templ' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByLabelText('Send messages')).toBeNull());
  expect(box('Write templates').checked).toBe(true);
  expect(screen.getByText('2 permissions')).toBeTruthy();
});

test('a built-in role is read only and offers its copy', async () => {
  await open('4');
  expect(nameField().readOnly).toBe(true);
  expect(box('See the blacklist').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Copy' }).getAttribute('href')).toBe('/organisation/roles/new?copy=4');
});

test('a copy takes over what the copier holds, under a name of its own', async () => {
  await open('new?copy=4', ['blacklist.view']);
  expect(nameField().value).toBe('Copy of Agent');
  expect(box('Write templates').checked).toBe(false);
  save();
  await waitFor(() =>
    expect(sent()).toMatchObject({
      method: 'POST',
      body: { name: 'Copy of Agent', systemId: 5, functions: ['blacklist.view'], needDesensitize: false },
    }),
  );
});

test('whoever sees numbers masked makes masking roles only', async () => {
  info.needDesensitize = true;
  await open('new');
  const mask = await waitFor(() => {
    const field = screen.getByRole('switch', { name: /Mask phone numbers/ }) as HTMLInputElement;
    expect(field.disabled).toBe(true);
    return field;
  });
  expect(mask.checked).toBe(true);
});

test('a role without a name is not sent, a refusal keeps what was chosen', async () => {
  await open('new');
  save();
  expect(await screen.findByText('Please fill this in.')).toBeTruthy();
  expect(sent()).toBeUndefined();
  fireEvent.change(nameField(), { target: { value: 'Shift' } });
  fireEvent.click(box('Send messages'));
  refusal = 20305;
  save();
  expect((await screen.findByRole('alert')).textContent).toContain('Another role has this name');
  expect(box('Send messages').checked).toBe(true);
});

test('leaving with unsaved changes asks first', async () => {
  await open('3');
  fireEvent.click(box('Send messages'));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
});
