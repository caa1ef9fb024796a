/** What a minute costs, and how it is counted: 60/60, 6/6, 1/1. Amounts are whole ten-thousandths of the currency's unit. */
export interface MinutePrice {
  /** So many seconds are charged at least. */
  firstSec: number;
  /** From there on by so many. */
  nextSec: number;
  minuteE4: number;
  /** For a call that is answered, beside its minutes. */
  setupE4: number;
}

/** Money lies ready for so long at least, before a call and ahead of one that goes on. */
export const HELD_AHEAD_SEC = 60;

/** Seconds that are charged for a talk; begun ones count in full. */
export function billedSec({ firstSec, nextSec }: Pick<MinutePrice, 'firstSec' | 'nextSec'>, seconds: number): number {
  if (seconds <= 0) return 0;
  return seconds <= firstSec ? firstSec : firstSec + Math.ceil((seconds - firstSec) / nextSec) * nextSec;
}

/** What a talk costs; nothing where nobody answered. Rounded half up. `money_cost` says the same in SQL. */
export function callCostE4(price: MinutePrice, seconds: number): number {
  const billed = billedSec(price, seconds);
  return billed === 0 ? 0 : price.setupE4 + Math.floor((price.minuteE4 * billed + 30) / 60);
}

/** Seconds of a talk that lasted so long; begun ones count. */
export const secondsOf = (ms: number): number => Math.max(0, Math.ceil(ms / 1_000));

/** A talk is paid for until `coveredSec` by `amountE4` more than before. */
export interface HeldTime {
  coveredSec: number;
  amountE4: number;
}

/** What a call keeps of the balance before it begins. */
export function firstHold(price: MinutePrice): HeldTime {
  const coveredSec = billedSec(price, Math.max(price.firstSec, HELD_AHEAD_SEC));
  return { coveredSec, amountE4: callCostE4(price, coveredSec) };
}

/** What it keeps besides, to go on after that. */
export function nextHold(price: MinutePrice, coveredSec: number): HeldTime {
  const more = Math.ceil(HELD_AHEAD_SEC / price.nextSec) * price.nextSec;
  const until = coveredSec + more;
  return { coveredSec: until, amountE4: callCostE4(price, until) - callCostE4(price, coveredSec) };
}
