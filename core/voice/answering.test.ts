import { expect, test } from 'vitest';
import { hearAnswer, openAnswering, type Answering } from './answering.ts';

/** Pairs of what is heard and for how long. */
function answers(...parts: ['speech' | 'silence' | 'beep', number][]): Answering {
  let state = openAnswering();
  for (const [what, ms] of parts) for (let passed = 0; passed < ms; passed += 32) state = hearAnswer(state, { probability: what === 'silence' ? 0.02 : 0.9, isTone: what === 'beep', maxMs: 8_000 });
  return state;
}

test.each([
  ['“Hello?”', 'human', [['silence', 300], ['speech', 400], ['silence', 1_000]]],
  ['“Aurora Travel, good morning, Ana speaking”', 'human', [['speech', 1_900], ['silence', 1_000]]],
  ['a long greeting', 'voicemail', [['speech', 3_300]]],
  ['a long greeting with breaths', 'voicemail', [['speech', 1_200], ['silence', 400], ['speech', 1_300], ['silence', 950]]],
  ['a firm, a greeting and a name in one breath', 'human', [['silence', 900], ['speech', 2_700], ['silence', 1_000]]],
  ['a greeting that ends after the time', 'human', [['silence', 6_500], ['speech', 1_800], ['silence', 1_000]]],
  ['a long greeting that began late', 'voicemail', [['silence', 7_000], ['speech', 3_300]]],
  ['a line that rings, then “Hello?”', 'human', [['beep', 1_000], ['silence', 4_000], ['beep', 1_000], ['silence', 4_000], ['beep', 500], ['silence', 400], ['speech', 400], ['silence', 1_000]]],
  ['a line that rings, then a machine', 'voicemail', [['beep', 1_000], ['silence', 4_000], ['speech', 1_000], ['silence', 300], ['beep', 400]]],
  ['a line that rings, then nobody', 'silence', [['beep', 1_000], ['silence', 4_000], ['beep', 1_000], ['silence', 8_100]]],
  ['a line that rings for ever', 'silence', Array.from({ length: 13 }, () => [['beep', 1_000], ['silence', 4_000]]).flat()],
  ['a beep', 'voicemail', [['speech', 1_000], ['silence', 500], ['beep', 200]]],
  ['nobody', 'silence', [['silence', 8_100]]],
  ['words with pauses until long after the time', 'unknown', Array.from({ length: 14 }, () => [['speech', 100], ['silence', 800]]).flat()],
] as const)('[FLOW-11] %s is %s', (_what, verdict, parts) => {
  expect(answers(...(parts as unknown as ['speech', number][])).verdict).toBe(verdict);
});

test('[FLOW-11] a person is known within a second and a half of their first word', () => {
  const state = answers(['speech', 400], ['silence', 928]);
  expect(state.verdict).toBe('human');
  expect(state.passedMs).toBeLessThan(1_500);
});
