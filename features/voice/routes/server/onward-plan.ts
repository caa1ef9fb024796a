import type { TenantTx } from '#platform/server/db/db.ts';
import type { AutoDialAsk, AutoDialWay, CallPlans, ProgramWay, RefusedCall } from './call-plans.ts';
import { decideCall, type CallQuestion } from './decide-call.ts';
import { told, type PlanParts } from './plan-parts.ts';

type ProgramAsk = Pick<CallQuestion, 'purpose' | 'to' | 'routerId' | 'shown' | 'showsOthers' | 'toDevice'>;

/** A way for a call that no agent places: the limits of the whole tenant hold, and count it. */
async function programWayIn(parts: PlanParts, tx: TenantTx, ask: ProgramAsk): Promise<AutoDialWay | RefusedCall> {
  const { way, number, country, facts } = await decideCall(parts, tx, {
    ...ask,
    userId: null,
    countryCode: '',
    nowMs: parts.clock.nowMs(),
    depth: 'count',
  });
  if (!way || 'refused' in way) return way ? told(way) : { refused: 'cannotCallNumber', detail: 'extension' };
  return {
    number,
    country,
    trunks: way.trunks.map(({ id, name }) => ({ id, name })),
    displayNumber: way.displayNumber,
    routerId: way.viaRouterId ?? way.routerId,
    settings: facts.settings,
  };
}

async function programWay(parts: PlanParts, tenantId: number, ask: ProgramAsk): Promise<ProgramWay | RefusedCall> {
  const way = await parts.db.tenant({ tenantId }, (tx) => programWayIn(parts, tx, ask));
  if ('refused' in way) return way;
  const { number, trunks, displayNumber } = way;
  return { number, trunks, displayNumber };
}

const ofWorld = (number: string): string => (number.startsWith('+') ? number : `+${number}`);

/** Over which trunks a caller is handed on to a number outside: our own number is shown where it may be, else one that may. */
export const planOnward = (
  parts: PlanParts,
  { tenantId, number, shown }: Parameters<CallPlans['onward']>[0],
): ReturnType<CallPlans['onward']> =>
  programWay(parts, tenantId, { purpose: 'onward', to: ofWorld(number), routerId: 0, shown, showsOthers: true });

/** Over which trunks a program calls somebody by itself. */
export const planAutoDial = (
  parts: PlanParts,
  { tenantId, ...ask }: Parameters<CallPlans['autoDial']>[0],
): ReturnType<CallPlans['autoDial']> => parts.db.tenant({ tenantId }, (tx) => programWayIn(parts, tx, autoDial(ask)));

const autoDial = ({ number, routerId = 0, shown = '' }: AutoDialAsk): ProgramAsk => ({
  purpose: 'autoDial',
  to: ofWorld(number),
  routerId,
  shown,
});

/** One after another in one transaction: each sees what those before it took. */
export async function planAutoDials(
  parts: PlanParts,
  ...[tenantId, asks, tx]: Parameters<CallPlans['autoDialMany']>
): ReturnType<CallPlans['autoDialMany']> {
  if (!tx) return parts.db.tenant({ tenantId }, (own) => planAutoDials(parts, tenantId, asks, own));
  const ways: (AutoDialWay | RefusedCall)[] = [];
  for (const ask of asks) ways.push(await programWayIn(parts, tx, autoDial(ask)));
  return ways;
}

/** Over which trunks the mobile of an agent is rung; never a number for help, whatever somebody once entered. */
export const planDevice = (
  parts: PlanParts,
  { tenantId, number }: Parameters<CallPlans['device']>[0],
): ReturnType<CallPlans['device']> =>
  programWay(parts, tenantId, { purpose: 'onward', to: ofWorld(number), routerId: 0, shown: '', toDevice: true });

export const whyNever = (
  parts: PlanParts,
  { tenantId, number }: Parameters<CallPlans['whyNever']>[0],
): ReturnType<CallPlans['whyNever']> =>
  parts.db.tenant({ tenantId }, async (tx) => {
    const { way } = await decideCall(parts, tx, {
      purpose: 'onward',
      userId: null,
      to: ofWorld(number),
      countryCode: '',
      routerId: 0,
      shown: '',
      nowMs: parts.clock.nowMs(),
      depth: 'never',
    });
    return way && 'refused' in way ? told(way) : null;
  });
