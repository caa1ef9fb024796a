/** A number an account has at its carrier. */
export interface CarriedNumber {
  /** Digits with the country's code. */
  number: string;
  /** What the account calls it; empty where it says nothing. */
  name: string;
}

export interface NumbersPage {
  numbers: CarriedNumber[];
  /** Entries that are no numbers of the world: short codes, senders by name. */
  skipped: number;
  /** How many the account has, where the carrier says so. */
  total: number | null;
  /** Leads to what comes next; null behind the last. */
  next: string | null;
}

/**
 * Why a carrier did not tell its numbers. `credentials`: it does not know this account or secret. `busy`: it asks to wait.
 * `notUnderstood`: what it answered is no list of numbers. `badAddress`: nothing of the kind is there, or we do not go there.
 */
export const carrierTroubles = ['credentials', 'busy', 'unreachable', 'notUnderstood', 'badAddress'] as const;
export type CarrierTrouble = (typeof carrierTroubles)[number];

export class NumberListRefusal extends Error {
  readonly trouble: CarrierTrouble;
  /** With `busy`: how long it wants to be left alone. */
  readonly retryAfterSec: number;

  constructor(trouble: CarrierTrouble, retryAfterSec = 0) {
    super(`carrier numbers: ${trouble}`);
    this.trouble = trouble;
    this.retryAfterSec = retryAfterSec;
  }
}

/** The numbers of an account, page by page. */
export interface CarrierNumbers {
  /** Null asks for the first page. Throws a `NumberListRefusal`. */
  page(from: string | null): Promise<NumbersPage>;
}

/** How to reach an account. Secrets are in it: it is never logged or shown. */
export type NumberListAccount =
  | { kind: 'twilio'; accountSid: string; secret: string }
  | { kind: 'telnyx'; secret: string }
  | HttpCarrierAccount;

/** A carrier with a list of its own kind. */
export interface HttpCarrierAccount {
  kind: 'http';
  /** `{page}` counts from 1, `{cursor}` is what `nextPath` had; both are escaped. */
  url: string;
  /** `{secret}` is put in where it stands. */
  headers: Record<string, string>;
  secret: string;
  /** Where the answer has its list: `data.items`; empty where it is the list. */
  listPath: string;
  /** Within an entry. */
  numberPath: string;
  namePath: string;
  /** Where the answer leads on: an address of the same server, or a word for `{cursor}`; empty where pages are counted. */
  nextPath: string;
  totalPath: string;
}

export type OpenCarrierNumbers = (account: NumberListAccount) => CarrierNumbers;
