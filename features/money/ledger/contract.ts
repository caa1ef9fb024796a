import { z } from 'zod';
import { entryKindNames } from '#core/money/entry-kinds.ts';
import { endpoint, nothing, pageOf, PageQuery, TableFileKind, WireTime } from '#shared/endpoint.ts';

/** Announced when the tenant has more than before: what stood still for want of money may go on. */
export const LEDGER_CREDITED = 'ledger.credited';

/** To pages of who may see money: look again. */
export const LEDGER_CHANGED = 'ledger.changed';

/** Beyond so many nobody counts on. */
export const ENTRIES_TOTAL_CAP = 10_000;

/** Amounts are whole ten-thousandths of the currency's unit. */
const AmountE4 = z.number().int();
/** A hundred thousand millions of the unit: more would not be exact in a browser. */
const LARGEST_E4 = 1_000_000_000_000_000;

export const MoneyEntry = z.object({
  id: z.number(),
  at: WireTime,
  kind: z.enum(entryKindNames),
  /** Below nothing: the tenant has less since. */
  amountE4: AmountE4,
  /** The call or message it is for; null for what is neither. */
  callId: z.string().nullable(),
  smsId: z.number().nullable(),
  /** Of the other side; empty where nobody knows. */
  country: z.string(),
  /** Of a call. */
  seconds: z.number().nullable(),
  /** Of a message. */
  parts: z.number().nullable(),
  /** What a person wrote who booked it, or by which the payment is known elsewhere. */
  note: z.string(),
  byName: z.string(),
});
export type MoneyEntry = z.infer<typeof MoneyEntry>;

export const EntryFilter = z.object({
  kinds: z.array(z.enum(entryKindNames)).max(entryKindNames.length).default([]),
  startDate: WireTime.optional(),
  endDate: WireTime.optional(),
  /** Only what is for this call. */
  callId: z.string().max(100).optional(),
});
export type EntryFilter = z.infer<typeof EntryFilter>;

export const MoneyState = z.object({
  currency: z.string(),
  balanceE4: AmountE4,
  heldE4: AmountE4,
  creditE4: AmountE4,
  warnBelowE4: AmountE4.nullable(),
  isLow: z.boolean(),
});
export type MoneyState = z.infer<typeof MoneyState>;

const at = <P extends string>(path: P) => `/cc/api/ledger/v1/${path}` as const;

export const ledgerApi = {
  account: endpoint({
    method: 'GET',
    path: at('account'),
    access: 'ledger.view',
    renewsSession: false,
    summary: 'What is left, what living calls keep of it, and below what owners are told.',
    input: nothing,
    data: MoneyState,
  }),
  entries: endpoint({
    method: 'POST',
    path: at('entries'),
    access: 'ledger.view',
    reads: true,
    summary: 'What was paid and used, the newest first.',
    input: EntryFilter.extend(PageQuery.shape),
    data: pageOf(MoneyEntry).extend({ totalCapped: z.boolean() }),
  }),
  exportEntries: endpoint({
    method: 'POST',
    path: at('export'),
    access: 'ledger.export',
    summary: 'Writes what was paid and used into a file of the download list.',
    input: EntryFilter.extend({ kind: TableFileKind }),
    data: z.object({ id: z.number() }),
  }),
  warnBelow: endpoint({
    method: 'POST',
    path: at('warnBelow'),
    access: 'ledger.edit',
    summary: 'Says below which balance owners are told; null tells nobody.',
    input: z.object({ amountE4: AmountE4.min(-LARGEST_E4).max(LARGEST_E4).nullable() }),
    data: z.null(),
  }),
};
