import { openSlotCount } from './slot-count.ts';

/** Calls that people answered, and those of them that found no agent. */
export interface AnsweredCalls {
  answered: number;
  abandoned: number;
}

/** The same within a stretch of time that began then. */
export interface AnsweredStretch extends AnsweredCalls {
  atMs: number;
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
  /** How many of those that ring already may go on; a call that was dialled within `mostRinging` always may. */
  mostKept(nowMs: number, held: number): number;
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
export function openAllowance(rule: AllowanceRule, history: readonly AnsweredStretch[] = []): Allowance {
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

  /** Every period as it is for calls that begin now: what rings over midnight is answered on a day that has no allowance yet. */
  function periods(nowMs: number): AnsweredCalls[] {
    const rolling = [rollingDay.count(nowMs), month.count(nowMs)];
    if (!rule.dayAt) return rolling;
    const day = today(nowMs);
    return [...rolling, nowMs + rule.longestRingMs >= day.endMs ? { answered: 0, abandoned: 0 } : day];
  }
  const periodsOfKept = (nowMs: number): AnsweredCalls[] => [
    rollingDay.countOfKept(nowMs),
    month.countOfKept(nowMs),
    ...(rule.dayAt ? [today(nowMs)] : []),
  ];

  const most = (of: readonly AnsweredCalls[], held: number): number =>
    Math.max(held, Math.min(...of.map((calls) => mostAtOnce(calls, held, rule.perMille))));

  function add(atMs: number, { answered, abandoned }: AnsweredCalls): void {
    rollingDay.add(atMs, answered, abandoned);
    month.add(atMs, answered, abandoned);
    const of = today(atMs);
    of.answered += answered;
    of.abandoned += abandoned;
  }
  for (const { atMs, ...calls } of history) add(atMs, calls);

  return {
    add,
    left: (nowMs) => most(periods(nowMs), 0),
    mostRinging: (nowMs, held) => most(periods(nowMs), held),
    mostKept: (nowMs, held) => most(periodsOfKept(nowMs), held),
    heldFor: (nowMs, ringing) =>
      Math.max(0, ...periods(nowMs).map((calls) => heldAtLeast(calls, ringing, rule.perMille))),
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

/** Of a window that rolls, the oldest slot is in it only in part. A call rings for less than a slot. */
function openWindow({ slotMs, slots }: typeof MONTH) {
  const answered = openSlotCount(slotMs, slots - 2);
  const answeredForKept = openSlotCount(slotMs, slots - 1);
  const abandoned = openSlotCount(slotMs, slots + 1);
  return {
    add(atMs: number, answeredCount: number, abandonedCount: number): void {
      answered.add(atMs, answeredCount);
      answeredForKept.add(atMs, answeredCount);
      if (abandonedCount > 0) abandoned.add(atMs, abandonedCount);
    },
    count: (nowMs: number): AnsweredCalls => ({ answered: answered.total(nowMs), abandoned: abandoned.total(nowMs) }),
    countOfKept: (nowMs: number): AnsweredCalls => ({
      answered: answeredForKept.total(nowMs),
      abandoned: abandoned.total(nowMs),
    }),
  };
}
