import type { EndCause, LegId } from '#core/telephony/telephony.port.ts';
import type { AgentWho, Call, Party, ReturningAs } from '#core/call/call.ts';
import {
  act,
  change,
  changeParty,
  note,
  partyOf,
  release,
  returningAs,
  ringAgent,
  sendAway,
  userOf,
  wake,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { end } from './ending.ts';
import { agentSideEnded } from './survey.ts';
import { connect, partnersOf } from './talk.ts';
import { askerGone, goOnWithThird, thirdAnswered, thirdGone } from './transfer.ts';
import { toLineAgain } from './waiting.ts';

/** The agent lets whom they talk to wait. From the phone the wish has been carried out there already. */
export function hold(turn: CallTurn, by: 'phone' | 'service'): void {
  const { call, nowMs } = turn;
  const partners = partnersOf(call);
  const isTime = call.at === 'talking' && !call.hold && call.transfer?.kind !== 'blind';
  if (!isTime || partners.length === 0 || partners.some(({ at }) => at !== 'up')) return;
  const { maxHoldMs } = call.facts.settings;
  const number = maxHoldMs === null ? 0 : wake(turn, 'hold', maxHoldMs);
  change(turn, { hold: { by, sinceMs: nowMs, turn: number } });
  for (const { leg } of partners) act(turn, { type: 'holdWithMusic', leg });
  note(turn, { type: 'held', userId: userOf(partyOf(call, 'agent')) });
}

export function unhold(turn: CallTurn): void {
  if (turn.call.at !== 'talking' || !turn.call.hold) return;
  change(turn, { hold: null });
  note(turn, { type: 'resumed', userId: userOf(partyOf(turn.call, 'agent')) });
  connect(turn);
}

export function holdTimeUp(turn: CallTurn, number: number): void {
  if (turn.call.hold?.turn !== number) return;
  const userId = userOf(partyOf(turn.call, 'agent'));
  if (userId !== null) act(turn, { type: 'warn', userId, what: 'holdLimit' });
  unhold(turn);
}

/** A phone put its partner on hold. That of a colleague in an internal call does the same from the other end. */
export function heldByPhone(turn: CallTurn, party: Party): void {
  if (party.role === 'agent') return hold(turn, 'phone');
  const agent = partyOf(turn.call, 'agent');
  if (isPartner(turn, party) && agent) act(turn, { type: 'holdWithMusic', leg: agent.leg });
}

export function resumedByPhone(turn: CallTurn, party: Party): void {
  if (party.role === 'agent') return unhold(turn);
  if (isPartner(turn, party) && !turn.call.hold) connect(turn);
}

// A customer's own exchange plays its own music; only our own phones leave that to us. Of three, the two others go on.
const isPartner = ({ call }: CallTurn, party: Party): boolean =>
  call.at === 'talking' &&
  call.transfer?.kind !== 'blind' &&
  party.who.kind === 'agent' &&
  partnersOf(call).every(({ leg }) => leg === party.leg);

/** The single call lasted as long as it may (rule 4). */
export function callTimeUp(turn: CallTurn, number: number): void {
  const { call } = turn;
  if (call.limit?.turn !== number) return;
  if (call.at === 'queued') return end(turn, { outcome: 'talked', cause: 'normal', endedBy: 'server' });
  if (call.at !== 'talking') return;
  const userId = userOf(partyOf(call, 'agent'));
  if (userId !== null) act(turn, { type: 'warn', userId, what: 'callLimit' });
  agentSideEnded(turn, 'server');
}

/** The agent's leg is gone from a conversation. */
export function agentGone(turn: CallTurn, agent: Party, cause: EndCause): void {
  const { call } = turn;
  const returning = returningAs(call, 'agent');
  const customer = partyOf(call, 'customer');
  if (returning) {
    changeParty(turn, returning.leg, { shownAs: agent.shownAs });
    if (customer && !call.transfer) act(turn, { type: 'holdWithMusic', leg: customer.leg });
    return;
  }
  release(turn, agent);
  if (call.transfer) return askerGone(turn);
  if (cause === 'lost' && call.direction === 'inbound' && call.groupId !== null && customer)
    return toLineAgain(turn, call.groupId);
  agentSideEnded(turn, 'agent');
}

/** The customer is gone from a conversation. */
export function customerGone(turn: CallTurn, cause: EndCause): void {
  if (!goOnWithThird(turn)) end(turn, { outcome: 'talked', cause, endedBy: 'customer' });
}

/** How long an old leg may take to come back by itself before the phone is rung again; the same page brings it with its registration. */
const RECONNECT_MS = 200;
const RESUME_RING_MS = 15_000;

const PLACES = ['agent', 'third'] as const;

/** A page of ours was loaded anew and its phone is back, without the leg it had. */
export function phoneRegistered(turn: CallTurn, sipNum: string): void {
  if (turn.call.at === 'talking' && PLACES.some((place) => awayAgent(turn.call, place)?.sipNum === sipNum))
    change(turn, { returnTurn: wake(turn, 'return', RECONNECT_MS) });
}

/** Who of ours has this place and is away with their phone. A colleague who was only rung is not waited for. */
function awayAgent(call: Call, place: ReturningAs): AgentWho | null {
  const party = partyOf(call, place);
  return party?.who.kind === 'agent' && party.away && party.at === 'up' ? party.who : null;
}

export function returnTimeUp(turn: CallTurn, number: number): void {
  if (turn.call.returnTurn !== number || turn.call.at !== 'talking') return;
  for (const place of PLACES) {
    const agent = awayAgent(turn.call, place);
    if (!agent || returningAs(turn.call, place)) continue;
    const leg = ringAgent(turn, 'returning', agent, 'resume', RESUME_RING_MS);
    changeParty(turn, leg, { returnsAs: place });
  }
}

/** The phone took the conversation up again, with a new leg in the place of the old one. */
export function returned(turn: CallTurn, returning: Party): void {
  const place = returning.returnsAs ?? 'agent';
  const before = partyOf(turn.call, place);
  const isTaken = before !== undefined && userOf(before) !== userOf(returning);
  if (turn.call.at !== 'talking' || isTaken || (place === 'third' && !turn.call.transfer))
    return sendAway(turn, returning);
  if (before) {
    changeParty(turn, before.leg, { shownAs: null });
    sendAway(turn, before);
  }
  changeParty(turn, returning.leg, { role: place, shownAs: 'talking' });
  note(turn, { type: 'mediaReturned' });
  if (place === 'third' && turn.call.transfer?.kind === 'blind')
    return thirdAnswered(turn, { ...returning, role: 'third', at: 'up' });
  if (place === 'third' && turn.call.transfer?.with === 'customer')
    return act(turn, { type: 'holdWithMusic', leg: returning.leg });
  if (!turn.call.hold) connect(turn);
}

/** The phone did not take it: while the old leg lives it may still come back. */
export function returningGone(turn: CallTurn, returning: Party): void {
  const place = returning.returnsAs ?? 'agent';
  if (partyOf(turn.call, place)) return;
  if (place === 'agent') agentGone(turn, returning, 'lost');
  else thirdGone(turn, { ...returning, role: 'third', at: 'up' }, 'lost', null);
}

export function reconnected(turn: CallTurn, leg: LegId): void {
  changeParty(turn, leg, { away: false });
  for (const place of PLACES) {
    const returning = returningAs(turn.call, place);
    if (returning && partyOf(turn.call, place)?.leg === leg) sendAway(turn, returning);
  }
}
