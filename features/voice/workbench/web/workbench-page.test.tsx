import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountApi } from '#features/team/account/contract.ts';
import { agentGroupsApi, LINE_CHANGED, MY_GROUPS_CHANGED, type LineNow } from '#features/team/agent-groups/contract.ts';
import { callLabelsApi } from '#features/voice/call-labels/contract.ts';
import { CALL_RECORD_ADDED, callRecordsApi } from '#features/voice/call-records/contract.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import {
  aBoard,
  aCall as callOnBoard,
  aGroup as groupOnBoard,
  anAgent as onBoard,
  fakeLine,
} from '#features/voice/monitoring/web/fake-line.fixture.ts';
import { scriptsApi } from '#features/voice/call-scripts/contract.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { MonitorAction } from '#shared/codes/monitor-action.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { failures } from '#shared/errors.ts';
import { aReadyPhone } from '#features/voice/softphone/web/desk.fixture.ts';
import { turn, useTurningClock } from '#platform/web/clock.fixture.ts';
import { deliverEvent, EVENTS_BEGIN } from '#platform/web/user-events.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { toWire } from '#platform/web/zone.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import type { SlotParts } from '#platform/web/slots.ts';
import { SlotsContext } from '#platform/web/use-slot.ts';
import { workbench } from './index.ts';
import WorkbenchPage from './workbench-page.tsx';
import {
  aCall,
  aLiveCall,
  anAgent,
  aRecord,
  aTalk,
  AtDesk,
  aWrapUp,
  fakeDesk,
  type FakeDesk,
} from './workbench.fixture.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const agentKeys = [
  'workbench.use',
  'calls.use',
  'call-records.use',
  'call-labels.use',
  'agent-groups.use',
  'routes.use',
  'scripts.use',
];
const labels = [
  { id: 1, name: 'Sold', colour: 'green', position: 1, enabled: true },
  { id: 2, name: 'Call again', colour: 'amber', position: 2, enabled: true },
];
const missed = aRecord({
  callId: 'missed',
  status: CallOutcome.missed,
  callIcon: 'inMissed',
  answerTime: null,
  callDuration: 0,
  customerName: 'Rosa Díaz',
  number: '525555509999',
  displayNumber: '525555509999',
  userId: 7,
  userName: 'Ana',
});
const noteOf = (callId: string, text: string) => ({
  id: 1,
  callId,
  text,
  author: 'Budi',
  createdAt: '2026-11-14 16:25:00',
});

interface Kept {
  labelled: Record<string, number>;
  notes: object[];
  drafts: string[];
}

async function show(
  desk: FakeDesk,
  {
    answers = {},
    at = '/workBench',
    path = '*',
    required = false,
    survey = false,
    voiceSeat = true,
    more = [],
    isAway = () => false,
    parts = {},
  }: {
    answers?: Record<string, unknown>;
    at?: string;
    path?: string;
    required?: boolean;
    /** Agents may have customers asked how it was. */
    survey?: boolean;
    voiceSeat?: boolean;
    more?: string[];
    /** Whether the line to this address is away now. */
    isAway?: (url: string) => boolean;
    /** What other features bring. */
    parts?: SlotParts;
  } = {},
) {
  const kept: Kept = { labelled: {}, notes: [], drafts: [] };
  const all: Record<string, (body: never) => unknown> = {
    [agentGroupsApi.myWaiting.path]: () => ({
      groups: [
        {
          groupId: 3,
          name: 'Sales',
          groupNo: 1001,
          waiting: 3,
          callbacks: 1,
          offered: 0,
          oldestQueuedAt: '2026-11-15 05:00:00',
          oldestCallerAt: toWire(new Date(Date.now() - 95_000)),
          callbacksMark: 'one',
        },
      ],
      callbacks: [
        {
          callId: 'promise',
          groupId: 3,
          kind: 'callback',
          customerNumber: '525555507777',
          position: 2,
          queuedAt: '2026-11-15 10:00:00',
          waitedSec: 60,
          offeredTo: null,
        },
      ],
    }),
    [callRecordsApi.page.path]: () => ({ list: [missed, aRecord({ callId: 'fine' })], total: 2, totalCapped: false }),
    [callRecordsApi.customerDetailPage.path]: ({ callId }: { callId?: string }) => ({
      list: callId === 'missed' ? [missed] : [aRecord({ callId: 'now', startTime: '2026-11-15 10:00:00' }), aRecord()],
      total: callId === 'missed' ? 1 : 2,
      totalCapped: false,
    }),
    [callsApi.customerNotes.path]: () => [noteOf('before', 'Wants the blue one.')],
    [callsApi.notes.path]: () => kept.notes,
    [callsApi.note.path]: (note: { callId: string; text: string }) => (
      kept.notes.unshift(noteOf(note.callId, note.text)),
      kept.notes[0]
    ),
    [callsApi.noteDraft.path]: (note: { callId: string; text: string; revision: number }) => (
      kept.drafts.push(note.text),
      noteOf(note.callId, note.text)
    ),
    [callsApi.settings.path]: () => ({
      maxDurationOfSingleCall: null,
      maxCallHoldTime: 300,
      displayTransferButton: true,
      AgentDefaultLoginStatus: 67,
      satisfactionSurveyModel: survey ? 2 : 0,
      activelyHangUp: false,
      postTalkSortTimeSecond: 30,
    }),
    [callLabelsApi.list.path]: () => ({ required, labels }),
    [callLabelsApi.ofCalls.path]: ({ callIds }: { callIds: string[] }) =>
      callIds.flatMap((callId) => {
        const label = labels.find(({ id }) => id === kept.labelled[callId]);
        return label
          ? [
              {
                callId,
                labelId: label.id,
                name: label.name,
                colour: label.colour,
                author: 'Ana',
                chosenAt: '2026-11-15 10:00:00',
              },
            ]
          : [];
      }),
    [callLabelsApi.choose.path]: ({ callId, labelId }: { callId: string; labelId: number }) => (
      (kept.labelled[callId] = labelId),
      null
    ),
  };
  const asked = fakeServer(({ url, body }) =>
    isAway(url) ? 'down' : { data: url in answers ? answers[url] : (all[url]?.(body as never) ?? []) },
  );
  const { go } = await showPage(
    <SlotsContext value={[{ name: 'tasks', text: async () => ({}), parts }]}>
      <AtDesk desk={desk}>
        <WorkbenchPage />
      </AtDesk>
    </SlotsContext>,
    { at, path, viewer: aViewer({ voiceSeat, functions: new Set([...agentKeys, ...more]) }), feature: workbench },
  );
  return { asked, kept, go };
}

const part = (name: string) => screen.getByRole('region', { name });
const alt = (letter: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: `Key${letter}`, altKey: true });

test('[CALL-14] the call on the workbench shows how it sounds, and says whose side it is when it stays poor', async () => {
  const desk = fakeDesk({ call: aTalk(), quality: { mos: 4.2, bars: 4 } });
  await show(desk);
  expect(await within(part('Call')).findByRole('img', { name: 'Sound: Good (MOS 4.2)' })).toBeTruthy();
  act(() => desk.show({ quality: { mos: 4.2, bars: 4, poor: 'ours' } }));
  expect(await within(part('Call')).findByText(/^Your network: the other side hears you badly/)).toBeTruthy();
  act(() => desk.show({ quality: { mos: 4.2, bars: 4 } }));
  expect(screen.queryByText(/hears you badly/)).toBeNull();
});

test('[CC-16] what waits: lines of my groups, promised callbacks, and missed calls until somebody calls back', async () => {
  const desk = fakeDesk();
  await show(desk);
  const waiting = within(part('What waits'));
  expect(await waiting.findByText('2 callers wait')).toBeTruthy();
  expect(waiting.getByText(/^01:3\d$/)).toBeTruthy();
  expect(waiting.getByText('+52 55 5550 7777')).toBeTruthy();
  fireEvent.click(await waiting.findByRole('button', { name: 'Call Rosa Díaz back' }));
  await waitFor(() => expect(desk.pressed).toEqual(['dial 5555509999 missed']));
  expect(waiting.queryByText('Emilio Cárdenas'), 'was answered').toBeNull();
});

const line = (part: Partial<LineNow> = {}): LineNow => ({
  groupId: 3,
  waiting: 3,
  callbacks: 1,
  offered: 0,
  oldestQueuedAt: '2026-11-15 05:00:00',
  oldestCallerAt: '2026-11-15 05:00:00',
  callbacksMark: 'one',
  ...part,
});

test('[CC-16] the lines are told, not asked for: a caller more is seen without a question, another promise with one', async () => {
  const { asked } = await show(fakeDesk());
  const questions = () => asked.filter(({ url }) => url === agentGroupsApi.myWaiting.path).length;
  await screen.findByText('2 callers wait');
  act(() => deliverEvent(LINE_CHANGED, line({ waiting: 6 })));
  expect(await screen.findByText('5 callers wait')).toBeTruthy();
  act(() => deliverEvent(LINE_CHANGED, line({ groupId: 99, waiting: 50, callbacksMark: 'other' })));
  expect(questions()).toBe(1);
  act(() => deliverEvent(LINE_CHANGED, line({ callbacks: 2, callbacksMark: 'two' })));
  await waitFor(() => expect(questions()).toBe(2));
  act(() => deliverEvent(MY_GROUPS_CHANGED, {}));
  await waitFor(() => expect(questions()).toBe(3));
  act(() => deliverEvent(EVENTS_BEGIN, {}));
  await waitFor(() => expect(questions(), 'asked before anything was told').toBe(4));
});

test('[CC-16] an answer that was on its way when the line changed is asked for again', async () => {
  const { asked } = await show(fakeDesk());
  act(() => deliverEvent(LINE_CHANGED, line({ waiting: 6 })));
  await screen.findByText('2 callers wait');
  expect(asked.filter(({ url }) => url === agentGroupsApi.myWaiting.path)).toHaveLength(2);
});

test('[SEC-01] [PHONE-14] whoever sees only stars calls a missed customer back, from the list and from the opened call', async () => {
  const masked = { ...missed, number: '', displayNumber: '52******9999', hasEncrypt: true, customerName: '' };
  const desk = fakeDesk();
  const list = { list: [masked], total: 1, totalCapped: false };
  await show(desk, { answers: { [callRecordsApi.page.path]: list, [callRecordsApi.customerDetailPage.path]: list } });
  fireEvent.click(await screen.findByRole('button', { name: 'Call +52 ** **** 9999 back' }));
  await waitFor(() => expect(desk.pressed).toEqual(['dial 52******9999 missed']));
  fireEvent.click(screen.getByRole('button', { name: /^\+52 \*\*/ }));
  fireEvent.click(
    await within(await screen.findByRole('article', { name: 'Opened call' })).findByRole('button', {
      name: 'Call back',
    }),
  );
  await waitFor(() => expect(desk.pressed).toHaveLength(2));
  expect(desk.pressed[1]).toBe('dial 52******9999 missed');
});

test('a missed call can be opened: who it was, and everything known of the number', async () => {
  const { asked } = await show(fakeDesk());
  fireEvent.click(await screen.findByRole('button', { name: /^Rosa Díaz/ }));
  const card = await screen.findByRole('article', { name: 'Opened call' });
  expect(await within(card).findByText('+52 55 5550 9999')).toBeTruthy();
  expect(asked.find(({ url }) => url === callRecordsApi.customerDetailPage.path)?.body).toMatchObject({
    callId: 'missed',
  });
  expect(screen.queryByRole('textbox', { name: 'Notes' }), 'nobody talked').toBeNull();
  fireEvent.click(within(card).getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('You are ready')).toBeTruthy();
});

test('[CALL-02] a ringing call is answered or declined here', async () => {
  const desk = fakeDesk({ call: aCall() });
  await show(desk);
  const ringing = within(screen.getByRole('article', { name: 'Incoming call' }));
  expect(ringing.getByText('Calling Sales')).toBeTruthy();
  fireEvent.click(ringing.getByRole('button', { name: /Answer/ }));
  fireEvent.click(ringing.getByRole('button', { name: 'Decline' }));
  expect(desk.pressed).toEqual(['answerPressed', 'declinePressed']);
});

test('[CALL-01] the call shows who, the number, the line, the timer and what was before', async () => {
  const desk = fakeDesk({ call: aTalk(), calls: [aLiveCall()] });
  const { asked } = await show(desk);
  const call = within(part('Call'));
  expect(call.getByRole('heading', { name: 'Emilio Cárdenas' })).toBeTruthy();
  expect(call.getByText('via +52 55 5000 0101')).toBeTruthy();
  expect(call.getByRole('timer').textContent).toMatch(/^00:01:2\d$/);
  expect(await call.findByText(/Wants the blue one\./)).toBeTruthy();
  expect(asked.find(({ url }) => url === callRecordsApi.customerDetailPage.path)?.body).toMatchObject({
    phone: '525555501477',
  });
  const customer = within(part('Customer'));
  expect(customer.getByText('Earlier calls').nextSibling?.textContent).toBe('1');
  expect(customer.getByRole('button', { name: 'Copy the number: +52 55 5550 1477' })).toBeTruthy();
  fireEvent.click(call.getByRole('button', { name: 'Hold' }));
  fireEvent.click(call.getByRole('button', { name: 'Mute' }));
  fireEvent.click(call.getByRole('button', { name: 'Hang up' }));
  expect(desk.pressed).toEqual(['holdPressed', 'mutePressed', 'hangUpPressed']);
  act(() => desk.show({ call: null, calls: [] }));
  expect(call.queryByRole('timer')).toBeNull();
  expect(call.queryByText('Emilio Cárdenas')).toBeNull();
});

test('a hidden number is looked up by the call, never by what is left of it', async () => {
  const { asked } = await show(
    fakeDesk({
      call: aTalk({ customerName: null, number: '52******1477' }),
      calls: [aLiveCall({ customerNumber: '52******1477' })],
    }),
  );
  await screen.findByText(/Wants the blue one\./);
  const bodies = asked.filter(({ url }) => url === callRecordsApi.customerDetailPage.path).map(({ body }) => body);
  expect(bodies).toEqual([{ page: 1, size: 30, callId: 'now' }]);
  expect(screen.queryByRole('button', { name: /^Copy the number/ })).toBeNull();
});

test('[CC-03] whose calls ring at a mobile is told so, dials from here, and has the customer and the notes of a call', async () => {
  const account = { is: 'refused' as const, code: failures.mobileInstead.code, tip: 'Your calls ring at your mobile.' };
  const desk = fakeDesk({ phone: aReadyPhone({ account }), calls: [] });
  const { asked } = await show(desk);
  expect(screen.getByText('Your calls ring at your mobile.')).toBeTruthy();
  expect(screen.queryByText('Your phone is not connected')).toBeNull();
  act(() => desk.show({ calls: [aLiveCall()] }));
  expect(await screen.findByText(/Wants the blue one\./)).toBeTruthy();
  expect(screen.queryByText('Your calls ring at your mobile.')).toBeNull();
  expect(asked.find(({ url }) => url === callRecordsApi.customerDetailPage.path)?.body).toMatchObject({
    phone: '525555501477',
  });
  expect(screen.getByRole('textbox', { name: 'Notes' })).toBeTruthy();
});

test('[CALL-22] a consultation says who waits and can be completed', async () => {
  const transfer = {
    kind: 'consult' as const,
    to: 'Budi',
    toUserId: 8,
    talkingTo: 'third' as const,
    answered: true,
    muted: [],
  };
  const { asked } = await show(fakeDesk({ call: aTalk(), calls: [aLiveCall({ transfer })] }));
  expect(await screen.findByText('You talk with Budi. The customer waits.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  await waitFor(() =>
    expect(asked.find(({ url }) => url === callsApi.transferComplete.path)?.body).toEqual({ callId: 'now' }),
  );
});

test('[PHONE-08] the card has everything of the call: keypad, survey, and a word that one is muted', async () => {
  const desk = fakeDesk({ call: aTalk({ muted: true }), calls: [aLiveCall()] });
  const { asked } = await show(desk, { survey: true });
  const call = within(part('Call'));
  expect(call.getByText('You are muted: nobody hears you.')).toBeTruthy();
  fireEvent.click(call.getByRole('button', { name: 'Keypad' }));
  const keys = within(await call.findByRole('group', { name: 'Keypad' }));
  fireEvent.click(keys.getByRole('button', { name: /^5/ }));
  expect(desk.pressed).toEqual(['keysPressed']);
  fireEvent.click(await call.findByRole('button', { name: 'Survey' }));
  await waitFor(() => expect(asked.find(({ url }) => url === callsApi.survey.path)?.body).toEqual({ callId: 'now' }));
});

test('[PHONE-18] label and notes have a place of their own, which neither customer nor script pushes away', async () => {
  await show(fakeDesk({ call: aTalk(), calls: [aLiveCall()] }));
  const note = screen.getByRole('textbox', { name: 'Notes' });
  const label = await screen.findByRole('radio', { name: /Sold/ });
  const place = note.closest('.bench-write');
  expect(place?.contains(label)).toBe(true);
  expect(place?.previousElementSibling?.className).toBe('bench-about');
});

test('[CALL-16] why a call did not come about stands where the call would, until it is read', async () => {
  const order = { number: '5512345678', countryCode: '52', routerId: 0, displayNumber: null, micOpen: true };
  const phone = aReadyPhone({ refused: { session: 'out-1', order, why: 'notice.refusedBusy', mayRetry: true } });
  await show(fakeDesk({ phone }));
  const notice = within(await screen.findByRole('alert', { name: 'The call did not come about' }));
  expect(notice.getByText('+52 55 1234 5678')).toBeTruthy();
});

test('[PHONE-18] labels chosen while the line is away are chosen in their order when it is back', async () => {
  useTurningClock();
  let isAway = true;
  const { asked, kept } = await show(fakeDesk({ call: aTalk(), calls: [aLiveCall()] }), {
    isAway: (url) => isAway && url === callLabelsApi.choose.path,
  });
  const tries = () => asked.filter(({ url }) => url === callLabelsApi.choose.path).map(({ body }) => body);
  fireEvent.click(await screen.findByRole('radio', { name: /Sold/ }));
  await waitFor(() => expect(tries()).toHaveLength(1));
  fireEvent.click(screen.getByRole('radio', { name: /Call again/ }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /Call again/ }).checked).toBe(true));
  await turn(2_000);
  await waitFor(() => expect(tries()).toHaveLength(2));
  expect(kept.labelled).toEqual({});
  isAway = false;
  await turn(2_000);
  await waitFor(() => expect(kept.labelled).toEqual({ now: 2 }));
  expect(tries().slice(2)).toMatchObject([{ labelId: 1 }, { labelId: 2 }]);
});

test('[PHONE-18] from the call to a saved note, a label and done, with the keyboard alone', async () => {
  const desk = fakeDesk({ call: aTalk(), calls: [aLiveCall()] });
  const { kept } = await show(desk, { required: true });
  await screen.findByRole('radio', { name: /Sold/ });
  alt('N');
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  expect(document.activeElement).toBe(note);
  fireEvent.change(note, { target: { value: 'Buys two on Tuesday' } });
  alt('L');
  expect(document.activeElement, 'letters belong to whoever types').toBe(note);
  act(() => desk.show({ call: null, calls: [], agent: anAgent({ wrapUp: aWrapUp(25) }) }));
  const writing = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  expect(writing.value, 'what was being written stays').toBe('Buys two on Tuesday');
  fireEvent.keyDown(writing, { key: 'Enter', ctrlKey: true });
  expect(await screen.findByText(/^Buys two on Tuesday$/, { selector: 'li' })).toBeTruthy();
  expect(kept.notes).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Sold/ })));
  alt('R');
  expect(desk.pressed, 'a label is needed first').toEqual([]);
  fireEvent.keyDown(document.activeElement!, { key: '2' });
  await waitFor(() => expect(kept.labelled).toEqual({ now: 2 }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /Call again/ }).checked).toBe(true));
  await waitFor(() => expect(screen.queryByText('Choose a label before you are done.')).toBeNull());
  alt('T');
  alt('R');
  expect(desk.pressed).toEqual(['extendWrapUp 30', 'endWrapUp']);
});

test('[PHONE-18] what is half typed when the work after a call ends is saved, and writing puts the end off', async () => {
  const desk = fakeDesk({ agent: anAgent({ wrapUp: { ...aWrapUp(12), callId: 'half' } }) });
  const { kept } = await show(desk);
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' });
  fireEvent.change(note, { target: { value: 'Wants a call on Fri' } });
  fireEvent.change(note, { target: { value: 'Wants a call on Friday' } });
  expect(desk.pressed, 'asked once for one end').toEqual(['extendWrapUp 30']);
  act(() => desk.show({ call: null, calls: [], agent: anAgent({ wrapUp: null }) }));
  await waitFor(() => expect(kept.drafts).toEqual(['Wants a call on Friday']));
  expect(await screen.findByText(/You are ready/)).toBeTruthy();
});

test('[CALL-01] whoever writes while the customer hangs up goes on writing', async () => {
  const desk = fakeDesk({ call: aTalk(), calls: [aLiveCall()] });
  await show(desk);
  const note = await screen.findByRole('textbox', { name: 'Notes' });
  note.focus();
  act(() =>
    desk.show({
      phone: {
        ...desk.view().phone,
        call: null,
        over: { session: 's-1', callId: 'now', reason: HangupReason.normal, toldLimit: false },
      },
      calls: [],
    }),
  );
  expect(document.activeElement).toBe(note);
  act(() => desk.show({ call: null, agent: anAgent({ wrapUp: aWrapUp(20) }) }));
  expect(document.activeElement).toBe(note);
});

test('a call that ends while it is looked up is looked up again', async () => {
  const desk = fakeDesk();
  const { asked } = await show(desk);
  await screen.findByText('You are ready');
  act(() => desk.show({ agent: anAgent({ wrapUp: aWrapUp(20) }) }));
  const times = () => asked.filter(({ url }) => url === callRecordsApi.customerDetailPage.path).length;
  expect(times()).toBe(1);
  act(() => deliverEvent(CALL_RECORD_ADDED, { callId: 'now' }));
  await waitFor(() => expect(times()).toBe(2));
  expect(await screen.findByText('Call with Emilio Cárdenas. Write down what matters.')).toBeTruthy();
});

test('[CALL-09] while listening in, whispering is one key away', async () => {
  const desk = fakeDesk({
    call: aTalk({ monitor: { target: 'now', action: MonitorAction.listen } }),
    calls: [aLiveCall({ role: 'supervisor', state: 'monitoring' })],
  });
  await show(desk);
  expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Whisper' }));
  expect(desk.pressed).toEqual(['monitorSwitched']);
});

test('[CALL-09] whoever listens stops with a button that says so, and is asked before taking over', async () => {
  const desk = fakeDesk({
    call: aTalk({ monitor: { target: 'now', action: MonitorAction.listen } }),
    calls: [aLiveCall({ role: 'supervisor', state: 'monitoring', agentName: 'Budi' })],
  });
  const { asked } = await show(desk);
  const takings = () => asked.filter(({ url }) => url === callsApi.monitorTakeOver.path).map(({ body }) => body);
  fireEvent.click(screen.getByRole('button', { name: 'Take over the call' }));
  expect(await screen.findByText(/^Budi is cut off at once/)).toBeTruthy();
  expect(takings()).toEqual([]);
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take over the call' }));
  await waitFor(() => expect(takings()).toEqual([{ callId: 'now' }]));
  fireEvent.click(screen.getByRole('button', { name: /Stop listening/ }));
  expect(desk.pressed).toEqual(['hangUpPressed']);
});

test('[CALL-09] beside a call that is listened to stands its group, live, for those who may see the board', async () => {
  const line = fakeLine();
  const desk = fakeDesk({
    call: aTalk({ monitor: { target: 'now', action: MonitorAction.listen } }),
    calls: [aLiveCall({ role: 'supervisor', state: 'monitoring', agentName: 'Budi' })],
  });
  await show(desk, { more: ['monitoring.view'], answers: { [accountApi.ticket.path]: { ticket: 't' } } });
  // The board's code and words come with the first call that is listened to.
  await expect.poll(() => line.sockets().length).toBe(1);
  line.accept();
  const budi = onBoard({ userId: 2, name: 'Budi' }, { call: { callId: 'now', at: 'talking' } });
  const calls = [
    callOnBoard({ callId: 'now', agents: [{ userId: 2, name: 'Budi', at: 'talking' }] }),
    callOnBoard({ callId: 'later', state: 'queued', customerName: 'Rosa Díaz', agents: [], answeredMs: null }),
  ];
  line.say(aBoard({ agents: [budi, onBoard()], groups: [groupOnBoard({ waiting: 1 })], calls }));
  const beside = await screen.findByRole('region', { name: 'Sales now' });
  const names = within(beside).getByRole('list', { name: 'Agents' });
  expect([...names.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual(['Budi', 'Ana']);
  expect(within(beside).getByRole('list', { name: 'Callers in line' }).textContent).toContain('Rosa Díaz');
  line.say({ kind: 'changes', nowMs: Date.now(), calls: { rows: [], gone: ['later'] } });
  expect(within(beside).queryByText('Rosa Díaz')).toBeNull();
  act(() => desk.show({ call: aTalk() }));
  expect(screen.queryByRole('region', { name: 'Sales now' }), 'taken over: a call like any other').toBeNull();
});

test('[CALL-09] an agent sees who listens to the call, where the organisation tells them', async () => {
  const desk = fakeDesk({ call: aTalk(), calls: [aLiveCall({ monitoredBy: [{ name: 'Sofia', mode: 'whisper' }] })] });
  await show(desk);
  const list = await screen.findByRole('list', { name: 'Who listens to this call' });
  expect(list.textContent).toContain('Sofia speaks to you alone.');
  act(() => desk.show({ calls: [aLiveCall()] }));
  expect(screen.queryByRole('list', { name: 'Who listens to this call' })).toBeNull();
});

test('[CALL-09] listening works here alone: whoever leaves is asked, and it ends with the page', async () => {
  const desk = fakeDesk({
    call: aTalk({ monitor: { target: 'now', action: MonitorAction.listen } }),
    calls: [aLiveCall({ role: 'supervisor', state: 'monitoring' })],
  });
  const { go } = await show(desk, { path: '/workBench' });
  const leave = () => act(() => go('/record'));
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByText('Stop listening?')).toBeNull());
  expect([screen.queryByRole('radio', { name: 'Whisper' }) !== null, desk.pressed]).toEqual([true, []]);
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave and stop listening' }));
  await waitFor(() => expect(desk.pressed).toEqual(['hangUpPressed']));
});

test('[CALL-09] a call that was taken over goes on when the workbench is left', async () => {
  const desk = fakeDesk({ call: aTalk({ monitor: { target: 'now', action: MonitorAction.listen } }) });
  const { go } = await show(desk, { path: '/workBench' });
  act(() => desk.show({ phone: { ...desk.view().phone, call: aTalk() } }));
  act(() => go('/record'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull());
  expect(desk.pressed).toEqual([]);
});

test('[STATUS-10] the work after a call counts down by the server’s clock', async () => {
  await show(fakeDesk({ agent: anAgent({ wrapUp: aWrapUp(25) }), clockOffsetMs: 5_000 }));
  expect(screen.getByRole('timer').textContent).toMatch(/^00:(19|20)$/);
  expect(await screen.findByText('Call with Emilio Cárdenas. Write down what matters.')).toBeTruthy();
});

test('[STATUS-10] the work after a call says how much longer it can be made, and not when it cannot', async () => {
  const desk = fakeDesk({ agent: anAgent({ wrapUp: aWrapUp(25, 40) }) });
  await show(desk);
  expect(screen.getByText('00:40 more possible')).toBeTruthy();
  act(() => desk.show({ agent: anAgent({ wrapUp: aWrapUp(55, 10) }) }));
  fireEvent.click(screen.getByRole('button', { name: '10 s more' }));
  act(() => desk.show({ agent: anAgent({ wrapUp: aWrapUp(65, 0) }) }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'No more time' }).disabled).toBe(true);
  alt('T');
  expect(desk.pressed).toEqual(['extendWrapUp 10']);
});

test('[CC-13] a call shows what to say; another script can be chosen', async () => {
  const scripts = [
    { id: 1, name: 'Welcome', content: 'Hello, Ana speaking.', steps: [], answers: {} },
    { id: 2, name: 'Complaint', content: 'I am sorry to hear that.', steps: [], answers: {} },
  ];
  const desk = fakeDesk();
  const { asked } = await show(desk, { answers: { [scriptsApi.scriptInfo.path]: scripts } });
  expect(asked.some(({ url }) => url === scriptsApi.scriptInfo.path)).toBe(false);
  act(() => desk.show({ call: aTalk(), calls: [aLiveCall()] }));
  const script = await screen.findByRole('region', { name: 'What to say' });
  expect(within(script).getByText('Hello, Ana speaking.')).toBeTruthy();
  fireEvent.change(within(script).getByRole('combobox', { name: 'Script' }), { target: { value: '2' } });
  expect(within(script).getByText('I am sorry to hear that.')).toBeTruthy();
  expect(asked.find(({ url }) => url === scriptsApi.scriptInfo.path)!.body).toEqual({ callId: 'now' });
});

test('without a call the page says what to do', async () => {
  const desk = fakeDesk({ agent: anAgent({ status: AgentStatus.onBreak }) });
  await show(desk);
  expect(screen.getByText('Set yourself available to get calls')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Set me available' }));
  expect(desk.pressed).toEqual([`status ${AgentStatus.available}`]);
  act(() => desk.show({ agent: anAgent() }));
  expect(screen.getByText('You are ready')).toBeTruthy();
});

test('without a voice seat the page says how to get one', async () => {
  await show(fakeDesk(), { voiceSeat: false });
  expect(screen.getByText('Ask an administrator to give you a voice seat.')).toBeTruthy();
});

test('[SHELL-04] with tabIndex=call the call tab is open, else what waits, and a new call opens its own', async () => {
  const desk = fakeDesk();
  const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;
  await show(desk);
  expect(chosen()).toBe('waiting');
  act(() => desk.show({ call: aCall() }));
  expect(chosen()).toBe('call');
});

test('[SHELL-04] a call started from a task opens the call tab and takes the focus there', async () => {
  await show(fakeDesk(), { at: '/workBench?tabIndex=call' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Call' }).checked).toBe(true);
  expect(document.activeElement).toBe(part('Call'));
});

test('[SHELL-04] [TASK-01] tasks have a part beside the call: a call takes its place, and after the call of a task it is back', async () => {
  const desk = fakeDesk();
  const parts = { workbenchTask: { part: async () => ({ default: () => <p>the next customer</p> }) } };
  await show(desk, { at: '/workBench?tabIndex=task', parts });
  expect(await screen.findByText('the next customer')).toBeTruthy();
  act(() => desk.show({ call: aCall({ fromTask: true }) }));
  expect(screen.queryByText('the next customer')).toBeNull();
  act(() => desk.show({ call: null }));
  expect(await screen.findByText('the next customer')).toBeTruthy();
  alt('W');
  expect(screen.queryByText('the next customer')).toBeNull();
});

test('[SHELL-04] a call that a campaign brought says whose it is, and leaves no task open when it is over', async () => {
  const talk = aTalk({ fromTask: true, answersItself: true, groupName: 'Sales' });
  const desk = fakeDesk({ call: talk, calls: [aLiveCall({ direction: 'outbound', taskName: 'Renewals' })] });
  const parts = { workbenchTask: { part: async () => ({ default: () => <p>the next customer</p> }) } };
  await show(desk, { at: '/workBench?tabIndex=call', parts });
  expect(within(part('Call')).getByText('Renewals')).toBeTruthy();
  act(() => desk.show({ call: null, calls: [] }));
  expect(screen.queryByText('the next customer')).toBeNull();
});

test('[SHELL-04] [TASK-01] an address that comes after its call is over leaves whoever writes down the result alone', async () => {
  const desk = fakeDesk();
  const parts = { workbenchTask: { part: async () => ({ default: () => <textarea aria-label="What came of it" /> }) } };
  const { go } = await show(desk, { parts });
  act(() => desk.show({ call: aCall({ fromTask: true }) }));
  act(() => desk.show({ call: null, agent: anAgent({ wrapUp: aWrapUp(30) }) }));
  const result = await screen.findByRole('textbox', { name: 'What came of it' });
  result.focus();
  act(() => go('/workBench?tabIndex=call'));
  expect(screen.getByRole('textbox', { name: 'What came of it' })).toBe(result);
  expect(document.activeElement).toBe(result);
  // The next call is shown again, and what it ends with has the focus, whatever the address says.
  act(() => desk.show({ call: aCall({ session: 'second', fromTask: true }), agent: anAgent() }));
  expect(screen.queryByRole('textbox', { name: 'What came of it' })).toBeNull();
  act(() => go('/workBench?tabIndex=call'));
  expect(document.activeElement).toBe(part('Call'));
});

test('[SHELL-04] [TASK-01] after the call of a task the address says tasks again', async () => {
  const desk = fakeDesk();
  const Address = () => <p>shown: {useLocation().search}</p>;
  await show(desk, {
    at: '/workBench?tabIndex=call&callId=kept',
    parts: { workbenchTask: { part: async () => ({ default: Address }) } },
  });
  act(() => desk.show({ call: aCall({ fromTask: true }) }));
  act(() => desk.show({ call: null }));
  expect(await screen.findByText('shown: ?tabIndex=task&callId=kept')).toBeTruthy();
});

test('[TASK-01] the way to the tasks leads there again from another part, and an opened record stays open', async () => {
  const parts = { workbenchTask: { part: async () => ({ default: () => <p>the next customer</p> }) } };
  const { go } = await show(fakeDesk(), { at: '/workBench?tabIndex=task', parts });
  expect(await screen.findByText('the next customer')).toBeTruthy();
  fireEvent.click(await within(part('What waits')).findByRole('button', { name: /^Rosa Díaz/ }));
  expect(screen.queryByText('the next customer')).toBeNull();
  act(() => go('/workBench?tabIndex=task'));
  expect(await screen.findByText('the next customer')).toBeTruthy();
});

test('[SHELL-10] the workbench fills the window and hides the settings of the header', () => {
  expect(workbench.routes).toMatchObject([{ path: '/workBench', full: true, hidesSettings: true }]);
});
