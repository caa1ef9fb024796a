import { checkCaller, planCall } from '#core/call/call-permission.ts';
import { readDialled, type Dialled } from '#core/call/dialled-number.ts';
import type { CallerFacts, LimitKind, RuleStep, Refused, Way, WayFacts } from '#core/call/plan-facts.ts';
import type { CallPurpose } from '#core/call/route-choices.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { isBlacklisted } from './blacklist-check.ts';
import { callAttempts, type UsedLimit } from './call-attempts.ts';
import { readCallFacts, type CallFacts } from './call-facts.repo.ts';
import { realCarriers, type PlanParts } from './plan-parts.ts';

export interface CallQuestion {
  purpose: CallPurpose;
  /** Null: no agent calls, and the limits of the whole tenant hold alone. */
  userId: number | null;
  /** As dialled. */
  to: string;
  countryCode: string;
  /** 0 for the default routes, null for what is no number. */
  routerId: number | null;
  /** Empty for the default. */
  shown: string;
  /** A number that cannot be shown is no reason not to call: then the default is. */
  showsOthers?: boolean;
  /** The mobile of an agent is rung, who is called often and may not answer: limits on calls to one number, or to many, are not for it. */
  toDevice?: boolean;
  nowMs: number;
  /** `count`: the call takes its place. `look`: nothing is written. `never`: only what holds at any time is asked. */
  depth: 'count' | 'look' | 'never';
}

export interface CallDecision {
  /** Null: it is a colleague's number, or the way was not asked for. */
  way: Way | Refused | null;
  dialled: Dialled;
  /** With its country's code; of a call for help as dialled, else empty. */
  number: string;
  country: string | null;
  facts: CallFacts;
  limits: readonly UsedLimit[];
  /** Of the rules that come before the way. */
  steps: readonly RuleStep[];
}

/** Limits that protect called people. */
const OF_CALLED: readonly LimitKind[] = ['failure', 'perNumber', 'numbers'];

/** Looks up what the decision needs, decides, and lets the call take its place. */
export async function decideCall(parts: PlanParts, tx: TenantTx, question: CallQuestion): Promise<CallDecision> {
  const { purpose, userId, to, countryCode, routerId, shown, nowMs, depth } = question;
  const dialled = readDialled(to, countryCode);
  const number = dialled.is === 'number' || dialled.is === 'emergency' ? dialled.number : '';
  const country = dialled.is === 'number' ? dialled.country : null;
  const carriers = realCarriers(parts.exchange, tx.tenantId);
  const asked = { userId: userId ?? 0, number, country, routerId, shown, purpose, nowMs };
  const facts = await readCallFacts(tx, { ...asked, to, realCarriers: carriers });
  const { colleague } = facts;
  const caller: CallerFacts = {
    ...facts,
    purpose,
    exchange: 'up',
    hasRightToken: true,
    colleague: colleague ? (colleague.userId === userId ? 'self' : 'other') : null,
    nowMs,
    dialled,
    isBlacklisted: dialled.is === 'number' && (await isBlacklisted(parts.catalogue.blacklist, tx, number, 'outbound')),
  };
  const checked =
    question.toDevice && dialled.is === 'emergency'
      ? ({ refused: 'cannotCallNumber', detail: 'emergencyByHand' } as const)
      : checkCaller(caller);
  const decided = { dialled, number, country, facts, steps: ('steps' in checked && checked.steps) || [] };
  if ('refused' in checked) return { ...decided, way: checked, limits: [] };
  if (colleague || depth === 'never') return { ...decided, way: null, limits: [] };

  const attempts = callAttempts(tx, nowMs);
  if (depth === 'count') await attempts.takeTurn();
  const applied = facts.limits.filter(
    ({ scope, kind }) => (userId !== null || scope === 'tenant') && !(question.toDevice && OF_CALLED.includes(kind)),
  );
  const { trunks, limits } = await attempts.look({
    limits: applied,
    userId,
    number,
    zone: facts.zone,
    realCarriers: carriers,
  });
  const wayFacts: WayFacts = {
    ...asked,
    ...facts,
    chance: parts.chance(),
    isEmergency: dialled.is === 'emergency',
    trunks,
    limits,
  };
  const first = planCall(caller, wayFacts);
  const way =
    question.showsOthers && 'refused' in first && first.refused === 'boundNumberError'
      ? planCall(caller, { ...wayFacts, shown: '' })
      : first;
  if (depth === 'count' && !('refused' in way))
    await attempts.began(userId, number, {
      trunkId: way.trunks[0]!.id,
      shown: way.displayNumber,
      perMinute: way.perMinute,
    });
  return { ...decided, way, limits };
}
