import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAREWELL_MS, meterStep, WARNED_MS, type Meter } from './meter.ts';

const at = (talkedMs: number, more: Partial<Meter> = {}) =>
  meterStep({ coveredMs: 120_000, refusedMs: null, isWarned: false, ...more }, talkedMs);

test('a minute lies ready ahead: more is asked for then, and not before', () => {
  expect(at(0)).toEqual({ do: 'wait', ms: 60_000 });
  expect(at(59_999)).toEqual({ do: 'wait', ms: 1 });
  expect(at(60_000)).toEqual({ do: 'holdMore' });
});

test('without more it is asked again every five seconds, told half a minute before the end, and ended before what is paid for ends', () => {
  expect(at(60_000, { refusedMs: 60_000 })).toEqual({ do: 'wait', ms: 5_000 });
  expect(at(65_000, { refusedMs: 60_000 })).toEqual({ do: 'holdMore' });
  expect(at(90_000, { refusedMs: 90_000 })).toEqual({ do: 'warn' });
  expect(at(90_000, { refusedMs: 90_000, isWarned: true })).toEqual({ do: 'wait', ms: 5_000 });
  expect(at(112_000, { refusedMs: 110_000, isWarned: true })).toEqual({ do: 'wait', ms: 2_000 });
  expect(at(114_000, { refusedMs: 113_000, isWarned: true })).toEqual({ do: 'end' });
});

test('whatever is granted and when: nobody is ended who was not told, and no talk goes on unpaid', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }), (answers) => {
      const meter: Meter = { coveredMs: 60_000, refusedMs: null, isWarned: false };
      let [talkedMs, warnedMs] = [0, 0];
      for (const isGranted of answers) {
        for (let step = meterStep(meter, talkedMs); step.do !== 'holdMore'; step = meterStep(meter, talkedMs)) {
          if (step.do === 'end') {
            expect(meter.coveredMs - talkedMs).toBe(FAREWELL_MS);
            expect(talkedMs - warnedMs).toBe(WARNED_MS - FAREWELL_MS);
            return;
          }
          if (step.do === 'warn') [meter.isWarned, warnedMs] = [true, talkedMs];
          else talkedMs += Math.max(1, step.ms);
          expect(talkedMs).toBeLessThanOrEqual(meter.coveredMs - FAREWELL_MS);
        }
        if (isGranted) Object.assign(meter, { coveredMs: meter.coveredMs + 60_000, refusedMs: null, isWarned: false });
        else meter.refusedMs = talkedMs;
      }
    }),
  );
});
