import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountApi } from '#features/team/account/contract.ts';
import { campaigns } from '#features/outbound/campaigns/web/index.ts';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { FakeSocket, fakeSockets } from '#test/fake-socket.ts';
import { dialerApi, type DialerBoard, type DialerNow, type DialerTaskDetail } from '../contract.ts';
import {
  aDialerBoard,
  aDialerCall,
  aDialerCustomer,
  aDialerDetail,
  aNow,
  aWhy,
  someDialerFigures,
} from './dialer.fixture.ts';
import { dialer } from './index.ts';
import DialerTaskPage from './task-page.tsx';

const people = [{ id: 7, name: 'Ana', email: '', textSeat: true, voiceSeat: true, onlineStatus: 1 }];

interface Shown {
  at?: string;
  functions?: string[];
  task?: Partial<DialerTaskDetail>;
  board?: Partial<DialerBoard>;
}

async function show({ at = '', functions = ['dialer.view', 'dialer.edit'], task, board }: Shown = {}) {
  const { last } = fakeSockets<unknown, { kind: 'now'; now: DialerNow | null }>();
  const answers: Record<string, unknown> = {
    [dialerApi.detail.path]: aDialerDetail(task),
    [dialerApi.board.path]: aDialerBoard(board),
    [dialerApi.customers.path]: { list: [aDialerCustomer()], total: 1, totalCapped: false },
    [dialerApi.calls.path]: [aDialerCall({ id: 2 }), aDialerCall({ status: 22, agentName: '', talkSec: 0 })],
    [dialerApi.figures.path]: someDialerFigures,
    [dialerApi.operate.path]: { done: 1 },
    [dialerApi.choices.path]: { routes: [], hasRoutes: true },
    [accountApi.ticket.path]: { ticket: 't' },
    '/admin/saas_plat/user/getSeatUser': people,
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? null }));
  await ensureFeatureTexts(campaigns);
  await showPage(<DialerTaskPage />, {
    at: `/task/dialer/4${at}`,
    path: '/task/dialer/:id',
    viewer: aViewer({ functions: new Set(functions) }),
    feature: dialer,
  });
  return {
    sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body),
    async connect() {
      await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
      act(() => last().accept());
    },
    say: (now: DialerNow | null) => act(() => last().push({ kind: 'now', now })),
    drop: () => act(() => last().drop()),
  };
}

const figure = async (name: string): Promise<string> => {
  const strip = await screen.findByRole('region', { name: 'At this moment' });
  return within(strip).getByText(name, { selector: 'dt' }).nextElementSibling!.textContent ?? '';
};

test('[TASK-03] the board shows this moment as it is pushed, and says when the line is lost', async () => {
  const { connect, say, drop } = await show();
  expect(await figure('Ringing')).toBe('6');
  expect(await figure('Dialling')).toBe('24/s');
  await connect();
  say(aNow({ ringing: 9, waiting: 0 }));
  expect(await figure('Ringing')).toBe('9');
  expect(screen.getByText(/9 calls ring|6 calls ring/)).toBeTruthy();
  drop();
  expect(await screen.findByText(/The line to the server is lost/)).toBeTruthy();
});

test('[TASK-03] why it dials so many is said in words, whatever keeps it', async () => {
  const { connect, say } = await show();
  expect(await screen.findByText(/6 calls ring\. With one more.*4\.1%.*3\.0% at most/)).toBeTruthy();
  expect(screen.getByText('30% of the calls are answered, after 11 seconds of ringing.')).toBeTruthy();
  await connect();
  const words: [Partial<DialerNow>, RegExp][] = [
    [{ why: aWhy({ limit: 'agents', free: 0 }) }, /No agent is free/],
    [{ why: aWhy({ limit: 'ratio' }) }, /1\.5 lines for each free agent: 2 are free, 6 calls are on their way/],
    [{ why: aWhy({ limit: 'allowance' }) }, /Only 4 more calls may be abandoned/],
    [{ why: aWhy({ limit: 'lines' }) }, /Every line is taken/],
    [{ why: aWhy({ limit: 'starts' }) }, /no more calls a second/],
    [{ why: aWhy({ limit: 'customers' }) }, /Nobody else may be called/],
    [{ why: aWhy(), limit: 'refused' }, /The lines refuse calls/],
    [{ why: null, limit: 'machine' }, /can bear no more calls/],
    [{ why: aWhy({ callersPerQuarter: 7.5 }) }, /About 7\.5 callers are expected in a quarter of an hour/],
    [{ why: aWhy({ keptForInbound: 1, leaving: 2, inbound: 1 }) }, /1 free agent is kept for people who call in/],
  ];
  for (const [now, expected] of words) {
    say(aNow(now));
    expect(await screen.findByText(expected)).toBeTruthy();
  }
});

test('[TASK-03] abandoned calls stand beside what is allowed, hours beside the answer rate, and the end is foretold', async () => {
  await show();
  expect(await screen.findByText('3 of 200 answered')).toBeTruthy();
  expect(screen.getByText('26 of 900 answered')).toBeTruthy();
  expect(screen.getByText('3.0% is allowed.')).toBeTruthy();
  expect(screen.getByRole('img', { name: '11:00: 200 calls, 80 answered (40%), 3 abandoned' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /^10:00: 0 calls/ }), 'an hour without calls has its place').toBeTruthy();
  expect(screen.getByText('If it goes on as in the last hour.')).toBeTruthy();
  expect(screen.getByText('300 customers left')).toBeTruthy();
});

test('[TASK-03] a task that stands still says why, and what was before is still counted', async () => {
  const forecast = { is: 'cutOff', at: '2026-11-18 22:30:00', left: 40 } as const;
  await show({ task: { status: 5, state: 'paused', pauseReason: 7 }, board: { now: null, forecast, hours: [] } });
  expect(await screen.findByText(/It is paused\. Talks go on/)).toBeTruthy();
  expect(screen.getByText('Route or line does not exist')).toBeTruthy();
  expect(await figure('Ringing')).toBe('0');
  expect(screen.getByText(/40 customers will not have been called/)).toBeTruthy();
  expect(screen.getByText('No calls today')).toBeTruthy();
});

test('[TASK-03] customers are listed with their last call, and each with every call and what can be done', async () => {
  const { sent } = await show({ at: '?tab=customers' });
  expect(await screen.findByText('Found nobody')).toBeTruthy();
  fireEvent.click(screen.getByText('Lucía Prado'));
  const panel = await screen.findByRole('dialog');
  expect(await within(panel).findByText(/Ana · rang 11 s · waited 1 s · 00:01:01/)).toBeTruthy();
  expect(within(panel).getByText('Family')).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'Call next' }));
  await waitFor(() => expect(sent(dialerApi.operate.path)).toEqual([{ id: 4, customerIds: [11], deed: 'callNext' }]));
  expect(await screen.findByText('1 customer comes next')).toBeTruthy();
});

test('[TASK-03] whoever is taken out is asked for first', async () => {
  const { sent } = await show({ at: '?tab=customers' });
  fireEvent.click(await screen.findByText('Lucía Prado'));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take out' }));
  const question = await screen.findByRole('alertdialog');
  expect(sent(dialerApi.operate.path)).toEqual([]);
  fireEvent.click(await within(question).findByRole('button', { name: 'Take out' }));
  await waitFor(() => expect(sent(dialerApi.operate.path)).toMatchObject([{ deed: 'remove' }]));
});

test('[TASK-03] the figures stand in all, by result, by how calls ended, by hour, by day and by agent', async () => {
  await show({ at: '?tab=figures' });
  expect((await screen.findByRole('region', { name: 'Abandoned' })).textContent).toContain('2.7%');
  expect(within(screen.getByRole('table', { name: 'How calls ended' })).getByText('Not answered')).toBeTruthy();
  expect(screen.getByRole('img', { name: /11\/15: 320 calls, 110 answered/ })).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'By agent' })).getByText('Ana')).toBeTruthy();
});

test('[TASK-03] what is set is changed while the task runs', async () => {
  const { sent } = await show({ at: '?tab=settings' });
  expect(await screen.findByText(/There is no route for automatic dialling yet/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: /Agents kept for callers/ }), { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(dialerApi.updateInfo.path)).toMatchObject([
      { id: 4, version: 3, settings: { keepFree: 2, ratio: 1.5 } },
    ]),
  );
});

test('[TASK-03] whoever only looks sees board, customers and figures, and nothing to press', async () => {
  await show({ functions: ['dialer.view'] });
  await screen.findByRole('region', { name: 'At this moment' });
  expect(screen.queryByRole('radio', { name: 'Settings' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Pause|Copy|Delete|Add customers/ })).toBeNull();
});
