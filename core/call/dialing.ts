import type { EndCause } from '../telephony/telephony.port.ts';
import type { Party } from './call.ts';
import type { CallEvent } from './call-events.ts';
import { act, change, changeParty, lineIsDown, note, partyOf, release, ringAgent, ringNumber, RING_MS, showTalking, type Turn } from './call-turn.ts';
import { dialEnded, end, notTaken, offerOutcome } from './ending.ts';
import { converse } from './talk.ts';

/** An agent calls: they are busy from now on, and the other side is rung. */
export function dial(turn: Turn): void {
  const { call } = turn;
  const agent = partyOf(call, 'agent');
  if (!agent) return;
  change(turn, { at: 'dialing' });
  showTalking(turn, agent);
  if (call.first?.kind === 'agent') ringAgent(turn, 'customer', call.first, 'internal', RING_MS);
  else if (call.first?.kind !== 'number' || !ringNumber(turn, 'customer', call.facts.customerNumber, call.first.lines, call.facts.ourNumber)) {
    end(turn, { outcome: 'unreachable', cause: 'unreachable', sipStatus: 503, endedBy: 'server' });
  }
}

/** The agent who keeps a promise is on the phone: now the customer is called. */
export function dialBack(turn: Turn, { number, lines, displayNumber, routerId }: Extract<CallEvent, { type: 'callbackPlanned' }>): void {
  const { call } = turn;
  const agent = partyOf(call, 'agent');
  if (call.at !== 'dialing' || agent?.who.kind !== 'agent' || partyOf(call, 'customer')) return;
  change(turn, { dialledBy: agent.who.userId, facts: { ...call.facts, customerNumber: number, ourNumber: displayNumber, routerId } });
  if (!ringNumber(turn, 'customer', number, lines, displayNumber)) end(turn, { outcome: 'unreachable', cause: 'unreachable', endedBy: 'server' });
}

export function calleeRings(turn: Turn): void {
  const agent = partyOf(turn.call, 'agent');
  note(turn, { type: 'customerRang' });
  if (agent?.at === 'offered') act(turn, { type: 'announceRinging', leg: agent.leg });
  else if (agent) act(turn, { type: 'play', leg: agent.leg, sound: { name: 'ringback' }, playId: 'ringback', loop: true });
}

/** The far side speaks before it answers; the agent hears it. */
export function calleeSpeaksEarly(turn: Turn, callee: Party): void {
  const agent = partyOf(turn.call, 'agent');
  if (!agent) return;
  note(turn, { type: 'earlyMedia' });
  act(turn, ...(agent.at === 'offered' ? [{ type: 'openEarlyMedia', leg: agent.leg } as const] : []), { type: 'bridge', a: callee.leg, b: agent.leg });
}

export function calleeAnswered(turn: Turn, callee: Party): void {
  const agent = partyOf(turn.call, 'agent');
  if (!agent) return;
  dialEnded(turn, true);
  if (agent.at === 'offered') {
    changeParty(turn, agent.leg, { at: 'answering' });
    act(turn, { type: 'answer', leg: agent.leg });
  } else act(turn, { type: 'stopPlaying', leg: agent.leg });
  showTalking(turn, callee);
  converse(turn);
}

/** The far side will not answer. A line that is down is not their answer: the next one is tried. */
export function calleeGone(turn: Turn, callee: Party, cause: EndCause, sipStatus: number | null): void {
  if (callee.who.kind === 'agent') {
    const outcome = offerOutcome(cause);
    note(turn, { type: 'agentMissed', userId: callee.who.userId, reason: outcome });
    release(turn, callee, outcome);
  } else if (lineIsDown(cause, sipStatus) && ringNumber(turn, 'customer', callee.who.number, callee.lines, turn.call.facts.ourNumber)) return;
  end(turn, notTaken(cause, sipStatus));
}
