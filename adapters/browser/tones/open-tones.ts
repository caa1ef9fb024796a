import type { PhoneTones } from '#core/phone/phone-sound.port.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import type { RingerSound } from '../sound/open-sound.ts';
import { openVoicePlayer, ownElement, type PlayerElement } from '../sound/voice-player.ts';
import { renderTone, tonePlans } from './tone-plans.ts';

/** Fast enough for "at once", slow enough not to click. */
const FADE_SEC = 0.01;

interface Playing {
  flag: ToneFlag;
  source: AudioBufferSourceNode;
  gain: GainNode;
}

/** The phone's sounds, made here and played on the device that rings. */
export function openTones({ room, ringer, onRinger }: RingerSound, element: () => PlayerElement | null = ownElement): PhoneTones {
  const player = openVoicePlayer(element, (isBlocked) => room.blocked(isBlocked));
  const buffers = new Map<ToneFlag, AudioBuffer>();
  const playing = new Set<Playing>();
  let out: MediaStreamAudioDestinationNode | null = null;
  const route = (): void => player.setSink(ringer());
  onRinger(route);
  route();
  // A bell the browser kept silent rings from the moment it may.
  room.onChange(() => playing.size > 0 && !room.needsGesture() && player.retry());

  function end(tone: Playing): void {
    if (!playing.delete(tone)) return;
    tone.source.onended = null;
    const { context } = tone.gain;
    tone.gain.gain.setTargetAtTime(0, context.currentTime, FADE_SEC / 3);
    tone.source.stop(context.currentTime + FADE_SEC);
    // The device hears nothing more of it, whatever is still in the pipe.
    if (playing.size === 0) player.play(null);
    room.leave();
  }

  return {
    play(flags) {
      const flag = FLAGS.find((one) => (flags & one) !== 0);
      if (flag === undefined) return;
      const repeats = tonePlans[flag].everyMs !== null;
      if (repeats && [...playing].some((tone) => tone.flag === flag)) return;
      const context = room.enter();
      if (!context) return;
      const buffer = buffers.get(flag) ?? context.createBuffer(1, renderTone(tonePlans[flag], context.sampleRate).length, context.sampleRate);
      if (!buffers.has(flag)) buffer.copyToChannel(renderTone(tonePlans[flag], context.sampleRate), 0);
      buffers.set(flag, buffer);
      out ??= context.createMediaStreamDestination();
      const tone: Playing = { flag, source: context.createBufferSource(), gain: context.createGain() };
      tone.source.buffer = buffer;
      tone.source.loop = repeats;
      tone.source.onended = () => end(tone);
      tone.source.connect(tone.gain).connect(out);
      playing.add(tone);
      tone.source.start();
      try {
        player.play(out.stream);
      } catch {
        // A page without audio elements has no bell.
      }
    },
    stop(flags) {
      for (const tone of playing) if (flags === undefined || (flags & tone.flag) !== 0) end(tone);
    },
  };
}

/** In the order in which one of a sum is chosen. */
const FLAGS = [ToneFlag.ringIn, ToneFlag.ringOut, ToneFlag.inConnected, ToneFlag.hangup, ToneFlag.online, ToneFlag.offline, ToneFlag.outConnected, ToneFlag.custom, ToneFlag.outRouting];
