import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { rejectionOfSipStatus } from '#shared/call-rejection.ts';
import { noHold, type PhoneCall } from '#core/phone/phone.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import { act, callOf, change, changeCall, wake, type PhoneTurn } from './phone-turn.ts';
import { refusedCall } from './refused-call.ts';

/** The session is gone, whoever ended it. */
export function ended(turn: PhoneTurn, session: string, by: 'us' | 'them', status: number | null): void {
  const call = callOf(turn, session);
  if (!call) return;
  if ((call.at === 'incoming' || call.at === 'answering') && by === 'them' && !call.monitor && !call.isResumed)
    act(turn, { type: 'missed', callId: call.callId, why: 'withdrawn' });
  change(turn, { refused: refusedCall(call, by, status) });
  // [CALL-19] Nobody hung up: the line found no way for the sound in 55 s. The agent is told, or would blame the customer.
  if (call.soundLost && call.at === 'talking' && by === 'us') act(turn, { type: 'warn', key: 'notice.soundGivenUp' });
  finish(turn, call, reasonOf(call, by, status));
}

/** The end was asked for; `ended` confirms it. */
export function awaitEnd(turn: PhoneTurn, { session }: PhoneCall, part: Partial<PhoneCall> = {}): void {
  changeCall(turn, { at: 'ending', hold: noHold, ...part });
  wake(turn, PHONE.endWithinMs, { type: 'endOverdue', session });
}

/** Rule 7. */
export function endOverdue(turn: PhoneTurn, session: string): void {
  const call = callOf(turn, session);
  if (call?.at !== 'ending') return;
  act(turn, { type: 'log', what: 'endOverdue' });
  finish(turn, call, call.declined ? HangupReason.reject : HangupReason.normal);
}

const UNSUPPORTED: readonly number[] = [415, 488, 606];
const PEER_REJECTS: readonly number[] = [403, 486, 600, 603];

function reasonOf(call: PhoneCall, by: 'us' | 'them', status: number | null): HangupReason {
  if (call.declined) return HangupReason.reject;
  if (status === null) return HangupReason.normal;
  if (UNSUPPORTED.includes(status)) return HangupReason.unsupported;
  const isRefused = PEER_REJECTS.includes(status) || rejectionOfSipStatus(status) !== null;
  return by === 'them' && call.direction === 'outbound' && call.sinceMs === null && isRefused
    ? HangupReason.peerReject
    : HangupReason.normal;
}

/** Timer, hold and name go with the call; that it is over is shown for a second. */
export function finish(turn: PhoneTurn, call: PhoneCall, reason: HangupReason): void {
  const { session, callId, direction, sinceMs, monitor, toldLimit } = call;
  const talkedMs = sinceMs === null ? 0 : Math.max(0, turn.nowMs - sinceMs);
  forget(turn);
  change(turn, { over: { session, callId, reason, toldLimit }, lastCallId: callId });
  if (direction === 'outbound' || sinceMs !== null) act(turn, { type: 'playTone', tone: ToneFlag.hangup });
  act(turn, { type: 'callOver', callId, direction, reason, talkedMs, wasMonitoring: monitor !== null });
  if (callId !== null && !monitor && talkedMs > PHONE.reportOnlyAfterMs)
    act(turn, { type: 'reportQuality', session, callId });
  wake(turn, PHONE.hangUpShownMs, { type: 'overShownDue', session });
}

export function overShown(turn: PhoneTurn, session: string): void {
  if (turn.phone.over?.session === session) change(turn, { over: null });
}

/** The call is no longer on this page: nothing rings, nothing is shown of it. */
export function forget(turn: PhoneTurn): void {
  const { call } = turn.phone;
  if (!call) return;
  silence(turn, call);
  change(turn, { call: null });
}

/** Ends what rings for a call that goes on or away. */
export function silence(turn: PhoneTurn, { at, session, heard }: PhoneCall): void {
  if ((at === 'callingOut' || at === 'created') && heard !== 'earlyMedia')
    act(turn, { type: 'stopTone', tone: heard === 'ringing' ? ToneFlag.ringOut : ToneFlag.outRouting });
  if (at === 'incoming') act(turn, { type: 'stopTone', tone: ToneFlag.ringIn }, { type: 'closeNotice', session });
}

/** The session died with its connection. A conversation is remembered until the server resumes it; anything else is over. */
export function cutOut(turn: PhoneTurn): void {
  const { call } = turn.phone;
  if (!call) return;
  if (call.at !== 'talking' || call.callId === null || call.monitor) return finish(turn, call, HangupReason.normal);
  const { callId, number, countryCode, customerName, groupName, direction, fromTask, sinceMs } = call;
  forget(turn);
  change(turn, {
    lastCallId: callId,
    cut: { callId, number, countryCode, customerName, groupName, direction, fromTask, sinceMs },
  });
}
