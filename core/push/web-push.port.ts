import type { OutsideFailureReason } from '#core/http/outside-fetch.port.ts';

/** Where a browser takes notices: the address its maker gave it, and the keys only it can read with (base64url). */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What this installation proves itself with to the makers of browsers (RFC 8292). */
export interface PushIdentity {
  /** Of the key pair, as browsers are told it: base64url of the point. */
  publicKey: string;
  /** PKCS #8, DER. */
  privateKey: Uint8Array;
  /** Whom they may ask about us, `https:` or `mailto:`; null says nothing. */
  contact: string | null;
}

export interface PushMessage {
  /** Only the browser reads it. */
  text: string;
  /** How long it is worth keeping for a browser that is off. */
  ttlSec: number;
  urgency: 'low' | 'normal' | 'high';
  /** One that waits is replaced by a later one of the same topic; told to the maker of the browser, so it must mean nothing. */
  topic: string;
}

export type PushAnswer = { status: number; retryAfterSec: number | null } | { reason: OutsideFailureReason };

/** Hands a message to the maker of a browser, encrypted for that browser (RFC 8030, 8291). Never throws for what they answer. */
export type WebPush = (target: PushTarget, message: PushMessage, identity: PushIdentity) => Promise<PushAnswer>;
