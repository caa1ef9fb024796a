import { chooseWay, whyNotCall, type Refused } from '#core/call/call-permission.ts';
import { readDialled, type Dialled } from '#core/call/dialled-number.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { isBlacklisted } from './blacklist-check.ts';
import { callAttempts } from './call-attempts.ts';
import { readCallFacts, type CallFacts } from './call-facts.repo.ts';
import type { CallPlans } from './call-plans.ts';
import type { PlanParts } from './plan-parts.ts';

/** Over which lines a caller is handed on to a number outside. No agent calls: the limits of the whole tenant hold, and count it. */
export async function planOnward(
  parts: PlanParts,
  { tenantId, number: to, shown }: Parameters<CallPlans['onward']>[0],
): ReturnType<CallPlans['onward']> {
  return parts.db.tenant({ tenantId }, async (tx): ReturnType<CallPlans['onward']> => {
    const known = await look(parts, tx, to);
    if ('refused' in known) return known;
    const { number, country, facts } = known;
    const attempts = callAttempts(tx, parts.clock.nowMs());
    await attempts.takeTurn();
    const ofTenant = facts.limits.filter(({ scope }) => scope === 'tenant');
    const { lines, limits } = await attempts.look(ofTenant, null, number);
    const facet = { country, routerId: 0, routers: facts.routers, lines, numbers: facts.numbers, limits };
    // Our own number where it may be shown, else one that may.
    const own = chooseWay({ ...facet, shown });
    const way = 'refused' in own && own.refused === 'boundNumberError' ? chooseWay({ ...facet, shown: '' }) : own;
    if ('refused' in way) return way;
    await attempts.began(null, number, way.lines[0]!.id);
    return { number, lines: way.lines, displayNumber: way.displayNumber };
  });
}

export const whyNever = (
  parts: PlanParts,
  { tenantId, number }: Parameters<CallPlans['whyNever']>[0],
): ReturnType<CallPlans['whyNever']> =>
  parts.db.tenant({ tenantId }, async (tx) => {
    const known = await look(parts, tx, number);
    return 'refused' in known ? known : null;
  });

/** A number the tenant may call, with what is known of it. */
async function look(
  { clock, catalogue }: PlanParts,
  tx: TenantTx,
  to: string,
): Promise<{ number: string; country: string; facts: CallFacts } | Refused> {
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
  return refused ?? { number, country: (dialled as Dialled & { is: 'number' }).country, facts };
}
