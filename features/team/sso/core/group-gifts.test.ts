import { expect, test } from 'vitest';
import { bringGifts, giftsOf, NO_GIFTS, type Gifts } from './group-gifts.ts';

const gifts = (more: Partial<Gifts> = {}): Gifts => ({ ...NO_GIFTS, ...more });
const mapping = (value: string, more: Partial<Gifts>) => ({ value, ...gifts(more) });

test('[ADMIN-03] groups of the company add up, and others give nothing', () => {
  const mappings = [
    mapping('service', { textSeat: true, agentGroupIds: [1, 2] }),
    mapping('phones', { voiceSeat: true, agentGroupIds: [2, 3] }),
    mapping('cooks', { agentGroupIds: [9] }),
  ];
  expect(giftsOf(mappings, new Set(['service', 'phones', 'drivers']))).toEqual({
    textSeat: true,
    voiceSeat: true,
    agentGroupIds: [1, 2, 3],
  });
  expect(giftsOf(mappings, new Set())).toEqual(NO_GIFTS);
});

test('[ADMIN-03] what came by the company goes with it, and comes back', () => {
  const wanted = gifts({ voiceSeat: true, agentGroupIds: [1] });
  const first = bringGifts(NO_GIFTS, NO_GIFTS, wanted);
  expect(first).toEqual({ next: wanted, given: wanted });
  expect(bringGifts(first.next, first.given, NO_GIFTS)).toEqual({ next: NO_GIFTS, given: NO_GIFTS });
});

test('[ADMIN-03] what a manager gave stays, whatever the company says before or after', () => {
  const byHand = gifts({ textSeat: true, agentGroupIds: [1, 7] });
  const wanted = gifts({ textSeat: true, agentGroupIds: [1, 2] });
  const come = bringGifts(byHand, NO_GIFTS, wanted);
  expect(come).toEqual({
    next: gifts({ textSeat: true, agentGroupIds: [1, 7, 2] }),
    given: gifts({ agentGroupIds: [2] }),
  });
  expect(bringGifts(come.next, come.given, NO_GIFTS)).toEqual({ next: byHand, given: NO_GIFTS });
});

test('[ADMIN-03] a gift that a manager took away and gave again is the manager’s', () => {
  const wanted = gifts({ voiceSeat: true });
  const { given } = bringGifts(NO_GIFTS, NO_GIFTS, wanted);
  // Taken away meanwhile, and no longer wanted: nothing is left of it.
  expect(bringGifts(NO_GIFTS, given, NO_GIFTS)).toEqual({ next: NO_GIFTS, given: NO_GIFTS });
  expect(bringGifts(wanted, NO_GIFTS, NO_GIFTS)).toEqual({ next: wanted, given: NO_GIFTS });
});
