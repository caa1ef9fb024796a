import { expect, test } from 'vitest';
import { EAR_SAMPLES, type SpeechDetector } from './speech-detector.port.ts';
import { SpeechFailure } from './speech-failure.ts';

/** A detector and sound to give to it, 8 kHz. */
export interface SpeechDetectorStage {
  detector: SpeechDetector;
  /** At least two seconds of somebody speaking. */
  speech: Int16Array;
  close(): Promise<void>;
}

/** What every detector of speech does. */
export function speechDetectorSuite(open: () => Promise<SpeechDetectorStage>): void {
  const onStage = (name: string, play: (stage: SpeechDetectorStage) => Promise<void>) =>
    test(`[FLOW-11] ${name}`, { timeout: 60_000 }, async () => {
      const stage = await open();
      try {
        await play(stage);
      } finally {
        await stage.detector.close();
        await stage.close();
      }
    });

  onStage('speech is told from silence', async ({ detector, speech }) => {
    const ear = detector.open();
    const silent = await all(ear, new Int16Array(8_000));
    const spoken = await all(ear, speech);
    const after = await all(ear, new Int16Array(8_000));
    expect(Math.max(...silent)).toBeLessThan(0.5);
    expect(spoken.filter((probability) => probability > 0.5).length).toBeGreaterThan(spoken.length / 2);
    expect(after.at(-1)).toBeLessThan(0.5);
    for (const probability of [...silent, ...spoken]) {
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
    }
  });

  onStage('ears beside each other hear each their own, whatever is asked at once', async ({ detector, speech }) => {
    const alone = await all(detector.open(), speech);
    const ears = [detector.open(), detector.open(), detector.open()];
    const [one, silent, other] = await Promise.all([
      all(ears[0]!, speech),
      all(ears[1]!, new Int16Array(speech.length)),
      all(ears[2]!, speech),
    ]);
    for (const [at, probability] of alone.entries()) {
      expect(one![at]).toBeCloseTo(probability, 3);
      expect(other![at]).toBeCloseTo(probability, 3);
    }
    expect(Math.max(...silent!)).toBeLessThan(0.5);
  });

  onStage('an ear that is closed hears nothing more', async ({ detector, speech }) => {
    const ear = detector.open();
    await ear.probability(speech.subarray(0, EAR_SAMPLES));
    ear.close();
    const other = detector.open();
    expect(await other.probability(new Int16Array(EAR_SAMPLES))).toBeLessThan(0.5);
  });

  onStage('closing refuses whatever comes later', async ({ detector, speech }) => {
    const ear = detector.open();
    await ear.probability(speech.subarray(0, EAR_SAMPLES));
    await detector.close();
    await expect(ear.probability(speech.subarray(0, EAR_SAMPLES))).rejects.toBeInstanceOf(SpeechFailure);
  });
}

/** Frames as they come in a call: some at once. */
async function all(ear: ReturnType<SpeechDetector['open']>, sound: Int16Array): Promise<number[]> {
  const probabilities: number[] = [];
  for (let at = 0; at + EAR_SAMPLES * 4 <= sound.length; at += EAR_SAMPLES * 4) {
    const frames = [0, 1, 2, 3].map((frame) => sound.slice(at + frame * EAR_SAMPLES, at + (frame + 1) * EAR_SAMPLES));
    probabilities.push(...(await Promise.all(frames.map((frame) => ear.probability(frame)))));
  }
  return probabilities;
}
