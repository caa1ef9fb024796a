import { expect, test } from 'vitest';
import { energyDetector } from './energy-detector.ts';
import { EAR_SAMPLES } from './speech-detector.port.ts';

const noise = (loud: number, seed = 1) =>
  Int16Array.from({ length: EAR_SAMPLES }, () =>
    Math.round((((seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647) * 2 - 1) * loud),
  );
const voice = (loud: number) =>
  Int16Array.from({ length: EAR_SAMPLES }, (_, at) => Math.round(loud * Math.sin(at * 0.14)));

test.each([0, 30, 300])(
  '[FLOW-11] without a model, whoever is louder than the line (noise of %i) speaks',
  async (loud) => {
    const ear = energyDetector.open();
    for (let frame = 0; frame < 100; frame++) expect(await ear.probability(noise(loud, frame + 1))).toBeLessThan(0.5);
    expect(await ear.probability(voice(4_000))).toBeGreaterThan(0.9);
    expect(await ear.probability(noise(loud))).toBeLessThan(0.5);
  },
);

test('[FLOW-11] a long sentence stays speech; one ear knows nothing of another', async () => {
  const [ear, other] = [energyDetector.open(), energyDetector.open()];
  for (let frame = 0; frame < 60; frame++) await ear.probability(noise(50, frame + 1));
  for (let frame = 0; frame < 150; frame++) expect(await ear.probability(voice(4_000))).toBeGreaterThan(0.5);
  expect(await other.probability(noise(10))).toBe(0);
});
