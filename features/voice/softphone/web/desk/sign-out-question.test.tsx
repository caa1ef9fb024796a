import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { askBeforeSigningOut, maySignOut } from '#platform/web/signing-out.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { aLiveCall, aPhoneCall, aPhoneView, aReadyPhone } from '../desk.fixture.ts';
import { bringTexts } from './desk.fixture.ts';
import { signOutQuestion } from './sign-out-question.ts';

beforeEach(bringTexts);

const inCall = (call: Parameters<typeof aPhoneCall>[0], live: Parameters<typeof aLiveCall>[0] = {}) =>
  aPhoneView({
    phone: aReadyPhone({ call: aPhoneCall({ customerName: 'Lucía', ...call }) }),
    calls: [aLiveCall(live)],
  });
const talking = { at: 'talking', sinceMs: 1 } as const;

test('[STATUS-11] whoever signs out in a call is told on whom they hang up, and stays unless they say otherwise', async () => {
  render(
    <UiProvider env="test">
      <ConfirmHost />
    </UiProvider>,
  );
  const stop = askBeforeSigningOut(() => signOutQuestion(inCall(talking)));
  const wants = maySignOut();
  expect(
    await screen.findByText('If you leave now, you hang up on Lucía. Stay, or transfer the call first.'),
  ).toBeTruthy();
  const stay = screen.getByRole('button', { name: 'Stay' });
  expect(stay.hasAttribute('data-autofocus')).toBe(true);
  fireEvent.click(stay);
  expect(await wants).toBe(false);
  const again = maySignOut();
  fireEvent.click(await screen.findByRole('button', { name: 'Hang up and leave' }));
  expect(await again).toBe(true);
  stop();
  expect(await maySignOut()).toBe(true);
});

test('[STATUS-11] only whoever would be missed is asked', () => {
  expect(signOutQuestion(aPhoneView())).toBeNull();
  expect(signOutQuestion(inCall({ at: 'ending', sinceMs: 1 }))).toBeNull();
  expect(signOutQuestion(inCall({ ...talking, monitor: { target: 'call-1', action: 'listen' } }))).toBeNull();
  expect(signOutQuestion(inCall({ at: 'incoming' }))?.body).toContain('Lucía is ringing');
  expect(signOutQuestion(inCall({ at: 'created', direction: 'outbound' }))?.body).toContain('given up');
  expect(signOutQuestion(inCall(talking, { role: 'third' }))?.body).toContain('A colleague is asking you');
});
