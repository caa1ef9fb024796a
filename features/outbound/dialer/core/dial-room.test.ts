import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowRoom, restAfterRefusals, withinLines } from './dial-room.ts';

test('[TASK-02] never more calls begin than lines and their second have room for, with those on their way counted', () => {
  const count = fc.nat(500);
  fc.assert(
    fc.property(count, count, count, count, (wanted, lines, starts, leaving) => {
      const { dial, limit } = withinLines(wanted, { is: 'open', lines, starts }, leaving);
      expect(dial + leaving).toBeLessThanOrEqual(Math.max(leaving, Math.min(lines, starts)));
      expect(dial).toBeLessThanOrEqual(wanted);
      expect(limit === null).toBe(dial === wanted);
    }),
  );
});

test('[TASK-03] a flow calls as many at once as it is set to, and as the machine bears', () => {
  expect(flowRoom({ callsAtOnce: 5, underWay: 2, machineRoom: 10 })).toEqual({ dial: 3, limit: null });
  expect(flowRoom({ callsAtOnce: 5, underWay: 5, machineRoom: 10 })).toEqual({ dial: 0, limit: 'calls' });
  expect(flowRoom({ callsAtOnce: 5, underWay: 2, machineRoom: 0 })).toEqual({ dial: 0, limit: 'machine' });
});

test('[TASK-02] lines that refuse are left alone, each time in a row twice as long', () => {
  expect([1, 2, 3, 10].map(restAfterRefusals)).toEqual([1_000, 2_000, 4_000, 30_000]);
});
