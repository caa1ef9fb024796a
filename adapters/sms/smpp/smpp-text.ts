import smpp, { type Pdu } from 'smpp';
import { encodingOf, splitSms } from '#core/sms/segments.ts';
import type { SmsOutcome } from '#core/sms/sms-message.ts';

const GSM = 0;
const UCS2 = 8;

/** The bytes of a text and the code SMPP calls them by; letters of the GSM alphabet are one octet each. */
export function bytesOf(text: string, encoding = encodingOf(text)): { bytes: Buffer; coding: number } {
  return encoding === 'gsm7'
    ? { bytes: smpp.encodings.ASCII.encode(text), coding: GSM }
    : { bytes: Buffer.from(text, 'utf16le').swap16(), coding: UCS2 };
}

/** Packets of a text: whole, or parts that a phone joins by the header before each (3GPP TS 23.040, 9.2.3.24.1). */
export function partsOf(text: string, reference: number): { coding: number; udh: Buffer | null; bytes: Buffer }[] {
  const encoding = encodingOf(text);
  const parts = splitSms(text);
  return parts.map((part, place) => {
    const { bytes, coding } = bytesOf(part, encoding);
    return {
      bytes,
      coding,
      udh: parts.length > 1 ? Buffer.from([5, 0, 3, reference & 0xff, parts.length, place + 1]) : null,
    };
  });
}

const states: Readonly<Record<string, SmsOutcome | null>> = {
  1: null,
  ENROUTE: null,
  2: 'delivered',
  DELIVRD: 'delivered',
  3: 'notDelivered',
  EXPIRED: 'notDelivered',
  4: 'notDelivered',
  DELETED: 'notDelivered',
  5: 'notDelivered',
  UNDELIV: 'notDelivered',
  6: null,
  ACCEPTD: null,
  7: 'notDelivered',
  UNKNOWN: 'notDelivered',
  8: 'failed',
  REJECTD: 'failed',
};

/** What a receipt says: by its fields, else by the text most centres write it as; null while the message is on its way. */
export function receiptOf(pdu: Pdu): { ref: string; outcome: SmsOutcome; reason: string } | null {
  const text = textOf(pdu);
  const ref = pdu.receipted_message_id || (/\bid:\s*(\S+)/i.exec(text)?.[1] ?? '');
  const state =
    pdu.message_state === undefined
      ? (/\bstat:\s*(\w+)/i.exec(text)?.[1] ?? '').toUpperCase()
      : String(pdu.message_state);
  const outcome = states[state];
  const error = /\berr:\s*(\w{1,10})/i.exec(text)?.[1];
  return ref === '' || !outcome
    ? null
    : { ref, outcome, reason: outcome === 'delivered' ? '' : `smpp ${state}${error ? ` ${error}` : ''}` };
}

/** Whether a packet from the centre is a receipt and no message of a person. */
export const isReceipt = ({ esm_class: esm = 0 }: Pdu): boolean => (esm & 0x3c) === 0x04;

/** The text of a packet, wherever it stands. */
export function textOf({ short_message: short, message_payload: payload, data_coding: coding = GSM }: Pdu): string {
  const long = payload !== undefined && typeof payload === 'object' && 'message' in payload ? payload.message : payload;
  const message = short && short.message.length > 0 ? short.message : (long ?? '');
  if (typeof message === 'string') return message;
  return (coding & 0x0f) === UCS2
    ? Buffer.from(message.subarray(0, message.length & ~1))
        .swap16()
        .toString('utf16le')
    : smpp.encodings.ASCII.decode(message);
}

/** Which part of how many this packet is; null for a whole one. */
export function placeOf({ short_message: short }: Pdu): { reference: number; total: number; place: number } | null {
  for (const header of short?.udh ?? []) {
    if (header[0] === 0 && header.length >= 5) return { reference: header[2]!, total: header[3]!, place: header[4]! };
    if (header[0] === 8 && header.length >= 6)
      return { reference: header.readUInt16BE(2), total: header[4]!, place: header[5]! };
  }
  return null;
}
