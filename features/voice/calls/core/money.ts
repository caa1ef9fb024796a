import type { CallEvent } from '#core/call/call-events.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import {
  act,
  change,
  note,
  partyAt,
  partyOf,
  prompt,
  say,
  sendAway,
  wake,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { failures } from '#shared/errors.ts';
import { end } from './ending.ts';
import { cancel } from './transfer.ts';

/** What the customer is told last. */
export const FAREWELL = 'moneyFarewell';
/** It is shorter; whoever cannot hear it is not waited for. */
const FAREWELL_MOST_MS = 4_000;
/** Heard by our side alone: the customer need not know. */
const LOW_TONE: Sound = {
  tones: [
    { hz: [440], ms: 180 },
    { hz: [], ms: 120 },
    { hz: [440], ms: 180 },
  ],
};

/** Our people in the conversation learn that it is about to end, or goes on after all. */
export function moneyChanged(
  turn: CallTurn,
  { type, leg }: Extract<CallEvent, { type: 'moneyLow' | 'moneyBack' }>,
): void {
  if (!partyAt(turn.call, leg)) return;
  note(turn, { type });
  warnAgents(turn, type);
}

function warnAgents(turn: CallTurn, what: 'moneyLow' | 'moneyBack' | 'moneyOver'): void {
  const { at, parties } = turn.call;
  for (const { leg, role, who, at: phone } of parties) {
    if (who.kind !== 'agent' || phone !== 'up' || (role !== 'agent' && role !== 'third' && role !== 'customer'))
      continue;
    act(turn, { type: 'warn', userId: who.userId, what });
    // A tone would stop what is played to them, such as the ringing of whom they call.
    const isTalking = at === 'talking' && (turn.call.transfer === null || partyOf(turn.call, 'third')?.at === 'up');
    if (what === 'moneyLow' && isTalking) act(turn, { type: 'play', leg, sound: LOW_TONE, playId: 'moneyTone' });
  }
}

/** Rule 11. */
export function moneyOver(turn: CallTurn, leg: LegId): void {
  const party = partyAt(turn.call, leg);
  if (!party || party.role === 'leaving' || turn.call.playing === FAREWELL) return;
  note(turn, { type: 'moneyOver' });
  warnAgents(turn, 'moneyOver');
  if (party.role === 'third' && turn.call.transfer?.kind === 'consult') return cancel(turn);
  const { call } = turn;
  const customer = partyOf(call, 'customer');
  if (call.at !== 'talking' || customer?.at !== 'up' || customer.who.kind !== 'outside') return hangUp(turn);
  for (const other of call.parties) if (other.role !== 'customer') sendAway(turn, other);
  if (call.recording) act(turn, { type: 'stopRecording', recordingId: call.recording });
  act(turn, { type: 'separate', leg: customer.leg });
  change(turn, {
    at: 'surveying',
    hold: null,
    transfer: null,
    recording: null,
    survey: { ...call.survey, endedBy: 'server', turn: wake(turn, 'money', FAREWELL_MOST_MS) },
  });
  say(turn, FAREWELL, prompt(call, 'goodbye'));
}

export const farewellSaid = hangUp;

export const farewellTimeUp = (turn: CallTurn, number: number): void =>
  void (turn.call.survey.turn === number && hangUp(turn));

/** The record says why. */
function hangUp(turn: CallTurn): void {
  end(turn, {
    outcome: turn.call.flow ? 'talked' : 'refused',
    cause: 'refused',
    refusal: failures.dialerOverdue.code,
    endedBy: 'server',
  });
}
