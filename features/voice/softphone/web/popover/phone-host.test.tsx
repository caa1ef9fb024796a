import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { aPhoneCall, aPhoneView, aReadyPhone, fakeDesk } from '../desk.fixture.ts';
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
