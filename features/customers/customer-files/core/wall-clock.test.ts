import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import { wallTime } from '#core/calendar/day-range.ts';
import { wallClock } from './wall-clock.ts';

const zones = [
  'UTC',
  'America/Mexico_City',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
];

test('[complaint 18] it shows what the slow clock shows, in every zone and on days when clocks are set', () => {
  const clocks = zones.map((zone) => [zone, wallClock(zone)] as const);
  const around = fc.oneof(
    fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2035, 0) }),
    ...['2026-03-08 07:00:00', '2026-11-01 06:00:00', '2026-04-04 15:00:00', '2026-10-03 15:30:00'].map((at) =>
      fc.integer({ min: -7_200_000, max: 7_200_000 }).map((off) => fromWireTime(at) + off),
    ),
  );
  fc.assert(
    fc.property(around, (atMs) => {
      const wire = toWireTime(atMs);
      for (const [zone, clock] of clocks) expect(clock(wire)).toBe(wallTime(fromWireTime(wire), zone));
    }),
    // St John's set its clocks a minute past midnight until 2011.
    { numRuns: 2_000, examples: [[Date.UTC(2005, 3, 3, 3, 31)], [Date.UTC(2005, 3, 3, 3, 30, 59)]] },
  );
});
