import type { SpeechDetector } from '#core/speech/speech-detector.port.ts';

const LOUD = 500;

/** Takes everything loud for speech. */
export function fakeDetector(): SpeechDetector {
  return {
    name: 'fake',
    open: () => ({
      async probability(frame) {
        const loudness = Math.sqrt(frame.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, frame.length));
        return loudness > LOUD ? 0.98 : 0.02;
      },
      close: () => undefined,
    }),
    close: async () => undefined,
  };
}
