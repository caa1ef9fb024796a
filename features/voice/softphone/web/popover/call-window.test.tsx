import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { callsApi } from '#features/voice/calls/contract.ts';
import { noHold } from '#core/phone/phone.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { failures } from '#shared/errors.ts';
import { aLiveCall, aPhoneCall, aReadyPhone, fakeDesk } from '../desk.fixture.ts';
import { phoneWindow } from './phone-window.ts';
import { closePhone, settings, showPhone } from './popover.fixture.tsx';

const NOW = Date.parse('2026-11-15T12:00:00Z');

beforeEach(closePhone);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const phone = () => screen.findByRole('dialog', { name: 'Softphone' });
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = (code: string, target: Element = document.body) =>
  fireEvent.keyDown(target, { code, key: '', altKey: true });
const inCall = (call: Parameters<typeof aPhoneCall>[0] = {}, live: Parameters<typeof aLiveCall>[0] = {}) =>
  fakeDesk({
    phone: aReadyPhone({ call: aPhoneCall({ at: 'talking', sinceMs: NOW - 134_000, customerName: 'Lucía', ...call }) }),
    calls: [aLiveCall(live)],
  });
const pressed = (desk: ReturnType<typeof fakeDesk>) => desk.asked.map(([, event]) => event);

test('[PHONE-05] a call opens the phone: name, number, country and group, answer and decline with their keys', async () => {
  const desk = fakeDesk();
  await showPhone(desk);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() =>
    desk.show({
      phone: aReadyPhone({ call: aPhoneCall({ customerName: 'Lucía' }) }),
      calls: [aLiveCall({ state: 'ringing' })],
    }),
  );
  const window = await phone();
  for (const words of ['New call', 'Lucía', '+52 55 1234 5678', 'Mexico', 'Sales', 'Alt+A', 'Alt+X'])
    expect(within(window).getByText(words)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Incoming call: Lucía. F6 goes to the button that answers.');
  fireEvent.click(await button('Answer'));
  fireEvent.click(await button('Decline'));
  expect(pressed(desk)).toEqual([{ type: 'answerPressed' }, { type: 'declinePressed' }]);
  act(() => desk.show({ phone: aReadyPhone() }));
  await waitFor(() => expect(phoneWindow.get().open).toBe(false));
});

test('[PHONE-05] a masked number is shown as the server masks it, whatever the phone heard', async () => {
  await showPhone(
    fakeDesk({ phone: aReadyPhone({ call: aPhoneCall() }), calls: [aLiveCall({ customerNumber: '52******5678' })] }),
  );
  const window = await phone();
  expect(window.textContent).toContain('+52 ** **** 5678');
  expect(window.textContent).not.toContain('1234');
});

test.each([
  [{ attestation: 'A' }, 'Caller verified by the carrier'],
  [{ attestation: 'B' }, 'Caller known to their carrier, number not verified'],
  [{ attestation: 'C' }, 'Number not verified'],
  [{ attestation: 'failed' }, 'Number failed the carrier’s check and may be forged'],
  [{ divertedFrom: '493012345678' }, 'Forwarded from +49 30 1234 5678'],
  [{ divertedFrom: '49******5678' }, 'Forwarded from +49 ** **** 5678'],
  [{ divertedFrom: '493012345678', divertedBecause: 'busy' }, 'Forwarded from +49 30 1234 5678: their line was busy'],
] as const)('[CC-12] what the network says of a caller stands beside them: %o', async (networkWord, words) => {
  const desk = fakeDesk({
    phone: aReadyPhone({ call: aPhoneCall() }),
    calls: [aLiveCall({ state: 'ringing', ...networkWord })],
  });
  await showPhone(desk);
  const marks = () => within(screen.getByRole('list', { name: 'About the caller' })).getAllByRole('listitem');
  await phone();
  expect(marks().map(({ textContent }) => textContent!.trim())).toEqual([words]);
  act(() => desk.show(inCall({}, networkWord).view()));
  expect(marks().map(({ textContent }) => textContent!.trim())).toEqual([words]);
  act(() => desk.show(inCall().view()));
  expect(screen.queryByRole('list', { name: 'About the caller' })).toBeNull();
});

test('[PHONE-05] a colleague is shown by extension, without a country', async () => {
  await showPhone(
    fakeDesk({
      phone: aReadyPhone({
        call: aPhoneCall({ direction: 'outbound', at: 'created', number: '1000008', groupName: null }),
      }),
      calls: [aLiveCall({ direction: 'internal', customerNumber: '1000008', customerCountry: null })],
    }),
  );
  const card = (await phone()).querySelector('.call-who')!;
  expect(card.textContent).toBe('1000008');
});

test('keys answer, hold, mute and hang up on every page, but not while somebody types', async () => {
  const desk = fakeDesk({ phone: aReadyPhone({ call: aPhoneCall() }) });
  await showPhone(desk, {}, <textarea aria-label="note" />);
  press('KeyA', screen.getByLabelText('note'));
  press('KeyH');
  expect(desk.asked).toEqual([]);
  press('KeyA');
  act(() => desk.show(inCall().view()));
  press('KeyH');
  press('KeyM');
  act(() => desk.show(inCall({ hold: { ...noHold, at: 'held', sinceMs: NOW } }).view()));
  press('KeyH');
  press('KeyX');
  expect(pressed(desk).map((event) => (event as { type: string }).type)).toEqual([
    'answerPressed',
    'holdPressed',
    'mutePressed',
    'unholdPressed',
    'hangUpPressed',
  ]);
});

test('[PHONE-19] the timer is written 00:00:00 and warns at 60 s or less, in call and on hold', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW });
  const desk = inCall({
    limitEndsMs: NOW + 62_000,
    hold: { at: 'held', sinceMs: NOW - 10_000, endsMs: NOW + 61_000, toldLimit: false },
  });
  await showPhone(desk);
  const timer = await screen.findByRole('timer', { name: 'Duration' });
  const callLeft = screen.getByText('Ends in');
  const holdLeft = screen.getByText('Comes back in');
  const warnings = () => [timer, callLeft, holdLeft].map((one) => one.dataset['warning'] !== undefined);
  expect([timer.textContent, callLeft.textContent, holdLeft.textContent]).toEqual([
    '00:02:14',
    'Ends in 00:01:02',
    'Comes back in 00:01:01',
  ]);
  expect(warnings()).toEqual([false, false, false]);
  act(() => vi.advanceTimersByTime(1_000));
  expect(warnings()).toEqual([false, false, true]);
  act(() => vi.advanceTimersByTime(1_000));
  expect([timer.textContent, ...warnings()]).toEqual(['00:02:16', true, true, true]);
});

test('[PHONE-08] hold, mute and hang up ask the phone; their state is shown', async () => {
  const desk = inCall();
  await showPhone(desk);
  fireEvent.click(await button('Hold'));
  fireEvent.click(await button('Mute'));
  fireEvent.click(await button('Hang up'));
  expect(pressed(desk)).toEqual([{ type: 'holdPressed' }, { type: 'mutePressed' }, { type: 'hangUpPressed' }]);
  act(() =>
    desk.show(inCall({ muted: true, hold: { at: 'held', sinceMs: NOW, endsMs: null, toldLimit: false } }).view()),
  );
  expect((await button('Resume')).getAttribute('aria-pressed')).toBe('true');
  expect((await button('Unmute')).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('On hold: they hear music')).toBeTruthy();
});

test.each([
  ['dialing', { call: aPhoneCall({ direction: 'outbound', at: 'callingOut' }) }, 'Dialing'],
  ['ringing there', { call: aPhoneCall({ direction: 'outbound', at: 'created', heard: 'ringing' }) }, 'Ringing'],
  ['a new call', { call: aPhoneCall() }, 'New call'],
  [
    'rejected',
    { over: { session: 'out-1', callId: null, reason: HangupReason.peerReject, toldLimit: false } },
    'Rejected',
  ],
  ['hung up', { over: { session: 'out-1', callId: null, reason: HangupReason.normal, toldLimit: false } }, 'Hung up'],
] as const)('[PHONE-21] the window says in words: %s', async (_, part, words) => {
  await showPhone(fakeDesk({ phone: aReadyPhone(part) }));
  expect(within((await phone()).querySelector<HTMLElement>('.call-card')!).getByText(words)).toBeTruthy();
});

test('the sound of the call is shown in bars', async () => {
  const desk = inCall();
  await showPhone(desk);
  await phone();
  act(() => desk.show({ quality: { mos: 3.4, bars: 3 } }));
  const bars = screen.getByRole('img', { name: 'Sound: Fair (MOS 3.4)' });
  expect(bars.querySelectorAll('[data-on]')).toHaveLength(3);
});

test('[CALL-14] a call that has sounded poor for a while is warned of by the side it is poor on, and the warning goes', async () => {
  const desk = inCall();
  await showPhone(desk);
  await phone();
  act(() => desk.show({ quality: { mos: 4.4, bars: 4, poor: 'ours' } }));
  expect(screen.getByText(/^Your network: the other side hears you badly/)).toBeTruthy();
  act(() => desk.show({ quality: { mos: 2, bars: 2, poor: 'theirs' } }));
  expect(screen.getByText(/^The other side: their sound arrives badly/)).toBeTruthy();
  act(() => desk.show({ quality: { mos: 4, bars: 4 } }));
  expect(screen.queryByText(/sound arrives badly/)).toBeNull();
});

test('the keypad sends keys one by one, by mouse and keyboard, and shows them', async () => {
  const desk = inCall();
  await showPhone(desk);
  fireEvent.click(await button('Keypad'));
  fireEvent.click(await button('1'));
  fireEvent.keyDown(screen.getByRole('group', { name: 'Keypad' }), { key: '#' });
  expect(pressed(desk)).toEqual([
    { type: 'keysPressed', keys: '1' },
    { type: 'keysPressed', keys: '#' },
  ]);
  expect(screen.getByLabelText('Keys pressed').textContent).toBe('1#');
});

const groups = [
  {
    id: 3,
    name: 'Sales',
    groupNo: 1001,
    waiting: 2,
    longestWaitSec: 80,
    free: 1,
    signedIn: 3,
    agents: [
      { userId: 9, name: 'Sofía', sipNum: '1000009', status: AgentStatus.eating, free: false, inCall: false },
      { userId: 8, name: 'Budi', sipNum: '1000008', status: AgentStatus.available, free: true, inCall: false },
      { userId: 10, name: 'Carlos', sipNum: '1000010', status: AgentStatus.offline, free: false, inCall: false },
      { userId: 7, name: 'Ana', sipNum: '1000007', status: AgentStatus.available, free: false, inCall: true },
    ],
  },
  {
    id: 4,
    name: 'Billing',
    groupNo: 1002,
    waiting: 0,
    longestWaitSec: 0,
    free: 0,
    signedIn: 0,
    agents: [{ userId: 8, name: 'Budi', sipNum: '1000008', status: AgentStatus.available, free: true, inCall: false }],
  },
];

async function openTransfer() {
  const asked = await showPhone(inCall(), { [agentGroupsApi.transferGroups.path]: groups });
  fireEvent.click(await button('Transfer'));
  await screen.findByText('Budi');
  return () => asked.filter(({ url }) => url === callsApi.transfer.path).map(({ body }) => body);
}

test('[CALL-22] colleagues are listed once with their live status, who is free first and oneself not at all', async () => {
  await openTransfer();
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toEqual([
    'BudiAvailableAsk firstHand over',
    'SofíaMeal breakAsk firstHand over',
    'CarlosOfflineAsk firstHand over',
  ]);
  for (const name of ['Sofía', 'Carlos']) expect((await button(`Hand over to ${name}`)).disabled).toBe(true);
});

test('[CALL-22] who is starred stands first, then whom a call was given to last; a star is kept by the server', async () => {
  const kept = [
    { userId: 9, groupId: null, isStarred: false, usedAt: '2026-11-15 10:00:00' },
    { userId: 10, groupId: null, isStarred: true, usedAt: null },
  ];
  const starred = [...kept, { userId: 8, groupId: null, isStarred: true, usedAt: null }];
  const asked = await showPhone(inCall(), {
    [agentGroupsApi.transferGroups.path]: groups,
    [callsApi.transferTargets.path]: kept,
    [callsApi.starTarget.path]: starred,
  });
  fireEvent.click(await button('Transfer'));
  const namesIn = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('b')?.textContent);
  await screen.findByRole('region', { name: 'Favourites' });
  expect([namesIn('Favourites'), namesIn('Recent'), namesIn('Others')]).toEqual([['Carlos'], ['Sofía'], ['Budi']]);
  fireEvent.click(await button('Make Budi a favourite'));
  await waitFor(() => expect(namesIn('Favourites')).toEqual(['Budi', 'Carlos']));
  expect(asked.find(({ url }) => url === callsApi.starTarget.path)?.body).toEqual({
    target: { userId: 8 },
    isStarred: true,
  });
});

test('[CALL-22] [PHONE-08] a call is handed to a colleague, at once or after a word', async () => {
  const sent = await openTransfer();
  fireEvent.click(await button('Ask Budi first'));
  await waitFor(() => expect(sent()).toEqual([{ callId: 'call-1', kind: 'consult', target: { userId: 8 } }]));
  fireEvent.click(await button('Transfer'));
  fireEvent.click(await button('Hand over to Budi'));
  await waitFor(() => expect(sent()[1]).toEqual({ callId: 'call-1', kind: 'blind', target: { userId: 8 } }));
});

test('[CALL-22] a call is handed to a group, which cannot be asked first, or to an outside number', async () => {
  const sent = await openTransfer();
  fireEvent.click(screen.getByRole('radio', { name: 'Group' }));
  expect(await screen.findByText('No. 1001 · 1 free · 2 waiting · longest wait 01:20')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask Sales first' })).toBeNull();
  fireEvent.click(await button('Hand over to Sales'));
  await waitFor(() => expect(sent()).toEqual([{ callId: 'call-1', kind: 'blind', target: { groupId: 3 } }]));
  fireEvent.click(await button('Transfer'));
  fireEvent.click(screen.getByRole('radio', { name: 'Number' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Outside number' }), {
    target: { value: '+52 55 1234 5678' },
  });
  fireEvent.click(await button('Ask +525512345678 first'));
  await waitFor(() =>
    expect(sent()[1]).toEqual({ callId: 'call-1', kind: 'consult', target: { number: '+525512345678' } }),
  );
});

const withBudi = {
  kind: 'consult' as const,
  to: 'Budi',
  toUserId: 8,
  talkingTo: 'third' as const,
  answered: true,
  muted: [],
};

test('[CALL-22] while consulting one can swap, hand over, or take the customer back', async () => {
  const transfer = { ...withBudi, answered: false };
  const desk = inCall({}, { transfer });
  const asked = await showPhone(desk);
  expect(await screen.findByText('Ringing Budi. The customer hears music.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Swap' })).toBeNull();
  act(() => desk.show({ calls: [aLiveCall({ transfer: { ...transfer, answered: true } })] }));
  expect(screen.getByText('You talk with Budi. The customer waits.')).toBeTruthy();
  for (const [name, path] of [
    ['Swap', callsApi.transferSwap.path],
    ['Take back', callsApi.transferCancel.path],
    ['Hand over', callsApi.transferComplete.path],
  ] as const) {
    await waitFor(async () => expect((await button(name)).disabled).toBe(false));
    fireEvent.click(await button(name));
    await waitFor(() => expect(asked.find(({ url }) => url === path)?.body).toEqual({ callId: 'call-1' }));
  }
});

test('[CALL-22] three in one conversation: each of the others can be put on hold, muted and let go', async () => {
  const desk = inCall({}, { transfer: withBudi });
  const asked = await showPhone(desk);
  const sent = (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body);
  expect(screen.queryByRole('button', { name: /^Mute Budi/ }), 'two talk').toBeNull();
  fireEvent.click(await button('Join all three'));
  await waitFor(() => expect(sent(callsApi.talkWith.path)).toEqual([{ callId: 'call-1', with: 'both' }]));
  act(() => desk.show({ calls: [aLiveCall({ transfer: { ...withBudi, talkingTo: 'both', muted: ['third'] } })] }));
  expect(await screen.findByText('Three in one conversation: you, the customer and Budi.')).toBeTruthy();
  for (const [name, path, body] of [
    ['Put Budi on hold', callsApi.talkWith.path, { with: 'customer' }],
    ['Put Customer on hold', callsApi.talkWith.path, { with: 'third' }],
    ['Mute Customer: nobody hears them', callsApi.muteParty.path, { who: 'customer', muted: true }],
    ['Let Budi speak again', callsApi.muteParty.path, { who: 'third', muted: false }],
    ['End the call of Budi', callsApi.dropParty.path, { who: 'third' }],
    ['End the call of Customer', callsApi.dropParty.path, { who: 'customer' }],
  ] as const) {
    await waitFor(async () => expect((await button(name)).disabled).toBe(false));
    fireEvent.click(await button(name));
    await waitFor(() => expect(sent(path).at(-1)).toEqual({ callId: 'call-1', ...body }));
  }
});

test('[CALL-22] two calls at an agent’s SIP phone are shown with the page’s phone, and become one of three', async () => {
  const account = { is: 'refused' as const, code: failures.sipPhoneInstead.code, tip: 'At your SIP phone.' };
  const customers = aLiveCall({ held: 'customer' });
  const colleagues = aLiveCall({ callId: 'call-2', direction: 'internal', customerNumber: '1000008', startedMs: 1 });
  const desk = fakeDesk({ phone: aReadyPhone({ account }), calls: [customers] });
  const asked = await showPhone(desk);
  act(() => phoneWindow.set({ open: true }));
  expect(await screen.findAllByText('+52 55 1234 5678')).not.toEqual([]);
  // One call has its card, and nothing beside it.
  expect(screen.queryByRole('region', { name: 'On your SIP phone' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Join all three' })).toBeNull();
  act(() => desk.show({ calls: [customers, colleagues] }));
  const calls = await screen.findByRole('region', { name: 'On your SIP phone' });
  expect(
    within(calls)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['+52 55 1234 5678On hold', '1000008Talks with you']);
  fireEvent.click(await button('Join all three'));
  await waitFor(() =>
    expect(asked.find(({ url }) => url === callsApi.merge.path)?.body).toEqual({
      callId: 'call-1',
      otherCallId: 'call-2',
    }),
  );
  act(() => desk.show({ calls: [aLiveCall({ transfer: { ...withBudi, talkingTo: 'both' } })] }));
  expect(await button('Mute Customer: nobody hears them')).toBeTruthy();
});

test('[CC-03] a call at a mobile brings the phone to the front, and says who waits: neither whoever asks a colleague, nor the colleague', async () => {
  const account = { is: 'refused' as const, code: failures.mobileInstead.code, tip: 'At your mobile.' };
  const desk = fakeDesk({ phone: aReadyPhone({ account }), calls: [] });
  await showPhone(desk);
  expect(phoneWindow.get().open).toBe(false);
  act(() => desk.show({ calls: [aLiveCall({ held: 'customer' })] }));
  expect(await screen.findByText('On hold, with music.')).toBeTruthy();
  const asking = { held: 'customer' as const, transfer: { ...withBudi, talkingTo: 'third' as const } };
  for (const role of ['agent', 'third'] as const) {
    act(() => desk.show({ calls: [aLiveCall({ ...asking, role })] }));
    expect(await screen.findByText('You are talking.')).toBeTruthy();
  }
});

test('[CALL-22] who is muted by the colleague who asked them is told', async () => {
  const transfer = { ...withBudi, to: 'Ana', toUserId: 7, talkingTo: 'both' as const, muted: ['third' as const] };
  await showPhone(inCall({}, { role: 'third', transfer, handed: { kind: 'consult', by: 'Ana', reason: '' } }));
  expect(await screen.findByText('Your colleague muted you: nobody hears you.')).toBeTruthy();
});

test.each([
  ['declined', 'Budi declined the call. The customer is with you again.'],
  ['noAnswer', 'Budi did not answer. The customer is with you again.'],
  ['left', 'Budi hung up. The customer is with you again.'],
] as const)('[CALL-22] a transfer that came to nothing (%s) is said until it is read', async (why, words) => {
  await showPhone(inCall({}, { failedTransfer: { to: 'Budi', toUserId: 8, why } }));
  expect(await screen.findByText(words)).toBeTruthy();
  fireEvent.click(await button('Close this message'));
  expect(screen.queryByText(words)).toBeNull();
});

test('[PHONE-08] whoever is asked about a customer has nothing to hand over, nor anybody to hold', async () => {
  await showPhone(inCall({}, { role: 'third', transfer: { ...withBudi, to: 'Ana', toUserId: 7 } }));
  await button('Hang up');
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  expect((await button('Hold')).hasAttribute('disabled')).toBe(true);
});

test('[CALL-22] a colleague who is rung reads who asks, why, who had the call and what they wrote', async () => {
  const note = { id: 1, callId: 'call-1', text: 'Booked twice.', author: 'Ana', createdAt: '2026-11-15 10:00:00' };
  await showPhone(
    fakeDesk({
      phone: aReadyPhone({ call: aPhoneCall({ customerName: 'Lucía' }) }),
      calls: [
        aLiveCall({
          state: 'ringing',
          role: 'third',
          handed: { kind: 'consult', by: 'Ana', reason: 'May she get it back?' },
          hadBy: ['Sofia', 'Ana'],
        }),
      ],
    }),
    { [callsApi.notes.path]: [{ ...note, id: 2, text: 'May she get it back?' }, note] },
  );
  const handover = await screen.findByRole('region', { name: 'From your colleagues' });
  await waitFor(() => expect(handover.textContent).toContain('Booked twice.'));
  for (const words of ['Ana asks you about this call', 'May she get it back?', 'Before you: Sofia → Ana'])
    expect(within(handover).getByText(words)).toBeTruthy();
});

test('[CALL-09] who listens to a call was given it by nobody', async () => {
  await showPhone(inCall({}, { role: 'supervisor', hadBy: ['Ana'] }));
  await button('Hang up');
  expect(screen.queryByRole('region', { name: 'From your colleagues' })).toBeNull();
});

test('[CALL-22] why a call is handed on is said with the transfer', async () => {
  const sent = await openTransfer();
  fireEvent.change(await screen.findByRole('textbox', { name: /^Why\?/ }), { target: { value: ' wants a refund ' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Group' }));
  fireEvent.click(await button('Hand over to Sales'));
  await waitFor(() => expect(sent()).toMatchObject([{ kind: 'blind', reason: 'wants a refund' }]));
});

test('[PHONE-08] transfer is hidden where the tenant does not show it', async () => {
  await showPhone(inCall(), { [callsApi.settings.path]: { ...settings, displayTransferButton: false } });
  await button('Hold');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull());
});

test('[PHONE-08] [CALL-23] the survey can be asked for where the settings say so', async () => {
  const desk = inCall();
  const asked = await showPhone(desk, { [callsApi.settings.path]: { ...settings, satisfactionSurveyModel: 2 } });
  fireEvent.click(await button('Survey'));
  await waitFor(() =>
    expect(asked.find(({ url }) => url === callsApi.survey.path)?.body).toEqual({ callId: 'call-1' }),
  );
  act(() => desk.show({ calls: [aLiveCall({ surveyArmed: true })] }));
  expect((await button('Will ask')).getAttribute('aria-pressed')).toBe('true');
});

test('[PHONE-08] without a survey there is nothing to ask for', async () => {
  await showPhone(inCall());
  await button('Notes');
  expect(screen.queryByRole('button', { name: 'Survey' })).toBeNull();
});

test('[PHONE-18] [PHONE-09] notes save themselves, earlier ones stay, and what is written survives a reload', async () => {
  const note = {
    id: 1,
    callId: 'call-1',
    text: 'Asks about the fee.',
    author: 'Ana',
    createdAt: '2026-11-15 10:00:00',
  };
  const asked = await showPhone(inCall(), {
    [callsApi.notes.path]: [note],
    [callsApi.note.path]: { ...note, id: 2 },
    [callsApi.noteDraft.path]: { ...note, id: 2 },
  });
  fireEvent.click(await button('Notes'));
  expect(await screen.findByText('Asks about the fee.')).toBeTruthy();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What is the call about?' });
  fireEvent.change(field, { target: { value: 'Moves to the 28th' } });
  const keptNote = () => JSON.parse(localStorage.getItem('callMark')!)['call-1'];
  expect(keptNote()).toMatchObject({ text: 'Moves to the 28th', revision: 1, saved: 0 });
  expect(await screen.findByText('Saved', {}, { timeout: 3_000 })).toBeTruthy();
  expect(asked.find(({ url }) => url === callsApi.noteDraft.path)?.body).toEqual({
    callId: 'call-1',
    text: 'Moves to the 28th',
    draftKey: keptNote().draftKey,
    revision: 1,
  });
  fireEvent.click(await button('Notes'));
  fireEvent.click(await button('Notes'));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What is the call about?' })).value).toBe(
    'Moves to the 28th',
  );
  fireEvent.click(await button('Finish note'));
  await waitFor(() =>
    expect(asked.find(({ url }) => url === callsApi.note.path)?.body).toMatchObject({
      callId: 'call-1',
      text: 'Moves to the 28th',
    }),
  );
  await waitFor(() => expect(localStorage.getItem('callMark')).toBeNull());
});

test('[PHONE-06] [CALL-09] while monitoring: agent, customer, duration, and a toggle between listening and whispering', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const desk = inCall(
    { customerName: null, monitor: { target: 'call-1', action: 'listen' } },
    { role: 'supervisor', state: 'monitoring', agentName: 'Budi' },
  );
  await showPhone(desk);
  const window = await phone();
  expect(within(window).getByText('Budi')).toBeTruthy();
  expect(within(window).getByText('+52 55 1234 5678')).toBeTruthy();
  expect(within(window).getByRole('timer').textContent).toBe('00:02:14');
  expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull();
  fireEvent.click(within(window).getByRole('radio', { name: 'Whisper' }));
  fireEvent.click(await button('Stop listening'));
  expect(pressed(desk)).toEqual([{ type: 'monitorSwitched', action: 'whisper' }, { type: 'hangUpPressed' }]);
});

test('[CC-09] while monitoring, joining both and going back is asked of the server; what the server says is what is shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const listening = { role: 'supervisor', state: 'monitoring', agentName: 'Budi' } as const;
  const desk = inCall(
    { customerName: null, monitor: { target: 'call-1', action: 'listen' } },
    { ...listening, monitorMode: 'listen' },
  );
  const asked = await showPhone(desk);
  const modes = () => asked.filter(({ url }) => url === callsApi.monitorMode.path).map(({ body }) => body);
  const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;
  await phone();
  fireEvent.click(screen.getByRole('radio', { name: 'Join' }));
  await waitFor(() => expect(modes()).toEqual([{ callId: 'call-1', mode: 'barge' }]));
  act(() => desk.show({ calls: [aLiveCall({ ...listening, monitorMode: 'barge' })] }));
  expect([chosen(), screen.getByText('The agent and the customer hear you.')]).toEqual(['barge', expect.anything()]);
  // The phone believes that it listens: a tone would say nothing new.
  fireEvent.click(screen.getByRole('radio', { name: 'Listen' }));
  await waitFor(() => expect(modes()).toHaveLength(2));
  expect(pressed(desk)).toEqual([]);
  fireEvent.click(await button('Take over the call'));
  expect(await screen.findByText('Take over the call of Budi?')).toBeTruthy();
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Take over the call' }));
  await waitFor(() =>
    expect(asked.find(({ url }) => url === callsApi.monitorTakeOver.path)?.body).toEqual({ callId: 'call-1' }),
  );
});

test('[CALL-01] a number that was reached is gone from the dialer, one that was busy stays', async () => {
  const desk = fakeDesk();
  await showPhone(desk);
  act(() => phoneWindow.set({ number: '5512345678' }));
  act(() => desk.show({ phone: aReadyPhone({ call: aPhoneCall({ direction: 'outbound', at: 'created' }) }) }));
  act(() => desk.show({ phone: aReadyPhone() }));
  expect(phoneWindow.get().number).toBe('5512345678');
  act(() =>
    desk.show({ phone: aReadyPhone({ call: aPhoneCall({ direction: 'outbound', at: 'talking', sinceMs: NOW }) }) }),
  );
  expect(phoneWindow.get().number).toBe('');
});
