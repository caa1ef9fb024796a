import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { webFeature, type WebFeature } from '#platform/web/feature.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { homeApi, type GuideFacts, type GuideStep } from '../contract.ts';
import { HomeShellContext, stepPartsOf } from './home-shell.ts';
import { home } from './index.ts';
import { Guide } from './parts/guide.tsx';

beforeEach(() => localStorage.clear());

const step = (key: string, more: Partial<GuideStep> = {}): GuideStep => ({
  key,
  title: `Title of ${key}`,
  why: `Why ${key}`,
  action: `Open ${key}`,
  path: `/${key}`,
  isOptional: false,
  state: 'open',
  waitsFor: [],
  ...more,
});
const begun: GuideFacts = {
  steps: [
    step('people', { state: 'done' }),
    step('group', { state: 'next' }),
    step('number', { state: 'waits', waitsFor: ['Title of group'] }),
    step('trunk', { path: null }),
    step('chat', { isOptional: true }),
  ],
  isBehind: false,
  events: ['things.changed'],
};
const over: GuideFacts = { ...begun, steps: [step('people', { state: 'done' })], isBehind: true };

async function show(
  first: GuideFacts,
  { at = '/home', functions = ['home.guide'], features = [] as WebFeature[], tenantId = 1 } = {},
) {
  let facts = first;
  const asked = fakeServer(() => ({ data: facts }));
  const shell = { cards: [], stepParts: stepPartsOf(features), waiting: [], chooseZone: () => {} };
  await showPage(
    <HomeShellContext value={shell}>
      <p>The rest of the page</p>
      <Guide />
    </HomeShellContext>,
    { at, viewer: aViewer({ tenantId, functions: new Set(functions) }), feature: home },
  );
  await screen.findByText('The rest of the page');
  return { asked, becomes: (next: GuideFacts) => void (facts = next) };
}
const title = (name: string) => screen.findByRole('button', { name: new RegExp(`Title of ${name}`) });

test('[CC-02] the next step is open, says what it is for and leads to its screen', async () => {
  await show(begun);
  expect((await title('group')).getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('Why group')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open group' }).getAttribute('href')).toBe('/group');
  expect(screen.queryByText('Why people')).toBeNull();
  expect(screen.getByText('1 of 5 done')).toBeTruthy();
});

test('[CC-02] another step is opened by hand; one that waits says for what; one without a screen has no way to it', async () => {
  await show(begun);
  fireEvent.click(await title('number'));
  expect(screen.getByText('Comes after: Title of group')).toBeTruthy();
  expect(screen.queryByText('Why group')).toBeNull();
  fireEvent.click(await title('trunk'));
  expect(screen.getByText('Why trunk')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open trunk' })).toBeNull();
  fireEvent.click(await title('trunk'));
  expect(screen.queryByText('Why trunk')).toBeNull();
});

test('[CC-02] what happens moves the guide on, and so does looking at the page again', async () => {
  const { becomes } = await show(begun);
  await title('group');
  const later = begun.steps.map((one) =>
    one.key === 'group'
      ? { ...one, state: 'done' as const }
      : one.key === 'number'
        ? { ...one, state: 'next' as const }
        : one,
  );
  becomes({ ...begun, steps: later });
  deliverEvent('things.changed', {});
  expect(await screen.findByText('Why number')).toBeTruthy();
  becomes(begun);
  fireEvent.focus(window);
  expect(await screen.findByText('Why group')).toBeTruthy();
});

test('[CC-02] put away it stays away in this browser, for this team; the command brings it back', async () => {
  await show(begun);
  fireEvent.click(await screen.findByRole('button', { name: 'Put away' }));
  await waitFor(() => expect(screen.queryByText('The first hour')).toBeNull());
  document.body.replaceChildren();
  const { asked } = await show(begun);
  expect(asked).toEqual([]);
  document.body.replaceChildren();
  await show(begun, { tenantId: 2 });
  expect(await screen.findByText('The first hour')).toBeTruthy();
  document.body.replaceChildren();

  let went = '';
  home.commands![0]!.run({ viewer: aViewer(), go: (address) => void (went = address) });
  expect(went).toBe('/home?guide=1');
  await show(begun, { at: went });
  expect(await screen.findByText('The first hour')).toBeTruthy();
});

test('[CC-02] who has the way behind them sees it no more, unless they ask', async () => {
  const { asked } = await show(over);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText('The first hour')).toBeNull();
  document.body.replaceChildren();
  await show(over, { at: '/home?guide=1' });
  expect(await screen.findByText(/Your team can take and make calls/)).toBeTruthy();
});

test('[CC-02] agents are not asked about it', async () => {
  const { asked } = await show(begun, { functions: [] });
  expect([asked, screen.queryByText('The first hour')]).toEqual([[], null]);
});

test('[CC-02] a feature shows more at the step it knows, but not while the step waits', async () => {
  const feature = webFeature({
    name: 'trial',
    text: () => Promise.resolve({}),
    routes: [],
    firstSteps: ['group', 'number'].map((key) => ({
      step: key,
      part: () => Promise.resolve({ default: () => <p>More about {key}</p> }),
    })),
  });
  await show(begun, { features: [feature] });
  expect(await screen.findByText('More about group')).toBeTruthy();
  fireEvent.click(await title('number'));
  expect(within(document.body).queryByText('More about number')).toBeNull();
});

test('[CC-02] it is asked where the contract says', async () => {
  const { asked } = await show(begun);
  await waitFor(() => expect(asked.map(({ url }) => url)).toContain(homeApi.guide.path));
});
