/** A call to a server somebody named in a form: an identity provider's metadata, a webhook, a step of a flow. */
export interface OutsideRequest {
  /** http or https; an address with a name and password in it is refused. */
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For everything together: names, redirects and the whole body. 10 s unless told. */
  timeoutMs?: number;
  /** A longer body is refused, or cut off there where `longBody` says so. 1 MB unless told. */
  maxBytes?: number;
  longBody?: 'refuse' | 'cut';
  /** Refuses plain http, also after a redirect. */
  httpsOnly?: boolean;
  /** 3 for GET and HEAD; other methods get the redirect itself as their answer, and are not sent on. */
  maxRedirects?: number;
}

export interface OutsideAnswer {
  status: number;
  /** By lower-case name; several of one name are joined by a comma. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Answers whatever status the server gave; throws an `OutsideFailure` when there was none. */
export type OutsideFetch = (request: OutsideRequest) => Promise<OutsideAnswer>;

export type OutsideFailureReason =
  | 'badAddress'
  | 'privateAddress'
  | 'unreachable'
  | 'tooSlow'
  | 'tooLarge'
  | 'tooManyRedirects';

/** Why a call outside came to nothing. Never tells an inner address. */
export class OutsideFailure extends Error {
  readonly reason: OutsideFailureReason;
  /** No connection came about: whoever was to be called has nothing of it. */
  readonly nothingLeft: boolean;
  constructor(reason: OutsideFailureReason, { nothingLeft = false }: { nothingLeft?: boolean } = {}) {
    super(`outside call: ${reason}`);
    this.reason = reason;
    this.nothingLeft = nothingLeft;
  }
}
