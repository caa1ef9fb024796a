import { expect, test } from 'vitest';
import { losers } from './loan-losers.ts';

const usedBy = [
  { id: 1, name: 'Aurora', hasOther: true },
  { id: 2, name: 'Borealis', hasOther: false },
];

test('[CC-12] who loses a lent trunk is told apart from who loses the only one they have', () => {
  expect(losers({ usedBy }, { tenantIds: null, isWithdrawn: false })).toEqual({ all: [], without: [] });
  expect(losers({ usedBy }, { tenantIds: [2, 7], isWithdrawn: false })).toEqual({ all: [usedBy[0]], without: [] });
  expect(losers({ usedBy }, { tenantIds: null, isWithdrawn: true })).toEqual({ all: usedBy, without: [usedBy[1]] });
});
