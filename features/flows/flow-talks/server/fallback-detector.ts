import { energyDetector } from '#core/speech/energy-detector.ts';
import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';
import { SpeechFailure } from '#core/speech/speech-failure.ts';

/** Tells of every piece how likely somebody speaks, whatever becomes of the detector. */
export interface FallbackDetector {
  /** One more piece waits; so many without an answer mean that none will come. */
  comes(): void;
  /** Never fails, and hangs no longer than the pieces that wait. */
  probability(piece: Int16Array): Promise<number>;
  close(): void;
}

/** A second and a half of sound; before its first answer five, since models are loaded when somebody calls. */
const WAITING_MOST = 48;
const WAITING_FIRST = 160;
const FAILURES_MOST = 32;

/** Where the detector fails loudness tells; one that fails again and again, or hangs, is not asked any more. */
export function openFallbackDetector(detector: SpeechDetector, report: (problem: unknown) => void): FallbackDetector {
  const [ear, spare] = [detector.open(), energyDetector.open()];
  const given = Promise.withResolvers<null>();
  let [isLeft, hasAnswered, waiting, failures] = [false, false, 0, 0];

  function leave(): void {
    if (isLeft) return;
    isLeft = true;
    given.resolve(null);
    ear.close();
  }
  function failed(problem: unknown): null {
    failures += 1;
    // Once is enough to be read.
    if (failures === 1 && !isLeft && !(problem instanceof SpeechFailure && problem.reason === 'cancelled'))
      report(problem);
    if (failures >= FAILURES_MOST) leave();
    return null;
  }

  return {
    comes() {
      waiting += 1;
      if (waiting <= (hasAnswered ? WAITING_MOST : WAITING_FIRST) || isLeft) return;
      report(new SpeechFailure('slow', 'the detector'));
      leave();
    },
    async probability(piece) {
      try {
        const measured = isLeft ? null : await Promise.race([ear.probability(piece).catch(failed), given.promise]);
        if (measured !== null) [hasAnswered, failures] = [true, 0];
        return measured ?? (await spare.probability(piece));
      } finally {
        waiting -= 1;
      }
    },
    close: leave,
  };
}
