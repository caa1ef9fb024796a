import { expect, test, vi } from 'vitest';
import { Ringtone } from '#shared/codes/ringtone.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { openAudioRoom } from '../sound/open-audio-room.ts';
import type { ToneSound } from '../sound/sound.ts';
import { fakeElement, fakeRoom } from '../sound/sound.fixture.ts';
import { openTones } from './open-tones.ts';
import { renderTone, ringPlans, testPlan, tonePlans } from './tone-plans.ts';

const RATE = 8_000;
const flags = Object.entries({
  ringIn: 1,
  ringOut: 2,
  inConnected: 4,
  hangup: 8,
  online: 16,
  offline: 32,
  outConnected: 64,
  custom: 128,
  outRouting: 256,
});

function aBell(touched = true) {
  const fake = fakeRoom(touched);
  const room = openAudioRoom(fake.source);
  // The ringer's, then the speaker's: every test rings first.
  const elements = [fakeElement(), fakeElement()] as const;
  const outputs = {
    ringer: { device: null as string | null, volume: 100 },
    speaker: { device: null as string | null, volume: 100 },
  };
  const changed: (() => void)[] = [];
  const waiting = [...elements];
  const sound: ToneSound = {
    room,
    output: (which) => outputs[which],
    onOutput: (listener) => void changed.push(listener),
  };
  const tones = openTones(sound, () => waiting.shift() ?? null);
  return {
    fake,
    room,
    element: elements[0],
    speaker: elements[1],
    tones,
    context: fake.context,
    set(which: keyof typeof outputs, to: Partial<{ device: string | null; volume: number }>) {
      Object.assign(outputs[which], to);
      for (const emit of changed) emit();
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
  expect(flags.filter(([, flag]) => tonePlans[flag as ToneFlag].everyMs !== null).map(([name]) => name)).toEqual([
    'ringIn',
    'ringOut',
    'outRouting',
  ]);
  const ring = renderTone(tonePlans[ToneFlag.ringOut], RATE);
  expect(ring).toHaveLength(5 * RATE);
  expect(ring.slice(1.1 * RATE).every((sample) => sample === 0)).toBe(true);
});

test('[CALL-02] [complaint 5] a bell that is stopped is silent at once', () => {
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

test('[CALL-02] [complaint 13] it rings on the ringer device and at its volume, and follows both; the tones of a call are heard on the speaker', () => {
  const { tones, element, speaker, set } = aBell();
  set('ringer', { device: 'desk', volume: 30 });
  set('speaker', { device: 'headset' });
  tones.play(ToneFlag.ringIn);
  expect([element.sink, element.volume, element.isPlaying, speaker.isPlaying]).toEqual(['desk', 0.3, true, false]);
  set('ringer', { device: null, volume: 80 });
  expect([element.sink, element.volume]).toEqual(['', 0.8]);
  tones.stop();
  tones.play(ToneFlag.ringOut);
  expect([speaker.sink, speaker.isPlaying, element.isPlaying]).toEqual(['headset', true, false]);
});

test.each(Object.entries(ringPlans))(
  '[CALL-02] the ringtone %s can be heard, never clips, and leaves pauses',
  (_, plan) => {
    const samples = renderTone(plan, RATE);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.1);
    expect(loudest).toBeLessThan(0.95);
    expect(samples).toHaveLength((plan.everyMs! / 1_000) * RATE);
    expect(samples.slice(-0.5 * RATE).every((sample) => sample === 0)).toBe(true);
  },
);

test('[CALL-02] there are at least four ringtones, no two alike', () => {
  const renderedTones = Object.values(ringPlans).map((plan) => renderTone(plan, 1_000).join());
  expect(renderedTones.length).toBeGreaterThanOrEqual(4);
  expect(new Set(renderedTones).size).toBe(renderedTones.length);
});

test('[CALL-02] a ringtone is used from the moment it is chosen, also where it rings; silent is silent', () => {
  const { tones, context, element } = aBell();
  tones.play(ToneFlag.ringIn);
  tones.setRingtone(Ringtone.pulse);
  expect(
    context.sources.map(({ buffer, stoppedAt }) => [(buffer as { length: number }).length / RATE, stoppedAt !== null]),
  ).toEqual([
    [3.2, true],
    [3, false],
  ]);
  tones.setRingtone(Ringtone.silent);
  expect([context.sources[1]!.stoppedAt === null, element.isPlaying]).toEqual([false, false]);
  tones.play(ToneFlag.ringIn);
  expect(context.sources).toHaveLength(2);
});

test('a ringtone is tried out once on the ringer, the test sound on the speaker; one ends the other, and a call does not', () => {
  const { tones, context, element, speaker } = aBell();
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  tones.tryOut(Ringtone.calm, first);
  expect([element.isPlaying, context.sources[0]!.loop]).toEqual([true, false]);
  tones.stop(ToneFlag.ringIn);
  expect(first).not.toHaveBeenCalled();
  const stop = tones.tryOut('speaker', second);
  expect([first.mock.calls.length, element.isPlaying, speaker.isPlaying]).toEqual([1, false, true]);
  expect((context.sources[1]!.buffer as { length: number }).length).toBe(renderTone(testPlan, RATE).length);
  stop();
  stop();
  expect([second.mock.calls.length, speaker.isPlaying, context.state]).toEqual([1, false, 'suspended']);
  tones.tryOut(Ringtone.silent, first);
  expect([first.mock.calls.length, context.sources.length]).toEqual([2, 2]);
});

test('[SHELL-20] [complaint 6] a bell the browser refuses says so, and rings from the first touch on', async () => {
  const { tones, element, room, fake } = aBell();
  element.refusal = new DOMException('Not allowed.', 'NotAllowedError');
  tones.play(ToneFlag.ringIn);
  await expect.poll(() => room.needsGesture()).toBe(true);
  element.refusal = null;
  fake.touch();
  await expect.poll(() => element.isPlaying).toBe(true);
  expect(room.needsGesture()).toBe(false);
});
