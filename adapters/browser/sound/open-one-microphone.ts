import { barsOfSpectrum, LEVEL_FFT, LEVEL_SMOOTHING } from './level.ts';
import type { Microphone } from './line-sound.ts';
import { openVoicePlayer } from './open-voice-player.ts';
import { ownElement } from './voice-player.ts';
import type { OneMicrophone } from './one-microphone.ts';

const LEVEL_EVERY_MS = 100;
const WISHES: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };

/** `onLevel` is told ten times a second how loud it is. */
export function openOneMicrophone(onLevel: (bars: number) => void): OneMicrophone {
  let stream: MediaStream | null = null;
  /** Which opening counts: one that was closed before the person had allowed it does not. */
  let opening = 0;
  let context: AudioContext | null = null;
  let watching: ReturnType<typeof setInterval> | undefined;
  const player = openVoicePlayer(ownElement, () => {});

  function watchLevel(of: MediaStream): void {
    context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = LEVEL_FFT;
    analyser.smoothingTimeConstant = LEVEL_SMOOTHING;
    context.createMediaStreamSource(of).connect(analyser);
    const spectrum = new Uint8Array(analyser.frequencyBinCount);
    watching = setInterval(() => {
      analyser.getByteFrequencyData(spectrum);
      onLevel(of.getAudioTracks()[0]?.enabled ? barsOfSpectrum(spectrum) : 0);
    }, LEVEL_EVERY_MS);
  }

  function close(): void {
    opening += 1;
    clearInterval(watching);
    stream?.getTracks().forEach((track) => track.stop());
    void context?.close().catch(() => {});
    [stream, context] = [null, null];
  }

  return {
    async open() {
      if (stream) return 'open';
      const mine = (opening += 1);
      try {
        const given = await navigator.mediaDevices.getUserMedia({ audio: WISHES, video: false });
        if (mine !== opening) {
          given.getTracks().forEach((track) => track.stop());
          return 'refused';
        }
        stream = given;
      } catch (error) {
        return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing';
      }
      try {
        watchLevel(stream);
      } catch {
        // Without a level there is still a voice.
      }
      return 'open';
    },
    close,
    openMicrophone(): Promise<Microphone> {
      const [track] = stream?.getAudioTracks() ?? [];
      if (!track) return Promise.reject(new Error('The microphone is not open.'));
      return Promise.resolve({ track, onTrack: () => {}, close: () => track.stop() });
    },
    playVoice: (voice) => player.play(voice),
  };
}
