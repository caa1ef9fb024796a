import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { Call, Party } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import {
  act,
  change,
  changeParty,
  note,
  partyOf,
  release,
  ringAgent,
  ringNumber,
  RING_MS,
  showTalking,
  userOf,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { customerAnswered, customerRings, dialForCampaign, hearBeforeAnswer } from './campaign.ts';
import { end, notTaken, offerOutcome } from './ending.ts';
import { converse } from './talk.ts';

/** An agent calls: they are busy from now on, and the other side is rung; who calls by their mobile has it at the ear first. */
export function dial(turn: CallTurn): void {
  const { ringFirst, campaign } = turn.call;
  if (campaign) return dialForCampaign(turn, campaign);
  change(turn, { at: 'dialing' });
  if (ringFirst) ringAgent(turn, 'agent', ringFirst, 'own', RING_MS);
  const agent = partyOf(turn.call, 'agent');
  if (!agent) return;
  showTalking(turn, agent);
  if (!ringFirst) callOther(turn, agent);
}

/** The agent has their mobile at the ear: now the other side is rung. */
export function mobileTaken(turn: CallTurn, agent: Party): void {
  if (turn.call.at !== 'dialing' || !turn.call.ringFirst) return;
  change(turn, { ringFirst: null });
  callOther(turn, agent);
}

function callOther(turn: CallTurn, agent: Party): void {
  const { call } = turn;
  if (call.first?.kind === 'agent') ringAgent(turn, 'customer', call.first, 'internal', RING_MS);
  else if (call.first?.kind === 'number' && agent.who.kind === 'agent')
    ringCustomer(turn, call.first, agent.who.userId);
}

type CustomerWay = Pick<
  Extract<NonNullable<Call['first']>, { kind: 'number' }>,
  'trunks' | 'emergencyAddress' | 'charge'
>;

function ringCustomer(
  turn: CallTurn,
  { trunks, emergencyAddress = null, charge = null }: CustomerWay,
  userId: number,
): void {
  const { customerNumber: number, ourNumber: callerId } = turn.call.facts;
  const rings = ringNumber(turn, 'customer', { number, trunks, callerId, userId, emergencyAddress, charge });
  if (!rings) end(turn, { outcome: 'unreachable', cause: 'unreachable', sipStatus: 503, endedBy: 'server' });
}

/** The agent who keeps a promise is on the phone: now the customer is called. */
export function dialBack(
  turn: CallTurn,
  { number, trunks, displayNumber, routerId, charge }: Extract<CallEvent, { type: 'callbackPlanned' }>,
): void {
  const { call } = turn;
  const agent = partyOf(call, 'agent');
  if (call.at !== 'dialing' || call.ringFirst || agent?.who.kind !== 'agent' || partyOf(call, 'customer')) return;
  change(turn, { facts: { ...call.facts, customerNumber: number, ourNumber: displayNumber, routerId } });
  ringCustomer(turn, { trunks, charge: charge ?? null }, agent.who.userId);
}

export function calleeRings(turn: CallTurn): void {
  const agent = partyOf(turn.call, 'agent');
  if (turn.call.campaign && turn.call.campaign.rangMs !== null) return;
  note(turn, { type: 'customerRang' });
  customerRings(turn);
  if (agent?.at === 'offered') act(turn, { type: 'announceRinging', leg: agent.leg });
  else if (agent)
    act(turn, { type: 'play', leg: agent.leg, sound: { name: 'ringback' }, playId: 'ringback', loop: true });
}

/** The far side speaks before it answers; the agent hears it. */
export function calleeSpeaksEarly(turn: CallTurn, callee: Party): void {
  const agent = partyOf(turn.call, 'agent');
  if (turn.call.campaign) {
    note(turn, { type: 'earlyMedia' });
    customerRings(turn);
    return hearBeforeAnswer(turn, callee);
  }
  if (!agent) return;
  note(turn, { type: 'earlyMedia' });
  act(turn, ...(agent.at === 'offered' ? [{ type: 'openEarlyMedia', leg: agent.leg } as const] : []), {
    type: 'bridge',
    a: callee.leg,
    b: agent.leg,
  });
}

export function calleeAnswered(turn: CallTurn, callee: Party): void {
  if (turn.call.campaign) return customerAnswered(turn, callee);
  const agent = partyOf(turn.call, 'agent');
  if (!agent) return;
  if (agent.at === 'offered') {
    changeParty(turn, agent.leg, { at: 'answering' });
    act(turn, { type: 'answer', leg: agent.leg });
  } else act(turn, { type: 'stopPlaying', leg: agent.leg });
  // A colleague has talked as well; the caller is noted after them, for whom the call counts.
  const userId = userOf(callee);
  if (userId !== null) note(turn, { type: 'answered', userId });
  showTalking(turn, callee);
  converse(turn);
}

/** The far side will not answer. */
export function calleeGone(turn: CallTurn, callee: Party, cause: EndCause, sipStatus: number | null): void {
  if (callee.who.kind === 'agent') {
    const outcome = offerOutcome(cause);
    note(turn, { type: 'agentMissed', userId: callee.who.userId, reason: outcome });
    release(turn, callee, outcome);
  }
  end(turn, notTaken(cause, sipStatus));
}
