import { tonesOf } from './dial-rules.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import { act, callOf, changeCall, wake, type PhoneTurn } from './phone-turn.ts';

/** Keys go out one by one with a gap; also before the answer, where a machine already speaks. */
export function pressKeys(turn: PhoneTurn, keys: string): void {
  const { call } = turn.phone;
  if (!call || (call.at !== 'talking' && !(call.at === 'created' && call.heard === 'earlyMedia'))) return;
  const waiting = (call.keys.waiting + tonesOf(keys)).slice(0, PHONE.padMaxKeys);
  changeCall(turn, { keys: { ...call.keys, waiting } });
  if (!call.keys.busy) sendNext(turn);
}

export function keyDue(turn: PhoneTurn, session: string): void {
  if (callOf(turn, session)?.keys.busy) sendNext(turn);
}

function sendNext(turn: PhoneTurn): void {
  const { call } = turn.phone;
  const key = call?.keys.waiting[0];
  if (!call || key === undefined || call.at === 'ending')
    return changeCall(turn, { keys: { waiting: '', busy: false } });
  changeCall(turn, { keys: { waiting: call.keys.waiting.slice(1), busy: true } });
  if (key !== ',') act(turn, { type: 'sendTone', session: call.session, key });
  wake(turn, key === ',' ? PHONE.commaMs : PHONE.toneGapMs, { type: 'keyDue', session: call.session });
}
