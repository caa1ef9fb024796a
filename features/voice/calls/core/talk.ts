import type { Call, Party } from '#core/call/call.ts';
import { handedOver } from '#core/call/on-flow.ts';
import {
  act,
  change,
  changeParty,
  note,
  partyOf,
  returningAs,
  sendAway,
  showTalking,
  emitCampaignNews,
  userOf,
  wake,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { expectRecordingWord, mayRecord, sayRecordingWordInTalk } from './recording-word.ts';

/** The next of ours serves the customer. */
function serve(turn: CallTurn, { who }: Party): void {
  const { servedBy } = turn.call;
  if (who.kind !== 'agent' || servedBy.at(-1)?.userId === who.userId) return;
  change(turn, { servedBy: [...servedBy, { userId: who.userId, name: who.name }] });
}

/** The customer and the agent have each other: recorded and counted from the first time on. */
export function converse(turn: CallTurn): void {
  const { call, nowMs } = turn;
  const customer = partyOf(call, 'customer');
  const agent = partyOf(call, 'agent');
  if (!customer || !agent) return;
  change(turn, { at: 'talking', transfer: null, hold: null, playing: null });
  handedOver(turn);
  serve(turn, agent);
  note(turn, { type: 'answered', userId: userOf(agent) });
  showTalking(turn, agent);
  const isFirst = call.answeredMs === null;
  const talker = userOf(agent);
  if (isFirst && call.campaign && talker !== null) emitCampaignNews(turn, { type: 'connected', userId: talker });
  if (isFirst && isToBeRecorded(turn.call)) expectRecordingWord(turn);
  connect(turn);
  if (!isFirst) return;
  const { settings } = call.facts;
  change(turn, { answeredMs: nowMs });
  recordTalk(turn);
  if (settings.maxCallMs !== null)
    change(turn, { limit: { endsMs: nowMs + settings.maxCallMs, turn: wake(turn, 'call', settings.maxCallMs) } });
}

/** By the tenant and by whoever serves the customer. */
function isToBeRecorded(call: Call): boolean {
  const agent = partyOf(call, 'agent');
  return call.facts.settings.recordCalls && !(agent?.who.kind === 'agent' && agent.who.isNotRecorded);
}

/** Records the conversation, once the customer knows of it. What a flow began goes on, or ends here. */
export function recordTalk(turn: CallTurn): void {
  const { call } = turn;
  const customer = partyOf(call, 'customer');
  const isRecorded = isToBeRecorded(call) && mayRecord(call);
  if (call.recording !== null && !isRecorded) {
    act(turn, { type: 'stopRecording', recordingId: call.recording });
    change(turn, { recording: null });
  } else if (isRecorded && call.recording === null && customer) {
    const recordingId =
      call.flow && call.flow.recorded > 0 ? `${call.id}-call${call.flow.recorded + 1}` : `${call.id}-call`;
    change(turn, { recording: recordingId });
    act(turn, { type: 'record', leg: customer.leg, recordingId, kind: 'call' });
  }
}

/** Whom the agent talks to, or would if they had not put them on hold. */
export function partnersOf(call: Call): Party[] {
  const talkingWith = call.transfer?.kind === 'consult' ? call.transfer.with : 'customer';
  const places = talkingWith === 'both' ? (['customer', 'third'] as const) : [talkingWith];
  return places.flatMap((place) => partyOf(call, place) ?? []);
}

/** Lets the agent and their partners hear each other, and whoever listens to them. */
export function connect(turn: CallTurn): void {
  const agent = partyOf(turn.call, 'agent');
  const [partner, ...more] = partnersOf(turn.call).map(({ leg }) => leg);
  if (!agent || !partner) return;
  act(turn, { type: 'bridge', a: partner, b: agent.leg, ...(more.length > 0 ? { more } : {}) });
  for (const party of turn.call.parties) if (party.role === 'supervisor' && party.at === 'up') listenIn(turn, party);
  if (more.length === 0 && partyOf(turn.call, 'customer')?.leg === partner) sayRecordingWordInTalk(turn);
}

/** A supervisor with a phone at the ear joins the agent. */
export function listenIn(turn: CallTurn, supervisor: Party): void {
  const agent = partyOf(turn.call, 'agent');
  if (agent)
    act(turn, { type: 'monitor', supervisor: supervisor.leg, target: agent.leg, mode: supervisor.mode ?? 'listen' });
}

/** Three have become two: nobody is muted any more (rule 8). */
export function unmuteAll(turn: CallTurn): void {
  for (const { leg, isMuted } of turn.call.parties) {
    if (!isMuted) continue;
    changeParty(turn, leg, { isMuted: false });
    act(turn, { type: 'mute', leg, muted: false });
  }
}

/** Two people outside talk at our cost and nobody watches: not for longer than this. */
export const OUTSIDE_TALK_MAX_MS = 2 * 3_600_000;

/** Somebody else takes the place of the agent; who was there is told to go by the caller. Two people outside are listened to by nobody. */
export function takeOver(turn: CallTurn, party: Party): void {
  const userId = userOf(party);
  changeParty(turn, party.leg, { role: 'agent' });
  // Whose page was loaded anew meanwhile comes back into the new place.
  const again = returningAs(turn.call, 'third');
  if (again) changeParty(turn, again.leg, { returnsAs: 'agent' });
  change(turn, { transfer: null, failedTransfer: null, hold: null });
  unmuteAll(turn);
  serve(turn, party);
  if (userId !== null) note(turn, { type: 'answered', userId });
  if (party.who.kind === 'outside') {
    for (const other of turn.call.parties) if (other.role === 'supervisor') sendAway(turn, other);
    const endsMs = turn.nowMs + OUTSIDE_TALK_MAX_MS;
    if (turn.call.limit === null || turn.call.limit.endsMs > endsMs)
      change(turn, { limit: { endsMs, turn: wake(turn, 'call', OUTSIDE_TALK_MAX_MS) } });
  }
  showTalking(turn, party);
  connect(turn);
}
