import { expect, test } from 'vitest';
import { chargesOf, NO_CHARGE, type CallMoney } from './call-money.ts';
import type { HeldPrice } from './held-price.ts';

const price: HeldPrice = {
  service: 'call',
  kind: 'manual',
  direction: 'outbound',
  country: 'MX',
  prefix: '52',
  firstSec: 60,
  nextSec: 60,
  minuteE4: 600,
  setupE4: 50,
  listId: 1,
};
const money = (more: Partial<CallMoney> = {}): CallMoney => ({
  availableE4: 1_000,
  isPriced: true,
  price,
  isFlowPriced: false,
  flowPrice: null,
  ownLinesFree: true,
  ...more,
});
const carrier = { id: 1, isOwn: false };
const own = { id: 2, isOwn: true };
const flowPrice: HeldPrice = { ...price, service: 'ai', minuteE4: 300, setupE4: 0 };

test.each([
  ['nobody counts', null, [carrier], NO_CHARGE],
  ['no list has prices of calls', money({ isPriced: false, price: null, availableE4: 0 }), [carrier], NO_CHARGE],
  ['there is no price for this one', money({ price: null }), [carrier], { refused: 'noPrice' }],
  ['it costs nothing', money({ price: { ...price, minuteE4: 0, setupE4: 0 }, availableE4: 0 }), [carrier], NO_CHARGE],
  ['it goes by a line of their own', money({ price: null, availableE4: 0 }), [own], NO_CHARGE],
  ['own lines cost as well', money({ ownLinesFree: false, availableE4: 0 }), [own], { refused: 'balance' }],
  ['not enough is left', money({ availableE4: 649 }), [carrier], { refused: 'balance' }],
  ['a flow talks on a free line, and has no price', money({ isFlowPriced: true }), [own], { refused: 'noPrice' }],
  ['line and flow together are too much', money({ availableE4: 900, flowPrice }), [carrier], { refused: 'balance' }],
] as const)('what a call has to hold: %s', (_, known, lines, found) => {
  expect(chargesOf(known, lines)).toEqual(found);
});

test('the first minute and the set-up are held, and lines that would cost nothing are named', () => {
  expect(chargesOf(money({ availableE4: 950, flowPrice }), [carrier, own])).toEqual({
    line: { price, coveredSec: 60, amountE4: 650, freeTrunkIds: [2] },
    flow: { price: flowPrice, coveredSec: 60, amountE4: 300, freeTrunkIds: [] },
  });
});
