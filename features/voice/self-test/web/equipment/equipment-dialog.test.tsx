import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EquipmentFacts } from '#core/equipment/equipment.ts';
import { TALK_MS } from '../../core/line-check.ts';
import type { MicrophonePermission } from '#core/phone/phone-sound.port.ts';
import { lineCheckApi } from '../../contract.ts';
import { aBeginning, aSecond, putFakePhone, type FakeProbePhone } from '../lines/check.fixture.ts';
import { closeLineCheck, useCheckWindow } from '../lines/check-window.ts';
import { PhoneDeskContext } from '#features/voice/softphone/web/index.ts';
import { fakeDesk, type FakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { equipmentCheckApi } from '../../contract.ts';
import { closeEquipmentCheck, openEquipmentCheck } from './check-window.ts';
import EquipmentDialog from './equipment-dialog.tsx';
import { selfTestTexts } from '../texts.ts';

let phone: FakeProbePhone;
let desk: FakeDesk;
const device = (name: string) => ({ list: [{ id: name, name }], chosen: null, used: name });
const none = { list: [], chosen: null, used: null };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('AudioContext', Object);
  phone = putFakePhone();
});
afterEach(() => {
  act(() => {
    closeEquipmentCheck();
    closeLineCheck();
  });
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Shows what the line check was asked for. */
function Asked() {
  const { opened, begins } = useCheckWindow();
  return <output aria-label="line check">{opened ? (begins ? 'begins' : 'open') : 'shut'}</output>;
}

async function open(permission: MicrophonePermission = 'granted', isEchoing = true) {
  const has = permission === 'granted';
  desk = fakeDesk({
    sound: {
      permission,
      devices: { microphone: has ? device('Headset mic') : none, speaker: device('Headset'), ringer: none },
      volumes: { play: 100, call: 100, ring: 100 },
      needsGesture: false,
      isAsked: false,
    },
  });
  const asked = fakeServer(({ url }) =>
    url === '/api/echo' && !isEchoing ? 'down' : { data: url === lineCheckApi.begin.path ? aBeginning(2) : null },
  );
  await showPage(
    <PhoneDeskContext value={desk}>
      <EquipmentDialog />
      <Asked />
    </PhoneDeskContext>,
    { viewer: aViewer({ name: 'Ana' }), feature: { name: 'self-test', text: selfTestTexts } },
  );
  act(openEquipmentCheck);
  await screen.findByText('What is the trouble?');
  return () =>
    asked
      .filter(({ url }) => url === equipmentCheckApi.report.path)
      .map(({ body }) => (body as { facts: EquipmentFacts }).facts);
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const part = (name: string) => screen.findByRole('listitem', { name });

/** The test call over the line in use. */
async function callIn(mos: number | null) {
  await waitFor(() => expect(phone.asked.at(-1)).toBe('open 2'));
  act(() => phone.emit({ type: 'registered' }));
  expect(phone.asked.at(-1)).toBe('call 4444');
  act(() =>
    phone.emit({ type: 'answered' }, ...(mos === null ? [] : [{ type: 'heard' as const, statistics: aSecond(mos) }])),
  );
  await act(() => vi.advanceTimersByTimeAsync(TALK_MS));
}

test.each([
  [/not heard, or hear nothing/, 'shut'],
  [/^Calls do not connect/, 'begins'],
  [/^The sound is choppy/, 'open'],
  [/comes late or echoes/, 'open'],
  [/^Calls break off/, 'open'],
])('[EQUIP-01] the trouble %s: the line check is %s', async (name, lineCheck) => {
  await open();
  expect(document.querySelectorAll('.equipment-troubles button')).toHaveLength(5);
  await press(name);
  expect(screen.getByLabelText('line check').textContent).toBe(lineCheck);
  if (lineCheck === 'shut') expect(await screen.findByText('Microphone: say something')).toBeTruthy();
});

test('[EQUIP-02] [EQUIP-04] [EQUIP-05] a whole check where all is well: twenty bars, a sound, a test call of 4444, and a stored result', async () => {
  const kept = await open();
  await press(/not heard/);
  expect((await screen.findByRole('meter')).children).toHaveLength(20);
  await press('Yes');
  expect((await screen.findByRole('button', { name: 'Yes' })).hasAttribute('disabled')).toBe(true);
  await press('Play the test sound');
  expect(desk.asked).toContainEqual(['tryOut', 'speaker']);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Yes' }).hasAttribute('disabled')).toBe(false));
  await press('Yes');
  await callIn(4.3);
  for (const name of ['Microphone', 'Speaker', 'Browser', 'Network'])
    expect(await part(`${name}: Normal`)).toBeTruthy();
  expect(screen.getByText('Everything is fit for calls.')).toBeTruthy();
  expect(kept()).toMatchObject([
    {
      microphone: { seen: true, name: 'Headset mic', devices: 1 },
      speaker: { heard: true, name: 'Headset', played: true },
      network: {
        echoMs: expect.any(Number),
        socketStatus: 0,
        udp: true,
        relay: 'none',
        call: { answered: true, mos: 4.3 },
      },
    },
  ]);
});

test('[EQUIP-04] no marks its part abnormal, says why, and the result is copied as text for support', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  await open();
  await press(/not heard/);
  await screen.findByRole('meter');
  await press('No');
  await press('Play the test sound');
  await waitFor(() => expect(screen.getByRole('button', { name: 'No' }).hasAttribute('disabled')).toBe(false));
  await press('No');
  await callIn(2.2);
  expect(within(await part('Microphone: Abnormal')).getByText(/^Your voice was not seen/)).toBeTruthy();
  expect(within(await part('Speaker: Abnormal')).getByText(/^You did not hear the test sound/)).toBeTruthy();
  expect(within(await part('Network: Abnormal')).getByText(/^The test call sounded poor/)).toBeTruthy();
  await press('Copy result');
  expect(await screen.findByText('Copied.')).toBeTruthy();
  expect(copied[0]).toMatch(/^Equipment check of Ana, /);
  expect(copied[0]).toContain('Microphone: Abnormal\n! Your voice was not seen.');
  expect(copied[0]).toContain('- Device: Headset mic');
  expect(copied[0]).toContain('- Test call: MOS 2.20');
  await press('Check again');
  expect(await screen.findByText('Microphone: say something')).toBeTruthy();
});

test.each([
  ['denied', /^The browser blocks the microphone\. Allow it at the lock beside the address, then/],
  ['missing', /^No microphone is plugged in\. Plug in a headset and/],
  ['unsupported', /^This browser offers no microphone/],
] as const)('[EQUIP-05] with a microphone that is %s the check goes on and says so', async (permission, reason) => {
  await open(permission);
  await press(/not heard/);
  expect(screen.queryByRole('meter')).toBeNull();
  await press('Go on without');
  await press('Play the test sound');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Yes' }).hasAttribute('disabled')).toBe(false));
  await press('Yes');
  await callIn(4.3);
  expect(within(await part('Microphone: Abnormal')).getByText(reason)).toBeTruthy();
  expect(within(await part('Browser: Abnormal')).getByText(/does not let the phone use the microphone/)).toBeTruthy();
  expect(await part('Speaker: Normal')).toBeTruthy();
  expect(await part('Network: Normal')).toBeTruthy();
});

test('[EQUIP-05] a server that does not answer and a call that fails make the network abnormal', async () => {
  await open('granted', false);
  await press(/not heard/);
  await screen.findByRole('meter');
  await press('Yes');
  await press('It cannot be played');
  await waitFor(() => expect(phone.asked.at(-1)).toBe('open 2'));
  act(() => phone.emit({ type: 'failed', why: 'connect' }));
  const network = await part('Network: Abnormal');
  expect(within(network).getByText(/^The server does not answer/)).toBeTruthy();
  expect(within(network).getByText(/^The test call did not work/)).toBeTruthy();
  expect(within(await part('Speaker: Abnormal')).getByText(/^The test sound was not played/)).toBeTruthy();
});

test('[EQUIP-05] a phone that another computer has is named as such; the system’s own device has its name', async () => {
  const kept = await open();
  const named = {
    list: [
      { id: 'a', name: 'Camera' },
      { id: 'b', name: 'USB headset' },
    ],
    chosen: null,
    used: null,
    system: 'USB headset',
  };
  act(() =>
    desk.show({
      isLinked: false,
      phone: { ...desk.view().phone, account: { is: 'refused', code: 1, tip: '' } },
      sound: { ...desk.view().sound, devices: { microphone: named, speaker: named, ringer: none } },
    }),
  );
  await press(/not heard/);
  await screen.findByRole('meter');
  await press('Yes');
  await press('It cannot be played');
  await callIn(4.3);
  expect(
    within(await part('Network: Abnormal')).getByText(/^Your phone is not connected in this browser/),
  ).toBeTruthy();
  expect(kept()).toMatchObject([
    { microphone: { name: 'USB headset', devices: 2 }, speaker: { name: 'USB headset' }, network: { socketStatus: 2 } },
  ]);
});

test('[EQUIP-02] a line test is run from the result; closing the dialog ends the test call', async () => {
  await open();
  await press(/not heard/);
  await screen.findByRole('meter');
  await press('Yes');
  await press('It cannot be played');
  await waitFor(() => expect(phone.asked.at(-1)).toBe('open 2'));
  act(closeEquipmentCheck);
  await waitFor(() => expect(phone.asked.at(-1)).toBe('close'));
});
