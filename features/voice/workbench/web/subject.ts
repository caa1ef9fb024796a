import { ringsElsewhere } from '#core/phone/phone-codes.ts';
import type { PhoneView } from '#features/voice/softphone/web/index.ts';
import { CHAT_CALLER } from '#shared/call-headers.ts';

/**
 * Whom the workbench is about. A call that goes on comes before everything; a record that was opened before the work
 * after a call, which keeps its own card meanwhile.
 */
export interface Subject {
  at: 'ringing' | 'dialing' | 'talking' | 'monitoring' | 'wrapUp' | 'record';
  /** Null while an outgoing call has no name yet. */
  callId: string | null;
  /** As far as the call itself tells; records and the work after a call are looked up. */
  number: string;
  iso2: string;
  name: string;
  groupName: string;
  ourNumber: string;
  isInternal: boolean;
  /** Calls from the page of a chat: there is no number. */
  isFromChat: boolean;
}

export function subjectOf(view: PhoneView, openedCallId: string | null): Subject | null {
  const { call } = view.phone;
  const nothingMore = {
    number: '',
    iso2: '',
    name: '',
    groupName: '',
    ourNumber: '',
    isInternal: false,
    isFromChat: false,
  };
  if (call) {
    const live = call.callId === null ? undefined : view.calls.find(({ callId }) => callId === call.callId);
    const isFromChat = live?.fromChat ?? call.number === CHAT_CALLER;
    return {
      at: call.monitor
        ? 'monitoring'
        : call.at === 'talking' || call.sinceMs !== null
          ? 'talking'
          : call.direction === 'inbound'
            ? 'ringing'
            : 'dialing',
      callId: call.callId,
      isFromChat,
      // The server decides what of a number is shown: its words come before what the phone heard.
      number: isFromChat
        ? ''
        : (live?.customerNumber ??
          (call.number.startsWith('+')
            ? call.number
            : `${call.direction === 'outbound' ? call.countryCode.replace(/\D/g, '') : ''}${call.number}`)),
      iso2: live?.customerCountry ?? '',
      name: call.customerName ?? '',
      groupName: live?.taskName ?? call.groupName ?? '',
      ourNumber: live?.ourNumber ?? '',
      isInternal: live?.direction === 'internal',
    };
  }
  // At another device of theirs: the server alone tells of it.
  const elsewhere = ringsElsewhere(view.phone) ? view.calls.at(-1) : undefined;
  if (elsewhere) {
    const {
      callId,
      state,
      fromChat: isFromChat,
      customerNumber,
      customerCountry,
      ourNumber,
      direction,
      taskName,
    } = elsewhere;
    const [number, iso2] = isFromChat ? ['', ''] : [customerNumber, customerCountry ?? ''];
    return {
      ...nothingMore,
      at: state,
      callId,
      isFromChat,
      number,
      iso2,
      ourNumber,
      groupName: taskName ?? '',
      isInternal: direction === 'internal',
    };
  }
  if (openedCallId !== null) return { at: 'record', callId: openedCallId, ...nothingMore };
  // The phone knows the end of a call a moment before the server tells of the work after it: whoever writes goes on writing.
  const callId = view.agent?.wrapUp?.callId ?? view.phone.over?.callId;
  return callId ? { at: 'wrapUp', callId, ...nothingMore } : null;
}

/** A number of which something is hidden cannot be looked up. */
const isWhole = (number: string): boolean => /^\+?\d{3,}$/.test(number);

/** How the customer's calls are asked for; null while there is nothing to ask with. */
export function historyOf({ callId, number, isInternal }: Subject): { phone: string } | { callId: string } | null {
  if (isWhole(number) && !isInternal) return { phone: number };
  return callId === null ? null : { callId };
}

/** The call a note or a label now belongs to: one that was answered. */
export const answeredCall = ({ at, callId }: Subject): string | null =>
  at === 'talking' || at === 'wrapUp' || at === 'record' ? callId : null;
