import type { RouteType } from '#shared/codes/route-type.ts';
import type { FailureName } from '#shared/errors.ts';
import type { Calendar } from '../calendar/business-hours.ts';
import type { CallMoney, WantedHolds } from '../money/call-money.ts';
import type { Dialled } from './dialled-number.ts';
import type { CallPurpose, NumberStrategy, PlanRule, StepOutcome, TrunkStrategy } from './route-choices.ts';

/** What is known of a call before its way is chosen. */
export interface CallerFacts {
  purpose: CallPurpose;
  exchange: 'up' | 'stopping' | 'unreachable';
  hasRightToken: boolean;
  colleague: 'self' | 'other' | null;
  nowMs: number;
  /** Null: nobody set an end. */
  paidUntilMs: number | null;
  dialled: Dialled;
  /** Whoever calls has a mobile for a phone, which is rung first. */
  ringsMobile: boolean;
  /** A trunk that is no rehearsal carries calls for help. */
  hasEmergencyTrunk: boolean;
  /** The number dialled is one that leads back to us. */
  isOwnNumber: boolean;
  /** None: all. */
  allowedCountries: readonly string[];
  isBlacklisted: boolean;
}

/** What a way is chosen from. */
export interface WayFacts {
  purpose: CallPurpose;
  nowMs: number;
  /** 0 ≤ chance < 1: where a trunk is chosen by its share. */
  chance: number;
  number: string;
  /** Null: a call for help has none. */
  country: string | null;
  isEmergency: boolean;
  /** As the phone asked: 0 for the default routes, null for what is no number. */
  routerId: number | null;
  routers: readonly RouterFact[];
  /** Routes of the groups of whoever calls; null: none of them has any, so all may be taken. */
  groupRouterIds: readonly number[] | null;
  trunks: readonly TrunkFact[];
  /** The number to show; empty for the default. */
  shown: string;
  /** Those that may matter: the one asked for, and the first of each pool and of the rest. */
  numbers: readonly ShownNumber[];
  /** Whoever calls shows numbers of their groups only. */
  groupNumbersOnly: boolean;
  limits: readonly LimitUse[];
  /** Null: nobody counts money. */
  money: CallMoney | null;
}

export interface RouterFact {
  id: number;
  type: RouteType;
  enabled: boolean;
  /** None: all. */
  countries: readonly string[];
  /** Null: always open. */
  hours: Calendar | null;
  strategy: TrunkStrategy;
  /** In the order to try them. */
  trunks: readonly { id: number; weight: number }[];
  numberStrategy: NumberStrategy;
  /** It shows numbers of its own pool only. */
  hasPool: boolean;
}

export interface TrunkFact {
  id: number;
  carrier: string;
  enabled: boolean;
  maxCalls: number | null;
  calls: number;
  maxPerSec: number | null;
  callsThisSec: number;
  /** What a minute to the number called costs, in the smallest unit; null: nobody knows. */
  perMinute: number | null;
  /** Carries calls for help, to a carrier that is no rehearsal. */
  isForEmergency: boolean;
  emergencyAddress: string;
}

export interface ShownNumber {
  number: string;
  country: string | null;
  /** It is shown by this route alone; null: by any. */
  routerId: number | null;
  /** Pools it is in. */
  pools: readonly PoolPlace[];
  /** Of a group of whoever calls. */
  isOfGroup: boolean;
}

/** A number in the pool of a route, and how it was used there. */
export interface PoolPlace {
  routerId: number;
  position: number;
  shownToday: number;
  lastShownMs: number | null;
  /** People stopped answering it: it is not shown before; null: it does not rest. */
  restsUntilMs: number | null;
}

export type LimitKind = 'failure' | 'perNumber' | 'numbers' | 'callsPerSecond' | 'concurrent' | 'costPerDay';

export interface LimitUse {
  kind: LimitKind;
  max: number;
  /** How much of it is used up, without this call. */
  used: number;
}

/** One thing a plan looked at, and what came of it. */
export interface RuleStep {
  rule: PlanRule;
  outcome: StepOutcome;
  /** A word for what exactly; empty where the rule says it all. */
  detail: string;
  routerId?: number;
  trunkId?: number;
  number?: string;
  used?: number;
  max?: number;
}

export interface Refused {
  refused: FailureName;
  /** For logs and records: never a number. */
  detail: string;
  /** Why, from the first thing looked at to the one that refused. */
  steps?: readonly RuleStep[];
}

export interface Way {
  trunks: readonly { id: number; name: string; perMinute: number | null }[];
  /** As asked: 0 for the default routes. */
  routerId: number;
  /** The route the first trunk is of; null where the tenant has none. */
  viaRouterId: number | null;
  displayNumber: string;
  /** Of the first trunk. */
  perMinute: number | null;
  emergencyAddress: string | null;
  /** What has to lie ready for it. */
  holds: WantedHolds;
  steps: readonly RuleStep[];
}

type StepIds = Partial<Omit<RuleStep, 'rule' | 'outcome' | 'detail'>>;

/** Keeps what a plan looked at while it decides. */
export function planTrail() {
  const steps: RuleStep[] = [];
  const add = (rule: PlanRule, outcome: StepOutcome, detail: string, ids: StepIds = {}): void =>
    void steps.push({ rule, outcome, detail, ...ids });
  return {
    steps: steps as readonly RuleStep[],
    passed: (rule: PlanRule, detail = '', ids: StepIds = {}) => add(rule, 'passed', detail, ids),
    chosen: (rule: PlanRule, detail = '', ids: StepIds = {}) => add(rule, 'chosen', detail, ids),
    skipped: (rule: PlanRule, detail: string, ids: StepIds = {}) => add(rule, 'skipped', detail, ids),
    refuse(rule: PlanRule, refused: FailureName, detail: string, ids: StepIds = {}): Refused {
      add(rule, 'refused', detail, ids);
      return { refused, detail, steps };
    },
  };
}
export type PlanTrail = ReturnType<typeof planTrail>;
