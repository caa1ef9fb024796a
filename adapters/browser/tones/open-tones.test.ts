import { expect, test } from 'vitest';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { openAudioRoom } from '../sound/audio-room.ts';
import { fakeElement, fakeRoom } from '../sound/sound.fixture.ts';
import { openTones } from './open-tones.ts';
import { renderTone, tonePlans } from './tone-plans.ts';

const RATE = 8_000;
const flags = Object.entries({ ringIn: 1, ringOut: 2, inConnected: 4, hangup: 8, online: 16, offline: 32, outConnected: 64, custom: 128, outRouting: 256 });

function aBell(touched = true) {
  const fake = fakeRoom(touched);
  const room = openAudioRoom(fake.source);
  const element = fakeElement();
  let ringer: string | null = null;
  let changed: () => void = () => {};
  const tones = openTones({ room, ringer: () => ringer, onRinger: (listener) => void (changed = listener) }, () => element);
  return {
    fake, room, element, tones, context: fake.context,
    moveTo(device: string | null) {
      ringer = device;
      changed();
    },
  };
}

test.each(flags)('[CALL-19] %s is tone %i: it can be heard, never clips, and begins and ends softly', (name, flag) => {
  expect(ToneFlag[name as keyof typeof ToneFlag]).toBe(flag);
  const samples = renderTone(tonePlans[flag as ToneFlag], RATE);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeGreaterThan(0.05);
  expect(loudest).toBeLessThan(0.95);
  expect(Math.abs(samples[0]!)).toBeLessThan(0.01);
  expect(Math.abs(samples.at(-1)!)).toBeLessThan(0.01);
  const step = samples.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (samples[at - 1] ?? 0))), 0);
  expect(step).toBeLessThan(0.75);
});

test('[CALL-02] ringing goes on until it is stopped, and leaves pauses; the others end by themselves', () => {
  expect(flags.filter(([, flag]) => tonePlans[flag as ToneFlag].everyMs !== null).map(([name]) => name)).toEqual(['ringIn', 'ringOut', 'outRouting']);
  const ring = renderTone(tonePlans[ToneFlag.ringOut], RATE);
  expect(ring).toHaveLength(5 * RATE);
  expect(ring.slice(1.1 * RATE).every((sample) => sample === 0)).toBe(true);
});

test('[CALL-02] complaint 5: a bell that is stopped is silent at once', () => {
  const { tones, context, element } = aBell();
  tones.play(ToneFlag.ringIn);
  expect(context.sources[0]).toMatchObject({ loop: true, startedAt: 0, stoppedAt: null });
  expect(element.isPlaying).toBe(true);
  tones.stop(ToneFlag.ringOut);
  expect(context.sources[0]!.stoppedAt).toBeNull();
  tones.stop(ToneFlag.ringIn);
  expect(context.sources[0]!.stoppedAt).toBeLessThanOrEqual(0.01);
  expect([context.gains[0]!.gain.value, element.isPlaying, element.srcObject]).toEqual([0, false, null]);
  expect(context.state).toBe('suspended');
});

test('a bell rings once, however often it is asked; of a sum the first is played; nothing known is nothing', () => {
  const { tones, context } = aBell();
  tones.play(ToneFlag.ringIn);
  tones.play(ToneFlag.ringIn);
  tones.play(ToneFlag.hangup + ToneFlag.online);
  tones.play(0);
  tones.play(512);
  expect(context.sources.map(({ loop }) => loop)).toEqual([true, false]);
  context.sources[1]!.onended!();
  tones.stop();
  expect(context.sources[0]!.stoppedAt).not.toBeNull();
});

test('complaint 13: it rings on the ringer device, and follows it', () => {
  const { tones, element, moveTo } = aBell();
  moveTo('desk');
  tones.play(ToneFlag.ringIn);
  expect(element.sink).toBe('desk');
  moveTo(null);
  expect(element.sink).toBe('');
});

test('complaint 6: a bell the browser refuses says so, and rings from the first touch on', async () => {
  const { tones, element, room, fake } = aBell();
  element.refusal = new DOMException('Not allowed.', 'NotAllowedError');
  tones.play(ToneFlag.ringIn);
  await expect.poll(() => room.needsGesture()).toBe(true);
  element.refusal = null;
  fake.touch();
  await expect.poll(() => element.isPlaying).toBe(true);
  expect(room.needsGesture()).toBe(false);
});
