import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { failures, type FailureName } from '#shared/errors.ts';
import { departure, forceSignOut } from '#platform/web/failure-handler.ts';
import { askBeforeSigningOut } from '#platform/web/signing-out.ts';
import { session } from '#platform/web/session.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { account } from './index.ts';
import { followSession } from './parts/follow-session.ts';
import TeamsPage from './teams-page.tsx';

const aurora = {
  tenantId: 1,
  tenantName: 'Aurora Travel',
  company: 'Aurora Travel S.A.',
  roleName: 'Agent',
  isOwner: false,
  current: true,
};
const borealis = {
  tenantId: 2,
  tenantName: 'Borealis Bank',
  company: 'Borealis Bank',
  roleName: '',
  isOwner: true,
  current: false,
};
const went: string[] = [];
let teams: (typeof aurora)[];
let refusal: FailureName | null;
/** What happens while the server changes the team. */
let onSwitch: () => void;
let asked: ReturnType<typeof fakeServer>;

// What is fetched when it is first drawn takes its time on a busy machine.
beforeAll(async () => {
  configure({ asyncUtilTimeout: 5_000 });
  await import('#platform/web/ui/confirm-panel.tsx');
});
beforeEach(() => {
  vi.spyOn(departure, 'go').mockImplementation((address) => void went.push(address));
  went.length = 0;
  teams = [aurora, borealis];
  refusal = null;
  onSwitch = () => {};
  session.start('old');
  asked = fakeServer(({ url, body, headers }) => {
    if (url.endsWith('/list')) return { data: teams };
    if (refusal) return { code: failures[refusal].code };
    if (url.endsWith('/leave'))
      teams = teams.filter((team) => team.tenantId !== (body as { tenantId: number }).tenantId);
    if (!url.endsWith('/switch')) return { data: null };
    expect(headers['authorization']).toBe('Bearer old');
    queueMicrotask(onSwitch);
    return { data: { token: 'new' } };
  });
});
afterEach(() => {
  window.dispatchEvent(new Event('pagehide'));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () => showPage(<TeamsPage />, { feature: account });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const leave = async (name: string) => {
  await press(`Leave ${name}`);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
};

test('[SHELL-30] every team says company, role and owner; the present one is marked and needs no switch', async () => {
  await show();
  const here = (await screen.findByText('Aurora Travel')).closest('li')!;
  expect(here.textContent).toContain('You are here');
  expect(here.textContent).toContain('Aurora Travel S.A. · Agent');
  expect(within(here).queryByRole('button', { name: /Switch/ })).toBeNull();
  expect(screen.getByText('Borealis Bank').closest('li')!.textContent).toContain('Owner');
});

test('[SHELL-30] switching goes on with the new token in a new document, and cannot be pressed twice', async () => {
  await show();
  await press('Switch to Borealis Bank');
  await waitFor(() => expect(went).toEqual(['/home']));
  expect(session.token()).toBe('new');
  expect(asked.filter((one) => one.url.endsWith('/switch')).map((one) => one.body)).toEqual([{ tenantId: 2 }]);
  expect((screen.getByRole('button', { name: 'Leave Borealis Bank' }) as HTMLButtonElement).disabled).toBe(true);
});

test('[SHELL-30] the end of the old session, told before the answer, does not sign out', async () => {
  onSwitch = () => forceSignOut('signedOut');
  await show();
  await press('Switch to Borealis Bank');
  await waitFor(() => expect(went).toEqual(['/home']));
  expect(session.token()).toBe('new');
});

test('[SHELL-30] the end of the old session, told while the new document is on its way, does not end the new one', async () => {
  await show();
  await press('Switch to Borealis Bank');
  await waitFor(() => expect(went).toEqual(['/home']));
  forceSignOut('signedOut');
  await waitFor(() => expect(went.at(-1)).toBe('/home'));
  expect(session.token()).toBe('new');
});

test('[SHELL-30] whoever is in a call is asked before a switch, and before leaving the present team, ends it', async () => {
  const stop = askBeforeSigningOut(() => ({ title: 'You are in a call', no: 'Stay' }));
  await show();
  await press('Switch to Borealis Bank');
  await screen.findByText('You are in a call');
  await press('Stay');
  await waitFor(() => expect(screen.queryByText('You are in a call')).toBeNull());
  await leave('Aurora Travel');
  await screen.findByText('You are in a call');
  await press('Stay');
  expect(asked.filter(({ url }) => !url.endsWith('/list'))).toEqual([]);
  expect(session.token()).toBe('old');
  stop();
});

test('[SHELL-30] a refused switch is said at the team and leaves everything as it is', async () => {
  refusal = 'notInTeam';
  await show();
  await press('Switch to Borealis Bank');
  const alertBox = await screen.findByRole('alert');
  expect(alertBox.textContent).toContain('not a member of this team');
  expect(alertBox.closest('li')!.textContent).toContain('Borealis Bank');
  expect(session.token()).toBe('old');
});

test('[SHELL-30] the last owner cannot leave and is told what to do first', async () => {
  refusal = 'lastOwner';
  await show();
  await leave('Borealis Bank');
  expect((await screen.findByRole('alert')).textContent).toContain('Make someone else owner first');
  expect(went).toEqual([]);
});

test('[SHELL-30] leaving another team takes it off the list', async () => {
  await show();
  await leave('Borealis Bank');
  await waitFor(() => expect(screen.queryByText('Borealis Bank')).toBeNull());
  expect(screen.getByText(/belong to one team/)).toBeTruthy();
  expect(session.token()).toBe('old');
});

test('[SHELL-30] leaving the present team signs out', async () => {
  await show();
  await leave('Aurora Travel');
  await waitFor(() => expect(went).toEqual(['/login?reason=signedOut']));
  expect(session.token()).toBeNull();
});

test('[SHELL-30] the other tabs follow to the new team; a sign-out or a refused switch leaves them alone', () => {
  const unfollow = followSession();
  session.end();
  session.start('old');
  expect(went).toEqual([]);
  localStorage.setItem('openseat.token', 'of another tab');
  window.dispatchEvent(new StorageEvent('storage', { key: 'openseat.token' }));
  expect(went).toEqual(['/home']);
  unfollow();
});
