import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newPhone, type PhoneCall } from '#core/phone/phone.ts';
import { agentsApi } from '#features/team/agents/contract.ts';
import { ensureTexts } from '#platform/web/i18n.ts';
import { makeQueryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { titleNote } from '#platform/web/title-note.ts';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { ViewerContext } from '#platform/web/viewer.ts';
import { WindowsContext, type BroughtWindows } from '#platform/web/windows.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { failures } from '#shared/errors.ts';
import { PhoneDeskContext } from '../desk/phone-desk.ts';
import { phoneWindow } from '../popover/phone-window.ts';
import { aPhoneCall, aPhoneView, anAgentNow, aReadyPhone, fakeDesk, type FakeDesk } from '../desk.fixture.ts';
import { softphoneTexts } from '../texts.ts';
import AutoAnswer from './auto-answer.tsx';
import { lineState } from './line-state.ts';
import LinePill from './line-pill.tsx';

beforeEach(() => ensureTexts('softphone', softphoneTexts));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  phoneWindow.set({ open: false });
});

const show = (desk: FakeDesk | null, item = <LinePill />) =>
  render(
    <UiProvider client={makeQueryClient()} env="test">
      <PhoneDeskContext value={desk}>{item}</PhoneDeskContext>
    </UiProvider>,
  );
const status = () => screen.getByRole('button', { name: /^Status: / });
const thread = () => document.documentElement.style.getPropertyValue('--thread');
const openMenu = async () => {
  fireEvent.click(status());
  return screen.findByRole('radiogroup');
};

test.each([
  ['available', AgentStatus.available, false, 'Available', 'green'],
  ['available while monitoring', AgentStatus.available, true, 'Available', 'red'],
  ['on break', AgentStatus.onBreak, false, 'On break', 'red'],
  ['offline', AgentStatus.offline, false, 'Offline', 'grey'],
  ['eating', AgentStatus.eating, false, 'Meal break', 'warning'],
  ['an arrangement of the server', AgentStatus.arrangement, false, 'Wrap-up', 'warning'],
] as const)(
  '[STATUS-01] [SHELL-13] %s has its word and its colour, and the thread has the same',
  (_, code, monitoring, word, tone) => {
    show(fakeDesk({ agent: anAgentNow({ status: code, monitoring }) }));
    expect(status().textContent).toContain(word);
    expect(screen.getByRole('group', { name: 'Your line' }).dataset['tone']).toBe(tone);
    expect(thread()).toMatch(/^var\(--st-/);
  },
);

test('[PHONE-20] in a call the pill and the browser’s tab say with whom, the name before the number, and neither outlives the call', () => {
  const desk = fakeDesk({ phone: aReadyPhone({ call: aPhoneCall({ number: '525512345678' }) }) });
  show(desk);
  expect(status().textContent).toContain('+52 55 1234 5678');
  act(() =>
    desk.show({ phone: aReadyPhone({ call: aPhoneCall({ at: 'talking', sinceMs: 5, customerName: 'Lucía Prado' }) }) }),
  );
  expect(status().textContent).toContain('Lucía Prado');
  expect(titleNote.get()).toBe('☎ Lucía Prado');
  act(() => desk.show({ phone: aReadyPhone({ call: null }) }));
  expect(status().textContent).not.toContain('Lucía');
  expect(titleNote.get()).toBe('');
});

test('[STATUS-01] the time in the state goes on by the server’s clock', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-15T10:04:12Z') - 5_000 });
  show(fakeDesk({ agent: anAgentNow({ since: '2026-11-15 10:00:00' }), clockOffsetMs: 5_000 }));
  expect(status().textContent).toContain('04:12');
  act(() => vi.advanceTimersByTime(1_000));
  expect(status().textContent).toContain('04:13');
});

test.each([
  ['dialing', { call: aPhoneCall({ direction: 'outbound', at: 'created' }) }, 'violet', 'headerCallState.dialing'],
  ['ringing', { call: aPhoneCall() }, 'violet', 'headerCallState.ringing'],
  ['in a call', { call: aPhoneCall({ at: 'talking', sinceMs: 5 }) }, 'blue', 'softphone.pill.inCall'],
  [
    'monitoring',
    { call: aPhoneCall({ at: 'talking', sinceMs: 5, monitor: { target: 'x', action: 'listen' } }) },
    'red',
    'softphone.pill.monitoring',
  ],
  [
    'not registered',
    { link: { at: 'error', attempt: 3, wasReady: true, told: true, turn: 4 } },
    'red',
    'softphone.pill.failed',
  ],
  ['no account', { account: { is: 'refused', code: 407, tip: 'No phone account.' } }, 'red', 'softphone.pill.noPhone'],
  [
    'starting',
    { link: { at: 'connecting', attempt: 0, wasReady: false, told: false, turn: 1 } },
    'grey',
    'softphone.pill.starting',
  ],
] as const)('[STATUS-03] the pill shows a phone that is %s', (_, phone, tone, key) => {
  expect(lineState(fakeDesk({ phone: aReadyPhone(phone) }).view())).toMatchObject({ tone, key });
});

test('[SEC-04] a computer whose phone was taken over does not show the call at the other one', () => {
  const desk = fakeDesk({
    phone: aReadyPhone({ account: { is: 'refused', code: 409, tip: 'Elsewhere.' } }),
    agent: anAgentNow({ call: { callId: 'c', at: 'talking' } }),
  });
  expect(lineState(desk.view())).toMatchObject({ tone: 'red', key: 'softphone.pill.noPhone' });
});

test('[STATUS-03] without the agent socket no call is offered, and the pill does not claim otherwise', () => {
  expect(lineState(fakeDesk({ isLinked: false }).view())).toMatchObject({
    tone: 'grey',
    key: 'softphone.pill.reconnecting',
  });
});

test('[STATUS-05] [complaint 6] whoever waits for sound reads why they are on break', () => {
  const { sound } = aPhoneView();
  expect(
    lineState(aPhoneView({ agent: anAgentNow({ status: AgentStatus.onBreak }), sound: { ...sound, isAsked: true } })),
  ).toMatchObject({ tone: 'red', key: 'softphone.pill.soundOff' });
});

test('[STATUS-05] the restored status is offered with one click while the browser keeps the page silent', async () => {
  const { sound } = aPhoneView();
  const desk = fakeDesk({ agent: anAgentNow({ status: AgentStatus.onBreak }), sound: { ...sound, isAsked: true } });
  show(desk);
  await openMenu();
  expect(screen.getByText(/Until you enable sound you are on break/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Enable sound' }));
  expect(desk.asked).toEqual([['answerSound', true]]);
});

test('[CALL-03] the pill bears the state of the library by the name the specification gives it', () => {
  const desk = fakeDesk();
  show(desk);
  const named = () => screen.getByRole('group', { name: 'Your line' }).dataset.phone;
  const ofCall = (part: Partial<PhoneCall>) => {
    act(() => desk.show({ phone: aReadyPhone({ call: aPhoneCall(part) }) }));
    return named();
  };
  expect([named(), ofCall({ at: 'callingOut', direction: 'outbound' }), ofCall({ at: 'ending' })]).toEqual([
    'ready',
    'calling out',
    'call ending',
  ]);
});

test('[SHELL-13] every status an agent may choose is in the menu, and choosing one asks for it', async () => {
  const desk = fakeDesk();
  show(desk);
  const list = await openMenu();
  expect(
    within(list)
      .getAllByRole('radio')
      .map((one) => one.textContent),
  ).toEqual(['Available', 'On break', 'In a meeting', 'Meal break', 'Restroom', 'Resting', 'Other break', 'Offline']);
  expect(within(list).getByRole('radio', { checked: true }).textContent).toBe('Available');
  fireEvent.click(within(list).getByRole('radio', { name: 'Meal break' }));
  expect(desk.asked).toEqual([['chooseStatus', AgentStatus.eating]]);
});

test('[STATUS-04] in a call the menu offers the next status, and the last choice is the one marked', async () => {
  const desk = fakeDesk({
    phone: aReadyPhone({ call: aPhoneCall({ at: 'talking', sinceMs: 5 }) }),
    agent: anAgentNow({ nextStatus: AgentStatus.eating }),
  });
  show(desk);
  const list = await openMenu();
  expect(list.getAttribute('aria-label')).toBe('After this call');
  expect(within(list).getByRole('radio', { checked: true }).textContent).toBe('Meal break');
  act(() => desk.show({ agent: anAgentNow({ nextStatus: AgentStatus.available }) }));
  expect(within(list).getByRole('radio', { checked: true }).textContent).toBe('Available');
});

test('[STATUS-10] the wrap-up counts down, can be made longer, and ends when the agent is done', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-15T10:00:10Z'), shouldAdvanceTime: true });
  const desk = fakeDesk({
    agent: anAgentNow({
      wrapUp: {
        callId: 'call-1',
        startTime: '2026-11-15 10:00:00',
        endTime: '2026-11-15 10:00:30',
        latestEndTime: '2026-11-15 10:05:30',
      },
    }),
  });
  show(desk);
  expect(status().textContent).toMatch(/Wrap-up00:(20|19)/);
  await openMenu();
  fireEvent.click(screen.getByRole('button', { name: '30 s more' }));
  fireEvent.click(screen.getByRole('button', { name: 'I am done' }));
  expect(desk.asked).toEqual([['extendWrapUp', 30], ['endWrapUp']]);
  act(() =>
    desk.show({
      agent: anAgentNow({
        wrapUp: {
          callId: 'call-1',
          startTime: '2026-11-15 10:00:00',
          endTime: '2026-11-15 10:05:20',
          latestEndTime: '2026-11-15 10:05:30',
        },
      }),
    }),
  );
  await openMenu();
  expect(screen.getByRole('button', { name: '10 s more' }).dataset['hint']).toBe('00:10 more possible');
  act(() =>
    desk.show({
      agent: anAgentNow({
        wrapUp: {
          callId: 'call-1',
          startTime: '2026-11-15 10:00:00',
          endTime: '2026-11-15 10:05:30',
          latestEndTime: '2026-11-15 10:05:30',
        },
      }),
    }),
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '0 s more' }).disabled).toBe(true);
});

test('[SEC-04] a phone that is in use elsewhere says so and can be taken over', async () => {
  const desk = fakeDesk({
    phone: aReadyPhone({
      account: { is: 'refused', code: failures.phoneInUseElsewhere.code, tip: 'In use on another device.' },
    }),
  });
  show(desk);
  await openMenu();
  expect(screen.getByRole('alert').textContent).toContain('In use on another device.');
  fireEvent.click(screen.getByRole('button', { name: 'Use the phone here' }));
  expect(desk.asked).toEqual([['takeOver']]);
});

test('[SEC-04] a phone in use elsewhere is taken over by one click in the header', () => {
  const desk = fakeDesk({
    phone: aReadyPhone({
      account: { is: 'refused', code: failures.phoneInUseElsewhere.code, tip: 'In use on another device.' },
    }),
  });
  show(desk);
  fireEvent.click(screen.getByRole('button', { name: 'Use the phone here' }));
  expect(desk.asked).toEqual([['takeOver']]);
});

test('[SHELL-10] [SHELL-11] [SHELL-12] what the header hides on some pages the phone’s menu offers on all of them', async () => {
  const asked = fakeServer(({ body }) => ({ data: body }));
  const opened: unknown[] = [];
  const brought: BroughtWindows = {
    lineCheck: { open: () => void opened.push('lines') },
    smsSender: { open: (target) => void opened.push(target) },
  };
  const live = { callId: 'call-1', direction: 'inbound', customerNumber: '525512345678' } as LiveCall;
  show(
    fakeDesk({
      phone: aReadyPhone({ call: aPhoneCall({ at: 'talking', callId: 'call-1', sinceMs: 5 }) }),
      calls: [live],
    }),
    <ViewerContext value={aViewer()}>
      <WindowsContext value={brought}>
        <LinePill />
      </WindowsContext>
    </ViewerContext>,
  );
  await openMenu();
  fireEvent.click(screen.getByRole('switch', { name: 'Auto-answer' }));
  await vi.waitFor(() => expect(asked).toMatchObject([{ body: { autoAnswerEnable: true } }]));
  fireEvent.click(screen.getByRole('button', { name: 'Line check' }));
  await openMenu();
  fireEvent.click(screen.getByRole('button', { name: 'Send SMS' }));
  expect(opened).toEqual(['lines', { callId: 'call-1', shown: '+52 55 1234 5678' }]);
});

test('[STATUS-03] whoever has no account reads why, and has nothing to take over', async () => {
  show(
    fakeDesk({
      phone: aReadyPhone({
        account: { is: 'refused', code: failures.phoneAgentMissing.code, tip: 'You have no phone account yet.' },
      }),
    }),
  );
  await openMenu();
  expect(screen.getByRole('alert').textContent).toBe('You have no phone account yet.');
});

test('an available agent learns why no calls come', async () => {
  show(fakeDesk({ agent: anAgentNow({ whyNotRoutable: 'silent' }) }));
  await openMenu();
  expect(screen.getByRole('alert').textContent).toMatch(/silent for too long/);
});

test('before the phone is there the pill says that it is starting', async () => {
  show(null);
  expect(status().textContent).toContain('Starting');
});

test('keys open status and phone, but not while somebody types', async () => {
  show(
    fakeDesk(),
    <>
      <LinePill />
      <input aria-label="note" />
    </>,
  );
  fireEvent.keyDown(screen.getByLabelText('note'), { code: 'KeyP', key: 'p', altKey: true });
  expect(phoneWindow.get().open).toBe(false);
  fireEvent.keyDown(document.body, { code: 'KeyP', key: 'π', altKey: true });
  expect(phoneWindow.get().open).toBe(true);
  fireEvent.keyDown(document.body, { code: 'KeyS', key: 'ß', altKey: true });
  expect(await screen.findByRole('radiogroup')).toBeTruthy();
});

test('[SHELL-11] the auto-answer switch is saved and shows what the phone obeys', async () => {
  const asked = fakeServer(({ body }) => ({ data: body }));
  const desk = fakeDesk();
  show(desk, <AutoAnswer />);
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Auto-answer' });
  fireEvent.click(toggle);
  await vi.waitFor(() =>
    expect(asked).toMatchObject([{ url: agentsApi.setAutoAnswer.path, body: { autoAnswerEnable: true } }]),
  );
  expect(toggle.checked).toBe(true);
  const { phone } = desk.view();
  act(() => desk.show({ phone: { ...phone, rules: { ...phone.rules, autoAnswer: true } } }));
  expect(toggle.checked).toBe(true);
});

test('[CALL-18] a phone that waits for a password says so in the header, and the way to it is one click', async () => {
  show(fakeDesk({ phone: { ...newPhone(), account: { is: 'asked', takeOver: false, needsPassword: true } } }));
  expect(status().textContent).toContain('Password needed');
  await openMenu();
  fireEvent.click(screen.getByRole('button', { name: 'Enter the password' }));
  expect(phoneWindow.get().open).toBe(true);
});
