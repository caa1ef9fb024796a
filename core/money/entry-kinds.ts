/** The tenant's own account in the book; every entry is between it and one of the others. */
export const BALANCE = 'balance';

/** Where a tenant's money comes from or goes to. */
export type CounterAccount = 'opening' | 'cash' | 'voucher' | 'card' | 'revenue' | 'tax' | 'correction';

interface KindOfEntry {
  other: CounterAccount;
  /** Whether the tenant has more behind it, less, or either. */
  turn: 'more' | 'less' | 'either';
}

/** What entries are for. */
export const entryKinds = {
  opening: { other: 'opening', turn: 'either' },
  topUp: { other: 'cash', turn: 'more' },
  voucher: { other: 'voucher', turn: 'more' },
  card: { other: 'card', turn: 'more' },
  cardRefund: { other: 'card', turn: 'less' },
  // Whoever paid by card asks it back at their bank; what is won comes back.
  dispute: { other: 'card', turn: 'less' },
  disputeBack: { other: 'card', turn: 'more' },
  call: { other: 'revenue', turn: 'less' },
  ai: { other: 'revenue', turn: 'less' },
  sms: { other: 'revenue', turn: 'less' },
  smsBack: { other: 'revenue', turn: 'more' },
  seat: { other: 'revenue', turn: 'less' },
  number: { other: 'revenue', turn: 'less' },
  storage: { other: 'revenue', turn: 'less' },
  tax: { other: 'tax', turn: 'either' },
  // To the smallest unit of the currency, when a bill is issued.
  rounding: { other: 'revenue', turn: 'either' },
  correction: { other: 'correction', turn: 'either' },
} as const satisfies Record<string, KindOfEntry>;

export type LedgerKind = keyof typeof entryKinds;

export const entryKindNames = Object.keys(entryKinds) as LedgerKind[];

/**
 * Between which accounts an amount goes, and how much. Amounts are of the kind's own sense, a charge of 5 is 5; only where a kind
 * goes either way does the sign say so: more than nothing is more for the tenant.
 */
export function sidesOf(kind: LedgerKind, amountE4: number): { debit: string; credit: string; amountE4: number } {
  const { other, turn }: KindOfEntry = entryKinds[kind];
  if (turn !== 'either' && amountE4 < 0) throw new RangeError(`${kind} of less than nothing`);
  const isMore = turn === 'either' ? amountE4 >= 0 : turn === 'more';
  return { debit: isMore ? other : BALANCE, credit: isMore ? BALANCE : other, amountE4: Math.abs(amountE4) };
}
