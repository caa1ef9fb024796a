import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import { textOf } from '#platform/web/i18n.ts';
import { CHAT_CALLER } from '#shared/call-headers.ts';
import { countries } from '#shared/countries.ts';
import type { PhoneView } from '../../desk/phone-desk.ts';

/** The server's side of the call that goes on in this phone. */
export const liveOf = ({ calls, phone: { call } }: PhoneView): LiveCall | null =>
  call?.callId ? (calls.find(({ callId }) => callId === call.callId) ?? null) : null;

/** Whom the call is with, as far as this person may see it. */
export interface ShownPeer {
  /** The name, or the number where nobody knows one. */
  title: string;
  /** Of a visitor of a chat, that they call from there. */
  number: string;
  /** Two letters; empty when unknown. */
  iso2: string;
  /** Or the task the call was made for. */
  groupName: string;
}

/** The server decides what of a number is shown: its words come before what the phone heard. A colleague has no country. */
export function whoCalls(view: PhoneView): ShownPeer {
  const call = view.phone.call!;
  const live = liveOf(view);
  if (isFromChat(view))
    return {
      title: call.customerName || textOf('softphone.call.chatVisitor'),
      number: textOf('softphone.call.fromChat'),
      iso2: '',
      groupName: call.groupName ?? '',
    };
  const isColleague = live?.direction === 'internal';
  const code = isColleague ? '' : call.countryCode.replace(/\D/g, '');
  const number =
    live && !isColleague
      ? spokenNumber(live.customerNumber)
      : spokenNumber(call.number, call.direction === 'outbound' ? code : '');
  const iso2 = isColleague ? '' : (live?.customerCountry ?? countries.find((one) => one.code === code)?.iso2 ?? '');
  return { title: call.customerName || number, number, iso2, groupName: live?.taskName ?? call.groupName ?? '' };
}

/** Whether the call comes from the page of a chat; the phone hears it a moment before the server tells. */
export const isFromChat = (view: PhoneView): boolean =>
  liveOf(view)?.fromChat ?? view.phone.call?.number === CHAT_CALLER;
