import { openSlotCount } from './slot-count.ts';

/** Calls that people answered, and those of them that found no agent. */
export interface AnsweredCalls {
  answered: number;
  abandoned: number;
}

/** The stretches of time that are counted: the last 24 hours, the calendar day, the last 30 days. */
export type AllowancePeriod = 'rollingDay' | 'day' | 'month';

export interface AllowanceRule {
  /** Abandoned calls in a thousand answered ones, in every period. */
  perMille: number;
  /** The calendar day of the campaign; without it days are counted as 24 hours that roll. */
  dayAt?: (nowMs: number) => { startMs: number; endMs: number };
  /** No call rings longer. */
  longestRingMs: number;
}

export interface Allowance {
  /** Calls that people answered at a moment, abandoned ones included; in the order of time, also those of earlier days. */
  add(atMs: number, calls: AnsweredCalls): void;
  /** How many more may be abandoned while no other call is answered. */
  left(nowMs: number): number;
  /**
   * How many calls may ring while so many agents are held for them: if everybody answered at once, the abandoned ones
   * would still be paid for. As many as are held may always ring.
   */
  mostRinging(nowMs: number, held: number): number;
  /** How many agents have to be held, so that this many calls may ring. */
  heldFor(nowMs: number, ringing: number): number;
  counts(nowMs: number): Record<AllowancePeriod, AnsweredCalls>;
}

const MINUTE_MS = 60_000;
/** Slots of a window, and how many there are in it. */
const ROLLING_DAY = { slotMs: 5 * MINUTE_MS, slots: 288 };
const MONTH = { slotMs: 60 * MINUTE_MS, slots: 720 };

/**
 * The allowance of abandoned calls of one campaign. A window that rolls loses answered calls while time passes: those that leave within
 * the next slots are not counted on, and abandoned ones are counted until the slot they are in has left altogether.
 */
export function openAllowance(rule: AllowanceRule): Allowance {
  const rollingDay = openWindow(ROLLING_DAY);
  const month = openWindow(MONTH);
  let day = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY, answered: 0, abandoned: 0 };

  function today(nowMs: number): typeof day {
    if (rule.dayAt && (nowMs >= day.endMs || nowMs < day.startMs || day.endMs === Number.POSITIVE_INFINITY)) {
      const next = rule.dayAt(nowMs);
      if (next.startMs !== day.startMs) day = { ...next, answered: 0, abandoned: 0 };
    }
    return day;
  }

  function periods(nowMs: number): AnsweredCalls[] {
    const rolling = [rollingDay.count(nowMs), month.count(nowMs)];
    if (!rule.dayAt) return rolling;
    const { endMs, answered, abandoned } = today(nowMs);
    // What rings over midnight is answered on a day that has no allowance yet.
    const nextDay = { answered: 0, abandoned: 0 };
    return [...rolling, nowMs + rule.longestRingMs >= endMs ? nextDay : { answered, abandoned }];
  }

  const least = (of: (calls: AnsweredCalls) => number, nowMs: number): number => Math.min(...periods(nowMs).map(of));

  return {
    add(atMs, { answered, abandoned }) {
      rollingDay.add(atMs, answered, abandoned);
      month.add(atMs, answered, abandoned);
      const of = today(atMs);
      of.answered += answered;
      of.abandoned += abandoned;
    },
    left: (nowMs) => Math.max(0, least((calls) => mostAtOnce(calls, 0, rule.perMille), nowMs)),
    mostRinging: (nowMs, held) =>
      Math.max(
        held,
        least((calls) => mostAtOnce(calls, held, rule.perMille), nowMs),
      ),
    heldFor: (nowMs, ringing) =>
      Math.max(0, -least((calls) => -heldAtLeast(calls, ringing, rule.perMille), nowMs)),
    counts(nowMs) {
      const rolling = rollingDay.count(nowMs);
      const { answered, abandoned } = rule.dayAt ? today(nowMs) : rolling;
      return { rollingDay: rolling, day: { answered, abandoned }, month: month.count(nowMs) };
    },
  };
}

/** The largest r with abandoned + (r − held) ≤ share · (answered + r), in whole numbers. */
const mostAtOnce = ({ answered, abandoned }: AnsweredCalls, held: number, perMille: number): number =>
  Math.floor((1_000 * (held - abandoned) + perMille * answered) / (1_000 - perMille));

/** The smallest held for which `mostAtOnce` is that many; nobody is held beyond one for each call. */
const heldAtLeast = ({ answered, abandoned }: AnsweredCalls, ringing: number, perMille: number): number =>
  Math.min(ringing, Math.ceil(((1_000 - perMille) * ringing - perMille * answered + 1_000 * abandoned) / 1_000));

function openWindow({ slotMs, slots }: typeof MONTH) {
  const answered = openSlotCount(slotMs, slots - 2);
  const abandoned = openSlotCount(slotMs, slots + 1);
  return {
    add(atMs: number, answeredCount: number, abandonedCount: number): void {
      answered.add(atMs, answeredCount);
      if (abandonedCount > 0) abandoned.add(atMs, abandonedCount);
    },
    count: (nowMs: number): AnsweredCalls => ({ answered: answered.total(nowMs), abandoned: abandoned.total(nowMs) }),
  };
}
