import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { CALL_RECORD_ADDED, CALL_RECORDS_GREW, type CallDetail, type CallRecord } from '../contract.ts';
import { aDetail, aRecord } from './call.fixture.ts';
import { callRecords } from './index.ts';
import RecordPage from './record-page.tsx';

// Whole pages are drawn here: on a busy machine that takes its time, and looking for what is hidden takes most of it.
configure({ asyncUtilTimeout: 15_000, defaultHidden: true });
vi.setConfig({ testTimeout: 60_000 });

const MANAGER = [
  'call-records.use',
  'call-records.view',
  'call-records.listen',
  'call-records.download',
  'call-records.export',
  'call-records.edit',
  'agent-groups.use',
];
let list: CallRecord[];
let capped: boolean;
let detail: Partial<CallDetail>;
let asked: ReturnType<typeof fakeServer>;

beforeEach(() => {
  list = [
    aRecord(),
    aRecord({ callId: 'c-2', customerName: 'Ximena Luna' }),
    aRecord({
      callId: 'c-3',
      customerName: '',
      status: CallOutcome.deviceError,
      callIcon: 'inMissed',
      answerTime: null,
      mos: null,
      displayNumber: '52******77',
      number: '',
      hasEncrypt: true,
    }),
  ];
  capped = false;
  detail = {};
  asked = fakeServer(({ url, body }) => {
    const { callId } = (body ?? {}) as { callId?: string };
    if (url.endsWith('/ccCdr/v1/page'))
      return { data: { list, total: capped ? 10_000 : list.length, totalCapped: capped } };
    if (url.endsWith('/ccCdr/v1/detail'))
      return { data: { ...aDetail(detail), ...list.find((one) => one.callId === callId) } };
    if (url.endsWith('/ticket')) return { data: { url: '/sound' } };
    if (url.includes('/retention/loss')) return { data: { recordings: 12 } };
    if (url.endsWith('/retention')) return { data: { days: 90 } };
    if (url.includes('/all')) return { data: [{ id: 3, name: 'Sales', groupNo: 1 }] };
    return { data: null };
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = (at = '/record', functions = MANAGER) =>
  showPage(<RecordPage />, { at, viewer: aViewer({ functions: new Set(functions) }), feature: callRecords });
const row = async (name: string) => (await screen.findByText(name, { selector: 'tr b' })).closest('tr')!;
const askedFor = (path: string) => asked.filter(({ url }) => url.endsWith(path));
const lastSearch = () => askedFor('/ccCdr/v1/page').at(-1)!.body as Record<string, unknown>;

test('[PHONE-07] [CC-15] the page opens with today’s calls, ten at a time', async () => {
  await open();
  await row('Emilio Cárdenas');
  const { startDate, endDate, ...rest } = lastSearch();
  expect(rest).toEqual({ page: 1, size: 10 });
  expect(Date.parse(`${String(endDate)}Z`) - Date.parse(`${String(startDate)}Z`)).toBe(86_400_000);
  expect(screen.getByRole('button', { name: 'Today' }).getAttribute('aria-pressed')).toBe('true');
});

test('[dashboard] an hour, an agent and a sort of calls that a figure led to are shown and can be taken away', async () => {
  await open('/record?since=2026-11-01+10:00:00&until=2026-11-01+11:00:00&sort=late&agent=7');
  await row('Emilio Cárdenas');
  expect(lastSearch()).toEqual({
    page: 1,
    size: 10,
    sort: 'late',
    userId: 7,
    startDate: '2026-11-01 10:00:00',
    endDate: '2026-11-01 11:00:00',
  });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Counted as' }).value).toBe('Answered late or lost');
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter: Agent: Ana' }));
  await waitFor(() => expect(lastSearch()['userId']).toBeUndefined());
  fireEvent.click(screen.getByRole('button', { name: /^Remove the filter: 10:00 – 11:00/ }));
  await waitFor(() =>
    expect(lastSearch()).toMatchObject({
      startDate: '2026-11-01 00:00:00',
      endDate: '2026-11-02 00:00:00',
      sort: 'late',
    }),
  );
});

test('[PHONE-07] what the address says is asked for and shown, the seldom filters too', async () => {
  await open('/record?direction=inbound&status=5&number=5512&group=3&min=10&from=2026-11-01&to=2026-11-02');
  await row('Emilio Cárdenas');
  expect(lastSearch()).toEqual({
    page: 1,
    size: 10,
    direction: 'inbound',
    status: CallOutcome.deviceError,
    number: '5512',
    group: 3,
    min: 10,
    startDate: '2026-11-01 00:00:00',
    endDate: '2026-11-03 00:00:00',
  });
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'At least, seconds' }).value).toBe('10');
  fireEvent.click(screen.getByRole('button', { name: 'Last 7 days' }));
  await waitFor(() =>
    expect(
      Date.parse(`${String(lastSearch()['endDate'])}Z`) - Date.parse(`${String(lastSearch()['startDate'])}Z`),
    ).toBe(7 * 86_400_000),
  );
});

test('[PHONE-17] a row says who, which way, what became of it and how it sounded; a masked number stays masked', async () => {
  await open();
  const first = await row('Emilio Cárdenas');
  expect(within(first).getByText('Incoming, answered')).toBeTruthy();
  expect(within(first).getByRole('img', { name: 'Mexico' })).toBeTruthy();
  expect(within(first).getByRole('img', { name: 'Sound quality 4.3 of 5' })).toBeTruthy();
  expect(within(first).getByText('00:02:00')).toBeTruthy();
  const third = await row('+52 **** **77');
  expect(within(third).getByText('Incoming, not answered')).toBeTruthy();
  expect(within(third).getByText("Agent's phone failed")).toBeTruthy();
});

test('[CC-15] more than anybody counts is said as such', async () => {
  capped = true;
  await open();
  expect(await screen.findByText('10,000+ entries')).toBeTruthy();
});

test('[CC-15] new calls are counted above the list and come when asked for; a row on show changes in place', async () => {
  list = [
    aRecord({
      callId: 'c-2',
      customerName: 'Ximena Luna',
      status: CallOutcome.lasting,
      callIcon: 'lasting',
      endTime: null,
    }),
  ];
  await open();
  expect(within(await row('Ximena Luna')).getAllByText('In progress').length).toBeGreaterThan(0);
  list = [
    aRecord({ callId: 'c-9', customerName: 'Renata' }),
    aRecord({ callId: 'c-8', customerName: 'Javier' }),
    aRecord({ callId: 'c-2', customerName: 'Ximena Luna' }),
  ];
  act(() => deliverEvent(CALL_RECORDS_GREW, { callIds: ['c-9', 'c-8', 'c-2'] }));
  act(() => deliverEvent(CALL_RECORD_ADDED, { callId: 'c-9' }));
  expect(await screen.findByText('2 new calls')).toBeTruthy();
  expect(screen.queryByText('Renata')).toBeNull();
  expect(within(await row('Ximena Luna')).getByText('Talked', { selector: '.badge' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  await row('Renata');
  expect(screen.queryByText('2 new calls')).toBeNull();
});

test('[CC-15] Enter opens a call, arrows go through the list, Escape closes', async () => {
  await open();
  const first = await row('Emilio Cárdenas');
  fireEvent.keyDown(first, { key: 'Enter' });
  const panel = await screen.findByRole('dialog');
  expect(await within(panel).findByText('1 of 3')).toBeTruthy();
  await within(panel).findByText('Emilio Cárdenas');
  fireEvent.keyDown(panel, { key: 'ArrowDown' });
  await within(panel).findByText('Ximena Luna');
  expect(within(panel).getByText('2 of 3')).toBeTruthy();
  fireEvent.keyDown(within(panel).getByRole('textbox', { name: 'Remark' }), { key: 'ArrowDown' });
  expect(within(panel).getByText('2 of 3')).toBeTruthy();
  fireEvent.keyDown(panel, { key: 'ArrowUp' });
  await within(panel).findByText('1 of 3');
  fireEvent.keyDown(panel, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[CC-15] a link to a call opens it, and a remark is written there', async () => {
  await open('/record?call=c-2');
  const panel = await screen.findByRole('dialog');
  const remark = await within(panel).findByRole('textbox', { name: 'Remark' });
  expect(within(panel).queryByRole('button', { name: 'Save' })).toBeNull();
  fireEvent.change(remark, { target: { value: ' Wants a quote ' } });
  fireEvent.click(await within(panel).findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(askedFor('/remark').at(-1)?.body).toEqual({ callId: 'c-2', remark: 'Wants a quote' }));
  expect(await screen.findByText('Remark saved')).toBeTruthy();
});

test('[CC-15] a remark that is not saved is not lost by an arrow', async () => {
  await open('/record?call=c-2');
  const panel = await screen.findByRole('dialog');
  fireEvent.change(await within(panel).findByRole('textbox', { name: 'Remark' }), { target: { value: 'half' } });
  fireEvent.keyDown(panel, { key: 'ArrowDown' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }));
  expect(within(panel).getByText('2 of 3')).toBeTruthy();
});

const recording = {
  recordingId: 'r-1',
  kind: 'call' as const,
  durationMs: 61_000,
  bytes: 1_000,
  createdAt: '2026-11-15 10:00:00',
  deletedAt: null,
};

test('[CALL-25] a recording is offered without being fetched; saving it needs its own right', async () => {
  detail = { recordings: [recording] };
  await open('/record?call=c-1', ['call-records.use']);
  const player = await screen.findByRole('group', { name: 'Recording, 1:01' });
  expect(within(player).getByRole('slider', { name: 'Position in the recording' }).getAttribute('aria-valuetext')).toBe(
    '0:00 of 1:01',
  );
  expect(within(player).queryByRole('button', { name: 'Save recording' })).toBeNull();
  expect(askedFor('/ticket')).toEqual([]);
});

test('[CALL-25] whoever was only rung does not hear the call, and a deleted recording says so', async () => {
  detail = {
    agents: [{ userId: 7, userName: 'Ana', result: 'missed' }],
    recordings: [recording, { ...recording, recordingId: 'r-2', deletedAt: '2026-11-14 03:23:00' }],
  };
  await open('/record?call=c-1', ['call-records.use']);
  expect(await screen.findByText('You may listen only to calls you talked in.')).toBeTruthy();
  expect(screen.getByText('Deleted Nov 14, 2026: its time was over.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

test('[CC-12] the record tells what the network said of the caller', async () => {
  detail = { attestation: 'failed', divertedFrom: '49******5678', divertedBecause: 'busy' };
  await open('/record?call=c-1');
  expect(await screen.findByText('Number failed the carrier’s check and may be forged')).toBeTruthy();
  expect(screen.getByText('Forwarded from').nextSibling?.textContent).toBe('+49 ** **** 5678');
  expect(screen.getByText('Forwarded because').nextSibling?.textContent).toBe('their line was busy');
});

test('[CC-15] the file is asked for with the filters on show', async () => {
  await open('/record?direction=outbound&from=2026-11-01&to=2026-11-01');
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await waitFor(() =>
    expect(askedFor('/export').at(-1)?.body).toEqual({
      direction: 'outbound',
      startDate: '2026-11-01 00:00:00',
      endDate: '2026-11-02 00:00:00',
    }),
  );
});

test('[CC-15] a plain agent sees a list without file and settings', async () => {
  await open('/record', ['call-records.use']);
  await row('Emilio Cárdenas');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Keeping recordings' })).toBeNull();
});

test('[CALL-25] keeping recordings for a shorter time is asked about before it is done', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Keeping recordings' }));
  const days = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Days/ });
  fireEvent.change(days, { target: { value: '30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete them' })).toBeNull());
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete them' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ days: 30 }));
});

test('[CDP-04] the columns stand as the team arranged them, under the names it gave', async () => {
  const column = (key: string, position: number, more: object = {}) => ({
    key,
    name: key,
    ownName: '',
    shown: true,
    position,
    required: false,
    masked: false,
    always: false,
    maskable: false,
    requirable: false,
    custom: null,
    ...more,
  });
  asked = fakeServer(({ url }) => ({
    data: url.includes('/fieldConfig/v1/list')
      ? [column('remark', 0, { ownName: 'Notes' }), column('customer', 1), column('mos', 2, { shown: false })]
      : url.endsWith('/ccCdr/v1/page')
        ? { list, total: list.length, totalCapped: false }
        : null,
  }));
  await open('/record', [...MANAGER, 'field-config.use']);
  await row('Emilio Cárdenas');
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent?.trim())
        .slice(0, 2),
    ).toEqual(['Notes', 'Customer']),
  );
  expect(screen.queryByRole('columnheader', { name: 'Sound' })).toBeNull();
});
