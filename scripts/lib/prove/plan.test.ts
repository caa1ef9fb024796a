import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phaseNames, planOf, type RunPlan } from './plan.ts';

test('without a wish it takes hours, quickly twenty minutes, and all phases fit into them', () => {
  for (const [wishes, kind, minutes] of [
    [{}, 'whole', 180],
    [{ quick: true }, 'quick', 20],
  ] as const) {
    const plan = planOf(wishes) as RunPlan;
    expect(plan).toMatchObject({ kind, limitSec: minutes * 60, phases: phaseNames, out: 'docs/proof.md' });
  }
});

test('whatever is left out, the seconds of what is wanted leave time for starting and the report', () => {
  fc.assert(
    fc.property(fc.subarray([...phaseNames], { minLength: 1 }), fc.integer({ min: 1, max: 600 }), (only, minutes) => {
      const plan = planOf({ only: only.join(','), minutes: String(minutes) }) as RunPlan;
      const wanted = plan.phases.reduce((sum, name) => sum + plan.seconds[name], 0);
      expect(wanted).toBeLessThanOrEqual(plan.limitSec * 0.9);
      expect(wanted).toBeGreaterThan(plan.limitSec * 0.7);
    }),
  );
});

test('a run of some phases or of a few minutes is called a trial and no proof', () => {
  expect(planOf({ only: 'load', minutes: '30' })).toMatchObject({ kind: 'tried' });
  expect(planOf({ minutes: '3' })).toMatchObject({ kind: 'tried' });
});

test.each([
  [{ only: 'lode' }, 'There is no phase lode'],
  [{ minutes: 'soon' }, '--minutes wants a number'],
  [{ seed: 'x' }, '--seed wants'],
])('what cannot be meant is refused in a line: %j', (wishes, line) => {
  expect(planOf(wishes)).toContain(line);
});
