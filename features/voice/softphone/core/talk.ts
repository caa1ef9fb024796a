import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { MonitorAction } from '#shared/codes/monitor-action.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { answerFailed } from './incoming.ts';
import { awaitEnd, finish, silence } from './ending.ts';
import { noHold, type PhoneCall } from '#core/phone/phone.ts';
import type { PhoneCommand } from '#core/phone/phone-events.ts';
import { pressKeys } from './keys.ts';
import { act, callOf, changeCall, wake, type PhoneTurn } from './phone-turn.ts';

/** Both sides hear each other: the timer starts, or goes on. */
export function answered(turn: PhoneTurn, session: string): void {
  const call = callOf(turn, session);
  // The answer crossed our hanging up.
  if (call?.at === 'ending') return act(turn, { type: 'hangUp', session });
  if (!call || call.at === 'talking') return;
  silence(turn, call);
  const { maxCallSec, reportEverySec } = turn.phone.rules;
  const sinceMs = call.sinceMs ?? turn.nowMs;
  changeCall(turn, { at: 'talking', sinceMs, heard: 'nothing' });
  if (call.monitor) return;
  if (!call.answersItself)
    act(turn, { type: 'playTone', tone: call.direction === 'inbound' ? ToneFlag.inConnected : ToneFlag.outConnected });
  act(
    turn,
    { type: 'openWorkbench', tab: call.fromTask ? 'call' : 'overview' },
    { type: 'watchQuality', session, reportEverySec },
  );
  // Not again for a call that came back with the page: its page is open already.
  if (call.direction === 'inbound' && call.callId !== null && !call.isResumed)
    act(turn, { type: 'openCustomerPage', callId: call.callId });
  if (maxCallSec !== null) setLimit(turn, sinceMs + maxCallSec * 1_000);
}

export function setLimit(turn: PhoneTurn, endsMs: number | null): void {
  const { call } = turn.phone;
  if (!call || call.limitEndsMs === endsMs) return;
  changeCall(turn, { limitEndsMs: endsMs });
  if (endsMs !== null) wake(turn, endsMs - turn.nowMs, { type: 'limitDue', session: call.session, endsMs });
}

/** [CALL-10] Hold is released, so that nobody is left with music. */
export function limitDue(turn: PhoneTurn, session: string, endsMs: number): void {
  const call = callOf(turn, session);
  if (call?.at !== 'talking' || call.limitEndsMs !== endsMs) return;
  const { hold, callId } = call;
  if (hold.at === 'held' || hold.at === 'asked') act(turn, { type: 'unhold', session, callId });
  awaitEnd(turn, call, { toldLimit: true });
  act(turn, { type: 'hangUp', session }, { type: 'warn', key: 'v5.autoHangUpTip' });
}

/** Cancels what was not answered, ends a conversation. */
export function hangUp(turn: PhoneTurn): void {
  const { call } = turn.phone;
  if (!call || call.at === 'ending') return;
  silence(turn, call);
  awaitEnd(turn, call);
  act(turn, { type: 'hangUp', session: call.session });
}

export function holdPressed(turn: PhoneTurn): void {
  const call = talkingCall(turn);
  if (!call || call.hold.at !== 'none') return;
  changeCall(turn, { hold: { ...noHold, at: 'asked' } });
  act(turn, { type: 'hold', session: call.session, callId: call.callId });
}

export function unholdPressed(turn: PhoneTurn): void {
  const call = talkingCall(turn);
  if (call?.hold.at !== 'held') return;
  changeCall(turn, { hold: { ...call.hold, at: 'releasing' } });
  act(turn, { type: 'unhold', session: call.session, callId: call.callId });
}

const talkingCall = ({ phone: { call } }: PhoneTurn): PhoneCall | null =>
  call?.at === 'talking' && !call.monitor ? call : null;

export function held(turn: PhoneTurn, session: string): void {
  const call = callOf(turn, session);
  if (call?.at !== 'talking' || call.hold.at !== 'asked') return;
  const { maxHoldSec } = turn.phone.rules;
  keepHeld(turn, call, turn.nowMs, maxHoldSec === null ? null : turn.nowMs + maxHoldSec * 1_000);
}

export function keepHeld(turn: PhoneTurn, { session, hold }: PhoneCall, sinceMs: number, endsMs: number | null): void {
  changeCall(turn, { hold: { ...hold, at: 'held', sinceMs, endsMs } });
  if (endsMs !== null && endsMs !== hold.endsMs)
    wake(turn, endsMs - turn.nowMs, { type: 'holdLimitDue', session, endsMs });
}

export function unheld(turn: PhoneTurn, session: string): void {
  const call = callOf(turn, session);
  if (call?.hold.at === 'releasing' || call?.hold.at === 'held') changeCall(turn, { hold: noHold });
}

/** The customer is taken back; the server does the same by its own clock. */
export function holdLimitDue(turn: PhoneTurn, session: string, endsMs: number): void {
  const call = callOf(turn, session);
  if (call?.at !== 'talking' || call.hold.at !== 'held' || call.hold.endsMs !== endsMs) return;
  changeCall(turn, { hold: { ...call.hold, at: 'releasing', toldLimit: true } });
  act(turn, { type: 'unhold', session, callId: call.callId }, { type: 'warn', key: 'notice.holdLimit' });
}

/** Said once each time, so that the agent does not hang up on a customer who is still there. */
export function soundLost(turn: PhoneTurn, session: string): void {
  const call = callOf(turn, session);
  if (call?.at !== 'talking' || call.soundLost) return;
  changeCall(turn, { soundLost: true });
  act(turn, { type: 'warn', key: 'notice.networkReconnecting' });
}

export function mute(turn: PhoneTurn): void {
  const { call } = turn.phone;
  if (call?.at !== 'talking' || call.monitor) return;
  changeCall(turn, { muted: !call.muted });
  act(turn, { type: 'setMuted', session: call.session, on: !call.muted });
}

/** [CALL-09] The tone is what the server listens to. */
export function switchMonitor(turn: PhoneTurn, action: MonitorAction): void {
  const { call } = turn.phone;
  if (call?.at !== 'talking' || !call.monitor || call.monitor.action === action) return;
  changeCall(turn, { monitor: { ...call.monitor, action } });
  pressKeys(turn, MonitorAction.row(action).dtmf);
}

/** Logged and told; what was asked for is taken back, or forgotten where the call was to end (rule 7). */
export function commandFailed(turn: PhoneTurn, command: PhoneCommand, session: string, isDevice: boolean): void {
  const call = callOf(turn, session);
  if (!call) return;
  if (command === 'answer') return answerFailed(turn, call, isDevice);
  if (command === 'hold' && call.hold.at !== 'asked') return;
  if (command === 'unhold' && call.hold.at !== 'releasing') return;
  if ((command === 'decline' || command === 'hangUp') && call.at !== 'ending') return;
  act(turn, { type: 'log', what: `${command}Failed` }, { type: 'warn', key: 'notice.phoneCommandFailed' });
  if (command === 'hold') changeCall(turn, { hold: noHold });
  else if (command === 'unhold') changeCall(turn, { hold: { ...call.hold, at: 'held' } });
  else if (command !== 'tone') finish(turn, call, call.declined ? HangupReason.reject : HangupReason.normal);
}
