import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { dialHeaders, dialTarget, whyNotDial } from './dial-rules.ts';
import { finish, silence } from './ending.ts';
import { noHold, type DialOrder, type PhoneCall } from '#core/phone/phone.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import { act, callOf, change, changeCall, type PhoneTurn } from './phone-turn.ts';

/** Dials or says why not; an order for a phone that is on its way is kept all the same, and a later one takes its place. */
export function dial(turn: PhoneTurn, order: DialOrder): void {
  const { rules } = turn.phone;
  const obstacle = whyNotDial(turn.phone, order);
  if (obstacle === null) return place(turn, order);
  if (obstacle === 'sip.dialerInitialization' && rules.retries > 0)
    change(turn, { next: { order, triesLeft: rules.retries } });
  act(turn, { type: 'warn', key: obstacle });
}

/** The order that waited for the phone. */
export function nextDue(turn: PhoneTurn, number: number): void {
  const { next, link } = turn.phone;
  if (!next || link.turn !== number || link.at !== 'ready') return;
  change(turn, { next: null });
  dial(turn, next.order);
}

function place(turn: PhoneTurn, order: DialOrder): void {
  const { account, made } = turn.phone;
  if (account.is !== 'given') return;
  const session = `out-${made + 1}`;
  const { number, countryCode, customerName = null, task } = order;
  change(turn, {
    made: made + 1,
    over: null,
    refused: null,
    cut: null,
    next: null,
    call: newCall({
      session,
      at: 'callingOut',
      direction: 'outbound',
      number,
      countryCode,
      customerName,
      fromTask: task !== undefined,
      order,
    }),
  });
  act(
    turn,
    { type: 'placeCall', session, target: dialTarget(number, account.domain), headers: dialHeaders(order, account) },
    { type: 'playTone', tone: ToneFlag.outRouting },
  );
  act(turn, { type: 'lookUpCustomer', session, countryCode, number, pageSize: PHONE.lookupPageSize });
}

/** A call nothing has happened to yet. */
export const newCall = (
  part: Pick<PhoneCall, 'session' | 'at' | 'direction' | 'number' | 'countryCode'> & Partial<PhoneCall>,
): PhoneCall => ({
  callId: null,
  customerName: null,
  groupName: null,
  fromTask: false,
  heard: 'nothing',
  isResumed: false,
  sinceMs: null,
  limitEndsMs: null,
  hold: noHold,
  heldByThem: false,
  muted: false,
  keys: { waiting: '', busy: false },
  monitor: null,
  declined: false,
  toldLimit: false,
  ...part,
});

export function created(turn: PhoneTurn, session: string): void {
  if (callOf(turn, session)?.at === 'callingOut') changeCall(turn, { at: 'created' });
}

/** Ringing after the other side's own sound is not heard. */
export function rang(turn: PhoneTurn, session: string): void {
  const call = waitingCall(turn, session);
  if (call?.heard !== 'nothing') return;
  act(turn, { type: 'stopTone', tone: ToneFlag.outRouting }, { type: 'playTone', tone: ToneFlag.ringOut });
  changeCall(turn, { at: 'created', heard: 'ringing' });
}

export function earlyMedia(turn: PhoneTurn, session: string): void {
  const call = waitingCall(turn, session);
  if (!call || call.heard === 'earlyMedia') return;
  silence(turn, call);
  changeCall(turn, { at: 'created', heard: 'earlyMedia' });
}

function waitingCall(turn: PhoneTurn, session: string): PhoneCall | null {
  const call = callOf(turn, session);
  return call?.direction === 'outbound' && (call.at === 'callingOut' || call.at === 'created') ? call : null;
}

/** Nothing went out: the phone is ready again. */
export function placeFailed(turn: PhoneTurn, session: string, isDevice: boolean): void {
  const call = callOf(turn, session);
  if (!call || call.direction !== 'outbound' || call.at === 'talking') return;
  act(
    turn,
    { type: 'log', what: 'placeFailed' },
    isDevice ? { type: 'showGuide', blocked: BlockedMedia.microphone } : { type: 'warn', key: 'notice.callNotPlaced' },
  );
  finish(turn, call, isDevice ? HangupReason.unsupported : HangupReason.normal);
}
