import { noHold, type PhoneCall } from '#core/phone/phone.ts';
import type { CallWarned, ServerCall } from '#core/phone/phone-events.ts';
import { keepHeld, setLimit } from './talk.ts';
import { act, change, changeCall, type PhoneTurn } from './phone-turn.ts';

/** The page shows what the server knows: name of the call, limits, hold; and the timer of a resumed call. */
export function applyServerCall(turn: PhoneTurn, serverCall: ServerCall): void {
  const { call } = turn.phone;
  if (!call || !isSame(call, serverCall, turn.phone.lastCallId)) return;
  changeCall(turn, { callId: serverCall.callId });
  // Taken over: what was listened to is a conversation of this phone now.
  if (call.monitor && serverCall.isMonitored === false) changeCall(turn, { monitor: null });
  if (call.at !== 'talking' || turn.phone.call?.monitor) return;
  if (call.isResumed && serverCall.answeredMs !== null) changeCall(turn, { sinceMs: serverCall.answeredMs });
  if (call.heldByThem !== serverCall.isHeldByThem) changeCall(turn, { heldByThem: serverCall.isHeldByThem });
  setLimit(turn, serverCall.limitEndsMs);
  agreeOnHold(turn, call, serverCall);
}

/** A call of ours that has no name yet is the outbound one the server tells of. */
const isSame = (call: PhoneCall, serverCall: ServerCall, lastCallId: string | null): boolean =>
  call.callId === null
    ? serverCall.callId !== lastCallId &&
      call.direction === 'outbound' &&
      serverCall.direction === 'outbound' &&
      call.at !== 'ending'
    : call.callId === serverCall.callId || call.callId === serverCall.formerCallId;

/** A wish under way is not taken back by what the server said before it heard of it. */
function agreeOnHold(turn: PhoneTurn, { hold }: PhoneCall, { isHeld, holdSinceMs, holdEndsMs }: ServerCall): void {
  const { call } = turn.phone;
  if (!call || isHeld === null) return;
  if (isHeld && hold.at !== 'releasing') keepHeld(turn, call, holdSinceMs ?? hold.sinceMs ?? turn.nowMs, holdEndsMs);
  if (!isHeld && hold.at !== 'asked' && hold.at !== 'none') changeCall(turn, { hold: noHold });
}

/** The server's limit passed first: told once, whoever noticed. */
export function limitPassed(turn: PhoneTurn, callId: string, what: CallWarned): void {
  const { call, over } = turn.phone;
  if (what !== 'holdLimit' && what !== 'callLimit')
    return call?.callId === callId || over?.callId === callId
      ? act(turn, { type: 'warn', key: `notice.${what}` })
      : undefined;
  if (call?.callId === callId) {
    if (what === 'holdLimit') {
      if (!call.hold.toldLimit) act(turn, { type: 'warn', key: 'notice.holdLimit' });
      return changeCall(turn, { hold: noHold });
    }
    if (!call.toldLimit) act(turn, { type: 'warn', key: 'v5.autoHangUpTip' });
    return changeCall(turn, { toldLimit: true });
  }
  if (over?.callId !== callId || over.toldLimit || what === 'holdLimit') return;
  act(turn, { type: 'warn', key: 'v5.autoHangUpTip' });
  change(turn, { over: { ...over, toldLimit: true } });
}
