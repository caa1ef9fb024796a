import type { SipCall, SipCallHandler } from './sip-edge.ts';

export type SipCallEnd = Parameters<NonNullable<SipCallHandler['ended']>>[0];

/** A call as its phones and its dialog see it. */
export interface EdgePhoneCall<Phone> extends SipCall {
  readonly dialog: CallDialog | null;
  /** Nobody hears of a call after its end. */
  emit(say: (handle: SipCallHandler) => void): void;
  finish(end: SipCallEnd): void;
  phoneGone(): void;
  phoneBack(): void;
  /** The websocket of a phone is away for good. */
  phoneLost(phone: Phone): void;
}

/** How others know a dialog. */
export interface CallDialog {
  /** Whether a `Replaces` header means this dialog; phones differ in whose tag they call `to`. */
  isNamed(callId: string, tags: readonly [string, string]): boolean;
  /** Whom the phone believes to talk to: the number it dialled, or the caller it was shown. */
  readonly partner: string;
}
