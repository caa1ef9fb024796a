import { checkCaller, planCall } from '#core/call/call-permission.ts';
import { readDialled, type Dialled } from '#core/call/dialled-number.ts';
import type { CallerFacts, LimitKind, RuleStep, Refused, Way, WayFacts } from '#core/call/plan-facts.ts';
import type { CallPurpose } from '#core/call/route-choices.ts';
import type { LegCharge } from '#core/money/leg-charge.ts';
import { takeHolds, type ChargedKind, type HoldFor } from '#features/money/charges/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { isBlacklisted } from './blacklist-check.ts';
import { callAttempts, type NamedTrunk, type UsedLimit } from './call-attempts.ts';
import { readCallFacts, type OutboundCallFacts, type FactsAsk } from './call-facts.repo.ts';
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
  /** Whoever calls has a mobile for a phone: it is rung first. */
  viaMobile?: boolean;
  /** Whose minutes they are; a person's unless told. */
  chargedAs?: ChargedKind;
  /** The call it is for, whose record will settle what it costs. Without one nothing is held. */
  forCall?: HoldFor | undefined;
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
  facts: OutboundCallFacts;
  limits: readonly UsedLimit[];
  /** Those the way was chosen from; none where it was not asked for. */
  trunks: readonly NamedTrunk[];
  /** Of the rules that come before the way. */
  steps: readonly RuleStep[];
  /** What lies ready for its line, and for the flow that will talk. */
  charge: LegCharge | null;
  flowCharge: LegCharge | null;
}

const uncharged = { charge: null, flowCharge: null };

/** Limits that protect called people. */
const OF_CALLED: readonly LimitKind[] = ['failure', 'perNumber', 'numbers'];

/** What a question says of the number. */
function readNumber({ to, countryCode }: CallQuestion): Pick<CallDecision, 'dialled' | 'number' | 'country'> {
  const dialled = readDialled(to, countryCode);
  return {
    dialled,
    number: dialled.is === 'number' || dialled.is === 'emergency' ? dialled.number : '',
    country: dialled.is === 'number' ? dialled.country : null,
  };
}

/** What has to be looked up for a question. */
export function factsAskOf(
  { exchange }: Pick<PlanParts, 'exchange'>,
  tenantId: number,
  question: CallQuestion,
): FactsAsk {
  const { userId, to, routerId, shown, purpose, nowMs, chargedAs = 'manual' } = question;
  const { number, country } = readNumber(question);
  const asked = { userId: userId ?? 0, number, country, routerId, shown, purpose, nowMs };
  return { ...asked, to, realCarriers: realCarriers(exchange, tenantId), chargedAs };
}

/** What is decided for a colleague's number: nothing else is asked, and nothing counted. */
export function decideInternal(question: CallQuestion, facts: OutboundCallFacts): CallDecision {
  const { steps, way } = checked(question, facts, false);
  return { ...readNumber(question), facts, steps, way, limits: [], trunks: [], ...uncharged };
}

/** Rules 1 to 8; the way is still to be found where nothing is refused. */
function checked(question: CallQuestion, facts: OutboundCallFacts, isOnBlacklist: boolean) {
  const { purpose, userId, nowMs, viaMobile: ringsMobile = false } = question;
  const { colleague } = facts;
  const caller: CallerFacts = {
    ...facts,
    purpose,
    exchange: 'up',
    hasRightToken: true,
    colleague: colleague ? (colleague.userId === userId ? 'self' : 'other') : null,
    nowMs,
    ringsMobile,
    dialled: readNumber(question).dialled,
    isBlacklisted: isOnBlacklist,
  };
  // Help is called by hand: nobody's device is rung for it.
  const answer: ReturnType<typeof checkCaller> =
    question.toDevice && caller.dialled.is === 'emergency'
      ? { refused: 'cannotCallNumber', detail: 'emergencyByHand' }
      : checkCaller(caller);
  return { caller, steps: answer.steps ?? [], way: 'refused' in answer ? answer : null };
}

/** Looks up what the decision needs, unless it is known, decides, and lets the call take its place. */
export async function decideCall(
  parts: PlanParts,
  tx: TenantTx,
  question: CallQuestion,
  known?: OutboundCallFacts,
): Promise<CallDecision> {
  const { userId, nowMs, depth } = question;
  const asked = factsAskOf(parts, tx.tenantId, question);
  const facts = known ?? (await readCallFacts(tx, asked));
  if (facts.colleague) return decideInternal(question, facts);
  const read = readNumber(question);
  const { dialled, number } = read;
  const {
    caller,
    steps,
    way: refused,
  } = checked(
    question,
    facts,
    dialled.is === 'number' && (await isBlacklisted(parts.catalogue.blacklist, tx, number, 'outbound')),
  );
  const decided = { ...read, facts, steps };
  if (refused || depth === 'never') return { ...decided, way: refused, limits: [], trunks: [], ...uncharged };

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
    realCarriers: asked.realCarriers,
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
  if (depth !== 'count' || 'refused' in way) return { ...decided, way, limits, trunks, ...uncharged };
  // Somebody else may have spent it in this moment.
  const held = await takeHolds(tx, way.holds, question.forCall, nowMs);
  if (!held) return { ...decided, way: gone(way), limits, trunks, ...uncharged };
  await attempts.began(userId, number, {
    trunkId: way.trunks[0]!.id,
    shown: way.displayNumber,
    perMinute: way.perMinute,
  });
  return { ...decided, way, limits, trunks, ...held };
}

const gone = ({ steps }: Way): Refused => ({
  refused: 'dialerOverdue',
  detail: 'balance',
  steps: [...steps.filter(({ rule }) => rule !== 'charge'), { rule: 'charge', outcome: 'refused', detail: 'balance' }],
});
