import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agentStatusApi } from '#features/team/agent-status/contract.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { PhoneDeskContext } from '#features/voice/softphone/web/index.ts';
import { anAgentNow, fakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { ensureCodeTexts } from '#platform/web/code-texts.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { defaultWall, monitoringApi } from '../contract.ts';
import { aBoard, aCall, aGroup, anAgent, fakeLine, NOW } from './fake-line.fixture.ts';
import { monitoring } from './index.ts';
import MonitoringPage from './monitoring-page.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const everything = ['monitoring.view', 'monitoring.edit', 'monitoring.export', 'calls.monitor', 'agent-status.edit'];
const ana = anAgent(
  { userId: 1, name: 'Ana' },
  { status: 67, call: { callId: 'c1', at: 'talking' }, whyNotRoutable: 'inCall' },
);
const budi = anAgent(
  { userId: 2, name: 'Budi', groups: [] },
  { sipNumber: '70002', status: 66, whyNotRoutable: 'notAvailable' },
);
const chen = anAgent({
  userId: 3,
  name: 'Chen',
  voice: null,
  text: { online: true, since: '2026-11-15 09:00:00', load: 2, capacity: 5 },
});
const board = aBoard({ agents: [ana, budi, chen], groups: [aGroup()], calls: [aCall()] });

async function show(at = '/seating/seatStatus', functions = everything, withPhone = true) {
  await ensureCodeTexts();
  const asked = fakeServer(({ url }) =>
    url === agentStatusApi.asmLookup.path
      ? { data: { asmIp: 'node-1', asmPort: 443 } }
      : url === monitoringApi.wall.path
        ? { data: defaultWall }
        : { data: url.endsWith('ticket') ? { ticket: 't' } : url === monitoringApi.output.path ? { id: 1 } : {} },
  );
  const line = fakeLine();
  const desk = withPhone ? fakeDesk({ agent: anAgentNow({ userId: 9, sipNumber: '70009' }) }) : null;
  await showPage(
    <PhoneDeskContext value={desk}>
      <MonitoringPage />
    </PhoneDeskContext>,
    {
      at,
      path: '*',
      feature: monitoring,
      viewer: aViewer({ userId: 9, functions: new Set(functions), timeZone: 'America/Mexico_City' }),
    },
  );
  await line.opened();
  line.accept();
  line.say(board);
  return {
    line,
    asked: (path: string) => asked.filter(({ url }) => url.split('?')[0] === path).map(({ body }) => body),
  };
}
const row = (name: RegExp) => screen.getByRole('row', { name });

test('[CC-09] agents are listed with status, since when, call, customer, quality, group, and why no calls come', async () => {
  const { line } = await show();
  expect(new URL(line.sockets()[0]!.url).searchParams.get('zone')).toBe('America/Mexico_City');
  const first = row(/Ana/);
  for (const words of ['02:00', 'Lucía Pérez', '+52 55 1234 5678', '01:00', '4.2', 'Sales'])
    expect(within(first).getByText(words, { exact: false })).toBeTruthy();
  expect(
    within(first).getByRole('button', { name: 'Talking, Change the status of Ana' }),
    'what she does',
  ).toBeTruthy();
  expect(within(first).queryByText('Available'), 'and not what she chose').toBeNull();
  expect(within(row(/Budi/)).getByText('Not available')).toBeTruthy();
  expect(within(row(/Chen/)).getByText('2 / 5')).toBeTruthy();
  expect(screen.getByRole('button', { name: '1 Talking' })).toBeTruthy();
});

test('[CC-09] a change that is told is shown, and what went away goes', async () => {
  const { line } = await show();
  line.say({
    kind: 'changes',
    nowMs: NOW,
    agents: { rows: [anAgent({ userId: 2, name: 'Budi' }, { sipNumber: '70002', status: 67 })], gone: [3] },
    calls: { rows: [], gone: ['c1'] },
  });
  expect(within(row(/Budi/)).getByText('Available')).toBeTruthy();
  expect(screen.queryByText('Chen')).toBeNull();
  expect(within(row(/Ana/)).queryByText('+52 55 1234 5678')).toBeNull();
});

test('[CC-09] while the line is down the page says so, and a new line tells everything anew', async () => {
  const { line } = await show();
  line.drop();
  expect(await screen.findByText('Not live now. Connecting again.')).toBeTruthy();
  expect(row(/Ana/)).toBeTruthy();
});

test('[CC-09] search, group and what they do narrow the list, in the address too', async () => {
  await show('/seating/seatStatus?word=bud');
  expect([screen.queryByText('Ana'), screen.getByText('Budi')]).toEqual([null, expect.anything()]);
});

test('[CC-09] a figure above the list shows only those; again, everybody', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: '1 Talking' }));
  expect(screen.queryByText('Budi')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '1 Talking' }));
  expect(screen.getByText('Budi')).toBeTruthy();
});

test.each([
  ['Listen', 'listen', 'listen'],
  ['Whisper to the agent', 'whisper', 'whisper'],
  ['Join the call', 'listen', 'barge'],
])('[CALL-09] [CALL-26] “%s” is one click: it asks for my own phone', async (name, action, part) => {
  const { asked } = await show();
  fireEvent.click(within(row(/Ana/)).getByRole('button', { name }));
  await waitFor(() =>
    expect(asked(callsApi.monitorStart.path)).toEqual([
      { sipNumber: '70009', uuid: 'c1', action, part, asmIp: 'node-1', asmPort: 443, cmsIp: 'node-1' },
    ]),
  );
});

test('[CALL-09] taking over asks first, and says whom it cuts off', async () => {
  const { asked } = await show();
  const press = () => fireEvent.click(within(row(/Ana/)).getByRole('button', { name: 'Take over the call' }));
  press();
  expect(await screen.findByText('Take over the call of Ana?')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Take over the call of Ana?')).toBeNull());
  expect(asked(callsApi.monitorStart.path)).toEqual([]);
  press();
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take over the call' }));
  await waitFor(() => expect(asked(callsApi.monitorStart.path)).toMatchObject([{ uuid: 'c1', part: 'takeOver' }]));
});

test('[CALL-09] nobody joins without the right, without a phone, or in a call that is not a conversation', async () => {
  await show('/seating/seatStatus', ['monitoring.view']);
  expect(screen.queryByRole('button', { name: 'Listen' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('[CALL-09] without a phone of one’s own the buttons say why they do nothing', async () => {
  await show('/seating/seatStatus', everything, false);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Listen' });
  expect([button.disabled, button.title]).toEqual([true, 'Your own phone must be ready for this.']);
});

test('[STATUS-15] a supervisor changes a status from the list', async () => {
  const { asked } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'On break, Change the status of Budi' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'In a meeting' }));
  await waitFor(() => expect(asked(agentStatusApi.change.path)).toEqual([{ userId: 2, status: 61 }]));
});

test('[STATUS-15] signing somebody out is asked about first, and says that a call ends with it', async () => {
  const { asked } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Sign Ana out' }));
  expect(await screen.findByText('Their call ends, too.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(asked(agentStatusApi.forceSignOut.path)).toEqual([{ userId: 1 }]));
});

test('[CC-09] groups show who waits and how the day goes; colours follow what the team set', async () => {
  const { line } = await show('/seating/seatStatus?tab=groups');
  expect(within(row(/Sales/)).getByText('60%')).toBeTruthy();
  expect(within(row(/Sales/)).getByText('60%').dataset['alert']).toBe('alarm');
  line.say({
    kind: 'changes',
    nowMs: NOW,
    groups: { rows: [aGroup({ waiting: 3, oldestAt: '2026-11-15 09:59:30' })], gone: [] },
  });
  expect(within(row(/Sales/)).getByText('3').dataset['alert']).toBe('warn');
  expect(within(row(/Sales/)).getByText('00:30').closest<HTMLElement>('[data-alert]')!.dataset['alert']).toBe('warn');
  line.say({ kind: 'changes', nowMs: NOW, wall: { ...defaultWall, waiting: { warn: 10, alarm: 20 } } });
  expect(within(row(/Sales/)).getByText('3').dataset['alert']).toBe('calm');
});

test('[CC-09] calls are listed with who listens; one that is listened to by me cannot be joined again', async () => {
  const { line } = await show('/seating/seatStatus?tab=calls');
  expect(within(row(/1234 5678/)).getByRole('button', { name: 'Listen' })).toBeTruthy();
  line.say({
    kind: 'changes',
    nowMs: NOW,
    calls: { rows: [aCall({ supervisors: [{ userId: 9, name: 'Sofia', mode: 'whisper' }], held: true })], gone: [] },
  });
  expect(within(row(/1234 5678/)).getByText('Sofia (Whisper to the agent)')).toBeTruthy();
  expect(within(row(/1234 5678/)).getByText('On hold')).toBeTruthy();
  expect(within(row(/1234 5678/)).queryByRole('button', { name: 'Listen' })).toBeNull();
});

test('[CC-09] a call is found by the name of its customer; one without a name shows the number alone', async () => {
  const { line } = await show('/seating/seatStatus?tab=calls&word=lucía');
  line.say({
    kind: 'changes',
    nowMs: NOW,
    calls: { rows: [aCall({ callId: 'c2', customerName: '', customerNumber: '525500000002' })], gone: [] },
  });
  expect(row(/Lucía Pérez/)).toBeTruthy();
  expect(screen.queryByText('+52 55 0000 0002')).toBeNull();
});

test('[CC-09] what is shown can be taken along, as the tab has it', async () => {
  const { asked } = await show('/seating/seatStatus?tab=groups');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Excel workbook' }));
  await waitFor(() =>
    expect(asked(monitoringApi.output.path)).toEqual([{ table: 'groups', kind: 'xlsx', zone: 'America/Mexico_City' }]),
  );
});

test('[CC-09] cards show the same, and 500 agents are drawn as far as one sees them', async () => {
  const { line } = await show('/seating/seatStatus?look=cards');
  expect(within(screen.getByRole('list', { name: 'Agents' })).getAllByRole('listitem')).toHaveLength(3);
  line.say(
    aBoard({
      agents: Array.from({ length: 500 }, (_, index) => anAgent({ userId: index + 1, name: `Agent ${index}` })),
    }),
  );
  fireEvent.click(screen.getByRole('radio', { name: 'List' }));
  expect(screen.getByRole('table', { name: 'Agents' }).getAttribute('aria-rowcount')).toBe('501');
  expect(screen.getAllByRole('row').length).toBeLessThan(200);
});

test('[CC-09] the wall shows large figures, turns its groups by the clock, and says when it is not live', async () => {
  const { line } = await show('/seating/seatStatus?wall=1');
  const groups = Array.from({ length: 6 }, (_, index) =>
    aGroup({ id: index + 1, groupNo: 1001 + index, name: `Group ${index + 1}`, waiting: index === 5 ? 9 : 0 }),
  );
  line.say(aBoard({ groups, agents: [ana, budi] }));
  const all = await screen.findByRole('region', { name: 'All groups together' });
  expect(within(all).getByText('9').closest<HTMLElement>('.wall-figure')!.dataset['alert']).toBe('alarm');
  expect(within(all).getByText('60%')).toBeTruthy();
  const first = screen.getAllByRole('article').map(({ textContent }) => textContent!.slice(0, 7));
  expect(first).toHaveLength(4);
  const shown = screen.getByRole('list', { name: /^Sheet [12] of 2$/ });
  expect(shown.querySelectorAll('[data-on]')).toHaveLength(1);
  line.drop();
  expect(screen.getByText('Not live now. Connecting again.')).toBeTruthy();
});

const figure = (name: string) =>
  within(screen.getByRole('region', { name: 'All groups together' }))
    .getByText(name)
    .closest<HTMLElement>('.wall-figure')!;

test('[CC-09] the wall counts chats as it counts calls, and who is busy with either once', async () => {
  const { line } = await show('/seating/seatStatus?wall=1');
  const dewi = anAgent(
    { userId: 4, name: 'Dewi', text: { online: true, since: null, load: 1, capacity: 5 } },
    { call: { callId: 'c2', at: 'talking' }, whyNotRoutable: 'inCall' },
  );
  const writing = { chats: 2, chatsOldestAt: '2026-11-15 09:58:30', chatsAnswered: 7, chatsLost: 1 };
  line.say(aBoard({ agents: [ana, budi, chen, dewi], groups: [aGroup(writing), aGroup({ id: 6, chats: 1 })] }));
  await screen.findByRole('region', { name: 'All groups together' });
  for (const [name, value, alert] of [
    ['Chats waiting', '3', 'warn'],
    // The page's clock stands up to a second behind the server's.
    ['Longest chat wait', expect.stringMatching(/^01:(29|30)$/), 'warn'],
    ['Chats answered today', '7', undefined],
    ['Chats unanswered today', '1', undefined],
    ['Open chats', '3', undefined],
    ['Busy with calls or chats', '3', undefined],
  ] as const)
    expect([name, figure(name).querySelector('b')?.textContent, figure(name).dataset['alert']]).toEqual([
      name,
      value,
      alert,
    ]);
  line.say(aBoard({ agents: [ana, budi], groups: [aGroup()] }));
  expect(screen.queryByText('Chats waiting'), 'nobody here writes').toBeNull();
});

test('[CC-09] an alarm is written, announced and sounded where the sound is on, until it is acknowledged or over', async () => {
  const played: number[] = [];
  const param = { value: 0, setValueAtTime() {}, linearRampToValueAtTime() {} };
  const node = { connect: <Next,>(next: Next) => next };
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = node;
      resume = async () => {};
      close = async () => {};
      createGain = () => ({ ...node, gain: param });
      createOscillator = () => ({ ...node, frequency: param, start: (at: number) => played.push(at), stop() {} });
    },
  );
  const { line } = await show('/seating/seatStatus?wall=1');
  const waits = (waiting: number) =>
    line.say(aBoard({ agents: [ana], groups: [aGroup({ waiting, lost: 0, kept: 8 })] }));
  waits(5);
  const bar = await screen.findByRole('region', { name: 'Alarms' });
  expect(bar.textContent).toContain('Sales Waiting 5');
  expect(screen.getByRole('alert').textContent).toBe('Alarm in Sales: Waiting.');
  expect(within(figure('Waiting')).getByLabelText('Alarm'), 'not by colour alone').toBeTruthy();
  expect(played, 'nothing sounds unless somebody switched it on').toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Sound an alarm' }));
  await waitFor(() => expect(played).toHaveLength(3));
  fireEvent.click(within(bar).getByRole('button', { name: 'Acknowledge' }));
  expect([screen.queryByRole('region', { name: 'Alarms' }), screen.getByRole('alert').textContent]).toEqual([null, '']);
  waits(6);
  expect(screen.queryByRole('region', { name: 'Alarms' }), 'still the same one').toBeNull();
  waits(0);
  waits(5);
  expect(screen.getByRole('region', { name: 'Alarms' })).toBeTruthy();
  waits(0);
  expect(screen.queryByRole('region', { name: 'Alarms' }), 'it is over').toBeNull();
});

test('[CC-09] limits that make no sense cannot be saved', async () => {
  const { asked } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Warnings and wall' }));
  const group = await screen.findByRole('group', { name: 'Callers waiting' });
  fireEvent.change(within(group).getByRole('textbox', { name: 'Warns at' }), { target: { value: '9' } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  fireEvent.change(within(group).getByRole('textbox', { name: 'Alarms at' }), { target: { value: '12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked(monitoringApi.saveWall.path)).toEqual([{ ...defaultWall, waiting: { warn: 9, alarm: 12 } }]),
  );
});
