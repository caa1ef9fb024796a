import { CallHeader } from '#shared/call-headers.ts';
import { DialerStatus } from '#shared/codes/dialer-status.ts';
import { DialKey } from '#shared/codes/dial-key.ts';
import { dialerCode, hasSoftphone } from '#core/phone/phone-codes.ts';
import type { DialOrder, Phone, PhoneAccount } from '#core/phone/phone.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { PhoneWarning } from '#core/phone/phone-events.ts';

/** States in which the phone is taken; sound before the answer is dialling too. */
const IN_CALL: readonly (DialerStatus | null)[] = [
  DialerStatus.dialing,
  DialerStatus.incoming,
  DialerStatus.inCall,
  DialerStatus.earlyMedia,
];

/** What to tell instead of dialling, in the order of the specification (W5); null when the number may be called. */
export function whyNotDial(phone: Phone, order: DialOrder): PhoneWarning | null {
  const code = dialerCode(phone);
  if (order.number === '') return 'sip.enterNumber';
  if (order.number.includes('#')) return 'sip.errSymCode';
  if (IN_CALL.includes(code)) return phone.call?.monitor ? 'monitor.monitoring2' : 'sip.inCall';
  if (order.routerId === 0 && order.displayNumber === null) return 'sip.selectDisplayNumber';
  if (code === DialerStatus.unavailable) return 'sip.noAgentInformation';
  if (!hasSoftphone(phone)) return 'v2.noestatusOffline';
  if (code === null) return 'sip.dialerInitialization';
  if (order.callbackCallId !== undefined && !order.micOpen) return 'sip.isHaveMic';
  return null;
}

/** What the number field keeps of what was typed or pasted: digits, at most twenty. */
export const typedNumber = (text: string): string => text.replace(/\D/g, '').slice(0, PHONE.numberMaxDigits);

/** The number after a key of the dial pad; a long press on zero is `+`, which only begins a number. */
export function numberAfterKey(number: string, key: string): string {
  if (number.length >= PHONE.numberMaxDigits) return number;
  if (key === '+') return number === '' ? '+' : number;
  return DialKey.has(key) ? number + key : number;
}

/** Enter dials once; further ones within a second do not. */
export const mayDialByEnter = (lastMs: number | null, nowMs: number): boolean =>
  lastMs === null || nowMs - lastMs >= PHONE.enterDebounceMs;

/** What the exchange is asked for. */
export function dialTarget(number: string, domain: string): string {
  const address = number.replace(/^sips?:/i, '');
  return `sip:${address.includes('@') ? address : `${address}@${domain}`}`;
}

/** The headers of an outgoing call; what was not chosen is not sent. */
export function dialHeaders(
  order: DialOrder,
  { ccAgent, ccToken }: Pick<PhoneAccount, 'ccAgent' | 'ccToken'>,
): Record<string, string> {
  const wanted: Record<string, string | undefined> = {
    [CallHeader.routerId]: String(order.routerId),
    [CallHeader.calleeCountryCode]: order.countryCode.replace(/\D/g, ''),
    [CallHeader.outCallerNumber]: order.displayNumber && order.displayNumber.id !== 0 ? order.displayNumber.number : '',
    [CallHeader.asmIp]: order.asm?.asmIp,
    [CallHeader.asmPort]: order.asm?.asmPort,
    [CallHeader.callbackCallId]: order.callbackCallId,
    [CallHeader.ccAgent]: ccAgent,
    [CallHeader.ccToken]: ccToken,
    [CallHeader.taskId]: order.task?.taskId,
    [CallHeader.customerId]: order.task?.customerId,
  };
  // A line break would begin a header of somebody else's making.
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      const safe = (value ?? '').replace(/[\u0000-\u001f\u007f]/g, '').trim();
      return safe === '' ? [] : [[name, safe]];
    }),
  );
}

/** What of a text are tones (specification W5: digits, A to D, #, * and comma). */
export const tonesOf = (keys: string): string =>
  keys
    .toUpperCase()
    .replace(/[^0-9A-D#*,]/g, '')
    .slice(0, PHONE.padMaxKeys);
