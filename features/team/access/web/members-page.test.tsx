import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aViewer, choicesOf, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import type { Invitation, Member, Role } from '../contract.ts';
import { access } from './index.ts';
import MembersPage from './members-page.tsx';

// Whole pages are drawn here: on a busy machine that takes its time, and looking for what is hidden takes most of it.
configure({ asyncUtilTimeout: 15_000, defaultHidden: true });
vi.setConfig({ testTimeout: 60_000 });

const role = (some: Partial<Role>): Role => ({
  id: 1,
  name: 'Agent',
  systemId: 5,
  functions: ['sms.send'],
  needDesensitize: false,
  needsSecondFactor: false,
  builtIn: false,
  members: 1,
  updatedAt: '2026-11-01 08:00:00',
  version: 1,
  ...some,
});
const roles = [
  role({}),
  role({ id: 2, name: 'Chief', functions: ['bills.pay'] }),
  role({ id: 3, name: 'Admin', systemId: 2, functions: [] }),
];
const member = (some: Partial<Member>): Member => ({
  userId: 8,
  nickName: 'Budi',
  email: 'budi@aurora.example',
  isOwner: false,
  enabled: true,
  textSeat: false,
  voiceSeat: true,
  roles: [{ systemId: 5, roleId: 1, roleName: 'Agent' }],
  joinedAt: '2026-01-01 08:00:00',
  hasSecondFactor: false,
  lastSeenAt: null,
  ...some,
});
const people = [
  member({}),
  member({ userId: 9, nickName: 'Olga', email: 'olga@aurora.example', isOwner: true, roles: [] }),
  member({ userId: 7, nickName: 'Ana', email: 'ana@aurora.example', roles: [] }),
  member({
    userId: 10,
    nickName: 'Carla',
    email: 'carla@aurora.example',
    roles: [{ systemId: 5, roleId: 2, roleName: 'Chief' }],
  }),
];
const invitation: Invitation = {
  id: 5,
  email: 'new@aurora.example',
  roleNames: ['Agent'],
  invitedBy: 'Olga',
  createdAt: '2026-11-01 08:00:00',
  expiresAt: '2026-11-08 08:00:00',
  expired: true,
};

let asked: ReturnType<typeof fakeServer>;
beforeEach(() => {
  asked = fakeServer(({ url }) => {
    if (url.includes('/member/page')) return { data: { list: people, total: people.length } };
    if (url.endsWith('/role/list')) return { data: roles };
    if (url.endsWith('/member/invitations')) return { data: [invitation] };
    if (url.endsWith('/user/info')) return { data: { isTenantOwner: false, needDesensitize: false } };
    return { data: { id: 1 } };
  });
});
afterEach(() => vi.unstubAllGlobals());

const MANAGER = ['access.view', 'access.members', 'sms.send'];
const open = (at = '/organisation/members', functions = MANAGER) =>
  showPage(<MembersPage />, { at, viewer: aViewer({ functions: new Set(functions) }), feature: access });
const row = async (name: string) => (await screen.findByText(name, { selector: 'b' })).closest('tr')!;
const sent = () => asked.findLast((one) => one.method !== 'GET');

test('a person is opened from the list, changed and saved', async () => {
  await open();
  fireEvent.click(await row('Budi'));
  const panel = await screen.findByRole('dialog');
  fireEvent.change(within(panel).getByLabelText(/^Name/), { target: { value: 'Budi S' } });
  fireEvent.click(within(panel).getByRole('checkbox', { name: 'Text seat' }));
  fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toMatchObject({
      method: 'PUT',
      body: {
        userId: 8,
        nickName: 'Budi S',
        roleIds: [1],
        textSeat: true,
        voiceSeat: true,
        isOwner: false,
        enabled: true,
      },
    }),
  );
});

test('disabling asks first, and a no saves nothing', async () => {
  await open();
  fireEvent.click(await row('Budi'));
  const panel = await screen.findByRole('dialog');
  fireEvent.click(within(panel).getByRole('switch', { name: /^May sign in/ }));
  fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() =>
    expect(within(panel).getByRole('button', { name: 'Save' }).hasAttribute('data-loading')).toBe(false),
  );
  expect(sent()).toBeUndefined();
  fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(sent()).toMatchObject({ body: { userId: 8, enabled: false } }));
});

test('an owner is out of reach for others, and nobody shuts themselves out', async () => {
  await open();
  fireEvent.click(await row('Olga'));
  expect(await screen.findByText('Only an owner can change an owner.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
  fireEvent.click(await row('Ana'));
  expect(((await screen.findByRole('switch', { name: /^May sign in/ })) as HTMLInputElement).disabled).toBe(true);
  expect(screen.queryByRole('switch', { name: /^Owner/ })).toBeNull();
});

test('a role that gives more than one holds is neither given nor taken', async () => {
  await open();
  fireEvent.click(await row('Carla'));
  const select = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Role in Contact centre' });
  await waitFor(() => expect(select.value).toBe('Chief'));
  expect(select.disabled).toBe(true);
});

test('without the key the list can be read and nothing else', async () => {
  await open('/organisation/members', ['access.view']);
  fireEvent.click(await row('Budi'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
});

test('filters and order come from the address', async () => {
  await open('/organisation/members?name=bu&role=1&enabled=true&sort=-lastSeenAt');
  await row('Budi');
  expect(asked.find((one) => one.url.includes('/member/page'))!.url).toMatch(
    /sort=lastSeenAt&desc=true&name=bu&roleId=1&enabled=true$/,
  );
});

test('an invitation needs an address and a role', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  const panel = await screen.findByRole('dialog');
  fireEvent.click(within(panel).getByRole('button', { name: 'Send invitation' }));
  expect(await within(panel).findByText('Please choose one.')).toBeTruthy();
  expect(sent()).toBeUndefined();
});

test('an open invitation is sent again, or withdrawn after a question', async () => {
  await open('/organisation/members?tab=invitations');
  expect(await screen.findByText('Expired')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent()?.url).toBe('/admin/saas_plat/member/invitation/5/resend'));
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(sent()).toMatchObject({ method: 'DELETE', url: '/admin/saas_plat/member/invitation/5' }));
});

const answering = (mail: boolean) => {
  asked = fakeServer(({ url }) => {
    if (url.includes('/member/page')) return { data: { list: people, total: people.length } };
    if (url.endsWith('/role/list')) return { data: roles };
    if (url.endsWith('/member/invitations')) return { data: [invitation] };
    if (url.endsWith('/invitation_ways')) return { data: { mail } };
    if (url.endsWith('/user/info')) return { data: { isTenantOwner: true, needDesensitize: false } };
    return { data: { id: 1, link: 'https://calls.example/invitation/abc' } };
  });
};

test('[ADMIN-01] without a mail server it says so, makes a link instead, and shows it once', async () => {
  answering(false);
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  const panel = await screen.findByRole('dialog');
  expect(await within(panel).findByText(/has no mail server/)).toBeTruthy();
  fireEvent.change(within(panel).getByLabelText(/^E-mail/), { target: { value: 'nadia@aurora.example' } });
  const select = within(panel).getByRole<HTMLInputElement>('combobox', { name: 'Role in Contact centre' });
  select.focus();
  fireEvent.change(select, { target: { value: 'Agent' } });
  // The filter behind the panel offers the same roles.
  const choices = await choicesOf(select);
  fireEvent.click(within(choices).getByRole('option', { name: 'Agent' }));
  fireEvent.click(within(panel).getByRole('button', { name: 'Make a link' }));
  expect(await screen.findByText('https://calls.example/invitation/abc')).toBeTruthy();
  expect(screen.getByText('Link for nadia@aurora.example')).toBeTruthy();
  expect(sent()).toMatchObject({ body: { email: 'nadia@aurora.example', by: 'link' } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('https://calls.example/invitation/abc')).toBeNull());
});

test('[ADMIN-01] an open invitation gets a new link; it is mailed again only where mails leave', async () => {
  answering(false);
  await open('/organisation/members?tab=invitations');
  fireEvent.click(await screen.findByRole('button', { name: 'New link' }));
  expect(await screen.findByText('https://calls.example/invitation/abc')).toBeTruthy();
  expect(sent()).toMatchObject({ method: 'POST', url: '/admin/saas_plat/member/invitation/5/link' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
});
