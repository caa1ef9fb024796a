import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { ensureFeatureTexts, webFeature } from '#platform/web/feature.ts';
import { makeQueryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { ViewerContext, type Viewer } from '#platform/web/viewer.ts';
import { homeApi } from '../contract.ts';
import HomePage from './home-page.tsx';
import { HomeShellContext, cardsOf, stepPartsOf, type HomeShell } from './home-shell.ts';
import { home } from './index.ts';
import { partOfDay } from './parts/greeting.tsx';

beforeEach(() => ensureFeatureTexts(home));

const viewer: Viewer = {
  userId: 7,
  tenantId: 1,
  name: 'Ana',
  email: 'ana@aurora.example',
  timeZone: 'Asia/Jakarta',
  voiceSeat: false,
  textSeat: false,
  functions: new Set(),
};
const info = { tenantNickName: 'Ana', timeZone: 'Asia/Jakarta' };
const summary = { people: null as unknown };

function show(
  answers: Record<string, unknown>,
  { who = viewer, features = [] as Parameters<typeof cardsOf>[0], waiting = [] as HomeShell['waiting'] } = {},
) {
  const all: Record<string, unknown> = {
    '/admin/saas_plat/user/info': info,
    [homeApi.summary.path]: summary,
    '/admin/saas_plat/announcements/effect': [],
    '/cc/api/download/v1/list': [],
    '/admin/saas_plat/member/invitations': [],
    ...answers,
  };
  fakeServer(({ url }) => ({ data: all[url] ?? null }));
  const shell: HomeShell = {
    cards: cardsOf(features),
    stepParts: stepPartsOf(features),
    waiting,
    chooseZone: () => {},
  };
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <MemoryRouter>
        <ViewerContext value={who}>
          <HomeShellContext value={shell}>
            <HomePage />
          </HomeShellContext>
        </ViewerContext>
      </MemoryRouter>
    </UiProvider>,
  );
}

test('[SHELL-03] the start page greets, says what waits, and is no second menu', async () => {
  show({});
  expect(await screen.findByRole('heading', { name: /, Ana$/ })).toBeTruthy();
  expect(await screen.findByText('Nothing waits for you.')).toBeTruthy();
  expect(screen.queryByText(/people are here/)).toBeNull();
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('what the menu marks waits here too, with the way to it', async () => {
  show({}, { waiting: [{ to: '/interactive/voicemail', title: '2 new messages' }] });
  const line = (await screen.findByText('2 new messages')).closest('li')!;
  expect(within(line).getByRole('link', { name: 'See' }).getAttribute('href')).toBe('/interactive/voicemail');
  expect(screen.queryByText('Nothing waits for you.')).toBeNull();
});

test('[SHELL-03] as long as it is asked what waits, nobody is told that nothing does', async () => {
  const exports = Promise.withResolvers<unknown[]>();
  show({ '/cc/api/download/v1/list': exports.promise });
  const card = (await screen.findByRole('heading', { name: 'Waiting for you' })).closest('section, .card')!;
  expect(within(card as HTMLElement).getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText('Nothing waits for you.')).toBeNull();
  exports.resolve([{ id: 1, status: 2, fileName: 'customers.csv' }]);
  expect(await screen.findByText('customers.csv is ready')).toBeTruthy();
  expect(within(card as HTMLElement).queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('who is alone hears of inviting people, and not first that nothing waits', async () => {
  const asked = Promise.withResolvers<unknown>();
  const who = { ...viewer, functions: new Set(['access.members', 'access.view'] as never[]) };
  show({ [homeApi.summary.path]: asked.promise }, { who });
  const card = (await screen.findByRole('heading', { name: 'Waiting for you' })).closest<HTMLElement>(
    'section, .card',
  )!;
  expect(within(card).getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByText('Nothing waits for you.')).toBeNull();
  asked.resolve({ people: { members: 1, hereNow: 1 } });
  expect(await screen.findByText('You are alone here')).toBeTruthy();
});

test('what waits is listed: announcements, exports, and a zone that was never chosen', async () => {
  const download = (id: number, status: number, fileName: string) => ({ id, status, fileName });
  show({
    '/admin/saas_plat/user/info': { ...info, timeZone: null },
    '/admin/saas_plat/announcements/effect': [{}, {}],
    '/cc/api/download/v1/list': [download(1, 1, 'a.csv'), download(2, 2, 'customers.csv'), download(3, 3, 'old.csv')],
  });
  for (const words of [
    '2 announcements to read',
    'One export is being made',
    'customers.csv is ready',
    'No time zone chosen',
  ])
    expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByText(/old\.csv/)).toBeNull();
});

test('an owner who is alone is told to invite people', async () => {
  show(
    { [homeApi.summary.path]: { people: { members: 1, hereNow: 1 } } },
    { who: { ...viewer, functions: new Set(['access.view', 'access.members']) } },
  );
  const line = (await screen.findByText('You are alone here')).closest('li')!;
  expect(within(line).getByRole('link', { name: 'Invite people' }).getAttribute('href')).toBe('/organisation/members');
  expect(screen.getByText('1 of 1 people are here')).toBeTruthy();
});

test('a feature adds its card for those it is meant for', async () => {
  const feature = webFeature({
    name: 'trial',
    text: () => Promise.resolve({}),
    routes: [],
    home: [
      { id: 'a', card: () => Promise.resolve({ default: () => <p>calls today</p> }) },
      { id: 'b', card: () => Promise.resolve({ default: () => <p>voice only</p> }), when: (who) => who.voiceSeat },
    ],
  });
  show({}, { features: [feature] });
  expect(await screen.findByText('calls today')).toBeTruthy();
  expect(screen.queryByText('voice only')).toBeNull();
});

test.each([
  [3, 'home.evening'],
  [4, 'home.morning'],
  [11, 'home.morning'],
  [12, 'home.afternoon'],
  [17, 'home.afternoon'],
  [18, 'home.evening'],
])('at %d the greeting is %s', (hour, key) => {
  expect(partOfDay(hour)).toBe(key);
});
