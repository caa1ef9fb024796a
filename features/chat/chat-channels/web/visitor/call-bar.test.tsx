import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitorPass, VisitorPhone, VisitorPhoneEvent } from '#core/chat/visitor-phone.port.ts';
import { ensureTexts, startTexts, textFiles } from '#platform/web/i18n.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { CallBar } from './call-bar.tsx';
import { openVisitorCaller } from './visitor-call.ts';

const pass: VisitorPass = { guest: 'guest-1', ha1: 'f', domain: 'd', url: 'ws://d', to: 'group', ice_servers: [] };
let microphone: 'open' | 'refused' | 'missing';
let done: string[];
let emit: (event: VisitorPhoneEvent) => void;
let answer: { code?: number; data?: unknown; msg?: string } | 'down';

const phone: VisitorPhone = {
  openMicrophone: async () => microphone,
  call: ({ guest }) => void done.push(`calls as ${guest}`),
  mute: (on) => void done.push(on ? 'mutes' : 'unmutes'),
  hangUp: () => void done.push('hangs up'),
  onEvent(listener) {
    emit = (event) => act(() => listener(event));
    return () => {};
  },
};

beforeEach(async () => {
  [microphone, done, answer] = ['open', [], { data: pass }];
  fakeServer(({ url }) => (url.endsWith('/visitor/call') ? answer : {}));
  await startTexts();
  await ensureTexts('chat-channels', textFiles(import.meta.glob('../text/*.json', { import: 'default' })));
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  const caller = openVisitorCaller(
    () => 'token',
    async () => ({ openVisitorPhone: () => phone }),
  );
  render(<CallBar caller={caller} ownPage="/c/x?call=1" />);
  act(() => caller.press({ type: 'invited' }));
  return caller;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const says = (text: RegExp) => waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text));

test('[CHAT-08] a call from its offer to its end: said in words, with its time, its level and its buttons', async () => {
  show();
  await says(/Call us from this page/);
  press('Call now');
  await waitFor(() => expect(done).toEqual(['calls as guest-1']));
  await says(/Calling/);
  emit({ type: 'answered' });
  await says(/In a call/);
  expect(screen.getByRole('timer', { name: 'Length of the call' }).textContent).toBe('00:00');
  emit({ type: 'level', bars: 7 });
  expect(screen.getByRole('meter', { name: 'Your microphone' }).getAttribute('value')).toBe('7');
  press('Mute');
  await says(/Your microphone is off/);
  expect(screen.getByRole('button', { name: 'Unmute' }).getAttribute('aria-pressed')).toBe('true');
  emit({ type: 'soundLost' });
  await says(/The sound is interrupted/);
  emit({ type: 'soundBack' });
  press('Hang up');
  await says(/The call has ended/);
  expect(done).toEqual(['calls as guest-1', 'mutes', 'hangs up']);
  press('Close');
  expect(screen.queryByRole('region', { name: 'Call' })).toBeNull();
});

test('[CHAT-08] what stands in the way is said plainly, and can be tried again', async () => {
  microphone = 'refused';
  show();
  press('Call now');
  await says(/The microphone is blocked/);
  microphone = 'open';
  answer = { code: 22900, msg: 'no' };
  press('Call again');
  await says(/Nobody takes calls here at the moment/);
  answer = 'down';
  press('Call again');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Call again' })).toBeTruthy());
  answer = { data: pass };
  press('Call again');
  await says(/Calling/);
  emit({ type: 'ended', by: 'them', status: 480 });
  await says(/Nobody could take the call/);
});

test('[CHAT-08] a telephone that cannot be fetched is no call', async () => {
  const caller = openVisitorCaller(
    () => 'token',
    () => Promise.reject(new Error('offline')),
  );
  render(<CallBar caller={caller} ownPage="/c/x?call=1" />);
  act(() => caller.press({ type: 'callPressed' }));
  await says(/could not be made/);
});
