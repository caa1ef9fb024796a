import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { Call, OnCampaign, Party } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import { MOST_WAIT_FOR_AGENT_MS } from '#core/call/campaign-call.ts';
import type { CallAudio } from '#core/call/line-media.ts';
import {
  act,
  change,
  note,
  partyOf,
  prompt,
  release,
  ringAgent,
  ringNumber,
  say,
  sendAway,
  emitCampaignNews,
  wake,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { end, offerOutcome } from './ending.ts';
import { toFlow } from './flow.ts';
import { converse } from './talk.ts';

/*
 *   dialing ──picked up──▶ seeking: listening ──a person──┬─▶ the flow talks (flow.ts)
 *                                         │               └─▶ wanted ──an agent in time──▶ talking
 *                                         │                     └── nobody ─▶ sorry ──9──▶ optedOut ─▶ over
 *                                         └──a machine──▶ machine ─▶ (its message) ─▶ over
 *
 * 1. Nobody waits for an agent for more than two seconds: then they are told, and the agent who still rings is called off.
 * 2. A customer who leaves before that has left by themselves; later, nobody of ours was there.
 */

const SORRY = 'campaignSorry';
const OPTED_OUT = 'campaignOptedOut';
const MACHINE_MESSAGE = 'machineMessage';
const OPT_OUT_KEY = '9';
/** After the message, for whoever looks for the key. */
const KEY_MS = 4_000;
/** Whoever cannot be told from a machine by then is taken for a person. */
const LISTENING_MOST_MS = 7_000;
/** Longer no machine speaks before it records. */
const MACHINE_SPEAKS_MOST_MS = 45_000;
/** Whose phone answered by itself hears that somebody is there. */
const AGENT_BEEP: Sound = { tones: [{ hz: [880], ms: 160 }] };

const changeCampaign = (turn: CallTurn, part: Partial<OnCampaign>): void =>
  change(turn, { campaign: { ...turn.call.campaign!, ...part } });

/** From here on the campaign's timer is this one. */
const wait = (turn: CallTurn, afterMs: number): number => wake(turn, 'campaign', afterMs);

/** The customer is dialled for nobody in particular. */
export function dialForCampaign(turn: CallTurn, { ringMs }: OnCampaign): void {
  const { first, facts } = turn.call;
  const { customerNumber: number, ourNumber: callerId } = facts;
  const { trunks, charge = null } = first?.kind === 'number' ? first : { trunks: [] };
  change(turn, { at: 'dialing' });
  const wish = { number, trunks, callerId, userId: null, timeoutMs: ringMs, tries: 1, charge };
  if (ringNumber(turn, 'customer', wish)) return;
  act(turn, { type: 'dialEnded', number, userId: null, answered: false, trunkId: null, talkedMs: 0 });
  end(turn, { outcome: 'unreachable', cause: 'unreachable', sipStatus: 503, endedBy: 'server' });
}

/** The far side gave a sign: it rings, or speaks already. */
export function customerRings(turn: CallTurn): void {
  if (turn.call.campaign?.rangMs !== null) return;
  changeCampaign(turn, { rangMs: turn.nowMs });
  emitCampaignNews(turn, { type: 'rang' });
}

/** Sound comes from there before the answer: the network's, or a mailbox; worth hearing where machines are told from people. */
export function hearBeforeAnswer(turn: CallTurn, customer: Party): void {
  const goal = turn.call.campaign?.goal;
  if (goal && (goal.kind === 'flow' || goal.machine.rule !== 'connect')) hearWhoIsThere(turn, customer);
}

function hearWhoIsThere(turn: CallTurn, { leg }: Party): void {
  if (turn.call.campaign?.isHeard) return;
  changeCampaign(turn, { isHeard: true });
  act(turn, { type: 'hearAnswerer', leg });
}

function hearNoMore(turn: CallTurn): void {
  const customer = partyOf(turn.call, 'customer');
  if (!turn.call.campaign?.isHeard || !customer) return;
  changeCampaign(turn, { isHeard: false });
  act(turn, { type: 'hearNoMore', leg: customer.leg });
}

/** It rang as long as it may. */
export const gaveUp = (turn: CallTurn): void => {
  if (turn.call.campaign?.at === 'ringing') changeCampaign(turn, { gaveUp: true });
};

export function customerAnswered(turn: CallTurn, customer: Party): void {
  const { campaign } = turn.call;
  if (!campaign) return;
  const { goal } = campaign;
  hearNoMore(turn);
  changeCampaign(turn, { pickedUpMs: turn.nowMs });
  note(turn, { type: 'answered', userId: null });
  change(turn, { at: 'seeking' });
  if (goal.machine.rule === 'connect') return personIsThere(turn, 0);
  changeCampaign(turn, { at: 'listening', turn: wait(turn, LISTENING_MOST_MS) });
  hearWhoIsThere(turn, customer);
}

/** The flow talks to them, or an agent is wanted: what they were silent for counts as waiting. */
function personIsThere(turn: CallTurn, silentMs: number): void {
  const { goal } = turn.call.campaign!;
  if (goal.kind === 'flow') changeCampaign(turn, { at: 'settled', turn: 0 });
  else changeCampaign(turn, { at: 'wanted', turn: wait(turn, Math.max(0, MOST_WAIT_FOR_AGENT_MS - silentMs)) });
  emitCampaignNews(turn, { type: 'answered' });
  if (goal.kind === 'flow') toFlow(turn, goal);
}

/** Whether an agent may be offered now. */
export const wantsAgent = (call: Call): boolean =>
  call.at === 'seeking' && call.campaign?.at === 'wanted' && !partyOf(call, 'agent');

/** One was found; they are reserved already. */
export function offerAgent(turn: CallTurn, { agent, ringTimeoutMs }: Extract<CallEvent, { type: 'offer' }>): void {
  if (wantsAgent(turn.call)) ringAgent(turn, 'agent', agent, 'campaign', ringTimeoutMs);
}

export function agentAnswered(turn: CallTurn, agent: Party): void {
  if (turn.call.campaign?.at !== 'wanted' || !partyOf(turn.call, 'customer')) return sendAway(turn, agent);
  changeCampaign(turn, { at: 'settled', turn: 0 });
  converse(turn);
  if (turn.call.playing === null) act(turn, { type: 'play', leg: agent.leg, sound: AGENT_BEEP, playId: 'agentBeep' });
}

/** They did not take it; while there is time somebody else may. */
export function agentGone(turn: CallTurn, agent: Party, cause: EndCause): void {
  if (agent.who.kind !== 'agent') return;
  const outcome = offerOutcome(cause);
  const { userId } = agent.who;
  note(turn, { type: 'agentMissed', userId, reason: outcome });
  release(turn, agent, outcome);
  emitCampaignNews(turn, { type: 'notTaken', userId });
}

export function campaignTimeUp(turn: CallTurn, number: number): void {
  const { campaign, at } = turn.call;
  if (at !== 'seeking' || campaign?.turn !== number) return;
  if (campaign.at === 'listening') return personHeard(turn, 0);
  if (campaign.at === 'wanted') return nobodyCame(turn);
  if (campaign.at === 'machine') return machineWaits(turn);
  endSorry(turn, 'server');
}

/** Rule 1. */
function nobodyCame(turn: CallTurn): void {
  const { call } = turn;
  const agent = partyOf(call, 'agent');
  if (agent) sendAway(turn, agent);
  changeCampaign(turn, { at: 'sorry', turn: 0 });
  note(turn, { type: 'nobodyFree' });
  emitCampaignNews(turn, { type: 'abandoned' });
  const ours = prompt(call, 'campaign.nobody');
  const own = call.campaign?.goal.kind === 'agents' ? call.campaign.goal.abandonedSoundId : null;
  say(turn, SORRY, own === null ? ours : { teamSound: own, otherwise: ours });
}

export function keyToCampaign(turn: CallTurn, key: string): void {
  if (turn.call.campaign?.at !== 'sorry' || key !== OPT_OUT_KEY) return;
  changeCampaign(turn, { at: 'optedOut', turn: 0 });
  note(turn, { type: 'optedOut' });
  emitCampaignNews(turn, { type: 'optedOut' });
  say(turn, OPTED_OUT, prompt(turn.call, 'campaign.optedout'));
}

export function campaignPlayed(turn: CallTurn, playId: string): void {
  const at = turn.call.campaign?.at;
  if (playId === SORRY && at === 'sorry') changeCampaign(turn, { turn: wait(turn, KEY_MS) });
  else if (playId === OPTED_OUT && at === 'optedOut') endSorry(turn, 'server');
  else if (playId === MACHINE_MESSAGE && at === 'machine') endMachine(turn, 'server');
}

const endSorry = (turn: CallTurn, endedBy: 'customer' | 'server'): void =>
  end(turn, { outcome: 'noAgent', cause: 'normal', endedBy });
const endMachine = (turn: CallTurn, endedBy: 'customer' | 'server'): void =>
  end(turn, { outcome: 'machine', cause: 'normal', endedBy });

/** Rule 2. */
export function customerLeft(turn: CallTurn, cause: EndCause): void {
  const at = turn.call.campaign?.at;
  if (at === 'machine') return endMachine(turn, 'customer');
  if (at === 'sorry' || at === 'optedOut') return endSorry(turn, 'customer');
  end(turn, { outcome: 'abandoned', cause, endedBy: 'customer' });
}

/** Who took the line was heard. */
export function answererHeard(turn: CallTurn, answerer: Extract<CallEvent, { type: 'answererHeard' }>): void {
  const { campaign } = turn.call;
  if (campaign?.at !== 'listening') return;
  if (answerer.who === 'person') {
    changeCampaign(turn, { isPerson: !answerer.isGuess });
    return personHeard(turn, answerer.silentMs);
  }
  note(turn, { type: 'machineAnswered' });
  emitCampaignNews(turn, { type: 'machine' });
  const { machine } = campaign.goal;
  changeCampaign(turn, { at: 'machine', turn: wait(turn, MACHINE_SPEAKS_MOST_MS) });
  const message = messageFor(turn.call, machine);
  // It is spoken while the machine still speaks itself.
  if (message && 'text' in message) act(turn, { type: 'speakAhead', text: message });
  if (message) return;
  hearNoMore(turn);
  endMachine(turn, 'server');
}

/** What a machine is told; null: nothing. */
function messageFor(call: Call, machine: OnCampaign['goal']['machine']): Exclude<CallAudio, Sound> | null {
  if (machine.rule !== 'message') return null;
  const otherwise = prompt(call, 'goodbye');
  if (machine.soundId !== null) return { teamSound: machine.soundId, otherwise };
  return machine.text ? { text: machine.text, language: call.facts.language, otherwise } : null;
}

function personHeard(turn: CallTurn, silentMs: number): void {
  hearNoMore(turn);
  personIsThere(turn, silentMs);
}

/** The machine records from here on. */
export function machineWaits(turn: CallTurn): void {
  const { campaign } = turn.call;
  if (campaign?.at !== 'machine' || campaign.turn === 0) return;
  const { machine } = campaign.goal;
  changeCampaign(turn, { turn: 0 });
  hearNoMore(turn);
  const message = messageFor(turn.call, machine);
  if (!message) return endMachine(turn, 'server');
  say(turn, MACHINE_MESSAGE, message);
}

/** Somebody or something speaks while it rings. */
export const spokeEarly = (turn: CallTurn): void => {
  if (turn.call.campaign?.at === 'ringing') changeCampaign(turn, { spokeEarly: true });
};

/** The campaign wants the call no more: one that rings is taken back; others are ended only where nothing else will do. */
export function endAsked(turn: CallTurn, how: 'withdrawn' | 'now'): void {
  const { campaign, answeredMs } = turn.call;
  if (!campaign) return;
  if (campaign.at === 'ringing') return end(turn, { outcome: 'cancelled', cause: 'cancelled', endedBy: 'server' });
  if (how === 'withdrawn') return;
  if (campaign.at === 'sorry' || campaign.at === 'optedOut') return endSorry(turn, 'server');
  if (campaign.at === 'machine') return endMachine(turn, 'server');
  const isFlows = turn.call.flow !== null || (campaign.goal.kind === 'flow' && campaign.at === 'listening');
  const isTalk = answeredMs !== null || isFlows;
  end(turn, { outcome: isTalk ? 'talked' : 'noAgent', cause: 'normal', endedBy: 'server' });
}
