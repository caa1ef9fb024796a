import { z } from 'zod';
import { Currency } from '#shared/codes/currency.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

/** Amounts are whole ten-thousandths of the currency's unit. */
const AmountE4 = z.number().int();
/** A thousand millions of the unit. */
const LARGEST_E4 = 10_000_000_000_000;
const PaidE4 = AmountE4.min(1).max(LARGEST_E4);

/** Vouchers made in one go: their codes are shown once, all together. */
export const VOUCHERS_AT_ONCE = 500;

export const CardPayment = z.object({
  id: z.number(),
  amountE4: AmountE4,
  refundedE4: AmountE4,
  /** gone: nobody paid in time. */
  state: z.enum(['open', 'paid', 'gone']),
  byName: z.string(),
  createdAt: WireTime,
});
export type CardPayment = z.infer<typeof CardPayment>;

export const CardDispute = z.object({
  id: z.number(),
  tenantName: z.string(),
  amountE4: AmountE4,
  currency: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  createdAt: WireTime,
  closedAt: WireTime.nullable(),
});
export type CardDispute = z.infer<typeof CardDispute>;

/** What a provider told that could not be booked: it came in another currency than was paid. */
export const CardException = z.object({
  id: z.number(),
  tenantId: z.number(),
  tenantName: z.string(),
  what: z.enum(['refund', 'dispute']),
  state: z.enum(['', 'open', 'won', 'lost']),
  amountE4: AmountE4,
  currency: z.string(),
  /** The payment it is about. */
  paidE4: AmountE4,
  paidCurrency: z.string(),
  toldAt: WireTime,
  settledAt: WireTime.nullable(),
  settledBy: z.string(),
  note: z.string(),
});
export type CardException = z.infer<typeof CardException>;

export const VoucherState = z.enum(['open', 'used', 'expired', 'withdrawn']);
export const Voucher = z.object({
  id: z.number(),
  /** The last letters of its code. */
  ending: z.string(),
  amountE4: AmountE4,
  currency: z.string(),
  state: VoucherState,
  note: z.string(),
  createdAt: WireTime,
  expiresAt: WireTime.nullable(),
  usedAt: WireTime.nullable(),
  /** Whose balance it went to; empty before, and once that tenant is gone. */
  usedBy: z.string(),
});
export type Voucher = z.infer<typeof Voucher>;

/** Vouchers alike, made in one go. */
export const VoucherWish = z.object({
  count: z.number().int().min(1).max(VOUCHERS_AT_ONCE),
  amountE4: PaidE4,
  currency: Currency.schema,
  expiresAt: WireTime.nullable(),
  note: z.string().trim().max(200),
});
export type VoucherWish = z.infer<typeof VoucherWish>;

const at = <P extends string>(path: P) => `/cc/api/payments/v1/${path}` as const;
const of = <P extends string>(path: P) => `/admin/operator/payments/${path}` as const;
const operator = { access: 'operator' } as const;

export const paymentsApi = {
  ways: endpoint({
    method: 'GET',
    path: at('ways'),
    access: 'payments.pay',
    renewsSession: false,
    summary: 'How the team can pay here.',
    input: nothing,
    data: z.object({ currency: z.string(), card: z.boolean() }),
  }),
  redeem: endpoint({
    method: 'POST',
    path: at('redeem'),
    access: 'payments.pay',
    limit: { per: 'user', max: 20, windowSec: 600 },
    summary: 'Credits a voucher; each is worth its money once.',
    input: z.object({ code: z.string().max(60) }),
    data: z.object({ amountE4: AmountE4 }),
  }),
  beginCard: endpoint({
    method: 'POST',
    path: at('card/begin'),
    access: 'payments.pay',
    limit: { per: 'user', max: 20, windowSec: 600 },
    summary: 'Begins a payment by card; it is made on the page whose address is answered.',
    input: z.object({ amountE4: PaidE4 }),
    data: z.object({ url: z.url() }),
  }),
  lookCard: endpoint({
    method: 'POST',
    path: at('card/look'),
    access: 'payments.pay',
    limit: { per: 'user', max: 60, windowSec: 600 },
    summary: 'Asks the provider how a payment stands, and credits it if it is paid and was not credited before.',
    input: z.object({ payment: z.uuid() }),
    data: z.object({ state: CardPayment.shape.state, amountE4: AmountE4 }),
  }),
  cardPayments: endpoint({
    method: 'POST',
    path: at('card/page'),
    access: 'payments.pay',
    reads: true,
    summary: 'Payments by card, the newest first.',
    input: PageQuery,
    data: pageOf(CardPayment),
  }),
  hear: endpoint({
    method: 'POST',
    path: at('card/events'),
    access: 'public',
    reads: true,
    signed: true,
    renewsSession: false,
    summary: 'What the card provider has to tell, signed by it. Booked when it answers.',
    input: nothing,
    data: z.null(),
    limit: { per: 'address', max: 3_000, windowSec: 60 },
  }),
};

/** For whoever runs the installation. */
export const paymentOperationsApi = {
  vouchers: endpoint({
    ...operator,
    method: 'POST',
    path: of('voucher/page'),
    reads: true,
    summary: 'Vouchers, the newest first.',
    input: PageQuery.extend({ state: VoucherState.optional() }),
    data: pageOf(Voucher),
  }),
  makeVouchers: endpoint({
    ...operator,
    method: 'POST',
    path: of('voucher/make'),
    freshProof: true,
    summary: 'Makes vouchers; their codes are answered here and never again.',
    input: VoucherWish,
    data: z.object({ codes: z.array(z.string()) }),
  }),
  withdrawVoucher: endpoint({
    ...operator,
    method: 'POST',
    path: of('voucher/withdraw'),
    summary: 'Withdraws a voucher nobody has used yet.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  disputes: endpoint({
    ...operator,
    method: 'POST',
    path: of('dispute/page'),
    reads: true,
    summary: 'Card payments that somebody asks back at their bank, the newest first.',
    input: PageQuery,
    data: pageOf(CardDispute),
  }),
  exceptions: endpoint({
    ...operator,
    method: 'POST',
    path: of('exception/page'),
    reads: true,
    summary: 'Refunds and disputes told in another currency than was paid, those nobody settled first.',
    input: PageQuery,
    data: pageOf(CardException),
  }),
  settleException: endpoint({
    ...operator,
    method: 'POST',
    path: of('exception/settle'),
    summary: 'An operator has looked at it, and corrected the balance where that was needed; says what was done.',
    input: z.object({ id: Id, note: z.string().trim().min(1).max(300) }),
    data: z.null(),
  }),
  provider: endpoint({
    ...operator,
    method: 'GET',
    path: of('provider'),
    summary: 'Which card provider there is, and the address it has to call.',
    input: nothing,
    data: z.object({ isSet: z.boolean(), apiUrl: z.string(), hookUrl: z.string() }),
  }),
  setProvider: endpoint({
    ...operator,
    method: 'POST',
    path: of('provider'),
    freshProof: true,
    summary: 'Sets the card provider; empty secrets stay as they are while its address does.',
    input: z.object({
      apiUrl: z.url().max(200),
      secretKey: z.string().trim().max(300),
      webhookSecret: z.string().trim().max(300),
    }),
    data: z.null(),
  }),
  removeProvider: endpoint({
    ...operator,
    method: 'POST',
    path: of('provider/remove'),
    freshProof: true,
    summary: 'Takes the card provider away; payments that are open are still booked when it comes back.',
    input: nothing,
    data: z.null(),
  }),
};
