import type { EndCause, LegId } from '#core/telephony/telephony.port.ts';
import { statusOfCause } from '#core/telephony/end-causes.ts';
import type {
  FailedTransfer,
  HandedOn,
  OtherParty,
  Party,
  TalkingWith,
  Transfer,
  TransferGoal,
} from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import {
  act,
  change,
  changeParty,
  letAgentGo,
  nameOf,
  note,
  partyOf,
  release,
  returningAs,
  ringAgent,
  ringNumber,
  sendAway,
  showTalking,
  TRANSFER_RING_MS,
  userOf,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { end, offerOutcome } from './ending.ts';
import { neverRecord } from './recording-word.ts';
import { connect, recordTalk, takeOver, unmuteAll } from './talk.ts';
import { toVoicemail } from './voicemail.ts';
import { toLine, toLineAgain } from './waiting.ts';

const TRYING = 100;
const RINGING = 180;
const DONE = 200;
const NOT_NOW = 491;

/** The agent hands the customer on: at once (blind), or after a word with whoever shall have them (consult). */
export function transfer(
  turn: CallTurn,
  { kind, to, reportTo, reason = '' }: Extract<CallEvent, { type: 'transferAsked' }>,
): void {
  const { call } = turn;
  const customer = partyOf(call, 'customer');
  const agent = partyOf(call, 'agent');
  if (call.at !== 'talking' || call.transfer || !customer || !agent) return report(turn, reportTo, NOT_NOW);
  report(turn, reportTo, TRYING);
  act(turn, { type: 'holdWithMusic', leg: customer.leg });
  const handed = handedBy(agent, reason);
  if (to.kind === 'group') {
    change(turn, { handed });
    return toGroup(turn, to.groupId, reportTo);
  }
  change(turn, { hold: null, failedTransfer: null, transfer: { kind, to, with: 'third', reportTo, handed } });
  if (kind === 'consult') note(turn, { type: 'consultBegan', to: goalName(to) });
  if (agent.who.kind !== 'agent' || !ringThird(turn, to, agent.who.userId))
    return thirdFailed(turn, 'unreachable', null);
  act(turn, { type: 'play', leg: agent.leg, sound: { name: 'ringback' }, playId: 'ringback', loop: true });
}

const handedBy = ({ who }: Party, reason: string): HandedOn | null =>
  who.kind === 'agent' ? { by: { userId: who.userId, name: who.name }, reason } : null;

const goalName = (to: TransferGoal): string =>
  to.kind === 'agent' ? to.sipNum : to.kind === 'group' ? `group ${to.groupId}` : to.number;

const report = (turn: CallTurn, leg: LegId | null, sipStatus: number): void =>
  void (leg && act(turn, { type: 'reportTransfer', leg, sipStatus }));

function ringThird(turn: CallTurn, to: Transfer['to'], userId: number): boolean {
  if (to.kind === 'number')
    return ringNumber(turn, 'third', {
      number: to.number,
      trunks: to.trunks,
      callerId: to.displayNumber,
      userId,
      timeoutMs: TRANSFER_RING_MS,
      charge: to.charge ?? null,
    });
  ringAgent(turn, 'third', to, 'transfer', TRANSFER_RING_MS);
  return true;
}

/** A group answers when somebody is free; the agent need not wait for that. */
function toGroup(turn: CallTurn, groupId: number, reportTo: LegId | null): void {
  note(turn, { type: 'transferred', kind: 'blind', to: `group ${groupId}`, userId: null });
  report(turn, reportTo, DONE);
  letAgentGo(turn);
  toLine(turn, groupId);
}

export function thirdRings(turn: CallTurn): void {
  report(turn, turn.call.transfer?.reportTo ?? null, RINGING);
}

export function thirdSpeaksEarly(turn: CallTurn, third: Party): void {
  const agent = partyOf(turn.call, 'agent');
  if (agent && turn.call.transfer?.kind === 'consult') act(turn, { type: 'bridge', a: third.leg, b: agent.leg });
}

export function thirdAnswered(turn: CallTurn, third: Party): void {
  const { transfer: now } = turn.call;
  if (!now) return sendAway(turn, third);
  const agent = partyOf(turn.call, 'agent');
  if (agent) act(turn, { type: 'stopPlaying', leg: agent.leg });
  showTalking(turn, third);
  if (now.kind === 'consult') connect(turn);
  else handOver(turn, third, 'blind');
}

function handOver(turn: CallTurn, third: Party, kind: 'blind' | 'attended'): void {
  note(turn, { type: 'transferred', kind, to: nameOf(third), userId: userOf(third) });
  report(turn, turn.call.transfer?.reportTo ?? null, DONE);
  change(turn, { handed: turn.call.transfer?.handed ?? null });
  letAgentGo(turn);
  takeOver(turn, third);
}

/** The agent has said enough: the customer and the third party have each other. One who still rings gets the customer when they answer. */
export function complete(turn: CallTurn): void {
  const { transfer: now } = turn.call;
  const third = partyOf(turn.call, 'third') ?? returningAs(turn.call, 'third');
  if (now?.kind !== 'consult' || !third) return;
  if (third.at === 'up') return handOver(turn, third, 'attended');
  change(turn, { transfer: { ...now, kind: 'blind' } });
  letAgentGo(turn);
}

/** The agent who asked is gone (rule 6). */
export function askerGone(turn: CallTurn): void {
  if (turn.call.transfer?.kind === 'consult') complete(turn);
}

/** Customer and third party, when the agent has both on the line. */
function bothOf({ call }: CallTurn): Record<OtherParty, Party> | null {
  const [customer, third] = [partyOf(call, 'customer'), partyOf(call, 'third')];
  const hasBoth = call.at === 'talking' && call.transfer?.kind === 'consult' && third?.at === 'up';
  return hasBoth && customer ? { customer, third } : null;
}

/** The agent turns from one to the other. */
export const swap = (turn: CallTurn): void =>
  talkWith(turn, turn.call.transfer?.with === 'third' ? 'customer' : 'third');

/** The agent talks to the one, the other, or lets all three talk; who is left out hears music. */
export function talkWith(turn: CallTurn, next: TalkingWith): void {
  const { transfer: now, hold } = turn.call;
  const both = bothOf(turn);
  if (!now || !both || (now.with === next && !hold)) return;
  change(turn, { hold: null, transfer: { ...now, with: next } });
  if (next === 'both') {
    if (now.with !== 'both')
      note(turn, { type: 'conferenceBegan', to: nameOf(both.third), userId: userOf(both.third) });
  } else {
    unmuteAll(turn);
    act(turn, { type: 'holdWithMusic', leg: both[next === 'third' ? 'customer' : 'third'].leg });
  }
  connect(turn);
}

/** Of three who talk, one is heard by nobody until the agent lets them speak again. */
export function mute(turn: CallTurn, who: OtherParty, muted: boolean): void {
  const party = bothOf(turn)?.[who];
  if (!party || turn.call.transfer?.with !== 'both' || (party.isMuted ?? false) === muted) return;
  changeParty(turn, party.leg, { isMuted: muted });
  act(turn, { type: 'mute', leg: party.leg, muted });
}

/** The agent lets the customer go and talks on with whom they consulted. */
export function dropCustomer(turn: CallTurn): void {
  const both = bothOf(turn);
  if (!both || !partyOf(turn.call, 'agent')) return;
  sendAway(turn, both.customer);
  goOnWithThird(turn);
}

/** Whoever was asked goes, and with them their phone that is rung again. */
function dropThird(turn: CallTurn): void {
  for (const party of [partyOf(turn.call, 'third'), returningAs(turn.call, 'third')]) if (party) sendAway(turn, party);
}

/** The agent changed their mind. */
export function cancel(turn: CallTurn): void {
  const { transfer: now } = turn.call;
  if (!now) return;
  dropThird(turn);
  report(turn, now.reportTo, CANCELLED);
  back(turn, now);
}
const CANCELLED = 487;

export function thirdGone(turn: CallTurn, third: Party, cause: EndCause, sipStatus: number | null): void {
  const { transfer: now } = turn.call;
  // Their page was loaded anew: the phone that is rung again stands for them.
  const returning = returningAs(turn.call, 'third');
  if (returning && now) return changeParty(turn, returning.leg, { shownAs: third.shownAs });
  if (third.who.kind === 'agent' && third.shownAs === 'offered') {
    const reason = offerOutcome(cause);
    note(turn, { type: 'agentMissed', userId: third.who.userId, reason });
    release(turn, third, reason);
  } else release(turn, third);
  if (!now) return;
  if (now.kind === 'consult' && third.at === 'up') {
    change(turn, { failedTransfer: { to: now.to, why: 'left' } });
    return back(turn, now);
  }
  thirdFailed(turn, cause, sipStatus);
}

function thirdFailed(turn: CallTurn, cause: EndCause, sipStatus: number | null): void {
  const { transfer: now } = turn.call;
  if (!now) return;
  const status = sipStatus ?? statusOfCause(cause);
  note(turn, { type: 'transferFailed', to: goalName(now.to), sipStatus: status });
  change(turn, { failedTransfer: { to: now.to, why: whyFailed(cause) } });
  report(turn, now.reportTo, status);
  back(turn, now);
}

function whyFailed(cause: EndCause): FailedTransfer['why'] {
  if (cause === 'rejected') return 'declined';
  return cause === 'busy' || cause === 'noAnswer' ? cause : 'unreachable';
}

/** The customer returns to the agent, else into the line of their group, else to the voicemail (rule 3). */
function back(turn: CallTurn, was: Transfer): void {
  const { call } = turn;
  const agent = partyOf(call, 'agent');
  const customer = partyOf(call, 'customer');
  if (was.kind === 'consult') note(turn, { type: 'consultEnded' });
  change(turn, { transfer: null, hold: null });
  unmuteAll(turn);
  if (agent) {
    act(turn, { type: 'stopPlaying', leg: agent.leg });
    return connect(turn);
  }
  // Their phone is being rung again: the music goes on until it answers.
  if (returningAs(call, 'agent')) return;
  if (customer?.who.kind !== 'outside') return end(turn, { outcome: 'talked', cause: 'normal', endedBy: 'server' });
  if (call.groupId === null) return toVoicemail(turn);
  toLineAgain(turn, call.groupId);
}

/** The customer left while the agent talked to somebody else: those two go on. Answers false when there is nobody to go on with. */
export function goOnWithThird(turn: CallTurn): boolean {
  const third = partyOf(turn.call, 'third');
  if (turn.call.transfer?.kind !== 'consult' || third?.at !== 'up' || !partyOf(turn.call, 'agent')) return false;
  note(turn, { type: 'consultEnded' });
  changeParty(turn, third.leg, { role: 'customer' });
  change(turn, { transfer: null, hold: null });
  unmuteAll(turn);
  connect(turn);
  return true;
}

/** Somebody of another call belongs to this one from now on; at no moment are they free. */
function comeAlong(turn: CallTurn, fromCall: string, ...parties: readonly Party[]): void {
  for (const { who, shownAs } of parties)
    if (who.kind === 'agent' && shownAs === 'talking') act(turn, { type: 'adopt', userId: who.userId, fromCall });
  change(turn, { parties: [...turn.call.parties, ...parties.map((party) => ({ ...party, cameFrom: fromCall }))] });
}

/** As whom one hands on, somebody who is in the call already is known. */
const goalFor = ({ who }: Party): Transfer['to'] =>
  who.kind === 'agent' ? who : { kind: 'number', number: who.number, trunks: [], displayNumber: '' };

/** The agent's phone joins the customer to somebody of another call of theirs. */
export function joined(
  turn: CallTurn,
  { party, fromCall, reportTo, isUnrecorded = false }: Extract<CallEvent, { type: 'joined' }>,
): void {
  const agent = partyOf(turn.call, 'agent');
  if (turn.call.at !== 'talking' || !partyOf(turn.call, 'customer')) {
    comeAlong(turn, fromCall, { ...party, role: 'third' });
    return sendAway(turn, party);
  }
  dropThird(turn);
  const third: Party = { ...party, role: 'third' };
  comeAlong(turn, fromCall, third);
  const userId = userOf(third);
  if (userId !== null) note(turn, { type: 'answered', userId });
  const handed = agent ? handedBy(agent, '') : null;
  change(turn, { transfer: { kind: 'consult', to: goalFor(third), with: 'third', reportTo, handed } });
  if (isUnrecorded) recordNoMore(turn);
  handOver(turn, third, 'attended');
}

/** Two calls of the agent's become one conversation of three. */
export function merged(
  turn: CallTurn,
  { party, own, fromCall, isUnrecorded = false }: Extract<CallEvent, { type: 'merged' }>,
): void {
  const { at, transfer: under, hold } = turn.call;
  const agent = partyOf(turn.call, 'agent');
  const third: Party = { ...party, role: 'third' };
  const isTime = at === 'talking' && !under && agent && partyOf(turn.call, 'customer');
  if (isTime && own) {
    changeParty(turn, agent.leg, { shownAs: null });
    letAgentGo(turn);
  }
  comeAlong(turn, fromCall, third, ...(own ? [{ ...own, role: 'agent' } as const] : []));
  if (!isTime) {
    for (const one of own ? [third, own] : [third]) sendAway(turn, one);
    return;
  }
  if (hold) note(turn, { type: 'resumed', userId: userOf(agent) });
  const handed = handedBy(agent, '');
  const now: Transfer = { kind: 'consult', to: goalFor(third), with: 'both', reportTo: null, handed };
  change(turn, { hold: null, failedTransfer: null, transfer: now });
  note(turn, { type: 'conferenceBegan', to: nameOf(third), userId: userOf(third) });
  if (isUnrecorded) recordNoMore(turn);
  connect(turn);
}

function recordNoMore(turn: CallTurn): void {
  neverRecord(turn);
  recordTalk(turn);
}
