import { DispatchType } from '#shared/codes/dispatch-type.ts';
import {
  openAllowance,
  type AllowancePeriod,
  type AllowanceRule,
  type AnsweredCalls,
  type AnsweredStretch,
} from './allowance.ts';
import { openAnswerRate } from './answer-rate.ts';
import { keptForExpected } from './callers-expected.ts';
import { openCaution } from './caution.ts';
import { openRisk, type Horizon } from './forecast.ts';
import { openHourlyRates } from './hourly-rates.ts';
import { openRingCurve } from './ring-curve.ts';
import type { Staff } from './staff.ts';
import { openTimeCurve } from './time-curve.ts';

export interface PacingRule {
  dispatchType: DispatchType;
  /** Lines for each free agent, where it is proportional. */
  ratio: number;
  allowance: AllowanceRule;
  /** What is believed before anything was seen. */
  expected: { answerRate: number; ringMs: number; handlingMs: number };
}

/** Everything that is so right now. */
export interface PacingMoment {
  nowMs: number;
  staff: Staff;
  ringingSinceMs: readonly number[];
  /** Callers of inbound queues the same agents serve, how many come, and how many agents are kept for them. */
  inbound: { waiting: number; perSecond: number; keepFree: number };
  /** Lines that are free, calls the lines may begin now, customers who may be called now. */
  lines: number;
  starts: number;
  customers: number;
}

/** How a call that was dialled ended ringing. Lines refuse before it rings; a call we took back says nothing either. */
export type RingOutcome = 'person' | 'machine' | 'nobody' | 'refused' | 'withdrawn';

/** What keeps the number of calls where it is. */
export type PacingLimit = 'agents' | 'ratio' | 'risk' | 'allowance' | 'lines' | 'starts' | 'customers';

/** Why so many calls are dialled, for a screen to put into words. */
export interface PacingWhy {
  limit: PacingLimit;
  /** Agents one may dial for, and those one may not. */
  free: number;
  handling: number;
  leaving: number;
  inbound: number;
  keptForInbound: number;
  /** Expected in a quarter of an hour. */
  callersPerQuarter: number;
  ringing: number;
  /** By the time half of the calls that will be answered are. */
  expectedFree: number;
  expectedAnswers: number;
  answerRate: number;
  ringMs: number;
  handlingMs: number;
  /** The chance that one more call would find nobody, and the most that is allowed; null where nobody looks that far. */
  risk: number | null;
  riskAllowed: number | null;
  allowanceLeft: number;
  counts: Record<AllowancePeriod, AnsweredCalls>;
}

export interface PacingAdvice {
  dial: number;
  /** Agents left while calls rang for them: so many calls are taken back, the youngest first. */
  withdraw: number;
  /** Free agents who take neither a break nor an inbound call until what rings has ended. */
  hold: number;
  why: PacingWhy;
}

export interface Pacing {
  /** From now on customers of this list are dialled, at this hour of their day. */
  turnTo(list: string, hour: number): void;
  rang(call: { rangMs: number; outcome: RingOutcome }): void;
  /** A person answered, and found an agent or not. */
  answered(nowMs: number, abandoned: boolean): void;
  /** An agent is done with a call, wrap-up included. */
  handled(lastedMs: number): void;
  /** Everything that was answered so far, in the order of time: before the first call, or when the wall was set. What was learnt of people stays. */
  recount(history: readonly AnsweredStretch[]): void;
  advise(moment: PacingMoment): PacingAdvice;
}

const PRIOR_CALLS = 20;
/** Where the risk allowed settles for five to fifty agents is between 1 and 4 %. */
const RISK_AT_FIRST = 0.03;
/** However rarely people answer, nobody dials more than this for an agent. */
const MOST_LINES_EACH = 25;
/** A talk longer than this is one without memory. */
const HANDLING_BINS = { binMs: 3_000, bins: 600 };

/** How many calls a campaign dials now. It knows no clock and no line: moments are handed in, and calls that ended are told. */
export function openPacing(rule: PacingRule): Pacing {
  let allowance = openAllowance(rule.allowance);
  const caution = openCaution({ perMille: rule.allowance.perMille, start: RISK_AT_FIRST });
  const rate = openAnswerRate({ rate: rule.expected.answerRate, calls: PRIOR_CALLS });
  const hourly = openHourlyRates();
  const ring = openRingCurve({ priorMeanMs: rule.expected.ringMs, priorCount: PRIOR_CALLS, lasting: 500 });
  const handling = openTimeCurve({
    priorMeanMs: rule.expected.handlingMs,
    priorCount: PRIOR_CALLS,
    lasting: 1_000,
    ...HANDLING_BINS,
  });
  let turn: { list: string; hour: number } | null = null;

  function foresee(moment: PacingMoment, held: number, kept: number, most: number) {
    const horizons = horizonsOf({ rate, ring, handling }, moment, kept);
    const [risk, allowed] = [openRisk(held, horizons), caution.allowed()];
    const agents = held + moment.staff.handlingSinceMs.length;
    const room = Math.min(most, MOST_LINES_EACH * agents - moment.ringingSinceMs.length);
    let [dial, next] = [0, risk.next()];
    for (; dial < room && next <= allowed; dial += 1) {
      risk.dial();
      next = risk.next();
    }
    const middle = horizons[1]!;
    return {
      dial,
      risk: next,
      expectedFree: Math.max(0, held + sum(middle.frees) - Math.max(0, middle.inbound - kept)),
      expectedAnswers: sum(middle.answers),
    };
  }

  function advise(moment: PacingMoment): PacingAdvice {
    const { nowMs, staff, inbound, lines, starts, customers } = moment;
    const ringing = moment.ringingSinceMs.length;
    const keep = Math.max(
      inbound.keepFree,
      keptForExpected((inbound.perSecond * untilNextMs(staff, ring.meanMs(), handling.meanMs())) / 1_000),
    );
    const keptForInbound = Math.min(staff.free, inbound.waiting + keep);
    const held = staff.free - keptForInbound;
    // Whoever leaves soon, or is wanted by inbound callers, still takes what rings for them.
    const present = staff.free + staff.leavingFree;
    const ceiling = allowance.mostRinging(nowMs, held);
    const outside = Math.max(0, Math.min(lines, starts, customers));
    const seen =
      rule.dispatchType === DispatchType.predictive && held + staff.handlingSinceMs.length > 0
        ? foresee(moment, held, Math.max(0, keptForInbound - inbound.waiting), outside)
        : null;
    if (seen) caution.wished(ringing + seen.dial - held);
    const ratio = Math.max(0, Math.floor(rule.ratio * held + 1e-9) - ringing);
    const bounds: [PacingLimit, number][] = [
      [seen ? 'risk' : held > 0 ? 'ratio' : 'agents', seen?.dial ?? ratio],
      ['allowance', Math.max(0, ceiling - ringing)],
      ['customers', customers],
      ['lines', lines],
      ['starts', starts],
    ];
    const dial = Math.max(0, Math.min(...bounds.map(([, most]) => most)));
    // What is outside of us is named first where it is what keeps us: risk is only looked at as far as that.
    const limit = [...bounds.slice(2), ...bounds.slice(0, 2)].find(([, most]) => most <= dial)![0];
    return {
      dial,
      withdraw: Math.max(0, ringing - allowance.mostKept(nowMs, present)),
      hold: Math.min(present, allowance.heldFor(nowMs, ringing + dial)),
      why: {
        limit,
        free: held,
        handling: staff.handlingSinceMs.length,
        leaving: staff.leavingFree + staff.leavingBusy,
        inbound: staff.inbound,
        keptForInbound,
        callersPerQuarter: inbound.perSecond * 900,
        ringing,
        expectedFree: seen?.expectedFree ?? held,
        expectedAnswers: seen?.expectedAnswers ?? ringing * rate.now(),
        answerRate: rate.now(),
        ringMs: ring.meanMs(),
        handlingMs: handling.meanMs(),
        risk: seen?.risk ?? null,
        riskAllowed: seen ? caution.allowed() : null,
        allowanceLeft: allowance.left(nowMs),
        counts: allowance.counts(nowMs),
      },
    };
  }

  return {
    turnTo(list, hour) {
      if (turn?.list === list && turn.hour === hour) return;
      turn = { list, hour };
      const known = hourly.of(list, hour);
      if (known) rate.expect(known.rate, known.calls);
    },
    rang({ rangMs, outcome }) {
      if (outcome === 'refused' || outcome === 'withdrawn') return;
      const answered = outcome === 'person';
      rate.note(answered);
      ring.note(rangMs, answered);
      if (turn) hourly.note(turn.list, turn.hour, answered);
    },
    answered(nowMs, abandoned) {
      caution.answered(abandoned, allowance.left(nowMs));
      allowance.add(nowMs, { answered: 1, abandoned: abandoned ? 1 : 0 });
    },
    handled: (lastedMs) => handling.note(lastedMs),
    recount: (history) => void (allowance = openAllowance(rule.allowance, history)),
    advise,
  };
}

interface Curves {
  rate: ReturnType<typeof openAnswerRate>;
  ring: ReturnType<typeof openRingCurve>;
  handling: ReturnType<typeof openTimeCurve>;
}

/** What may have happened by each of the times at which a call dialled now may be answered. */
function horizonsOf({ rate, ring, handling }: Curves, moment: PacingMoment, kept: number): Horizon[] {
  const { nowMs, staff, ringingSinceMs, inbound } = moment;
  const answerRate = rate.now();
  return ring.answerTimes().map((withinMs) => {
    const [frees, answers] = [handling.endsWithin(withinMs), ring.answersWithin(withinMs, answerRate)];
    return {
      frees: staff.handlingSinceMs.map((sinceMs) => frees(nowMs - sinceMs)),
      answers: ringingSinceMs.map((sinceMs) => answers(nowMs - sinceMs)),
      newAnswer: answers(0),
      inbound: (inbound.perSecond * withinMs) / 1_000,
      kept,
    };
  });
}

/** So long callers who come have nobody but the agents kept for them: until one of those who talk is done, and what rings now has ended. */
const untilNextMs = ({ handlingSinceMs: { length } }: Staff, ringMs: number, handlingMs: number): number =>
  Math.max(ringMs, length > 0 ? handlingMs / length : 0);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
