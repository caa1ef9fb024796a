import type { AnswererEar } from '#core/call/answerer-ear.port.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';
import { asksForWords } from '../core/answering.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { hearAnswerer, hearAnswererWords, openAnswerer } from '../core/answerer.ts';
import { evenTone, TONE_SAMPLES } from '../core/even-tone.ts';
import { openGreetingWords } from './greeting-words.ts';
import { openSoundEar } from './sound-ear.ts';

/** Each is heard for a few seconds; more at once would take the time of those who talk. */
const EARS_MOST = 40;

/** Whom a campaign calls may speak any that the product does. */
const LANGUAGES: readonly CustomerLanguage[] = ['en', 'es', 'zh', 'id'];

interface AnswererEarParts {
  detector: SpeechDetector;
  /** Without one the sound alone tells. */
  recognizer?: Recognizer;
  report(problem: unknown): void;
  most?: number;
}

/** Hears who takes calls of campaigns, as flows hear it. */
export function openAnswererEar({ detector, recognizer, report, most = EARS_MOST }: AnswererEarParts): AnswererEar {
  let open = 0;
  return {
    listen(stream, onAnswerer) {
      if (open >= most) return null;
      open += 1;
      const last = new Int16Array(TONE_SAMPLES);
      let state = openAnswerer();
      let isOpen = true;
      const words = openGreetingWords(recognizer ?? null, LANGUAGES);
      function become(step: ReturnType<typeof hearAnswerer>): void {
        state = step.state;
        for (const one of step.findings) if (isOpen) onAnswerer(one);
      }
      const ear = openSoundEar(
        detector,
        (piece, probability) => {
          last.copyWithin(0, piece.length);
          last.set(piece, last.length - piece.length);
          become(hearAnswerer(state, { probability, toneHz: evenTone(last, probability) }));
          words.hear(piece, state.answering.speechMs > 0);
          if (isOpen && asksForWords(state.answering)) words.ask((says) => become(hearAnswererWords(state, says)));
        },
        report,
      );
      stream.onFrame((frame) => ear.hear(frame));
      return () => {
        if (!isOpen) return;
        isOpen = false;
        open -= 1;
        words.close();
        void ear.close();
      };
    },
  };
}
