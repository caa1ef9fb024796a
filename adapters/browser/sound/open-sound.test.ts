import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SoundEvent } from '#core/phone/phone-sound.port.ts';
import { barsOfSpectrum } from './level.ts';
import { openSound } from './open-sound.ts';
import { fakeElement, fakeMedia, fakeRoom, fakeStorage, fakeStream } from './sound.fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BUILT_IN = { kind: 'audioinput', deviceId: 'built-in', label: 'Built-in microphone' } as const;
const HEADSET = { kind: 'audioinput', deviceId: 'headset', label: 'Headset' } as const;
const SPEAKER = { kind: 'audiooutput', deviceId: 'speaker', label: 'Speaker' } as const;
const EARS = { kind: 'audiooutput', deviceId: 'ears', label: 'Headset' } as const;
const DEFAULT = { kind: 'audioinput', deviceId: 'default', label: 'Default' } as const;

async function aDesk({ touched = true, kept = {} as Record<string, string>, hasElement = true, hasMedia = true } = {}) {
  const media = fakeMedia(DEFAULT, BUILT_IN, HEADSET, SPEAKER, EARS);
  const room = fakeRoom(touched);
  const element = fakeElement();
  const storage = fakeStorage(kept);
  const permission = Object.assign(new EventTarget(), { state: 'granted' as PermissionState });
  const sound = openSound({
    media: hasMedia ? media : null,
    permissions: { query: async () => permission as PermissionStatus },
    storage,
    room: room.source,
    element: () => (hasElement ? element : null),
  });
  const events: SoundEvent[] = [];
  sound.onEvent((event) => void events.push(event));
  const settle = () => vi.advanceTimersByTimeAsync(0);
  await settle();
  return {
    media,
    room,
    element,
    storage,
    sound,
    events,
    settle,
    permission,
    eventsOf: (...types: SoundEvent['type'][]) => events.filter(({ type }) => types.includes(type)),
  };
}

test('[PHONE-04] volumes are 100 at first, kept in steps of ten, and really applied to both voices', async () => {
  const { sound, element, room, storage } = await aDesk();
  expect(sound.volumes()).toEqual({ play: 100, call: 100, ring: 100 });
  await sound.openMicrophone();
  sound.playVoice(fakeStream());
  expect([element.volume, room.context.gains[0]!.gain.value]).toEqual([1, 1]);
  sound.setVolume('play', 34);
  sound.setVolume('call', 70);
  expect([element.volume, room.context.gains[0]!.gain.value]).toEqual([0.3, 0.7]);
  expect(storage.kept).toMatchObject({ playVolumeWeb: '30', callVolumeWeb: '70' });
  sound.setVolume('play', 900);
  sound.setVolume('call', -5);
  expect(sound.volumes()).toEqual({ play: 100, call: 0, ring: 100 });
});

test('[EQUIP-05] the system’s own choice has the name of the device it stands for', async () => {
  const { media, sound, settle } = await aDesk();
  media.devices = media.devices.filter(({ deviceId }) => deviceId !== 'default');
  media.plug({ kind: 'audioinput', deviceId: 'default', label: 'Predeterminado - Headset', groupId: 'usb' });
  media.plug({ kind: 'audioinput', deviceId: 'usb-headset', label: 'USB headset', groupId: 'usb' });
  await settle();
  expect(sound.devices().microphone).toMatchObject({ used: null, system: 'USB headset' });
  expect(sound.devices().speaker).not.toHaveProperty('system');
});

test('[PHONE-04] volumes survive a reload, and nonsense in the storage does not', async () => {
  const { sound, element } = await aDesk({ kept: { playVolumeWeb: '40', callVolumeWeb: 'loud' } });
  expect(sound.volumes()).toEqual({ play: 40, call: 100, ring: 100 });
  sound.playVoice(fakeStream());
  expect(element.volume).toBe(0.4);
});

test('[PHONE-04] [complaint 13] a headset unplugged in mid-call gives way to the default at once, the outgoing track stays, and a toast can say so', async () => {
  const { sound, media, events, settle, room } = await aDesk();
  sound.choose('microphone', 'headset');
  const microphone = await sound.openMicrophone();
  const { track } = microphone;
  const swapped = vi.fn<(track: MediaStreamTrack) => void>();
  microphone.onTrack(swapped);
  events.length = 0;
  media.unplug('headset');
  await settle();
  expect(events[0]).toEqual({ type: 'deviceLost', kind: 'microphone', name: 'Headset' });
  expect(media.opened.at(-1)!.deviceId).toBe('default');
  expect(media.opened.filter(({ track: one }) => one.readyState === 'live')).toHaveLength(1);
  expect([microphone.track === track, track.readyState, swapped.mock.calls.length]).toEqual([true, 'live', 0]);
  expect(room.context.microphones.at(-1)!.to).toHaveLength(2);
  expect(sound.devices().microphone).toMatchObject({ chosen: 'headset', used: null });
  media.plug(HEADSET);
  await settle();
  expect(events).toContainEqual({ type: 'deviceBack', kind: 'microphone', name: 'Headset' });
  expect(media.opened.at(-1)!.deviceId).toBe('headset');
});

test('[PHONE-04] [complaint 13] the system’s own device is missed as well, and what is the default now is taken', async () => {
  const { sound, media, eventsOf, settle } = await aDesk();
  media.devices = media.devices.filter(({ deviceId }) => deviceId !== 'default');
  await sound.openMicrophone();
  media.unplug('built-in');
  await settle();
  expect(eventsOf('deviceLost')).toEqual([{ type: 'deviceLost', kind: 'microphone', name: 'Built-in microphone' }]);
  expect(media.opened.at(-1)!.deviceId).toBe('headset');
});

test('a machine that lost its last microphone speaks again as soon as one is plugged in', async () => {
  const { sound, media, settle, room } = await aDesk();
  media.devices = [BUILT_IN];
  const { track } = await sound.openMicrophone();
  media.unplug('built-in');
  await settle();
  expect(media.opened).toHaveLength(1);
  media.plug(HEADSET);
  await settle();
  expect(media.opened.map(({ deviceId }) => deviceId)).toEqual(['built-in', 'headset']);
  expect([track.readyState, room.context.microphones.at(-1)!.to.length]).toEqual(['live', 2]);
});

test('[PHONE-04] [complaint 13] the choice survives a reload, also when the browser gave the device another id; ringer and speaker are separate', async () => {
  const first = await aDesk();
  first.sound.choose('speaker', 'ears');
  first.sound.choose('ringer', 'speaker');
  const second = await aDesk({
    kept: { ...first.storage.kept, 'openseat.microphone': JSON.stringify({ id: 'old-id', name: 'Headset' }) },
  });
  expect(second.sound.devices()).toMatchObject({
    microphone: { used: 'headset' },
    speaker: { chosen: 'ears', used: 'ears' },
    ringer: { used: 'speaker' },
  });
  second.sound.playVoice(fakeStream());
  expect(second.element.sink).toBe('ears');
  expect(second.sound.output('ringer').device).toBe('speaker');
  second.sound.choose('speaker', null);
  expect(second.element.sink).toBe('');
  expect(second.eventsOf('deviceLost', 'deviceBack')).toEqual([]);
});

test('what stands for the system’s own choice is no device of its own', async () => {
  const { sound } = await aDesk();
  expect(sound.devices().microphone).toEqual({
    list: [
      { id: 'built-in', name: 'Built-in microphone' },
      { id: 'headset', name: 'Headset' },
    ],
    chosen: null,
    used: null,
    system: 'Default',
  });
});

test('a chosen microphone that cannot be opened is replaced by the default; a refusal of the person is not', async () => {
  const { sound, media } = await aDesk();
  sound.choose('microphone', 'headset');
  media.devices = media.devices.filter(({ deviceId }) => deviceId !== 'headset');
  await sound.openMicrophone();
  expect(media.opened.at(-1)!.deviceId).toBe('default');
  media.refusal = new DOMException('No.', 'NotAllowedError');
  await expect(sound.openMicrophone()).rejects.toThrow('No.');
});

test('while the browser keeps the page silent the microphone goes out as it is, and through the volume as soon as it may', async () => {
  const { sound, room, media, settle } = await aDesk({ touched: false, kept: { callVolumeWeb: '50' } });
  const microphone = await sound.openMicrophone();
  const raw = media.opened[0]!.track;
  expect(microphone.track).toBe(raw);
  raw.enabled = false;
  const swapped: MediaStreamTrack[] = [];
  microphone.onTrack((track) => void swapped.push(track));
  room.touch();
  await settle();
  expect(swapped).toHaveLength(1);
  expect(microphone.track).toBe(swapped[0]);
  expect(raw.enabled).toBe(true);
  expect(room.context.gains[0]!.gain.value).toBe(0.5);
});

test('[SHELL-20] [complaint 6] a page nobody touched needs a gesture, a refused play() too, and a touch is enough', async () => {
  const { sound, room, element, eventsOf, settle } = await aDesk({ touched: false });
  expect(sound.needsGesture()).toBe(true);
  element.refusal = new DOMException('Not allowed.', 'NotAllowedError');
  sound.playVoice(fakeStream());
  await settle();
  room.touched = true;
  expect(sound.needsGesture()).toBe(true);
  element.refusal = null;
  await sound.enable();
  await settle();
  expect([sound.needsGesture(), element.isPlaying]).toEqual([false, true]);
  expect(eventsOf('needsGesture').at(-1)).toEqual({ type: 'needsGesture', needed: false });
});

test('[SHELL-20] [complaint 6] sound that is refused in mid-use is told, and plays after the next touch', async () => {
  const { sound, room, element, eventsOf, settle } = await aDesk();
  expect(sound.needsGesture()).toBe(false);
  element.refusal = new DOMException('Not allowed.', 'NotAllowedError');
  sound.playVoice(fakeStream());
  await settle();
  expect(eventsOf('needsGesture')).toEqual([{ type: 'needsGesture', needed: true }]);
  element.refusal = null;
  room.touch();
  await settle();
  expect([sound.needsGesture(), element.isPlaying]).toEqual([false, true]);
});

test('[CALL-21] a missing audio element is said', async () => {
  const { sound } = await aDesk({ hasElement: false });
  expect(() => sound.playVoice(fakeStream())).toThrow('not found');
  expect(() => sound.playVoice(null)).not.toThrow();
});

test('[PHONE-04] [complaint 13] a speaker unplugged while it speaks gives way to the default', async () => {
  const { sound, element, media, events, settle } = await aDesk();
  sound.choose('speaker', 'ears');
  sound.playVoice(fakeStream());
  element.missing.add('ears');
  media.unplug('ears');
  await settle();
  expect(element.sink).toBe('');
  expect(events).toContainEqual({ type: 'deviceLost', kind: 'speaker', name: 'Headset' });
});

test('permission: allowed, refused, not asked, no microphone, no way to ask', async () => {
  const { sound, media, permission, events, settle } = await aDesk();
  expect(await sound.permission()).toBe('granted');
  media.devices = [];
  expect([await sound.permission(), await sound.askPermission()]).toEqual(['missing', 'missing']);
  media.devices = [BUILT_IN];
  expect(await sound.askPermission()).toBe('granted');
  expect(media.opened.at(-1)!.track.readyState).toBe('ended');
  media.refusal = new DOMException('No.', 'NotAllowedError');
  permission.state = 'prompt';
  media.devices = [{ ...BUILT_IN, label: '' }];
  expect(await sound.askPermission()).toBe('prompt');
  permission.state = 'denied';
  expect([await sound.permission(), await sound.askPermission()]).toEqual(['denied', 'denied']);
  permission.dispatchEvent(new Event('change'));
  await settle();
  expect(events).toContainEqual({ type: 'permissionChanged', permission: 'denied' });
  const without = await aDesk({ hasMedia: false });
  expect([await without.sound.permission(), await without.sound.askPermission()]).toEqual([
    'unsupported',
    'unsupported',
  ]);
  await expect(without.sound.openMicrophone()).rejects.toThrow();
});

test('[SHELL-20] a browser that lets the page for this visit only, as Firefox does, counts as allowed although it would ask again', async () => {
  const { sound, media, permission } = await aDesk();
  permission.state = 'prompt';
  media.devices = [{ ...BUILT_IN, label: '' }];
  expect(await sound.permission()).toBe('prompt');
  // Devices have names once a page was let in.
  media.devices = [BUILT_IN];
  expect(await sound.permission()).toBe('granted');
});

test('[EQUIP-03] the level is shown in bars of ten, twenty at most, and the microphone is let go of afterwards', async () => {
  expect([
    barsOfSpectrum(new Uint8Array()),
    barsOfSpectrum(new Uint8Array([0, 0])),
    barsOfSpectrum(new Uint8Array([70, 80])),
    barsOfSpectrum(new Uint8Array([255, 255])),
  ]).toEqual([0, 0, 7, 20]);
  const { sound, media, room } = await aDesk();
  const bars: number[] = [];
  const stop = sound.watchLevel((now) => void bars.push(now));
  await vi.advanceTimersByTimeAsync(350);
  expect(bars).toEqual([7, 7, 7]);
  expect(room.context.analysers).toMatchObject([{ fftSize: 1_024, smoothingTimeConstant: 0.8 }]);
  stop();
  expect(media.opened.at(-1)!.track.readyState).toBe('ended');
  expect(room.context.state).toBe('suspended');
  await vi.advanceTimersByTimeAsync(500);
  expect(bars).toHaveLength(3);
});

test('a sound shorter than the time between two reports is shown, whenever it comes', async () => {
  for (const at of [0, 20, 40, 60, 80]) {
    const { sound, room } = await aDesk();
    const startMs = Date.now();
    // It is heard for 20 ms of every half second, as an analyser hears it that knows no more than that.
    room.context.hears = () => ((Date.now() - startMs) % 500 === at ? 75 : 0);
    const bars: number[] = [];
    const stop = sound.watchLevel((now) => void bars.push(now));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(
      bars.filter((bar) => bar === 7),
      `at ${at}`,
    ).toHaveLength(2);
    stop();
  }
});

test('the level of a call goes on with a microphone of its own when the call has ended', async () => {
  const { sound, media } = await aDesk();
  const call = await sound.openMicrophone();
  const bars: number[] = [];
  const stop = sound.watchLevel((now) => void bars.push(now));
  await vi.advanceTimersByTimeAsync(100);
  expect([bars, media.opened.length]).toEqual([[7], 1]);
  call.close();
  await vi.advanceTimersByTimeAsync(200);
  expect(bars.at(-1)).toBe(7);
  expect(media.opened.map(({ track }) => track.readyState)).toEqual(['ended', 'live']);
  stop();
  expect(media.opened.at(-1)!.track.readyState).toBe('ended');
});

test('a closed microphone is closed, and a plug pulled later opens nothing', async () => {
  const { sound, media, settle } = await aDesk();
  const microphone = await sound.openMicrophone();
  microphone.close();
  expect(media.opened[0]!.track.readyState).toBe('ended');
  const count = media.opened.length;
  media.unplug('built-in');
  await settle();
  expect(media.opened).toHaveLength(count);
});

test('[SHELL-20] [complaint 6] whether an untouched page may sound is found out by trying: allowed ones need no click', async () => {
  const { sound, room, eventsOf, settle } = await aDesk({ touched: false });
  room.context.mayRun = true;
  await sound.enable();
  expect(sound.needsGesture()).toBe(false);
  await settle();
  expect([eventsOf('needsGesture'), room.context.state]).toEqual([
    [{ type: 'needsGesture', needed: false }],
    'suspended',
  ]);
});

test('[SHELL-20] [complaint 6] a page that may not sound says so within half a second, and keeps nothing running', async () => {
  const { sound, room } = await aDesk({ touched: false });
  const tried = sound.enable();
  await vi.advanceTimersByTimeAsync(500);
  await tried;
  expect([sound.needsGesture(), room.context.state]).toEqual([true, 'suspended']);
});

test('whoever comes in while the context goes to rest wakes it again', async () => {
  const { sound, room, settle } = await aDesk();
  const { context } = room;
  const first = await sound.openMicrophone();
  // Browsers take a moment, and say "running" until then.
  let rest: () => void = () => {};
  context.suspend = () =>
    new Promise((resolve) => {
      rest = () => {
        context.become('suspended');
        resolve();
      };
    });
  first.close();
  await sound.openMicrophone();
  rest();
  await settle();
  expect(context.state).toBe('running');
});

test('[PHONE-04] [complaint 13] what another tab chose holds here too, so that the phone sounds the same when it moves', async () => {
  const { sound, storage, room, element, settle, eventsOf } = await aDesk();
  sound.playVoice(fakeStream());
  Object.assign(storage.kept, {
    'openseat.speaker': JSON.stringify({ id: 'ears', name: 'Headset' }),
    playVolumeWeb: '20',
    'openseat.ringVolume': '50',
  });
  room.source.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'openseat.speaker' }));
  await settle();
  expect([element.sink, element.volume, sound.output('ringer'), sound.devices().speaker.chosen]).toEqual([
    'ears',
    0.2,
    { device: null, volume: 50 },
    'ears',
  ]);
  expect(eventsOf('deviceBack', 'deviceLost')).toEqual([]);
  storage.kept['playVolumeWeb'] = '90';
  room.source.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'another.one' }));
  expect(element.volume).toBe(0.2);
});
