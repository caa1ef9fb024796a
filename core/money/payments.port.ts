/** A payment somebody wants to make by card. Amounts are in the smallest unit of the currency, as providers count. */
export interface CardPaymentWish {
  /** By which we know it; the same one asked twice is one payment. */
  key: string;
  amountMinor: number;
  currency: string;
  /** What the person reads beside the amount. */
  title: string;
  /** Where the browser comes back to, having paid or not. */
  paidUrl: string;
  leftUrl: string;
}

/** How a payment stands at the provider. */
export interface CardPaymentState {
  key: string;
  state: 'open' | 'paid' | 'gone';
  amountMinor: number;
  currency: string;
}

export type DisputeState = 'open' | 'won' | 'lost';

/** What a provider tells by itself. */
export type CardNews =
  | ({ what: 'payment' } & CardPaymentState)
  /** How much of a payment went back to the card up to now, all together. */
  | { what: 'refunded'; key: string; refundedMinor: number; currency: string }
  /** Somebody asks the money of a charge back at their bank; while it is open, and when it is lost, the provider has taken it back. */
  | { what: 'disputed'; ref: string; charge: string; amountMinor: number; currency: string; state: DisputeState }
  /** Proven, and nothing to us. */
  | { what: 'other' };

/** The provider answered no, or nothing. */
export class CardRefusal extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(`card payment: ${reason}`);
    this.reason = reason;
  }
}

/** Takes payments by card on pages of its own: numbers of cards never come here. */
export interface CardProvider {
  /** Answers the provider's name for it, and the page on which the person pays. */
  begin(wish: CardPaymentWish): Promise<{ ref: string; url: string }>;
  look(ref: string): Promise<CardPaymentState>;
  /** Our key of the payment behind a charge; null for one that is none of ours. */
  keyOf(charge: string): Promise<string | null>;
  /** What a signed call says; null when it is not proven to come from the provider, or is too old. */
  read(call: { body: Uint8Array; signature: string }, nowMs: number): CardNews | null;
}

/** What is needed to speak with it. */
export interface CardAccount {
  apiUrl: string;
  secretKey: string;
  webhookSecret: string;
}

export type OpenCardProvider = (account: CardAccount) => CardProvider;
