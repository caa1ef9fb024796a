import type { CarriedNumber } from '#core/numbers/carrier-numbers.port.ts';

export interface OurNumber {
  id: number;
  number: string;
  enabled: boolean;
  /** The account it was taken over from. */
  accountId: number | null;
}

/** What an account has beside what we have. */
export interface ComparedNumbers {
  fresh: CarriedNumber[];
  gone: { id: number; number: string; enabled: boolean }[];
  unchanged: number;
  elsewhere: string[];
}

/**
 * Compares a carrier's list with our numbers. Rules:
 * 1. A number is told once, however often the list has it.
 * 2. What we have stays as it is, whether it was typed in or taken over.
 * 3. Gone are only numbers that came from this account: others were never its affair.
 */
export function compareNumbers(
  found: readonly CarriedNumber[],
  ours: readonly OurNumber[],
  elsewhere: ReadonlySet<string>,
  accountId: number,
): ComparedNumbers {
  const known = new Set(ours.map(({ number }) => number));
  const listed = new Map<string, CarriedNumber>();
  for (const one of found) if (!listed.has(one.number)) listed.set(one.number, one);
  const others = [...listed.values()].filter(({ number }) => !known.has(number));
  return {
    fresh: others.filter(({ number }) => !elsewhere.has(number)),
    gone: ours
      .filter((one) => one.accountId === accountId && !listed.has(one.number))
      .map(({ id, number, enabled }) => ({ id, number, enabled })),
    unchanged: listed.size - others.length,
    elsewhere: others.filter(({ number }) => elsewhere.has(number)).map(({ number }) => number),
  };
}
