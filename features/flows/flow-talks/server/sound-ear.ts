import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';
import { earPieces } from '../core/ear-pieces.ts';
import { openFallbackDetector } from './fallback-detector.ts';

/** Turns frames of a stream into pieces and how likely each of them is speech. */
export interface SoundEar {
  hear(frame: Int16Array): void;
  /** Resolves when nothing is listened to any more. */
  close(): Promise<void>;
}

/** Pieces are heard in order, one after another, so that decisions follow what was heard. */
export function openSoundEar(
  detector: SpeechDetector,
  onPiece: (piece: Int16Array, probability: number) => void,
  report: (problem: unknown) => void,
): SoundEar {
  const ear = openFallbackDetector(detector, report);
  let rest: Int16Array = new Int16Array(0);
  let lane = Promise.resolve();
  let isClosed = false;

  async function listenTo(piece: Int16Array): Promise<void> {
    if (isClosed) return;
    const probability = await ear.probability(piece);
    if (!isClosed) onPiece(piece, probability);
  }

  return {
    hear(frame) {
      const cut = earPieces(rest, frame);
      rest = cut.rest;
      for (const piece of cut.pieces) {
        ear.comes();
        lane = lane.then(() => listenTo(piece)).catch(report);
      }
    },
    close() {
      isClosed = true;
      ear.close();
      return lane;
    },
  };
}
