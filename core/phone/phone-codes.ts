import { CallStateText } from '#shared/codes/call-state-text.ts';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import { DialerStatus } from '#shared/codes/dialer-status.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { HeaderCallState } from '#shared/codes/header-call-state.ts';
import { PhoneLibraryState } from '#shared/codes/phone-library-state.ts';
import { phoneRefusals } from '#shared/phone-refusals.ts';
import type { Phone, PhoneCall } from './phone.ts';
import type { PhoneWarning } from './phone-events.ts';

/** There is an account, and the phone did not leave on purpose. */
export const hasSoftphone = ({ account, link }: Phone): boolean =>
  (account.is === 'given' || account.is === 'asked') && link.at !== 'left';

/** A tab that carries a call asks before it is closed. */
export const carriesCall = ({ call }: Phone): boolean => call !== null;

/** Whether the phone may leave and come by its account another way: not in a call, nor while an account is being fetched. */
export const mayChooseConnection = ({ account, call }: Phone): boolean =>
  call === null && (account.is !== 'asked' || account.needsPassword === true);

/** The password that would bring the phone up is missing, or was refused (`tip`); null: none is wanted. */
export const passwordWanted = ({ account }: Phone): { tip: string } | null =>
  account.is === 'failed' ? account : account.is === 'asked' && account.needsPassword ? { tip: '' } : null;

/** Calls ring at a SIP phone or a mobile: the page shows them, and has no phone of its own. */
export const ringsElsewhere = ({ account }: Phone): boolean =>
  account.is === 'refused' && ELSEWHERE.includes(account.code);
const ELSEWHERE: readonly number[] = [phoneRefusals.sipPhoneInstead, phoneRefusals.mobileInstead];

/** The server rings the mobile first, and then whoever is called. */
export const callsByMobile = ({ account }: Phone): boolean =>
  account.is === 'refused' && account.code === phoneRefusals.mobileInstead;

const hasFailed = ({ link }: Phone): boolean => link.at === 'refused' || link.at === 'error';

/** The phone as the header numbers it; null while it starts, which the header has no number for. */
export function headerCode(phone: Phone): HeaderCallState | null {
  if (ringsElsewhere(phone)) return HeaderCallState.idle;
  if (phone.account.is === 'refused') return HeaderCallState.noAgentInfo;
  if (phone.call) return headerCodeOfCall(phone.call);
  if (hasFailed(phone)) return HeaderCallState.registrationFailed;
  if (!hasSoftphone(phone)) return HeaderCallState.idle;
  return phone.link.at === 'ready' ? HeaderCallState.ready : null;
}

function headerCodeOfCall({ at, monitor, direction, sinceMs }: PhoneCall): HeaderCallState {
  if (monitor) return HeaderCallState.monitoring;
  const hasTalked = at === 'talking' || sinceMs !== null;
  if (direction === 'inbound') return hasTalked ? HeaderCallState.inboundCall : HeaderCallState.ringing;
  return hasTalked ? HeaderCallState.outboundCall : HeaderCallState.dialing;
}

/** The phone as the dialer numbers it; null while it starts. */
export function dialerCode(phone: Phone): DialerStatus | null {
  if (phone.account.is === 'refused') return DialerStatus.unavailable;
  if (phone.call) return dialerCodeOfCall(phone.call);
  if (hasFailed(phone)) return DialerStatus.unavailable;
  if (!hasSoftphone(phone)) return null;
  if (phone.link.at !== 'ready') return null;
  return phone.over ? DialerStatus.hungUp : DialerStatus.registered;
}

function dialerCodeOfCall({ at, direction, sinceMs, heard, monitor }: PhoneCall): DialerStatus {
  if (at === 'talking' || sinceMs !== null || monitor) return DialerStatus.inCall;
  if (direction === 'inbound') return DialerStatus.incoming;
  return heard === 'earlyMedia' ? DialerStatus.earlyMedia : DialerStatus.dialing;
}

/** The line of text in the small call window. */
export function callStateText(phone: Phone): CallStateText {
  const code = dialerCode(phone);
  switch (code) {
    case DialerStatus.dialing:
      return phone.call?.heard === 'ringing' ? CallStateText.ringing : CallStateText.dialing;
    case DialerStatus.incoming:
      return CallStateText.newCall;
    case DialerStatus.inCall:
      return CallStateText.inCall;
    case DialerStatus.hungUp:
      return phone.over?.reason === HangupReason.peerReject ? CallStateText.rejected : CallStateText.hungUp;
    case DialerStatus.earlyMedia:
      return CallStateText.ringing;
    default:
      return CallStateText.blank;
  }
}

/** How far the phone is, in the words of the library (specification W4). A call is shown before the link it runs over. */
export function libraryState(phone: Phone): PhoneLibraryState {
  const { account, link, call, over, rules } = phone;
  if (call) {
    if (call.at === 'created') return PhoneLibraryState.callingCreated;
    return call.at === 'ending' ? PhoneLibraryState.callEnding : PhoneLibraryState[call.at];
  }
  switch (link.at) {
    case 'idle':
      return account.is === 'asked' && rules.connectionType === ConnectionType.userInfo
        ? PhoneLibraryState.nxapi
        : PhoneLibraryState.init;
    case 'ready':
      return over ? PhoneLibraryState.callEnd : PhoneLibraryState.ready;
    case 'refused':
      return PhoneLibraryState.error;
    case 'left':
      return PhoneLibraryState.disconnected;
    default:
      return PhoneLibraryState[link.at];
  }
}

/**
 * What to tell instead of changing the status; null where it may be changed (states 0 and 4). Dialling and ringing
 * (8, 9) are among the "otherwise" of the specification (W4), as a phone that starts is: it is not ready.
 */
export function whyNotChangeStatus(phone: Phone): PhoneWarning | null {
  const code = headerCode(phone);
  if (code === null || code === HeaderCallState.dialing || code === HeaderCallState.ringing)
    return 'sip.dialerInitialization';
  if (HeaderCallState.row(code).mayChangeStatus) return null;
  if (code === HeaderCallState.registrationFailed) return 'notice.dialerRegisterFailed';
  if (code === HeaderCallState.noAgentInfo) return 'sip.noAgentInformation';
  return code === HeaderCallState.monitoring ? 'monitor.monitoring2' : 'sip.inCall';
}
