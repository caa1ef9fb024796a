import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromWallTime, fromWire, isZone, offsetMinutes, toWire, wallTime } from './zone.ts';

describe('zones', () => {
  test.each([
    ['Pacific/Pago_Pago', -660, '2026-03-31 13:30:00'],
    ['Asia/Kolkata', 330, '2026-04-01 06:00:00'],
    ['Pacific/Kiritimati', 840, '2026-04-01 14:30:00'],
    ['Asia/Shanghai', 480, '2026-04-01 08:30:00'],
  ])('[SHELL-02] a clock in %s is %i minutes ahead of UTC', (zone, minutes, wall) => {
    const moment = fromWire('2026-04-01 00:30:00');
    expect(offsetMinutes(zone, moment)).toBe(minutes);
    expect(wallTime(moment, zone)).toBe(wall);
    expect(toWire(fromWallTime(wall, zone))).toBe('2026-04-01 00:30:00');
  });

  test('the day clocks go forward has its afternoon at the summer offset', () => {
    expect(toWire(fromWallTime('2026-03-08 01:59:59', 'America/New_York'))).toBe('2026-03-08 06:59:59');
    expect(toWire(fromWallTime('2026-03-08 03:00:00', 'America/New_York'))).toBe('2026-03-08 07:00:00');
    expect(toWire(fromWallTime('2026-03-08 23:59:59', 'America/New_York'))).toBe('2026-03-09 03:59:59');
  });

  test('an hour that the clocks leave out means the moment after the change', () => {
    expect(toWire(fromWallTime('2026-03-08 02:30:00', 'America/New_York'))).toBe('2026-03-08 07:30:00');
  });

  test('an hour that happens twice means its first time', () => {
    expect(toWire(fromWallTime('2026-11-01 01:30:00', 'America/New_York'))).toBe('2026-11-01 05:30:00');
  });

  test('a moment shown on the wall and read back is the same, except in the repeated hour', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'Pacific/Pago_Pago',
          'Asia/Kolkata',
          'Pacific/Kiritimati',
          'Europe/Madrid',
          'Australia/Lord_Howe',
          'America/Mexico_City',
        ),
        fc.integer({ min: 0, max: 2_000_000_000 }),
        (zone, seconds) => {
          const moment = new Date(seconds * 1000);
          const back = fromWallTime(wallTime(moment, zone), zone);
          expect(wallTime(back, zone)).toBe(wallTime(moment, zone));
          expect(moment.getTime() - back.getTime()).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test('a zone nobody knows is recognised as such', () => {
    expect(isZone('Mars/Olympus')).toBe(false);
    expect(isZone('Asia/Jakarta')).toBe(true);
  });
});
