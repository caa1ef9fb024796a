import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aPhoneCall, aReadyPhone, fakeDesk } from '../test-desk.ts';
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
