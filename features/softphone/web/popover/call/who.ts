import type { LiveCall } from '#features/calls/contract.ts';
import type { PhoneCall } from '#core/phone/phone.ts';
import { countries } from '#shared/countries.ts';
import type { PhoneView } from '../../desk/phone-desk.ts';
import { spokenNumber } from '../spoken-number.ts';

/** The server's side of the call that goes on in this phone. */
export const liveOf = ({ calls, phone: { call } }: PhoneView): LiveCall | null => (call?.callId ? (calls.find(({ callId }) => callId === call.callId) ?? null) : null);

/** Whom the call is with, as far as this person may see it. */
export interface Who {
  /** The name, or the number where nobody knows one. */
  title: string;
  number: string;
  /** Two letters; empty when unknown. */
  iso2: string;
  groupName: string;
}

/** The server decides what of a number is shown: its words come before what the phone heard. */
export function whoCalls(view: PhoneView): Who {
  const call = view.phone.call!;
  const live = liveOf(view);
  const number = live && live.direction !== 'internal' ? spokenNumber(live.customerNumber, '') : numberOf(call);
  const iso2 = live?.customerCountry ?? countries.find(({ code }) => code === call.countryCode.replace(/\D/g, ''))?.iso2 ?? '';
  return { title: call.customerName || number, number, iso2, groupName: call.groupName ?? '' };
}

const numberOf = ({ number, countryCode, direction }: PhoneCall): string => spokenNumber(number, direction === 'outbound' ? countryCode : '');
