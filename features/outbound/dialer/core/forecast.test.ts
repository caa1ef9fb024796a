import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRisk, type Horizon } from './forecast.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const few = fc.array(chance, { maxLength: 5 });

/** The same by going through everything that may happen. */
function enumerated(free: number, { frees, answers }: Horizon): number {
  const things = [...frees, ...answers];
  let risk = 0;
  for (let happened = 0; happened < 2 ** things.length; happened += 1) {
    let [likely, net] = [1, free];
    for (const [index, chance] of things.entries()) {
      const does = (happened >> index) % 2 === 1;
      likely *= does ? chance : 1 - chance;
      if (does) net += index < frees.length ? 1 : -1;
    }
    if (net <= 0) risk += likely;
  }
  return risk;
}

test('the risk of a call is what going through all possibilities says', () => {
  fc.assert(
    fc.property(fc.nat(4), few, few, chance, (free, frees, answers, newAnswer) => {
      const horizon = { frees, answers, newAnswer, inbound: 0, kept: 0 };
      const risk = openRisk(free, [horizon]);
      expect(risk.next()).toBeCloseTo(enumerated(free, horizon), 7);
      risk.dial();
      expect(risk.next()).toBeCloseTo(enumerated(free, { ...horizon, answers: [...answers, newAnswer] }), 7);
    }),
  );
});

test.each<[string, number, Partial<Horizon>, number]>([
  ['with fewer ringing than free there is none', 3, { answers: [0.9, 0.9] }, 0],
  ['nobody free and nobody in a call: it is certain', 0, {}, 1],
  ['one is free and one rings: it is that one’s chance', 1, { answers: [0.3] }, 0.3],
  ['an agent whose talk surely ends is as good as free', 0, { frees: [1] }, 0],
  ['inbound callers take agents too', 1, { inbound: 0.1 }, 1 - Math.exp(-0.1)],
  ['but for those who find one that is kept for them', 1, { inbound: 0.1, kept: 1 }, 1 - 1.1 * Math.exp(-0.1)],
])('the risk of a call: %s', (_, free, wishes, risk) => {
  const horizon: Horizon = { frees: [], answers: [], newAnswer: 0.3, inbound: 0, kept: 0, ...wishes };
  expect(openRisk(free, [horizon]).next()).toBeCloseTo(risk, 5);
});

test('horizons are equally likely', () => {
  const horizon = { frees: [], newAnswer: 0.3, inbound: 0, kept: 0 };
  expect(
    openRisk(1, [
      { ...horizon, answers: [0.2] },
      { ...horizon, answers: [0.4] },
    ]).next(),
  ).toBeCloseTo(0.3, 9);
});
