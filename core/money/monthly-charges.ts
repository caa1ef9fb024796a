/*
 * What costs by the month is counted by the day: each day of the tenant's calendar costs its part of the price of that day, a
 * thirtieth in a month of thirty. What was there on a part of a day was there that day. Days on which nobody looked, because
 * the account was not open or the installation stood still, cost nothing.
 */

/** How many of a thing there were on a day, and the price of a whole month by the list of that day. */
export interface CountedDay {
  /** Bytes of storage; else things. */
  count: number;
  priceE4: number;
}

export interface MonthlyCharge {
  /** Days times things; of storage gigabytes. */
  count: number;
  priceE4: number;
  amountE4: number;
}

const BYTES_OF_GIGABYTE = 1_000_000_000;

/** What a thing costs in a month of so many days, by each price it had: half a ten-thousandth is rounded up. */
export function monthlyCharges(
  days: readonly CountedDay[],
  daysInMonth: number,
  unit: 'thing' | 'byte',
): MonthlyCharge[] {
  const byPrice = new Map<number, bigint>();
  for (const { count, priceE4 } of days)
    byPrice.set(priceE4, (byPrice.get(priceE4) ?? 0n) + BigInt(Math.max(0, Math.round(count))));
  const whole = BigInt(daysInMonth) * (unit === 'byte' ? BigInt(BYTES_OF_GIGABYTE) : 1n);
  return [...byPrice]
    .toSorted(([a], [b]) => a - b)
    .map(([priceE4, counted]) => ({
      count: unit === 'byte' ? Math.round(Number(counted) / BYTES_OF_GIGABYTE) : Number(counted),
      priceE4,
      amountE4: Number((counted * BigInt(priceE4) * 2n + whole) / (whole * 2n)),
    }))
    .filter(({ amountE4 }) => amountE4 > 0);
}
