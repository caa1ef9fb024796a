import type { SpeechDetector } from './speech-detector.port.ts';

/** Louder than the line's own noise by this much is speech for sure; by the first, not at all (decibels). */
const [SILENT_DB, SURE_DB] = [4, 14];
/** Below this nobody speaks, however quiet the line is otherwise. */
const FLOOR_DB = 32;
/** How fast noise is learned: down at once, up by this much for every frame of 32 ms. */
const RISE_DB = 0.1;

/**
 * Takes what is louder than the line for speech. For machines without a model: it cannot tell a voice from a door.
 * Costs nothing and needs nothing.
 */
export const energyDetector: SpeechDetector = {
  name: 'energy',
  open() {
    let noiseDb = 45;
    return {
      async probability(frame) {
        const power = frame.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, frame.length);
        const db = 10 * Math.log10(power + 1);
        noiseDb = Math.max(FLOOR_DB, Math.min(db, noiseDb + RISE_DB));
        return Math.max(0, Math.min(1, (db - noiseDb - SILENT_DB) / (SURE_DB - SILENT_DB)));
      },
      close() {},
    };
  },
  close: async () => {},
};
