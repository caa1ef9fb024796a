import type { Party } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { Sound } from '#core/telephony/sound.ts';
import {
  act,
  changeParty,
  dialEnded,
  dialFrom,
  noteSign,
  partyAt,
  prompt,
  removeParty,
  wake,
  type CallTurn,
} from '#core/call/call-turn.ts';

/*
 *   planned ──way found──▶ ringing ──picked up──▶ asked ──1──▶ answered, as by any phone
 *      └── none: unreachable  └── busy, no answer   └── 2: refused; nothing, or hung up: no answer
 */

/** A voicemail listens longer than this; whoever has the mobile in their hand needs less. */
export const MOBILE_QUESTION_MS = 15_000;
const TAKE_KEY = '1';
const REFUSE_KEY = '2';
const BREATH: Sound = { tones: [{ hz: [], ms: 1_500 }] };

/** A way to the mobile was found. Who is not wanted any more is not called. */
export function mobilePlanned(
  turn: CallTurn,
  { leg, trunks, displayNumber: callerId, charge = null }: Extract<CallEvent, { type: 'mobilePlanned' }>,
): void {
  const party = partyAt(turn.call, leg);
  if (party?.mobile?.at !== 'planned' || party.who.kind !== 'agent' || party.who.mobile === undefined) return;
  if (party.role === 'leaving') return removeParty(turn, leg);
  const { mobile, who } = party;
  changeParty(turn, leg, { mobile: { ...mobile, at: 'ringing' } });
  dialFrom(turn, leg, { number: who.mobile!, trunks, callerId, userId: null, timeoutMs: mobile.ringMs, charge });
}

/** Somebody or something picked up: a person says so by a key. */
export function askMobile(turn: CallTurn, party: Party): void {
  noteSign(turn, party, 'answered');
  if (!party.mobile) return;
  changeParty(turn, party.leg, {
    mobile: { ...party.mobile, at: 'asked', turn: wake(turn, 'mobile', MOBILE_QUESTION_MS) },
  });
  // Again and again until they answer, by the exchange itself: one that cannot say it is not asked to for ever.
  const sound: Sound = { sequence: [prompt(turn.call, 'mobile.question'), BREATH] };
  act(turn, { type: 'play', leg: party.leg, sound, playId: 'mobileQuestion', loop: true });
}

/** What a key means to the question; null: nothing. */
export const answerOfKey = (key: string): 'taken' | 'refused' | null =>
  key === TAKE_KEY ? 'taken' : key === REFUSE_KEY ? 'refused' : null;

/** They said yes: from here on it is a phone like any other. */
export function takenByMobile(turn: CallTurn, { leg }: Party): Party {
  act(turn, { type: 'stopPlaying', leg });
  changeParty(turn, leg, { at: 'up', mobile: null });
  return partyAt(turn.call, leg)!;
}

/** They will not come: the number has its end here, whatever becomes of the leg. */
export function hangUpMobile(turn: CallTurn, party: Party): void {
  dialEnded(turn, party);
  changeParty(turn, party.leg, { role: 'leaving', dial: null });
  act(turn, { type: 'hangUp', leg: party.leg });
}

export const mobileAskedIn = (turn: CallTurn, number: number): Party | undefined =>
  turn.call.parties.find(({ mobile, role }) => role !== 'leaving' && mobile?.at === 'asked' && mobile.turn === number);
