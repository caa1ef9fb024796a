import type { PhoneTones } from '#core/phone/phone-sound.port.ts';
import { Ringtone } from '#shared/codes/ringtone.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import type { ToneSound } from '../sound/sound.ts';
import { ownElement, type PlayerElement } from '../sound/voice-player.ts';
import { openToneOutput } from './open-tone-output.ts';
import type { ToneOutput } from './tone-output.ts';
import { renderTone, ringPlans, testPlan, tonePlans, type TonePlan } from './tone-plans.ts';

/** Fast enough for "at once", slow enough not to click. */
const FADE_SEC = 0.01;

interface Playing {
  /** Null while it is only tried out. */
  flag: ToneFlag | null;
  output: ToneOutput;
  source: AudioBufferSourceNode;
  gain: GainNode;
  ended: () => void;
}

/** The phone's sounds, made here. */
export function openTones(sound: ToneSound, element: () => PlayerElement | null = ownElement): PhoneTones {
  const { room } = sound;
  const ringer = openToneOutput(sound, 'ringer', element);
  const speaker = openToneOutput(sound, 'speaker', element);
  const buffers = new Map<TonePlan, AudioBuffer>();
  const playing = new Set<Playing>();
  let ringtone: Ringtone = Ringtone.rising;

  function bufferOf(plan: TonePlan, context: AudioContext): AudioBuffer {
    const known = buffers.get(plan);
    if (known) return known;
    const samples = renderTone(plan, context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    buffers.set(plan, buffer);
    return buffer;
  }

  function start(
    flag: ToneFlag | null,
    plan: TonePlan,
    output: ToneOutput,
    ended: () => void = () => {},
  ): Playing | null {
    const context = room.enter();
    if (!context) return null;
    const tone: Playing = { flag, output, source: context.createBufferSource(), gain: context.createGain(), ended };
    tone.source.buffer = bufferOf(plan, context);
    tone.source.loop = flag !== null && plan.everyMs !== null;
    tone.source.onended = () => end(tone);
    tone.source.connect(tone.gain).connect(output.into(context));
    playing.add(tone);
    tone.source.start();
    output.begin();
    return tone;
  }

  function end(tone: Playing): void {
    if (!playing.delete(tone)) return;
    tone.source.onended = null;
    const { context } = tone.gain;
    tone.gain.gain.setTargetAtTime(0, context.currentTime, FADE_SEC / 3);
    tone.source.stop(context.currentTime + FADE_SEC);
    tone.output.end();
    room.leave();
    tone.ended();
  }

  const isPlaying = (flag: ToneFlag): boolean => [...playing].some((tone) => tone.flag === flag);
  const planOf = (flag: ToneFlag): TonePlan | null =>
    flag !== ToneFlag.ringIn ? tonePlans[flag] : ringtone === Ringtone.silent ? null : ringPlans[ringtone];

  function play(flags: number): void {
    const flag = FLAGS.find((one) => (flags & one) !== 0);
    const plan = flag === undefined ? null : planOf(flag);
    if (flag === undefined || plan === null || (plan.everyMs !== null && isPlaying(flag))) return;
    start(flag, plan, OF_CALLS.has(flag) ? speaker : ringer);
  }
  function stop(flags?: number): void {
    for (const tone of playing) if (flags === undefined || (tone.flag !== null && (flags & tone.flag) !== 0)) end(tone);
  }

  return {
    play,
    stop,
    setRingtone(to) {
      if (to === ringtone) return;
      ringtone = to;
      if (!isPlaying(ToneFlag.ringIn)) return;
      stop(ToneFlag.ringIn);
      play(ToneFlag.ringIn);
    },
    tryOut(what, ended) {
      for (const tone of playing) if (tone.flag === null) end(tone);
      const plan = what === 'speaker' ? testPlan : what === Ringtone.silent ? null : ringPlans[what];
      const tone = plan && start(null, plan, what === 'speaker' ? speaker : ringer, ended);
      if (!tone) ended();
      return () => tone && end(tone);
    },
  };
}

/** In the order in which one of a sum is chosen. */
const FLAGS = [
  ToneFlag.ringIn,
  ToneFlag.ringOut,
  ToneFlag.inConnected,
  ToneFlag.hangup,
  ToneFlag.online,
  ToneFlag.offline,
  ToneFlag.outConnected,
  ToneFlag.custom,
  ToneFlag.outRouting,
];
/** Who is in a call wears the headset. */
const OF_CALLS: ReadonlySet<ToneFlag> = new Set([
  ToneFlag.ringOut,
  ToneFlag.outRouting,
  ToneFlag.inConnected,
  ToneFlag.outConnected,
  ToneFlag.hangup,
]);
