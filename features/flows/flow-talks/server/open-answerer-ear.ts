import type { AnswererEar } from '#core/call/answerer-ear.port.ts';
import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';
import { hearAnswerer, openAnswerer } from '../core/answerer.ts';
import { evenTone, TONE_SAMPLES } from '../core/even-tone.ts';
import { openSoundEar } from './sound-ear.ts';

/** Each is heard for a few seconds; more at once would take the time of those who talk. */
const EARS_MOST = 40;

/** Hears who takes calls of campaigns, as flows hear it. */
export function openAnswererEar(
  detector: SpeechDetector,
  report: (problem: unknown) => void,
  most = EARS_MOST,
): AnswererEar {
  let open = 0;
  return {
    listen(stream, tell) {
      if (open >= most) return null;
      open += 1;
      const last = new Int16Array(TONE_SAMPLES);
      let state = openAnswerer();
      let isOpen = true;
      const ear = openSoundEar(
        detector,
        (piece, probability) => {
          last.copyWithin(0, piece.length);
          last.set(piece, last.length - piece.length);
          const step = hearAnswerer(state, { probability, toneHz: evenTone(last, probability) });
          state = step.state;
          for (const one of step.told) if (isOpen) tell(one);
        },
        report,
      );
      stream.onFrame((frame) => ear.hear(frame));
      return () => {
        if (!isOpen) return;
        isOpen = false;
        open -= 1;
        void ear.close();
      };
    },
  };
}
