import { chooseWay, whyNotCall } from '#core/call/call-permission.ts';
import { readDialled, type Dialled } from '#core/call/dialled-number.ts';
import { isBlacklisted } from './blacklist-check.ts';
import { callAttempts } from './call-attempts.ts';
import { readCallFacts } from './call-facts.repo.ts';
import type { CallPlans } from './call-plans.ts';
import type { PlanParts } from './plan-parts.ts';

/** Over which lines a caller is handed on to a number outside. */
export async function planOnward(
  { db, clock, catalogue }: PlanParts,
  { tenantId, number: to, shown }: Parameters<CallPlans['onward']>[0],
): ReturnType<CallPlans['onward']> {
  return db.tenant({ tenantId }, async (tx): ReturnType<CallPlans['onward']> => {
    const dialled = readDialled(to.startsWith('+') ? to : `+${to}`, '');
    const number = dialled.is === 'number' ? dialled.number : '';
    const facts = await readCallFacts(tx, { to: '', number, userId: 0 });
    const refused = whyNotCall({
      ...facts,
      exchange: 'up',
      hasRightToken: true,
      colleague: null,
      nowMs: clock.nowMs(),
      dialled,
      isBlacklisted: number !== '' && (await isBlacklisted(catalogue.blacklist, tx, number, 'outbound')),
    });
    if (refused) return refused;
    const { country } = dialled as Dialled & { is: 'number' };
    const { lines } = await callAttempts(tx, clock.nowMs()).look([], 0, number);
    const facet = { country, routerId: 0, routers: facts.routers, lines, numbers: facts.numbers, limits: [] };
    // Our own number where it may be shown, else one that may.
    const way = chooseWay({ ...facet, shown });
    const chosen = 'refused' in way ? chooseWay({ ...facet, shown: '' }) : way;
    return 'refused' in chosen ? chosen : { number, lines: chosen.lines, displayNumber: chosen.displayNumber };
  });
}
