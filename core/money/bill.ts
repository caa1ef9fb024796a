import { minorE4, roundedE4 } from './money.ts';

/** What a bill groups by. Services first, in the order they stand on it. */
export const billedServices = ['call', 'ai', 'sms', 'seat', 'number', 'storage', 'correction'] as const;
export type BilledService = (typeof billedServices)[number];

/** A line of a bill, which stands for as many entries as it says; an entry alone is a line too. */
export interface BillLine {
  service: BilledService;
  /** Of calls by whom, of seats for what, of messages `back` for those given back; else empty. */
  kind: string;
  direction: string;
  /** Of the other side; empty where there is none. */
  country: string;
  /** Why something was corrected; else empty. */
  note: string;
  count: number;
  seconds: number;
  /** Less than nothing where the tenant got something back. */
  amountE4: number;
}

/** A tax on all of it; the rate in hundredths of a percent. */
export interface BillTax {
  name: string;
  rate: number;
}

export interface BillTaxLine extends BillTax {
  /** What it is on. */
  baseE4: number;
  amountE4: number;
}

/** What a month comes to. Sum, rounding and taxes are the total, to the last digit. */
export interface BillSum {
  lines: BillLine[];
  /** Of the lines, exactly as they were booked. */
  sumE4: number;
  /** To the smallest unit people pay in. */
  roundingE4: number;
  taxes: BillTaxLine[];
  totalE4: number;
}

/** Entries that stand on no line of their own: payments, and what a bill books itself. */
export const isPayment = (kind: string): boolean =>
  ['opening', 'topUp', 'voucher', 'card', 'cardRefund', 'dispute', 'disputeBack'].includes(kind);

/** Booked for a month as a whole, under its name, whenever that was. */
export const monthlyKinds = ['seat', 'number', 'storage', 'tax', 'rounding'] as const;

/** Under which service an entry stands; null: under none. */
export function serviceOf(kind: string): BilledService | null {
  if (kind === 'smsBack') return 'sms';
  return (billedServices as readonly string[]).includes(kind) ? (kind as BilledService) : null;
}

/** Lines of the same things as one, in the order of the bill. */
export function mergedLines(entries: Iterable<BillLine>): BillLine[] {
  const merged = new Map<string, BillLine>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const line = merged.get(key);
    if (!line) merged.set(key, { ...entry });
    else {
      line.count += entry.count;
      line.seconds += entry.seconds;
      line.amountE4 += entry.amountE4;
    }
  }
  return [...merged.entries()].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, line]) => line);
}

/** What is alike, and comes in the order of services, then of kinds, directions and countries. */
const keyOf = ({ service, kind, direction, country, note }: BillLine): string =>
  JSON.stringify([billedServices.indexOf(service), direction, kind, country, note]);

/** The bill of a month: its lines, rounded to what people pay in, and the taxes on that. */
export function billSum(entries: Iterable<BillLine>, currency: string, taxes: readonly BillTax[]): BillSum {
  const lines = mergedLines(entries);
  const sumE4 = lines.reduce((sum, { amountE4 }) => sum + amountE4, 0);
  const baseE4 = roundedE4(sumE4, currency);
  const taxLines = taxes.map(({ name, rate }) => ({ name, rate, baseE4, amountE4: taxE4(baseE4, rate, currency) }));
  return {
    lines,
    sumE4,
    roundingE4: baseE4 - sumE4,
    taxes: taxLines,
    totalE4: taxLines.reduce((sum, { amountE4 }) => sum + amountE4, baseE4),
  };
}

/** A share of an amount in whole units people pay in, half of one rounded away from nothing. Amounts times rates leave what is counted exactly. */
function taxE4(baseE4: number, rate: number, currency: string): number {
  const unit = BigInt(minorE4(currency)) * 10_000n;
  const whole = BigInt(Math.abs(baseE4)) * BigInt(rate);
  const units = (whole * 2n + unit) / (unit * 2n);
  return Number(units) * minorE4(currency) * (baseE4 < 0 ? -1 : 1) || 0;
}
