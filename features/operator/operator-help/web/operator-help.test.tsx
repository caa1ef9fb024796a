import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { accountApi } from '#features/team/account/contract.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import type { FeatureContext } from '#platform/web/feature.ts';
import { ownSession, session } from '#platform/web/session.ts';
import { toastList } from '#platform/web/ui/toast-list.ts';
import { operatorHelpApi } from '../contract.ts';
import HelpBanner from './help-banner.tsx';
import HelpCard from './help-card.tsx';
import { operatorHelp } from './index.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const asked = {
  id: 3,
  askedBy: 'Otto',
  askedAt: '2026-11-17 09:00:00',
  why: 'Calls fail',
  functions: ['routes.view'],
  grantedBy: '',
  grantedAt: null as string | null,
  until: null as string | null,
  endedAt: null,
  endedBy: '',
  isOpen: false,
};
const open = { ...asked, grantedBy: 'Valeria', grantedAt: asked.askedAt, until: '2026-11-17 10:00:00', isOpen: true };
const rights = [{ feature: 'routes', label: 'Routes', functions: [{ key: 'routes.view', label: 'See' }] }];
const owner = aViewer({ functions: new Set(['operator-help.grant']) });

function serve(helps: object[]) {
  const calls = fakeServer(({ url }) => ({
    data: {
      [operatorHelpApi.list.path]: { helps, rights },
      [operatorHelpApi.grant.path]: { id: 3 },
      [accountApi.info.path]: { tenantName: 'Aurora Travel' },
    }[url],
  }));
  return (path: string) => calls.filter(({ url }) => url === path).map(({ body }) => body);
}

test('an owner allows what was asked for with the rights chosen, or refuses it', async () => {
  const sent = serve([asked]);
  await showPage(<HelpCard />, { viewer: owner, feature: operatorHelp });
  expect(await screen.findByText('Calls fail')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.click(await panel.findByRole('button', { name: 'Allow for an hour' }));
  await waitFor(() => expect(sent(operatorHelpApi.grant.path)).toEqual([{ id: 3, functions: ['routes.view'] }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(sent('/admin/saas_plat/operator_help/3/withdraw')).toHaveLength(1));
});

test('what was asked for beyond one’s own rights cannot be given, and that is said', async () => {
  const sent = serve([{ ...asked, functions: ['routes.view', 'customers.edit'] }]);
  await showPage(<HelpCard />, { viewer: owner, feature: operatorHelp });
  fireEvent.click(await screen.findByRole('button', { name: 'Allow' }));
  const panel = within(await screen.findByRole('dialog'));
  expect(await panel.findByText(/^1 right was asked for that you do not have yourself/)).toBeTruthy();
  fireEvent.click(await panel.findByRole('button', { name: 'Allow for an hour' }));
  await waitFor(() => expect(sent(operatorHelpApi.grant.path)).toEqual([{ id: 3, functions: ['routes.view'] }]));
});

test('an owner lets operators in unasked, and not without any right', async () => {
  const sent = serve([]);
  await showPage(<HelpCard />, { viewer: owner, feature: operatorHelp });
  fireEvent.click(await screen.findByRole('button', { name: 'Let the operator in' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.click(await panel.findByRole('button', { name: 'Allow for an hour' }));
  await panel.findByText(/^(Please choose|Choose at least)/);
  expect(sent(operatorHelpApi.grant.path)).toEqual([]);
  fireEvent.click(panel.getByRole('button', { name: 'Only to look' }));
  fireEvent.click(panel.getByRole('button', { name: 'Allow for an hour' }));
  await waitFor(() => expect(sent(operatorHelpApi.grant.path)).toEqual([{ functions: ['routes.view'] }]));
});

test('while help is allowed every page says until when, and ends it', async () => {
  const sent = serve([open]);
  await showPage(<HelpBanner />, { viewer: owner, feature: operatorHelp });
  expect(await screen.findByText(/^The operator may help here until/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'End it now' }));
  await waitFor(() => expect(sent('/admin/saas_plat/operator_help/3/withdraw')).toHaveLength(1));
});

test('an owner sees on every page that help is asked for', async () => {
  serve([asked]);
  await showPage(<HelpBanner />, { viewer: owner, feature: operatorHelp });
  expect(await screen.findByText('The operator asks to help here.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Look' }).getAttribute('href')).toBe('/organisation/settings');
});

test('the helper sees where they are, and leaves to where they came from', async () => {
  const went: string[] = [];
  vi.spyOn(departure, 'go').mockImplementation((address) => void went.push(address));
  const sent = serve([]);
  session.start('theirs');
  ownSession.keep('mine', '/operator/tenants/4?tab=help', 'Aurora Travel');
  await showPage(<HelpBanner />, { viewer: aViewer({ helpUntil: '2026-11-17 10:00:00' }), feature: operatorHelp });
  expect(await screen.findByText(/^You are helping inside Aurora Travel until/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(went).toEqual(['/operator/tenants/4?tab=help']));
  expect([session.token(), sent(accountApi.logout.path).length]).toEqual(['mine', 1]);
  // The page they come back to says so, once.
  const begin = async () => (await operatorHelp.start!({ viewer: aViewer() } as FeatureContext))();
  await begin();
  await waitFor(() =>
    expect(toastList.get().map(({ text }) => text)).toEqual([
      'You left Aurora Travel. You are signed in as yourself again.',
    ]),
  );
  await begin();
  expect(toastList.get()).toHaveLength(1);
});
