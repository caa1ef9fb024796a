import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { figuresOf, type Counted } from '../core/report.ts';
import { chatApi } from '#features/chat/chat/contract.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { CHAT_REPORT_CHANGED, chatReportsApi, type Report, type ReportedTalk } from '../contract.ts';
import ChatReportPage from './chat-report-page.tsx';
import { chatReports } from './index.ts';

afterEach(() => void vi.unstubAllGlobals());

const one = (more: Partial<Counted> = {}): Counted => ({
  answered: true,
  unanswered: false,
  waitSec: 10,
  answerSec: 70,
  handleSec: 300,
  transfers: 0,
  rating: 5,
  ...more,
});
const figures = (...counted: Counted[]) => figuresOf(counted, 60);
const lost = one({ answered: false, unanswered: true, answerSec: null, rating: null });
const aReport: Report = {
  promiseSec: 60,
  total: figures(one(), one({ answerSec: 20 }), lost),
  step: 'day',
  times: [
    { start: '2026-11-14 06:00:00', end: '2026-11-15 06:00:00', ...figures(one(), lost) },
    { start: '2026-11-15 06:00:00', end: '2026-11-16 06:00:00', ...figures(one({ answerSec: 20 })) },
  ],
  channels: [{ id: 3, name: 'Site', ...figures(one()) }],
  groups: [{ id: 4, name: 'Sales', ...figures(one()) }],
  agents: [
    { id: 9, name: 'Budi', ...figures(one(), one({ answerSec: 20 })) },
    { id: 8, name: '', ...figures(one({ rating: 1 })) },
  ],
};
const aTalk: ReportedTalk = {
  id: 77,
  state: 'closed',
  name: 'Lena Vogt',
  visitor_id: 5,
  channel_name: 'Site',
  channel_kind: 'web',
  group_name: 'Sales',
  agent_name: 'Budi',
  begun_at: '2026-11-14 20:00:00',
  closed_at: '2026-11-14 20:05:00',
  waitSec: 10,
  answerSec: 70,
  handleSec: 300,
  transfers: 0,
  rating: 5,
  rating_note: '',
};

async function show(
  at: string,
  functions = ['chat-reports.view', 'chat-reports.export', 'chat.use', 'chat.supervise'],
  report = aReport,
) {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === chatReportsApi.figures.path) return { data: report };
    if (path === chatReportsApi.conversations.path) return { data: { list: [aTalk], more: false } };
    if (path === chatApi.choices.path) return { data: { channels: [{ id: 3, name: 'Site' }], groups: [], agents: [] } };
    return { data: path === chatReportsApi.exportTable.path ? { id: 1 } : [] };
  });
  await showPage(<ChatReportPage />, {
    at,
    path: '/data/chatReport',
    feature: chatReports,
    viewer: aViewer({ functions: new Set(functions), timeZone: 'America/Mexico_City' }),
  });
  return (path: string) =>
    asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body as Record<string, unknown>);
}

test('[chat reports] the page shows the figures and what they mean, asks in the reader’s zone, and keeps filters in the address', async () => {
  const asked = await show('/data/chatReport?from=2026-11-14&to=2026-11-15&channel=3');
  expect(await screen.findByRole('button', { name: /^Conversations 3/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Left unanswered 1/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Within the promise 33% 1 \/ 3/ })).toBeTruthy();
  const answer = screen.getByRole('region', { name: 'First answer' });
  expect(answer.textContent).toContain('00:00:20');
  expect(answer.textContent).toContain('00:01:10');
  expect(asked(chatReportsApi.figures.path)).toEqual([
    { from: '2026-11-14', to: '2026-11-15', zone: 'America/Mexico_City', channel_id: 3 },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
  await waitFor(() => expect(asked(chatReportsApi.figures.path)).toHaveLength(2));
  const last = asked(chatReportsApi.figures.path)[1]!;
  expect([last['from'] === last['to'], last['channel_id']]).toEqual([true, 3]);
});

test('[chat reports] a row, a bar and a figure lead to their conversations, and from there into the chat', async () => {
  const asked = await show('/data/chatReport?from=2026-11-14&to=2026-11-15');
  const agents = await screen.findByRole('table', { name: 'By agent' });
  expect(within(agents).getByText('Left the team')).toBeTruthy();
  fireEvent.click(within(agents).getByRole('button', { name: 'Budi' }));
  expect((await screen.findByRole('link', { name: 'Lena Vogt' })).getAttribute('href')).toBe(
    '/interactive/chat?id=77&list=closed',
  );
  fireEvent.click(screen.getByRole('button', { name: /2 conversations$/, hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: /^Left unanswered/, hidden: true }));
  await waitFor(() => expect(asked(chatReportsApi.conversations.path)).toHaveLength(3));
  expect(asked(chatReportsApi.conversations.path)).toMatchObject([
    { agent_id: 9, only: 'all' },
    { start: '2026-11-14 06:00:00', end: '2026-11-15 06:00:00' },
    { only: 'unanswered' },
  ]);
});

test('[chat reports] tables are sorted by any of their figures', async () => {
  await show('/data/chatReport');
  const agents = await screen.findByRole('table', { name: 'By agent' });
  const names = () =>
    within(agents)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Budi', 'Left the team']);
  const sort = within(agents).getByRole('button', { name: 'Sort by Rating' });
  fireEvent.click(sort);
  expect(names()).toEqual(['Budi', 'Left the team']);
  fireEvent.click(sort);
  expect(names()).toEqual(['Left the team', 'Budi']);
});

test('[chat reports] it is read anew when a conversation ends; who may not export has no button', async () => {
  const asked = await show('/data/chatReport', ['chat-reports.view']);
  await screen.findByRole('button', { name: /^Conversations 3/ });
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  act(() => deliverEvent(CHAT_REPORT_CHANGED, {}));
  await waitFor(() => expect(asked(chatReportsApi.figures.path)).toHaveLength(2));
});

test('[chat reports] the table somebody chooses is exported as the page is filtered', async () => {
  const asked = await show('/data/chatReport?from=2026-11-14&to=2026-11-15&channel=3');
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Figures by agent' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Excel (xlsx)' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
  await waitFor(() =>
    expect(asked(chatReportsApi.exportTable.path)).toEqual([
      {
        from: '2026-11-14',
        to: '2026-11-15',
        zone: 'America/Mexico_City',
        channel_id: 3,
        table: 'agents',
        kind: 'xlsx',
      },
    ]),
  );
});

test('[chat reports] days without conversations say what to do', async () => {
  const asked = await show('/data/chatReport?range=today', undefined, {
    ...aReport,
    total: figures(),
    times: [],
    agents: [],
    groups: [],
    channels: [],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show 30 days' }));
  await waitFor(() => expect(asked(chatReportsApi.figures.path)).toHaveLength(2));
});
