import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { help } from '#features/office/help/web/index.ts';
import { account } from '#features/team/account/web/index.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { ownSession, session } from '#platform/web/session.ts';
import type { HeaderItem } from '#platform/web/feature.ts';
import { widths } from '#platform/web/theme/widths.ts';
import { leaf, saying, showShell } from '../shell.fixture.tsx';

const header = () => screen.getByRole('banner');
const page = (path: string, more = {}) => ({
  path,
  title: 'trial.title' as never,
  page: saying(`page ${path}`),
  ...more,
});
const button = (name: string | RegExp) => within(header()).queryByRole('button', { name });

test('[SHELL-06] the logo leads to the start page', async () => {
  await showShell({ at: '/customers', routes: [page('/customers')] });
  fireEvent.click(screen.getByRole('link', { name: 'OpenSeat, go to the start page' }));
  expect(await screen.findByText('the start page')).toBeTruthy();
});

test('[SHELL-06] only pages that need one have a back button', async () => {
  const { unmount } = await showShell();
  expect(button('Back')).toBeNull();
  unmount();
  await showShell({ at: '/customers/7', routes: [page('/customers/:id', { back: true })] });
  fireEvent.click(button('Back')!);
  expect(await screen.findByText('the start page')).toBeTruthy();
});

test('[SHELL-15] the help icon opens the help', async () => {
  const { navigation } = await showShell({ features: [help] });
  fireEvent.click(await within(header()).findByRole('link', { name: 'Help' }));
  expect(await within(screen.getByRole('main')).findByRole('navigation', { name: 'Topics' })).toBeTruthy();
  expect(navigation.at().location.pathname).toBe('/help');
});

test('[SHELL-17] the languages stand in their own words', async () => {
  await showShell();
  fireEvent.click(button('Language')!);
  const names = (await screen.findAllByRole('menuitemradio')).map((item) => item.textContent);
  expect(names).toEqual(['English', '简体中文', 'Español (México)', 'Bahasa Indonesia']);
});

test('[SHELL-01] choosing a language changes the words and stores it with an underscore', async () => {
  const { asked } = await showShell();
  fireEvent.click(button('Language')!);
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Español (México)' }));
  await screen.findByRole('navigation', { name: 'Menú principal' });
  await waitFor(() =>
    expect(asked.find(({ url }) => url.endsWith('/user/switchLanguage'))?.body).toEqual({ lang: 'es_MX' }),
  );
});

test.each([
  [1, false],
  [2, true],
])('[SHELL-18] a member of %d systems has the switcher: %s', async (systems, expected) => {
  await showShell({ systems });
  expect(button('System') !== null).toBe(expected);
});

test('[SHELL-18] whoever leaves a page that only the old system has goes home first, and is not taken back', async () => {
  const { asked, navigation } = await showShell({
    at: '/customers',
    systems: 2,
    otherMenu: [leaf('/home', 'Home'), leaf('/organisation/members', 'Members')],
    routes: [page('/customers')],
  });
  const switches = () => asked.filter(({ url }) => url.endsWith('/system/switch'));
  await screen.findByText('page /customers');
  const places: string[] = [];
  navigation.watch(() => places.push(`${navigation.at().location.pathname} before ${switches().length + 1}`));
  fireEvent.click(button('System')!);
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Administration' }));
  expect(await screen.findByText('the start page')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Members' })).toBeTruthy();
  await waitFor(() =>
    expect(
      asked.some(({ url }) => url.includes('resource') && url.includes('system_id=5')),
      'the menu of the old system is known',
    ).toBe(true),
  );
  await act(async () => {});
  expect(places).toEqual(['/home before 1']);
  expect(switches().map(({ body }) => body)).toEqual([{ system_id: 2 }]);
});

test('[SHELL-18] from the pages of the organisation the menu leads back to the contact centre', async () => {
  const { asked } = await showShell({
    at: '/home',
    systems: 2,
    otherMenu: [leaf('/home', 'Home'), leaf('/organisation/members', 'Members')],
  });
  expect(screen.queryByRole('button', { name: /^Back to/ })).toBeNull();
  fireEvent.click(button('System')!);
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Administration' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Back to/ }));
  await waitFor(() =>
    expect(asked.filter(({ url }) => url.endsWith('/system/switch')).map(({ body }) => body)).toEqual([
      { system_id: 2 },
      { system_id: 5 },
    ]),
  );
});

test('[SHELL-10] [SHELL-11] [SHELL-12] an item that is a setting needs a voice seat and a page that shows settings', async () => {
  const items: HeaderItem[] = [
    { slot: 'tools', item: saying('line check'), setting: true },
    { slot: 'tools', item: saying('downloads') },
  ];
  const routes = [page('/record'), page('/customers')];
  const shown = async (at: string, voiceSeat: boolean) => {
    const { unmount } = await showShell({ at, header: items, routes, info: { voiceSeat } });
    await within(header()).findByText('downloads');
    const found = within(header()).queryByText('line check') !== null;
    unmount();
    return found;
  };
  expect(await shown('/customers', true)).toBe(true);
  expect(await shown('/record', true)).toBe(false);
  expect(await shown('/customers', false)).toBe(false);
});

test('[SHELL-13] an item that asks for a seat is drawn for holders of it only', async () => {
  const items: HeaderItem[] = [
    { slot: 'line', item: saying('text seat'), when: (who) => who.textSeat },
    { slot: 'end', item: saying('end') },
  ];
  const { unmount } = await showShell({ header: items });
  await within(header()).findByText('end');
  expect(within(header()).queryByText('text seat')).toBeNull();
  unmount();
  await showShell({ header: items, info: { textSeat: true } });
  expect(await within(header()).findByText('text seat')).toBeTruthy();
});

test('[SHELL-19] the user card says who one is and leads to the personal pages', async () => {
  await showShell({ features: [account] });
  const avatar = button('Your account: Ana Ríos')!;
  expect(avatar.textContent).toBe('A');
  fireEvent.click(avatar);
  const card = await screen.findByRole('dialog', { name: 'Your account: Ana Ríos' });
  for (const words of ['Ana Ríos', 'ana@aurora.example', 'Aurora Travel S.A.', 'Aurora Travel', 'Agent'])
    expect(within(card).getByText(words)).toBeTruthy();
  expect((await within(card).findByRole('link', { name: 'Account security' })).getAttribute('href')).toBe(
    '/personalSetting/accountSecurity',
  );
  expect(within(card).getByRole('link', { name: 'Change team' }).getAttribute('href')).toBe(
    '/personalSetting/changeTeam',
  );
});

test('[SHELL-17] [SHELL-19] where the header is short of room, what one sets once is in the user card', async () => {
  const wide = vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...new EventTarget(),
    matches: query === widths.snug,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => true,
  }));
  await showShell({ systems: 2 });
  for (const name of ['Theme', 'Language', 'Time zone', 'System']) expect(button(name), name).toBeNull();
  expect(button('Collapse menu'), 'the rail stands').toBeTruthy();
  fireEvent.click(button('Your account: Ana Ríos')!);
  const card = await screen.findByRole('dialog', { name: 'Your account: Ana Ríos' });
  expect(await within(card).findByRole('combobox', { name: 'Language' })).toBeTruthy();
  expect(within(card).getByRole('button', { name: /^Time zone/ })).toBeTruthy();
  wide.mockRestore();
});

test('[SHELL-33] who helps inside another team ends the help by the same button, which says so, and is themselves again', async () => {
  const go = vi.spyOn(departure, 'go').mockImplementation(() => {});
  session.start('theirs');
  ownSession.keep('mine', '/operator/tenants/4?tab=help', 'Borealis');
  const { asked } = await showShell({ info: { helpUntil: '2026-11-17 10:00:00' } });
  fireEvent.click(button('Your account: Ana Ríos')!);
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'End the help and go back' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/operator/tenants/4?tab=help'));
  expect(asked.some(({ url }) => url.endsWith('/user/logout'))).toBe(true);
  expect([session.token(), ownSession.takeOver()]).toEqual(['mine', { team: 'Borealis', isLeft: true }]);
  session.end();
});

test('[SHELL-33] logging out tells the server, ends the session and says so on the sign-in page', async () => {
  const go = vi.spyOn(departure, 'go').mockImplementation(() => {});
  session.start('token');
  const { asked } = await showShell();
  fireEvent.click(button('Your account: Ana Ríos')!);
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/login?reason=signedOut'));
  expect(asked.some(({ url, method }) => url.endsWith('/user/logout') && method === 'PUT')).toBe(true);
  expect(session.token()).toBeNull();
});

test('what stands in the header comes together, so that nothing moves under a pointer', async () => {
  let come = () => {};
  const late = new Promise<void>((resolve) => (come = resolve));
  const items: HeaderItem[] = [
    { slot: 'tools', item: saying('early') },
    { slot: 'end', item: () => late.then(saying('late')) },
  ];
  await showShell({ header: items });
  await screen.findByText('the start page');
  expect(button(/^Your account/), 'who one is has its place at the very end').toBeTruthy();
  expect(within(header()).queryByText('early')).toBeNull();
  expect(button('Language')).toBeNull();
  come();
  expect(await within(header()).findByText('late')).toBeTruthy();
  expect(within(header()).getByText('early')).toBeTruthy();
  expect(button('Language')).toBeTruthy();
});

test('a part of the header that does not come keeps the others waiting for a second at most', async () => {
  await showShell({
    header: [
      { slot: 'tools', item: saying('early') },
      { slot: 'end', item: () => new Promise(() => {}) },
    ],
  });
  expect(await within(header()).findByText('early')).toBeTruthy();
});
