import { expect, test } from 'vitest';
import { staffOf, type DialledAgent } from './staff.ts';

const NOW = 1_000_000;
const agent = (doing: DialledAgent['doing'], leavesAtMs: number | null = null): DialledAgent => ({
  doing,
  sinceMs: NOW - 60_000,
  leavesAtMs,
});

test.each<[string, DialledAgent, Partial<ReturnType<typeof staffOf>>]>([
  ['who is free is dialled for', agent('free'), { free: 1 }],
  ['whose shift ends while it might ring is not', agent('free', NOW + 30_000), { leavingFree: 1 }],
  ['whose shift ends later is', agent('free', NOW + 60_000), { free: 1 }],
  ['who talks will be free', agent('handling'), { handlingSinceMs: [NOW - 60_000] }],
  ['who talks and asked for a break will not', agent('handling', NOW), { leavingBusy: 1 }],
  ['who is in an inbound call is counted apart', agent('inbound'), { inbound: 1 }],
  ['who is away does not count', agent('away'), {}],
])('%s', (_, one, expected) => {
  expect(staffOf([one], NOW, 45_000)).toEqual({
    free: 0,
    handlingSinceMs: [],
    leavingFree: 0,
    leavingBusy: 0,
    inbound: 0,
    ...expected,
  });
});
