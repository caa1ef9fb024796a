import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';

export type TransferAsked = Extract<TelephonyEvent, { type: 'transferAsked' }>;

/** Transfers asked for at the phone itself (SIP REFER): to a number, or to whom its other call talks. */
export interface PhoneTransfers {
  asked(event: TransferAsked): void;
}
