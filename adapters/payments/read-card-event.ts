import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CardNews, CardPaymentState, DisputeState } from '#core/money/payments.port.ts';

/** What was signed longer ago is a repetition by somebody else. */
const OLDEST_SEC = 300;

/** A checkout, as answers and events tell it. */
export const Checkout = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  payment_status: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
});

const Charge = z.object({
  amount_refunded: z.number().int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()).default({}),
});

const Dispute = z.object({
  id: z.string().min(1).max(200),
  charge: z.string().min(1).max(200),
  amount: z.number().int().positive(),
  currency: z.string(),
  status: z.string(),
});
/** By its status. What only is asked about (`warning_…`) has moved no money. */
const disputeStates: Readonly<Record<string, DisputeState>> = {
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

const Event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });

/** Under which name our key travels with the payment behind a checkout. */
export const KEY_NAME = 'openseat_payment';

export function stateOf(checkout: z.infer<typeof Checkout>): CardPaymentState {
  const { status, payment_status: paid, client_reference_id: key, amount_total: amount, currency } = checkout;
  return {
    key: key ?? '',
    state: paid === 'paid' ? 'paid' : status === 'expired' ? 'gone' : 'open',
    amountMinor: amount ?? 0,
    currency: (currency ?? '').toUpperCase(),
  };
}

/** `t=…,v1=…`: a moment, and the HMAC of it and the body; while a secret is changed there are several. */
export function isSigned(body: Uint8Array, signature: string, secret: string, nowMs: number): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const moment = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(moment) || Math.abs(nowMs / 1_000 - Number(moment)) > OLDEST_SEC) return false;
  const right = createHmac('sha256', secret).update(`${moment}.`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const given = name === 'v1' && /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : null;
    return given !== null && timingSafeEqual(given, right);
  });
}

/** What a proven event means to us. Null for what cannot be read. */
export function newsOf(body: Uint8Array): CardNews | null {
  const event = Event.safeParse(parsed(body)).data;
  if (!event) return null;
  const { type, data } = event;
  if (type.startsWith('checkout.session.')) {
    const checkout = Checkout.safeParse(data.object).data;
    if (!checkout) return null;
    const isFailed = type === 'checkout.session.async_payment_failed';
    return { what: 'payment', ...stateOf(checkout), ...(isFailed ? { state: 'gone' } : {}) };
  }
  if (type === 'charge.refunded') {
    const charge = Charge.safeParse(data.object).data;
    if (!charge) return null;
    const key = charge.metadata[KEY_NAME] ?? '';
    return { what: 'refunded', key, refundedMinor: charge.amount_refunded, currency: charge.currency.toUpperCase() };
  }
  if (type.startsWith('charge.dispute.')) {
    const dispute = Dispute.safeParse(data.object).data;
    if (!dispute) return null;
    const { id: ref, charge, amount: amountMinor, currency, status } = dispute;
    const state = disputeStates[status];
    return state
      ? { what: 'disputed', ref, charge, amountMinor, currency: currency.toUpperCase(), state }
      : { what: 'other' };
  }
  return { what: 'other' };
}

/** Of which payment a charge is, by what travels with it. */
export const keyOfCharge = (charge: unknown): string | null =>
  z.object({ metadata: z.record(z.string(), z.string()) }).safeParse(charge).data?.metadata[KEY_NAME] ?? null;

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
}
