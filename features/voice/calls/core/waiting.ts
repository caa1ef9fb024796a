import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { Party } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import { end, offerOutcome } from './ending.ts';
import {
  act,
  answerCustomer,
  change,
  note,
  partyOf,
  prompt,
  release,
  ringAgent,
  say,
  sendAway,
  showTalking,
  wake,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { groupBox } from '#core/call/mailbox.ts';
import { handedOver } from '#core/call/on-flow.ts';
import { sayRecordingWord } from './recording-word.ts';
import { converse } from './talk.ts';
import { toVoicemail } from './voicemail.ts';

const LARGEST_SPOKEN = 10;

/** The customer stands in line for a group. An earlier `queuedAtMs` keeps an earlier place. */
export function toLine(
  turn: CallTurn,
  groupId: number,
  { queuedAtMs = turn.nowMs, priority = 0 }: { queuedAtMs?: number; priority?: number } = {},
): void {
  const queueId = turn.call.id;
  change(turn, {
    at: 'queued',
    groupId,
    hold: null,
    transfer: null,
    playing: null,
    queuedAtMs,
    lineMedia: null,
    queue: { queueId, groupId, queuedAtMs, kind: 'call', mayCallBack: false, positionToSay: null, priority },
  });
  answerCustomer(turn);
  for (const party of turn.call.parties) if (party.role === 'supervisor') sendAway(turn, party);
  act(turn, { type: 'enqueue', queueId, groupId, queuedAtMs, priority });
}

/** Back in line, where they stood at first. */
export function toLineAgain(turn: CallTurn, groupId: number): void {
  toLine(turn, groupId, { queuedAtMs: turn.call.queuedAtMs ?? turn.call.facts.startedMs });
}

/** The line says something first: the caller keeps their place meanwhile, and nobody is rung. */
export function lineFound(turn: CallTurn, { language, media }: Extract<CallEvent, { type: 'lineFound' }>): void {
  const { queue, facts } = turn.call;
  if (queue?.kind !== 'call' || turn.call.at !== 'queued' || queue.greeting || queue.isPlaced) return;
  change(turn, {
    queue: { ...queue, greeting: { priority: queue.priority ?? 0, isWelcomed: false } },
    facts: { ...facts, language: language ?? facts.language },
    lineMedia: media,
  });
  greetBeforeLine(turn);
}

/** The welcome of the group, then what has to be said before recording; then they stand in line. */
export function greetBeforeLine(turn: CallTurn): void {
  const { queue, lineMedia } = turn.call;
  if (!queue?.greeting || partyOf(turn.call, 'customer')?.at !== 'up') return;
  const { isWelcomed, priority } = queue.greeting;
  if (!isWelcomed) change(turn, { queue: { ...queue, greeting: { priority, isWelcomed: true } } });
  if (!isWelcomed && typeof lineMedia?.welcomeSoundId === 'number')
    return say(turn, 'groupWelcome', {
      teamSound: lineMedia.welcomeSoundId,
      otherwise: prompt(turn.call, 'queue.welcome'),
    });
  if (sayRecordingWord(turn)) return;
  const { greeting: _, ...inLine } = queue;
  const { queueId, groupId, queuedAtMs } = queue;
  change(turn, { queue: inLine });
  act(turn, { type: 'enqueue', queueId, groupId, queuedAtMs, priority, isGreeted: true });
}

/** Stored in line: now the caller learns what they may do. */
export function placed(
  turn: CallTurn,
  { mayCallBack, language, wrapUpMs, media = null }: Extract<CallEvent, { type: 'placed' }>,
): void {
  const { queue, facts, answeredMs } = turn.call;
  if (!queue || turn.call.at !== 'queued' || queue.greeting) return;
  const settings = wrapUpMs === null ? facts.settings : { ...facts.settings, wrapUpMs };
  change(turn, {
    queue: { ...queue, isPlaced: true, mayCallBack: mayCallBack && answeredMs === null && facts.customerNumber !== '' },
    facts: { ...facts, settings, language: language ?? facts.language },
    lineMedia: media ?? turn.call.lineMedia,
  });
  repeatLater(turn);
  greetInLine(turn);
}

/** The line they overflowed into sounds like itself. */
export function lineChanged(turn: CallTurn, { groupId, media }: Extract<CallEvent, { type: 'lineChanged' }>): void {
  const { call } = turn;
  if (call.queue?.groupId !== groupId || call.at !== 'queued' || call.queue.kind !== 'call') return;
  const isOther = call.lineMedia?.musicSoundId !== media.musicSoundId;
  change(turn, { lineMedia: media });
  repeatLater(turn);
  const customer = partyOf(turn.call, 'customer');
  if (!isOther || customer?.at !== 'up' || partyOf(turn.call, 'agent')?.at === 'up') return;
  change(turn, { playing: null });
  act(turn, { type: 'holdWithMusic', leg: customer.leg });
}

/** The announcement of the group comes again after this long. */
function repeatLater(turn: CallTurn): void {
  const { queue, lineMedia } = turn.call;
  if (!queue) return;
  if (!lineMedia?.repeat) {
    const { repeat: _, ...quiet } = queue;
    return change(turn, { queue: quiet });
  }
  const number = wake(turn, 'repeat', lineMedia.repeat.everyMs);
  change(turn, { queue: { ...queue, repeat: { turn: number, isDue: false } } });
}

export function repeatTimeUp(turn: CallTurn, number: number): void {
  if (turn.call.queue?.repeat?.turn !== number || turn.call.at !== 'queued') return;
  repeatLater(turn);
  sayAgain(turn);
}

/** Says it; while something else is being said it waits. */
function sayAgain(turn: CallTurn): void {
  const { queue, lineMedia, playing } = turn.call;
  if (!queue?.repeat || !lineMedia?.repeat || partyOf(turn.call, 'customer')?.at !== 'up') return;
  change(turn, { queue: { ...queue, repeat: { ...queue.repeat, isDue: playing !== null } } });
  if (playing !== null) return;
  say(turn, 'repeat', { teamSound: lineMedia.repeat.soundId, otherwise: prompt(turn.call, 'queue.welcome') });
}

/** Welcome and music, once the caller can hear and the line is known. */
export function greetInLine(turn: CallTurn): void {
  const customer = partyOf(turn.call, 'customer');
  const { call } = turn;
  const { queue } = call;
  if (queue?.greeting) return greetBeforeLine(turn);
  if (customer?.at !== 'up' || !queue?.isPlaced || call.at !== 'queued' || partyOf(call, 'agent')?.at === 'up') return;
  act(turn, { type: 'holdWithMusic', leg: customer.leg });
  if (call.answeredMs !== null) return;
  const phrases = [
    ...(typeof call.lineMedia?.welcomeSoundId === 'number' ? [] : [prompt(call, 'queue.welcome')]),
    ...(queue.mayCallBack ? [prompt(call, 'queue.callback')] : []),
  ];
  if (phrases.length > 0) say(turn, 'welcome', { sequence: phrases });
}

/** Says the caller's place; while something else is being said it waits. */
export function announce(turn: CallTurn, position: number): void {
  const { call } = turn;
  if (!call.queue || call.at !== 'queued' || partyOf(call, 'customer')?.at !== 'up') return;
  if (call.playing !== null) return change(turn, { queue: { ...call.queue, positionToSay: position } });
  change(turn, { queue: { ...call.queue, positionToSay: null } });
  const words: Sound =
    position > LARGEST_SPOKEN
      ? prompt(call, 'queue.morethan')
      : { sequence: [prompt(call, 'queue.position'), prompt(call, `number.${position}`)] };
  say(turn, 'position', words);
}

/** An announcement in line ended; the music goes on by itself. */
export function announced(turn: CallTurn): void {
  const position = turn.call.queue?.positionToSay ?? null;
  if (position !== null) return announce(turn, position);
  if (turn.call.queue?.repeat?.isDue) sayAgain(turn);
}

export function keyInLine(turn: CallTurn, key: string): void {
  if (key === CALLBACK_KEY && turn.call.queue?.mayCallBack) promiseCallback(turn);
}
const CALLBACK_KEY = '1';

/** The caller may hang up and keeps their place. */
export function promiseCallback(turn: CallTurn): void {
  const { queue } = turn.call;
  if (!queue) return;
  handedOver(turn);
  const agent = partyOf(turn.call, 'agent');
  if (agent) sendAway(turn, agent);
  act(turn, { type: 'leaveLine', queueId: queue.queueId, why: 'callback' });
  note(turn, { type: 'overflowed', to: 'callback' });
  change(turn, { queue: null });
  farewell(turn, 'callback.promised');
}

/** The last words; the call ends when they were said, or when the customer does not wait for them. */
export function farewell(turn: CallTurn, name: 'callback.promised' | 'goodbye'): void {
  const customer = partyOf(turn.call, 'customer');
  if (customer?.at === 'up') return say(turn, name, prompt(turn.call, name));
  farewellPlayed(turn, name);
}

export function farewellPlayed(turn: CallTurn, name: string): void {
  if (name === 'callback.promised')
    return end(turn, { outcome: 'callbackPromised', cause: 'normal', endedBy: 'server' });
  const { lastMiss } = turn.call;
  // A call in has no word for agents who talk elsewhere: nobody took it.
  const outcome = lastMiss === null || lastMiss === 'busy' ? 'missed' : lastMiss;
  end(turn, { outcome, cause: 'normal', endedBy: 'server' });
}

export function overflow(turn: CallTurn, wish: Extract<CallEvent, { type: 'overflow' }>['to']): void {
  const { queue, facts } = turn.call;
  // Nobody can be called back whose number is unknown.
  const to = wish.kind === 'callback' && facts.customerNumber === '' ? ({ kind: 'voicemail' } as const) : wish;
  if (!queue || turn.call.at !== 'queued') return;
  if (to.kind === 'callback' && queue.kind === 'call') return promiseCallback(turn);
  note(turn, { type: 'overflowed', to: to.kind === 'group' ? `group ${to.groupId}` : to.kind });
  if (to.kind === 'group') return change(turn, { groupId: to.groupId, queue: { ...queue, groupId: to.groupId } });
  handedOver(turn);
  const agent = partyOf(turn.call, 'agent');
  if (agent) sendAway(turn, agent);
  act(turn, { type: 'leaveLine', queueId: queue.queueId, why: to.kind === 'voicemail' ? 'voicemail' : 'abandoned' });
  change(turn, { queue: null });
  if (to.kind === 'voicemail' && queue.kind === 'call') toVoicemail(turn, groupBox(queue.groupId));
  else farewell(turn, 'goodbye');
}

/** The line found somebody. */
export function offer(turn: CallTurn, { agent, ringTimeoutMs }: Extract<CallEvent, { type: 'offer' }>): void {
  const { queue } = turn.call;
  if (!queue || turn.call.at !== 'queued' || partyOf(turn.call, 'agent')) return;
  ringAgent(turn, 'agent', agent, queue.kind === 'callback' ? 'callback' : 'offer', ringTimeoutMs);
}

/** The line takes its offer back. */
export function withdraw(turn: CallTurn, userId: number): void {
  const agent = partyOf(turn.call, 'agent');
  if (turn.call.at === 'queued' && agent?.who.kind === 'agent' && agent.who.userId === userId && agent.at === 'ringing')
    sendAway(turn, agent);
}

export const AGENT_SOUND = 'agentSound';
/** However long the sound is: the caller is not kept waiting for more than this. */
const AGENT_SOUND_MS = 6_000;

/** The agent who was rung for somebody in line took the call. Where the group has a sound for them they hear it first; who hangs up meanwhile has not answered. */
export function offerAnswered(turn: CallTurn, agent: Party): void {
  const { queue, lineMedia } = turn.call;
  if (!queue || agent.who.kind !== 'agent') return;
  if (queue.kind !== 'call' || typeof lineMedia?.agentSoundId !== 'number') return takeFromLine(turn, agent);
  change(turn, { queue: { ...queue, tellingAgent: { turn: wake(turn, 'agentSound', AGENT_SOUND_MS) } } });
  act(turn, {
    type: 'play',
    leg: agent.leg,
    sound: { teamSound: lineMedia.agentSoundId, otherwise: { name: 'beep' } },
    playId: AGENT_SOUND,
  });
}

export function agentSoundOver(turn: CallTurn): void {
  const agent = partyOf(turn.call, 'agent');
  if (turn.call.at === 'queued' && turn.call.queue?.tellingAgent && agent?.at === 'up') takeFromLine(turn, agent);
}

export function agentSoundTimeUp(turn: CallTurn, number: number): void {
  if (turn.call.queue?.tellingAgent?.turn === number) agentSoundOver(turn);
}

/** The line has served its caller. */
function takeFromLine(turn: CallTurn, agent: Party): void {
  const { queue } = turn.call;
  if (!queue || agent.who.kind !== 'agent') return;
  act(turn, { type: 'offerEnded', queueId: queue.queueId, userId: agent.who.userId, outcome: 'answered' });
  const customer = partyOf(turn.call, 'customer');
  if (customer && turn.call.playing !== null) act(turn, { type: 'stopPlaying', leg: customer.leg });
  change(turn, { queue: null, playing: null });
  showTalking(turn, agent);
  if (queue.kind === 'callback') {
    change(turn, { at: 'dialing' });
    act(turn, { type: 'planCallback', userId: agent.who.userId, sipNum: agent.who.sipNum });
  } else converse(turn);
}

/** What was promised to a customer whose phone has not rung yet stands. */
export function promiseAgain(turn: CallTurn): void {
  const { direction, groupId, queuedAtMs, facts, parties } = turn.call;
  if (
    direction !== 'outbound' ||
    groupId === null ||
    queuedAtMs === null ||
    parties.some(({ role }) => role === 'customer')
  )
    return;
  act(turn, { type: 'promiseAgain', groupId, number: facts.customerNumber, queuedAtMs });
}

/** They did not: somebody else is found, for a reason that stays in the record. */
export function offerFailed(turn: CallTurn, agent: Party, cause: EndCause): void {
  const { queue } = turn.call;
  if (agent.who.kind !== 'agent') return;
  if (queue?.tellingAgent) {
    const { tellingAgent: _, ...waitingAgain } = queue;
    change(turn, { queue: waitingAgain });
  }
  const outcome = offerOutcome(cause);
  const { userId } = agent.who;
  note(turn, { type: 'agentMissed', userId, reason: outcome });
  if (outcome !== 'withdrawn') change(turn, { lastMiss: outcome });
  release(turn, agent, outcome);
  if (queue) act(turn, { type: 'offerEnded', queueId: queue.queueId, userId, outcome });
}
