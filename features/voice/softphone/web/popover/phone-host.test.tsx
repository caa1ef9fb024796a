import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { newPhone } from '#core/phone/phone.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { WindowsContext } from '#platform/web/windows.ts';
import { anAgentNow, aPhoneCall, aPhoneView, aReadyPhone, fakeDesk } from '../desk.fixture.ts';
import { RefusedCallNotice } from './call/refused-call-notice.tsx';
import { phoneDock, phoneWindow } from './phone-window.ts';
import { closePhone, showPhone } from './popover.fixture.tsx';

beforeEach(closePhone);

const calling = { phone: aReadyPhone({ call: aPhoneCall() }) };

test('[PHONE-03] a call opens the phone, and the end of it closes one that was opened for it alone', async () => {
  const desk = fakeDesk();
  await showPhone(desk);
  act(() => desk.show(calling));
  expect(await screen.findByRole('dialog', { name: 'Softphone' })).toBeTruthy();
  act(() => desk.show({ phone: aReadyPhone() }));
  expect(phoneWindow.get().open).toBe(false);
});

test('[PHONE-03] a page that offers a dock shows the call itself and is not covered; leaving it brings the phone', async () => {
  const desk = fakeDesk();
  await showPhone(desk);
  const leave = phoneDock(document.body);
  act(() => desk.show(calling));
  expect(phoneWindow.get().open).toBe(false);
  act(leave);
  expect(phoneWindow.get().open).toBe(true);
});

test('[PHONE-03] on a page that shows the call a phone that is not pinned shrinks to its pill, which opens it again', async () => {
  const desk = fakeDesk();
  await showPhone(desk);
  phoneDock(document.body);
  act(() => phoneWindow.set({ open: true }));
  act(() => desk.show(calling));
  expect(phoneWindow.get().open, 'what was dialled is in the card').toBe(false);
  act(() => phoneWindow.toggle());
  act(() => desk.show({ phone: aReadyPhone({ call: aPhoneCall({ muted: true }) }) }));
  expect(phoneWindow.get().open, 'whoever wants it has it').toBe(true);
  act(() => desk.show({ phone: aReadyPhone() }));
  act(() => phoneWindow.set({ open: true, pinned: true }));
  act(() => desk.show(calling));
  expect(phoneWindow.get().open, 'pinned it stays').toBe(true);
});

test('[CALL-16] a refused call says number and reason until it is read, and can be made again', async () => {
  const order = { number: '5512345678', countryCode: '52', routerId: 0, displayNumber: null, micOpen: true };
  const refused = { session: 'out-1', order, why: 'notice.refusedBusy', mayRetry: true } as const;
  const desk = fakeDesk();
  await showPhone(desk);
  act(() => desk.show(calling));
  act(() => desk.show({ phone: aReadyPhone({ refused }) }));
  const notice = within(await screen.findByRole('alert', { name: 'The call did not come about' }));
  expect(notice.getByText('+52 55 1234 5678')).toBeTruthy();
  expect(notice.getByText('The line is busy. Call again in about 5 minutes.')).toBeTruthy();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(phoneWindow.get().open, 'nothing but reading it closes it').toBe(true);
  fireEvent.click(notice.getByRole('button', { name: 'Call again' }));
  fireEvent.click(notice.getByRole('button', { name: 'Got it' }));
  expect(desk.asked).toEqual([
    ['press', { type: 'dialPressed', order }],
    ['press', { type: 'refusalRead' }],
  ]);
  act(() => desk.show({ phone: aReadyPhone() }));
  expect(phoneWindow.get().open).toBe(false);
});

test('[CALL-16] out of a refused call a follow-up is planned, by those who may', async () => {
  const order = { number: '5512345678', countryCode: '52', routerId: 0, displayNumber: null, micOpen: true };
  const refused = { session: 'out-1', order, why: 'notice.refusedBusy', mayRetry: true } as const;
  const planned: unknown[] = [];
  await showPhone(
    fakeDesk(),
    {},
    <WindowsContext value={{ followUp: { open: (whom) => void planned.push(whom) } }}>
      <RefusedCallNotice refused={refused} />
    </WindowsContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Plan a follow-up' }));
  expect(planned).toEqual([order]);
});

test('[STATUS-05] [complaint 6] before available the agent is asked to enable sound, and may stay on break', async () => {
  const desk = fakeDesk();
  const ask = (isAsked: boolean, isOwner = true) =>
    act(() => desk.show({ isOwner, sound: { ...aPhoneView().sound, isAsked } }));
  await showPhone(desk);
  ask(true);
  expect(await screen.findByRole('dialog', { name: 'Enable sound' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Enable sound' }));
  fireEvent.click(screen.getByRole('button', { name: 'Stay on break' }));
  expect(desk.asked).toEqual([
    ['answerSound', true],
    ['answerSound', false],
  ]);
  // One thing after the other.
  act(() => shellDialogs.show({ kind: 'permission', blocked: 'audio' }));
  expect(screen.queryByText(/keeps this page silent/)).toBeNull();
  act(() => shellDialogs.close());
  expect(screen.queryByText(/keeps this page silent/)).toBeTruthy();
  ask(true, false);
  expect(screen.getByText(/in another tab/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enable sound' })).toBeNull();
  ask(false);
  expect(screen.queryByText(/in another tab/)).toBeNull();
});

test('[CALL-18] a phone that signs in by password asks for it, and says why the last one was refused', async () => {
  const desk = fakeDesk({ phone: { ...newPhone(), account: { is: 'asked', takeOver: false, needsPassword: true } } });
  await showPhone(desk);
  act(() => phoneWindow.set({ open: true }));
  expect(await screen.findByText('The phone starts with your password.')).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('Your password');
  fireEvent.change(field, { target: { value: 'correct horse' } });
  fireEvent.click(screen.getByRole('button', { name: 'Start the phone' }));
  expect(desk.asked).toEqual([['givePassword', 'correct horse']]);
  expect(field.value).toBe('');
  act(() => desk.show({ phone: { ...newPhone(), account: { is: 'failed', tip: 'Wrong e-mail or password.' } } }));
  expect(screen.getByText('Wrong e-mail or password.').getAttribute('role')).toBe('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Sign in another way' }));
  expect(desk.asked.at(-1)).toEqual(['openSettings']);
  act(() => desk.show({ phone: aReadyPhone() }));
  expect(screen.queryByLabelText('Your password')).toBeNull();
});

test('[PHONE-18] between calls the phone shows whether one is free (1) or busy (2), and a click says otherwise', async () => {
  const desk = fakeDesk({ agent: anAgentNow({ status: AgentStatus.eating }) });
  await showPhone(desk);
  act(() => phoneWindow.set({ open: true }));
  const choice = within(await screen.findByRole('radiogroup', { name: 'Presence' }));
  const option = (name: string) => choice.getByRole<HTMLInputElement>('radio', { name });
  expect([option('Free').checked, option('Busy').checked]).toEqual([false, true]);
  fireEvent.click(option('Free'));
  expect(desk.asked).toEqual([['chooseStatus', AgentStatus.available]]);
  act(() => desk.show({ agent: anAgentNow({ status: AgentStatus.available }) }));
  expect(option('Free').checked).toBe(true);
  fireEvent.click(option('Busy'));
  expect(desk.asked.at(-1)).toEqual(['chooseStatus', AgentStatus.onBreak]);
  act(() => desk.show({ agent: anAgentNow({ status: AgentStatus.offline }) }));
  expect([option('Free').checked, option('Busy').checked]).toEqual([false, false]);
});

test('[WCAG 2.1.1] F6 goes to the button that answers from anywhere, even from a field, and back', async () => {
  const desk = fakeDesk();
  await showPhone(desk, {}, <input aria-label="Name" />);
  const field = screen.getByLabelText('Name');
  act(() => field.focus());
  act(() => desk.show({ phone: aReadyPhone({ call: aPhoneCall({ at: 'incoming' }) }) }));
  const answer = await screen.findByRole('button', { name: 'Answer' });
  fireEvent.keyDown(field, { key: 'F6' });
  expect(document.activeElement).toBe(answer);
  fireEvent.keyDown(answer, { key: 'F6' });
  expect(document.activeElement).toBe(field);
  // Nothing rings any more: the key is not the phone's.
  act(() => desk.show({ phone: aReadyPhone() }));
  expect(fireEvent.keyDown(field, { key: 'F6' })).toBe(true);
});

test('[WCAG 4.1.3] what happens to a call is told to those who do not see it, up to the end of the work after it', async () => {
  const desk = fakeDesk();
  await showPhone(desk);
  const announcements = () => [screen.getByRole('alert').textContent, screen.getByRole('status').textContent];
  const call = aPhoneCall({ at: 'incoming', customerName: 'Lucía' });
  act(() => desk.show({ phone: aReadyPhone({ call }) }));
  expect(announcements()).toEqual(['Incoming call: Lucía. F6 goes to the button that answers.', '']);
  const talking = { ...call, at: 'talking' } as const;
  act(() => desk.show({ phone: aReadyPhone({ call: talking }) }));
  expect(announcements()).toEqual(['', 'You are talking with Lucía']);
  act(() => desk.show({ phone: aReadyPhone({ call: { ...talking, muted: true } }) }));
  expect(announcements()).toEqual(['', 'Muted: they do not hear you']);
  act(() => desk.show({ phone: aReadyPhone({ call: { ...talking, hold: { ...talking.hold, at: 'held' } } }) }));
  expect(announcements()).toEqual(['', 'The call is on hold']);
  const wrapUp = { callId: 'c-1', startTime: '2026-11-15 10:00:00', endTime: '2026-11-15 10:00:30' };
  act(() =>
    desk.show({
      phone: aReadyPhone(),
      agent: anAgentNow({
        status: AgentStatus.arrangement,
        wrapUp: { ...wrapUp, latestEndTime: '2026-11-15 10:02:00' },
      }),
    }),
  );
  expect(announcements()).toEqual(['', 'Wrap-up has begun']);
  act(() => desk.show({ agent: anAgentNow({ status: AgentStatus.available }) }));
  expect(announcements()).toEqual(['', 'Status: Available']);
});

test('[WCAG 2.4.3] a phone that closes gives the focus back; what comes instead of the dialler has it', async () => {
  const desk = fakeDesk();
  await showPhone(desk, {}, <button type="button">Call somebody</button>);
  const opener = screen.getByRole('button', { name: 'Call somebody' });
  act(() => opener.focus());
  act(() => phoneWindow.set({ open: true, number: '5512345678' }));
  const dial = await screen.findByRole('button', { name: 'Call' });
  act(() => dial.focus());
  act(() => desk.show({ phone: aReadyPhone({ call: aPhoneCall({ at: 'callingOut', direction: 'outbound' }) }) }));
  await waitFor(() => expect(document.activeElement?.className).toBe('phone-body'));
  act(() => desk.show({ phone: aReadyPhone() }));
  const close = await screen.findByRole('button', { name: 'Close the phone' });
  act(() => close.focus());
  fireEvent.click(close);
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
