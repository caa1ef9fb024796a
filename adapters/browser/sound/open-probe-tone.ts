import type { Microphone } from './line-sound.ts';
import { ownElement, type PlayerElement } from './voice-player.ts';
import type { ProbeTone } from './probe-tone.ts';

/** Loud enough to be sound for the codec; nobody but the echo hears it. */
const PITCH_HZ = 330;
const GAIN = 0.05;

export function openProbeTone(
  make: () => AudioContext = () => new AudioContext(),
  findElement: () => PlayerElement | null = ownElement,
): ProbeTone {
  let context: AudioContext | null = null;
  let element: PlayerElement | null = null;
  let [isHeard, sink] = [false, null as string | null];

  function route(): void {
    if (!element) return;
    // A voice that nobody plays is not decoded, and nothing can be said of it: it is played without being heard.
    element.muted = !isHeard;
    element.setSinkId?.(isHeard ? (sink ?? '') : '').catch(() => {});
  }

  return {
    async openMicrophone(): Promise<Microphone> {
      const room = (context ??= make());
      const [tone, gain, out] = [room.createOscillator(), room.createGain(), room.createMediaStreamDestination()];
      tone.frequency.value = PITCH_HZ;
      gain.gain.value = GAIN;
      tone.connect(gain).connect(out);
      tone.start();
      // One that may not sound yet sends silence as soon as it may; nothing waits for it.
      void room.resume().catch(() => {});
      const [track] = out.stream.getAudioTracks();
      if (!track) throw new Error('There is no sound to send.');
      return {
        track,
        onTrack: () => {},
        close() {
          tone.stop();
          track.stop();
        },
      };
    },
    playVoice(voice) {
      if (voice === null) {
        element?.pause();
        if (element) element.srcObject = null;
        return;
      }
      element ??= findElement();
      if (!element) return;
      element.autoplay = true;
      element.srcObject = voice;
      route();
      element.play().catch(() => {});
    },
    listen(heard, on) {
      [isHeard, sink] = [heard, on];
      route();
    },
    close() {
      void context?.close().catch(() => {});
      context = null;
      element?.pause();
      element = null;
    },
  };
}
