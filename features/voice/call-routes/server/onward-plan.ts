import type { TenantTx } from '#platform/server/db/db.ts';
import type { AutoDialAsk, AutoDialWay, CallPlans, ProgramWay, RefusedPlan } from './call-plans.ts';
import { decideCall, type CallQuestion } from './decide-call.ts';
import { asRefusal, type PlanParts } from './plan-parts.ts';

type ProgramAsk = Pick<
  CallQuestion,
  'purpose' | 'to' | 'routerId' | 'shown' | 'showsOthers' | 'toDevice' | 'chargedAs' | 'forCall'
>;

/** A way for a call that no agent places: the limits of the whole tenant hold, and count it. */
async function programWayIn(parts: PlanParts, tx: TenantTx, ask: ProgramAsk): Promise<AutoDialWay | RefusedPlan> {
  const { way, number, country, facts, charge, flowCharge } = await decideCall(parts, tx, {
    ...ask,
    userId: null,
    countryCode: '',
    nowMs: parts.clock.nowMs(),
    depth: 'count',
  });
  if (!way || 'refused' in way) return way ? asRefusal(way) : { refused: 'cannotCallNumber', detail: 'extension' };
  return {
    number,
    country,
    trunks: way.trunks.map(({ id, name }) => ({ id, name })),
    displayNumber: way.displayNumber,
    routerId: way.viaRouterId ?? way.routerId,
    settings: facts.settings,
    charge,
    flowCharge,
  };
}

async function programWay(parts: PlanParts, tenantId: number, ask: ProgramAsk): Promise<ProgramWay | RefusedPlan> {
  const way = await parts.db.tenant({ tenantId }, (tx) => programWayIn(parts, tx, ask));
  if ('refused' in way) return way;
  const { number, trunks, displayNumber, charge } = way;
  return { number, trunks, displayNumber, ...(charge && { charge }) };
}

const ofWorld = (number: string): string => (number.startsWith('+') ? number : `+${number}`);

/** Over which trunks a caller is handed on to a number outside: our own number is shown where it may be, else one that may. */
export const planOnward = (
  parts: PlanParts,
  { tenantId, number, shown, forCall }: Parameters<CallPlans['onward']>[0],
): ReturnType<CallPlans['onward']> =>
  programWay(parts, tenantId, {
    purpose: 'onward',
    to: ofWorld(number),
    routerId: 0,
    shown,
    showsOthers: true,
    forCall,
  });

/** Over which trunks a program calls somebody by itself. */
export const planAutoDial = (
  parts: PlanParts,
  { tenantId, ...ask }: Parameters<CallPlans['autoDial']>[0],
): ReturnType<CallPlans['autoDial']> => parts.db.tenant({ tenantId }, (tx) => programWayIn(parts, tx, autoDial(ask)));

const autoDial = ({ number, routerId = 0, shown = '', byFlow = false, forCall }: AutoDialAsk): ProgramAsk => ({
  purpose: 'autoDial',
  to: ofWorld(number),
  routerId,
  shown,
  chargedAs: byFlow ? 'ai' : 'task',
  forCall,
});

/** One after another in one transaction: each sees what those before it took. */
export async function planAutoDials(
  parts: PlanParts,
  ...[tenantId, asks, tx]: Parameters<CallPlans['autoDialMany']>
): ReturnType<CallPlans['autoDialMany']> {
  if (!tx) return parts.db.tenant({ tenantId }, (own) => planAutoDials(parts, tenantId, asks, own));
  const ways: (AutoDialWay | RefusedPlan)[] = [];
  for (const ask of asks) ways.push(await programWayIn(parts, tx, autoDial(ask)));
  return ways;
}

/** Over which trunks the mobile of an agent is rung; never a number for help, whatever somebody once entered. */
export const planDevice = (
  parts: PlanParts,
  { tenantId, number, forCall }: Parameters<CallPlans['device']>[0],
): ReturnType<CallPlans['device']> =>
  programWay(parts, tenantId, {
    purpose: 'onward',
    to: ofWorld(number),
    routerId: 0,
    shown: '',
    toDevice: true,
    forCall,
  });

/** Asks about a call of a program, and counts nothing. */
const whyNot = (
  parts: PlanParts,
  tenantId: number,
  ask: ProgramAsk,
  depth: 'look' | 'never',
): Promise<RefusedPlan | null> =>
  parts.db.tenant({ tenantId }, async (tx) => {
    const { way } = await decideCall(parts, tx, {
      ...ask,
      userId: null,
      countryCode: '',
      nowMs: parts.clock.nowMs(),
      depth,
    });
    return way && 'refused' in way ? asRefusal(way) : null;
  });

export const whyNever = (
  parts: PlanParts,
  { tenantId, number }: Parameters<CallPlans['whyNever']>[0],
): ReturnType<CallPlans['whyNever']> =>
  whyNot(parts, tenantId, { purpose: 'onward', to: ofWorld(number), routerId: 0, shown: '' }, 'never');

export const whyNotNow = (
  parts: PlanParts,
  { tenantId, ...ask }: Parameters<CallPlans['whyNotNow']>[0],
): ReturnType<CallPlans['whyNotNow']> => whyNot(parts, tenantId, autoDial(ask), 'look');
