import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EAR_SAMPLES } from '#core/speech/speech-detector.port.ts';
import { speechDetectorSuite } from '#core/speech/speech-detector.suite.ts';
import { testKit } from '../kit/kit.fixture.ts';
import { FETCHING_MS, saidBy } from '../lent-pools.fixture.ts';
import { embeddedVoice } from '../voice/embedded-voice.ts';
import { espeakPool, type EspeakPool } from '../voice/espeak-pool.ts';
import { embeddedDetector } from './embedded-detector.ts';

let kit: string;
let speaking: EspeakPool;
let speech: Int16Array;
const quiet = () => undefined;

beforeAll(async () => {
  ({ kit } = await testKit());
  speaking = espeakPool(kit, 1, quiet);
  speech = await saidBy(
    embeddedVoice(() => speaking),
    'Good morning, this is the renewals desk, how can I help you today',
  );
}, FETCHING_MS);
afterAll(() => speaking?.close());

describe('the embedded detector', () => {
  speechDetectorSuite(async () => ({
    detector: embeddedDetector(() => kit, quiet),
    speech,
    close: async () => undefined,
  }));

  test('[FLOW-11] music on hold and noise are not taken for somebody speaking', { timeout: 60_000 }, async () => {
    const detector = embeddedDetector(() => kit, quiet);
    const ear = detector.open();
    let seed = 1;
    const probabilities: number[] = [];
    for (let at = 0; at < 40; at++)
      probabilities.push(
        await ear.probability(
          Int16Array.from({ length: EAR_SAMPLES }, () => ((seed = (seed * 48_271) % 2_147_483_647) % 1_600) - 800),
        ),
      );
    expect(probabilities.filter((probability) => probability > 0.5)).toEqual([]);
    await detector.close();
  });

  test(
    '[FLOW-11] a frame of another length is refused, and so is everything without models',
    { timeout: 60_000 },
    async () => {
      const detector = embeddedDetector(() => kit, quiet);
      await expect(detector.open().probability(new Int16Array(160))).rejects.toMatchObject({ reason: 'garbage' });
      await detector.close();
      const none = embeddedDetector(() => null, quiet);
      await expect(none.open().probability(new Int16Array(EAR_SAMPLES))).rejects.toMatchObject({ reason: 'absent' });
      const broken = embeddedDetector(() => '/nowhere', quiet);
      await expect(broken.open().probability(new Int16Array(EAR_SAMPLES))).rejects.toMatchObject({ reason: 'absent' });
    },
  );
});
