import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { MicrophonePermission, SoundDevices } from '#core/phone/phone-sound.port.ts';
import { agentsApi } from '#features/team/agents/contract.ts';
import { preferencesApi } from '#features/office/preferences/contract.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { softphonePart } from '../index.ts';
import { PhoneDeskContext } from '../desk/phone-desk.ts';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import { aPhoneCall, aPhoneView, aReadyPhone, fakeDesk, type FakeDesk } from '../desk.fixture.ts';
import PhonePage from './phone-page.tsx';

const list = [
  { id: 'built-in', name: 'Built-in' },
  { id: 'headset', name: 'Headset' },
];
const devices: SoundDevices = {
  microphone: { list, chosen: 'headset', used: 'headset' },
  speaker: { list, chosen: null, used: null },
  ringer: { list, chosen: 'dock', used: null },
};
const { sound } = aPhoneView();

beforeEach(() => shellDialogs.close());

async function show(desk: FakeDesk = fakeDesk({ sound: { ...sound, devices } })) {
  let ringtone = 'bell';
  const asked = fakeServer(({ url, method, body }) => {
    if (url === preferencesApi.ringtone.path)
      return {
        data: method === 'PUT' ? { ringtone: (ringtone = (body as { ringtone: string }).ringtone) } : { ringtone },
      };
    return { data: body };
  });
  await showPage(
    <PhoneDeskContext value={desk}>
      <PhonePage />
    </PhoneDeskContext>,
    { feature: softphonePart },
  );
  await screen.findByRole('radio', { name: 'Classic bell' });
  return { desk, asked };
}
const card = (name: string) => within(screen.getByRole('heading', { name }).closest('.card') as HTMLElement);
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const withMicrophone = (permission: MicrophonePermission) => fakeDesk({ sound: { ...sound, permission } });

test('[PHONE-04] [complaint 13] microphone, speaker and ringer have a device each; one that is not plugged in stays chosen', async () => {
  const { desk } = await show();
  expect(['Microphone', 'Headset or speaker', 'Ringer'].map((name) => select(name).selectedOptions[0]!.text)).toEqual([
    'Headset',
    'As the system has it',
    'Your choice (not plugged in)',
  ]);
  fireEvent.change(select('Headset or speaker'), { target: { value: 'built-in' } });
  fireEvent.change(select('Ringer'), { target: { value: '' } });
  expect(desk.asked).toEqual([
    ['choose', 'speaker', 'built-in'],
    ['choose', 'ringer', null],
  ]);
});

test('[PHONE-04] the three volumes are set where their devices are', async () => {
  const { desk } = await show();
  for (const [name, key] of [
    ['Call volume', 'ArrowLeft'],
    ['Playback volume', 'Home'],
    ['Ring volume', 'ArrowLeft'],
  ] as const)
    fireEvent.keyDown(screen.getByRole('slider', { name }), { key });
  expect(desk.asked).toEqual([
    ['setVolume', 'call', 90],
    ['setVolume', 'play', 0],
    ['setVolume', 'ring', 90],
  ]);
});

test('the level of the microphone moves, and only an open microphone is listened to', async () => {
  const desk = fakeDesk();
  let emitLevel: (bars: number) => void = () => {};
  const stopped = vi.fn<() => void>();
  desk.sound.watchLevel = (listener) => {
    emitLevel = listener;
    return stopped;
  };
  await show(desk);
  act(() => emitLevel(13));
  expect(screen.getByRole('meter', { name: 'Microphone level' }).getAttribute('aria-valuenow')).toBe('13');
  act(() => desk.show({ sound: { ...sound, permission: 'denied' } }));
  expect([screen.queryByRole('meter'), stopped.mock.calls.length]).toEqual([null, 1]);
});

test.each([
  ['granted', /lets the phone use the microphone/, null],
  ['prompt', /not allowed yet/, 'Allow'],
  ['denied', /is blocked/, 'How to allow it'],
  ['missing', /Plug in a headset/, null],
  ['unsupported', /current Chrome, Edge, Firefox or Safari/, null],
] as const)(
  '[SHELL-20] [SHELL-32] a microphone that is %s says so and what to do',
  async (permission, words, button) => {
    await show(withMicrophone(permission));
    expect(card('Microphone').getByText(words)).toBeTruthy();
    expect(card('Microphone').queryByRole('button')?.textContent ?? null).toBe(button);
  },
);

test('[SHELL-20] asking for the microphone asks the browser; the blocked one has its guide', async () => {
  const { desk } = await show(withMicrophone('prompt'));
  press('Allow');
  expect(desk.asked).toEqual([['askPermission']]);
  act(() => desk.show({ sound: { ...sound, permission: 'denied' } }));
  press('How to allow it');
  expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'microphone' });
});

test('[CALL-02] a ringtone is heard before it is chosen, and kept by the server', async () => {
  const { desk, asked } = await show();
  const ringtones = within(screen.getByRole('radiogroup', { name: 'Ringtone' }));
  expect(ringtones.getAllByRole('radio').map((one) => (one as HTMLInputElement).labels![0]!.textContent)).toEqual([
    'Rising',
    'Classic bell',
    'Marimba',
    'Pulse',
    'Calm',
    'Silent',
  ]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Classic bell' }).checked).toBe(true);
  press('Listen to Pulse');
  press('Play a test sound');
  expect(desk.asked).toEqual([
    ['tryOut', 'pulse'],
    ['tryOut', 'speaker'],
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Pulse' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Pulse' }).checked).toBe(true);
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
      url: preferencesApi.switchRingtone.path,
      body: { ringtone: 'pulse' },
    }),
  );
});

test('[CALL-02] whoever silences the bell is told that calls are only seen', async () => {
  const { desk } = await show();
  const warning = () => screen.queryByText(/you will only see calls/) !== null;
  expect(warning()).toBe(false);
  fireEvent.click(screen.getByRole('radio', { name: 'Silent' }));
  expect(warning()).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'Calm' }));
  expect(warning()).toBe(false);
  act(() => desk.show({ sound: { ...sound, volumes: { ...sound.volumes, ring: 0 } } }));
  expect(warning()).toBe(true);
});

test('[SHELL-11] auto-answer says what it does, and is the switch of the header', async () => {
  const { asked } = await show();
  expect(card('Calls').getByText(/answered by itself after one second/)).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: /^Auto-answer/ }));
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ url: agentsApi.setAutoAnswer.path, body: { autoAnswerEnable: true } }),
  );
});

test('[CALL-02] [SHELL-20] notices outside the page can be allowed, tried, and have a guide when they are blocked', async () => {
  const { desk } = await show();
  press('Show one');
  expect(desk.asked.at(-1)?.slice(0, 2)).toEqual([
    'notice',
    { title: 'Incoming call', body: 'This is how you notice a call.' },
  ]);
  act(() => desk.notice.become('prompt'));
  fireEvent.click(card('Notifications').getByRole('button', { name: 'Allow' }));
  expect(desk.asked.at(-1)).toEqual(['ask']);
  act(() => desk.notice.become('denied'));
  fireEvent.click(card('Notifications').getByRole('button', { name: 'How to allow it' }));
  expect(shellDialogs.current()).toEqual({ kind: 'permission', blocked: 'notification' });
  act(() => desk.notice.become('unsupported'));
  expect(card('Notifications').queryByRole('button')).toBeNull();
});

test('[CALL-03] the page says how far the phone is', async () => {
  const { desk } = await show();
  expect(screen.getByText('Phone: Ready')).toBeTruthy();
  act(() => desk.show({ phone: { ...desk.view().phone, link: { ...desk.view().phone.link, at: 'registering' } } }));
  expect(screen.getByText('Phone: Registering')).toBeTruthy();
});

test('[CALL-18] how the phone signs in is chosen per computer; not in a call', async () => {
  const { desk } = await show();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'With my sign-in' }).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'With my password' }));
  expect(desk.asked).toEqual([['chooseConnection', ConnectionType.userInfo]]);
  act(() => desk.show({ phone: aReadyPhone({ call: aPhoneCall() }) }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'With my password' }).disabled).toBe(true);
});
