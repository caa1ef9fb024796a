import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { account } from '#features/team/account/web/index.ts';
import { choice } from '#platform/web/session.ts';
import { titleNote } from '#platform/web/title-note.ts';
import { leaf, saying, showShell } from './shell.fixture.tsx';

const menu = () => screen.getByRole('navigation', { name: 'Main menu' });
const links = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent);
const page = (path: string, more = {}) => ({
  path,
  title: 'trial.title' as never,
  page: saying(`page ${path}`),
  ...more,
});

test('[SHELL-07] the menu is the one the server sent, with its sections as headings', async () => {
  await showShell();
  expect(links(menu())).toEqual(['Home', 'Customer list', 'AI calls']);
  expect(within(menu()).getByRole('heading', { name: 'Customers' })).toBeTruthy();
  expect(within(within(menu()).getByRole('list', { name: 'Customers' })).getByText('Customer list')).toBeTruthy();
  expect(within(menu()).queryByRole('region'), 'a page may have a part called the same').toBeNull();
  expect(within(menu()).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
});

test('[SHELL-07] the menu collapses to icons with names, and stays so', async () => {
  const { container } = await showShell();
  fireEvent.click(screen.getByRole('button', { name: 'Collapse menu' }));
  expect(container.querySelector('.shell')!.hasAttribute('data-collapsed')).toBe(true);
  expect(within(menu()).getByRole('link', { name: 'Customer list' })).toBeTruthy();
  expect(choice.get('rail')).toBe('collapsed');
  expect(screen.getByRole('button', { name: 'Expand menu' }).getAttribute('aria-expanded')).toBe('false');
});

test('[SHELL-27] selecting a menu item goes to its page and sets the tab of the AI-call page', async () => {
  const { navigation } = await showShell({ routes: [page('/seating/aiCall')] });
  fireEvent.click(within(menu()).getByRole('link', { name: 'AI calls' }));
  expect(await screen.findByText('page /seating/aiCall')).toBeTruthy();
  expect(navigation.at().location.state).toEqual({ aiCallTab: 3 });
});

test('[SHELL-08] personal settings have a menu of their own with the way back', async () => {
  const { navigation } = await showShell({ at: '/personalSetting/changeTeam', features: [account] });
  const personal = screen.getByRole('navigation', { name: 'Personal menu' });
  await waitFor(() => expect(links(personal)).toEqual(['Back', 'Account security', 'Change team']));
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
  fireEvent.click(within(personal).getByRole('link', { name: 'Back' }));
  expect(await screen.findByText('the start page')).toBeTruthy();
  expect(navigation.at().location.pathname).toBe('/home');
});

test('[SHELL-08] a personal page for holders of a seat is in nobody else’s menu, and shut to them', async () => {
  const routes = [
    page('/personalSetting/phone', {
      personal: true,
      icon: 'phone',
      when: (who: { voiceSeat: boolean }) => who.voiceSeat,
    }),
  ];
  const { unmount } = await showShell({ at: '/personalSetting/phone', routes, info: { voiceSeat: true } });
  const personal = () => screen.getByRole('navigation', { name: 'Personal menu' });
  await waitFor(() => expect(links(personal())).toEqual(['Back', 'Trial page']));
  expect(await screen.findByText('page /personalSetting/phone')).toBeTruthy();
  unmount();
  await showShell({ at: '/personalSetting/phone', routes });
  expect(links(personal())).toEqual(['Back']);
  expect(screen.queryByText('page /personalSetting/phone')).toBeNull();
});

test('[SHELL-09] with sso=1 there is only the page', async () => {
  await showShell({ at: '/customers?sso=1', routes: [page('/customers')] });
  expect(await screen.findByText('page /customers')).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('banner')).toBeNull();
});

test('[SHELL-09] with sso=1 a call still has its window, and nothing else stands above the page', async () => {
  await showShell({
    at: '/customers?sso=1',
    routes: [page('/customers')],
    header: [
      { slot: 'overlay', item: saying('the phone'), inFrames: true },
      { slot: 'overlay', item: saying('an announcement') },
    ],
  });
  expect(await screen.findByText('the phone')).toBeTruthy();
  expect(screen.queryByText('an announcement')).toBeNull();
});

test('[SHELL-03] an address nobody knows says so and leads home', async () => {
  await showShell({ at: '/nowhere' });
  expect(screen.getAllByText('There is no page at this address').length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('link', { name: 'Go to the start page' }));
  expect(await screen.findByText('the start page')).toBeTruthy();
});

test('[SHELL-07] a page of a key the role lacks is not shown; with the key it is', async () => {
  const { unmount } = await showShell({ at: '/customers', routes: [page('/customers', { access: 'customers.view' })] });
  expect(screen.getByText('You may not open this page')).toBeTruthy();
  unmount();
  await showShell({
    at: '/customers',
    routes: [page('/customers', { access: 'customers.view' })],
    functions: ['customers.view'],
  });
  expect(await screen.findByText('page /customers')).toBeTruthy();
});

test('[SHELL-28] the document is titled by the page and the system', async () => {
  await showShell();
  await screen.findByRole('heading', { level: 1, name: 'Trial page' });
  expect(document.title).toBe('Trial page · OpenSeat');
  act(() => titleNote.set('☎ Lucía Prado'));
  expect(document.title, 'with whom one talks comes first').toBe('☎ Lucía Prado · Trial page · OpenSeat');
  act(() => titleNote.set(''));
  expect(document.title).toBe('Trial page · OpenSeat');
});

test('a page that breaks does not take the shell with it', async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const broken = () =>
    Promise.resolve({
      default: () => {
        throw new Error('a bug');
      },
    });
  await showShell({ at: '/customers', routes: [page('/customers', { page: broken })] });
  expect(await screen.findByText('This page has a problem')).toBeTruthy();
  expect(links(menu())).toContain('Home');
  expect(reported).toHaveBeenCalled();
});

test('[SHELL-18] a page of another system comes with the menu of that system, and the session goes there', async () => {
  const { asked } = await showShell({
    at: '/organisation/members',
    systems: 2,
    otherMenu: [leaf('/home', 'Home'), leaf('/organisation/members', 'Members')],
    routes: [page('/organisation/members')],
  });
  await waitFor(() => expect(links(menu())).toEqual(['Home', 'Members']));
  expect(asked.filter(({ url }) => url.endsWith('/system/switch')).map(({ body }) => body)).toEqual([{ system_id: 2 }]);
});

test('[WCAG 2.4.1] F6 goes round the parts of the window, with Shift the other way', async () => {
  await showShell();
  const main = screen.getByRole('main');
  const header = screen.getByRole('banner');
  const goes = (shiftKey = false) => fireEvent.keyDown(document.activeElement!, { key: 'F6', shiftKey });
  act(() => main.focus());
  goes(true);
  expect(document.activeElement).toBe(within(menu()).getByRole('link', { current: 'page' }));
  goes(true);
  expect(header.contains(document.activeElement)).toBe(true);
  goes();
  goes();
  expect(document.activeElement).toBe(main);
  goes();
  expect(header.contains(document.activeElement)).toBe(true);
});

test('the console has a frame of its own: its menu in its order, its mark, and the way back to one’s team', async () => {
  const inConsole = (path: string, order: number) =>
    page(path, { access: 'operator', console: { icon: 'users', order } });
  const { container, navigation } = await showShell({
    at: '/operator/tenants/4',
    info: { isOperator: true },
    routes: [
      inConsole('/operator/tenants', 20),
      inConsole('/operator', 10),
      page('/operator/tenants/:id', { console: 'inner' }),
      page('/record'),
    ],
    header: [
      { slot: 'line', item: saying('my phone') },
      { slot: 'tools', item: saying('help'), inConsole: true },
    ],
  });
  const rail = screen.getByRole('navigation', { name: 'Operator menu' });
  await waitFor(() =>
    expect(
      within(rail)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/operator', '/operator/tenants']),
  );
  expect(within(rail).getAllByRole('link')[1]!.getAttribute('aria-current')).toBe('page');
  expect(within(screen.getByRole('banner')).getByText('Operator')).toBeTruthy();
  expect(await screen.findByText('help')).toBeTruthy();
  expect(screen.queryByText('my phone')).toBeNull();
  expect(container.querySelector('.shell')!.hasAttribute('data-console')).toBe(true);
  fireEvent.click(screen.getByRole('link', { name: 'Back to Aurora Travel' }));
  expect(await screen.findByText('the start page')).toBeTruthy();
  expect(navigation.at().location.pathname).toBe('/home');
});

test('only operators find the console in their card, and nobody else opens it', async () => {
  const routes = [page('/operator', { access: 'operator', console: { icon: 'users', order: 10 } })];
  const open = async () => fireEvent.click(await screen.findByRole('button', { name: /^Your account/ }));
  const { unmount } = await showShell({ info: { isOperator: true }, routes });
  await open();
  expect((await screen.findByRole('link', { name: 'Operator console' })).getAttribute('href')).toBe('/operator');
  unmount();
  await showShell({ at: '/operator', routes });
  expect(await screen.findByText('You may not open this page')).toBeTruthy();
  await open();
  expect(screen.queryByRole('link', { name: 'Operator console' })).toBeNull();
});
