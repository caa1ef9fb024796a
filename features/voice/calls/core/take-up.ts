import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { Party } from '#core/call/call.ts';
import type { CallEvent, Saying } from '#core/call/call-events.ts';
import { act, partyAt, partyOf, type CallTurn } from '#core/call/call-turn.ts';
import { beginFlow, flowEnded } from './flow.ts';
import { connect, partnersOf } from './talk.ts';
import { greetBeforeLine } from './waiting.ts';

/*
 * The process that drove the call is gone, and its legs are not. What it did not live to see is made up for first: who left, and who
 * answered. Then everybody is made to hear what they should: asking for what is so already changes nothing.
 */
export function takeUp(
  turn: CallTurn,
  { living, answered, said }: Extract<CallEvent, { type: 'takenUp' }>,
  decide: (turn: CallTurn, event: CallEvent) => void,
): void {
  for (const { leg, at, role, mobile } of turn.call.parties) {
    const party = partyAt(turn.call, leg);
    if (!party) continue;
    // No way to it was found yet, and nobody looks for one any more.
    if (mobile?.at === 'planned') decide(turn, { type: 'mobileRefused', leg });
    else if (!living.includes(leg))
      decide(turn, { type: 'legEnded', leg, cause: causeOf(party), sipStatus: null, by: 'them' });
    else if (role === 'leaving') act(turn, at === 'offered' ? { type: 'refuse', leg, sipStatus: 480 } : hangUp(party));
  }
  for (const { leg, at, role } of turn.call.parties) {
    if (role === 'leaving' || at === 'up') continue;
    if (answered.includes(leg)) decide(turn, { type: 'legAnswered', leg });
    else if (at === 'answering') act(turn, { type: 'answer', leg });
  }
  if (turn.call.at === 'over') return;
  goOn(turn, said);
  recordOn(turn);
}

/** Whoever was to order it may have died before: what is recorded already goes on. */
function recordOn(turn: CallTurn): void {
  const { recording, voicemail, flow, at } = turn.call;
  const customer = partyOf(turn.call, 'customer');
  if (customer?.at !== 'up') return;
  if (recording !== null) act(turn, { type: 'record', leg: customer.leg, recordingId: recording, kind: 'call' });
  const isSpoken = at === 'voicemail' ? voicemail?.turn !== 0 : at === 'flow' && flow?.asking?.what === 'voicemail';
  if (isSpoken && voicemail?.recordingId)
    act(turn, { type: 'record', leg: customer.leg, recordingId: voicemail.recordingId, kind: 'voicemail' });
}

const hangUp = ({ leg }: Party) => ({ type: 'hangUp', leg }) as const;

/** Nobody saw how it ended: who was called gave no sign, whoever called gave up, who talked hung up. */
function causeOf({ at, who }: Party): EndCause {
  if (at === 'offered' || at === 'answering') return 'cancelled';
  return at === 'ringing' && who.kind === 'agent' ? 'cancelled' : 'normal';
}

function goOn(turn: CallTurn, said: Saying | null): void {
  const { call } = turn;
  switch (call.at) {
    case 'dialing':
      return dialAgain(turn);
    case 'talking':
      return talkAgain(turn);
    case 'queued':
      return waitAgain(turn, said);
    case 'seeking':
      return seekAgain(turn, said);
    case 'flow':
      return flowAgain(turn, said);
    case 'menu':
    case 'voicemail':
    case 'surveying':
      return void sayAgain(turn, said);
    case 'new':
    case 'over':
      return;
  }
}

/** From its beginning: nobody knows how much of it was heard. False where nothing was being said. */
function sayAgain(turn: CallTurn, said: Saying | null): boolean {
  const isDue = said !== null && turn.call.playing === said.playId && partyAt(turn.call, said.leg) !== undefined;
  if (isDue) act(turn, { type: 'play', leg: said.leg, sound: said.sound, playId: said.playId });
  return isDue;
}

const music = (turn: CallTurn, party: Party | undefined): void =>
  void (party?.at === 'up' && act(turn, { type: 'holdWithMusic', leg: party.leg }));

const ringback = (turn: CallTurn, { leg }: Party): void =>
  act(turn, { type: 'play', leg, sound: { name: 'ringback' }, playId: 'ringback', loop: true });

function dialAgain(turn: CallTurn): void {
  const { call } = turn;
  const agent = partyOf(call, 'agent');
  if (agent?.at !== 'up' || agent.mobile || call.ringFirst || call.campaign) return;
  if (partyOf(call, 'customer')) return ringback(turn, agent);
  // How to reach whom they promised to call was being looked up.
  if (agent.who.kind === 'agent' && call.facts.callbackOf !== null)
    act(turn, { type: 'planCallback', userId: agent.who.userId, sipNum: agent.who.sipNum });
}

function talkAgain(turn: CallTurn): void {
  const { call } = turn;
  const agent = partyOf(call, 'agent');
  const [customer, third] = [partyOf(call, 'customer'), partyOf(call, 'third')];
  const isConsult = call.transfer?.kind === 'consult';
  if (!agent || call.transfer?.kind === 'blind') music(turn, customer);
  else if (call.hold) for (const partner of partnersOf(call)) music(turn, partner);
  else if (isConsult && third?.at !== 'up') music(turn, customer);
  else connect(turn);
  if (agent && call.transfer && third?.at === 'ringing') ringback(turn, agent);
  if (isConsult && third?.at === 'up' && call.transfer?.with !== 'both')
    music(turn, call.transfer?.with === 'third' ? customer : third);
  for (const { leg, isMuted } of call.parties) if (isMuted) act(turn, { type: 'mute', leg, muted: true });
}

function waitAgain(turn: CallTurn, said: Saying | null): void {
  const { queue, lineMedia } = turn.call;
  if (!queue) return void sayAgain(turn, said);
  if (queue.kind === 'callback') return;
  if (queue.greeting) return sayAgain(turn, said) ? undefined : greetBeforeLine(turn);
  const { queueId, groupId, queuedAtMs, priority = 0 } = queue;
  if (!queue.isPlaced)
    return act(turn, { type: 'enqueue', queueId, groupId, queuedAtMs, priority, isGreeted: lineMedia !== null });
  if (partyOf(turn.call, 'agent')?.at !== 'up') music(turn, partyOf(turn.call, 'customer'));
  sayAgain(turn, said);
}

function seekAgain(turn: CallTurn, said: Saying | null): void {
  const { campaign } = turn.call;
  const customer = partyOf(turn.call, 'customer');
  if (customer && campaign?.isHeard) act(turn, { type: 'hearAnswerer', leg: customer.leg });
  sayAgain(turn, said);
}

/** What a flow had said and heard was in the memory of its process: somebody else has the caller, as after a flow that breaks. */
function flowAgain(turn: CallTurn, said: Saying | null): void {
  const { flow } = turn.call;
  if (!flow) return;
  if (flow.asking?.what === 'transfer') return music(turn, partyOf(turn.call, 'customer'));
  if (flow.asking) return void sayAgain(turn, said);
  if (flow.hasBegun) return flowEnded(turn, 'broken');
  if (!sayAgain(turn, said)) beginFlow(turn);
}
