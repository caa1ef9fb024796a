import type { EndCause } from '#core/telephony/telephony.port.ts';
import type { AgentWho, Party, TransferGoal } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import {
  act,
  answerCustomer,
  change,
  changeParty,
  nameOf,
  note,
  partyOf,
  release,
  removeParty,
  ringAgent,
  ringNumber,
  say,
  sendAway,
  TRANSFER_RING_MS,
  userOf,
  wake,
  type CallTurn,
} from '#core/call/call-turn.ts';
import { end, offerOutcome } from './ending.ts';
import type { OnFlow } from '#core/call/call.ts';
import { mayRecord, sayRecordingWord } from './recording-word.ts';
import { converse, OUTSIDE_TALK_MAX_MS } from './talk.ts';
import { expectMessage, recordMessage, toVoicemail } from './voicemail.ts';
import { toLine } from './waiting.ts';

/*
 *   answered ─▶ the flow talks ─┬─ transfer ─▶ in line, or a phone rings ──answered──▶ talking (handed over)
 *                  ▲            │                     └── nobody: the flow goes on ──┐
 *                  │            └─ voicemail ─▶ tone, message ─────────────────────┤
 *                  └───────────────────────────────────────────────────────────────┘
 *   the flow breaks ─▶ the number's group, else the voicemail
 */

/** A flow answers. */
export function toFlow(turn: CallTurn, { flowId, fallbackGroupId }: Pick<OnFlow, 'flowId' | 'fallbackGroupId'>): void {
  change(turn, {
    at: 'flow',
    flow: { flowId, fallbackGroupId, hasBegun: false, asking: null, promise: null, recorded: 0 },
  });
  answerCustomer(turn);
  beginFlow(turn);
}

/** One agent is rung for the caller, as if a flow without words had asked for them. */
export function toPerson(turn: CallTurn, agent: AgentWho, fallbackGroupId: number | null): void {
  change(turn, {
    at: 'flow',
    flow: {
      flowId: NO_FLOW,
      fallbackGroupId,
      hasBegun: false,
      asking: { askId: 0, what: 'transfer', turn: 0 },
      promise: null,
      recorded: 0,
    },
  });
  answerCustomer(turn);
  ringAgent(turn, 'third', agent, 'transfer', TRANSFER_RING_MS);
}
const NO_FLOW = 0;

/** As soon as the caller can hear it. */
export function beginFlow(turn: CallTurn): void {
  const { flow, facts } = turn.call;
  const customer = partyOf(turn.call, 'customer');
  if (flow?.flowId === NO_FLOW && customer?.at === 'up') return act(turn, { type: 'holdWithMusic', leg: customer.leg });
  if (!flow || flow.hasBegun || customer?.at !== 'up') return;
  if (sayRecordingWord(turn)) return;
  changeFlow(turn, { hasBegun: true });
  note(turn, { type: 'flowBegan', flowId: flow.flowId });
  if (facts.settings.recordCalls) record(turn, true);
  act(turn, { type: 'runFlow', leg: customer.leg, flowId: flow.flowId });
}

const changeFlow = (turn: CallTurn, part: Partial<OnFlow>): void =>
  change(turn, { flow: { ...turn.call.flow!, ...part } });

type Asked = Extract<CallEvent, { type: 'flowAsked' }>;

export function flowAsked(turn: CallTurn, { askId, ask }: Asked): void {
  const { flow, at } = turn.call;
  if (at !== 'flow' || !flow || flow.asking) return answer(turn, askId, false, 'notNow');
  switch (ask.what) {
    case 'transfer':
      return transferTo(turn, askId, ask.to, ask.timeoutMs);
    case 'voicemail':
      changeFlow(turn, { asking: { askId, what: 'voicemail', turn: 0 } });
      expectMessage(turn, ask.mailbox);
      // How long the message may be is remembered by its timer.
      act(turn, { type: 'wake', afterMs: ask.maxMs + TONE_MS, event: { type: 'timeUp', what: 'flow', turn: -askId } });
      return say(turn, 'flowTone', { name: 'beep' });
    case 'callback':
      changeFlow(turn, { promise: { groupId: ask.groupId, number: ask.number } });
      return answer(turn, askId, true);
    case 'record':
      record(turn, ask.on);
      return answer(turn, askId, true);
    case 'score':
      if (ask.score >= 1 && ask.score <= ask.scale)
        note(turn, { type: 'surveyAnswered', score: ask.score, scale: ask.scale });
      return answer(turn, askId, true);
  }
}

/** The tone itself. */
const TONE_MS = 1_000;

const answer = (turn: CallTurn, askId: number, ok: boolean, why = ''): void =>
  act(turn, { type: 'answerFlow', askId, ok, why });

function record(turn: CallTurn, on: boolean): void {
  const { recording, flow, id } = turn.call;
  const customer = partyOf(turn.call, 'customer');
  if (on === (recording !== null) || !customer || !flow || (on && !mayRecord(turn.call))) return;
  if (!on) {
    act(turn, { type: 'stopRecording', recordingId: recording! });
    return change(turn, { recording: null });
  }
  const recordingId = `${id}-call${flow.recorded === 0 ? '' : flow.recorded + 1}`;
  changeFlow(turn, { recorded: flow.recorded + 1 });
  change(turn, { recording: recordingId });
  act(turn, { type: 'record', leg: customer.leg, recordingId, kind: 'call' });
}

function transferTo(turn: CallTurn, askId: number, to: TransferGoal, timeoutMs: number): void {
  const customer = partyOf(turn.call, 'customer');
  if (!customer) return answer(turn, askId, false, 'gone');
  if (to.kind === 'group') {
    changeFlow(turn, { asking: { askId, what: 'transfer', turn: wake(turn, 'flow', timeoutMs) } });
    act(turn, { type: 'holdWithMusic', leg: customer.leg });
    return toLine(turn, to.groupId);
  }
  changeFlow(turn, { asking: { askId, what: 'transfer', turn: 0 } });
  act(turn, { type: 'holdWithMusic', leg: customer.leg });
  if (to.kind === 'agent') ringAgent(turn, 'third', to, 'transfer', timeoutMs);
  else if (
    !ringNumber(turn, 'third', {
      number: to.number,
      trunks: to.trunks,
      callerId: to.displayNumber,
      userId: null,
      timeoutMs,
      charge: to.charge ?? null,
    })
  )
    goOn(turn, 'unreachable');
}

/** Nobody came: the flow goes on where it was. */
export function goOn(turn: CallTurn, why: string): void {
  const { flow } = turn.call;
  if (!flow?.asking) return;
  if (flow.flowId === NO_FLOW) return flowEnded(turn, 'broken');
  const { askId } = flow.asking;
  change(turn, { at: 'flow', queue: null, playing: null, groupId: null });
  changeFlow(turn, { asking: null });
  answer(turn, askId, false, why);
}

/** In line for as long as the flow allowed. */
export function flowTimeUp(turn: CallTurn, number: number): void {
  const { flow, at, queue } = turn.call;
  if (!flow?.asking) return;
  if (number === -flow.asking.askId) return flow.asking.what === 'voicemail' ? messageDone(turn) : undefined;
  if (flow.asking.turn !== number || at !== 'queued' || !queue) return;
  const agent = partyOf(turn.call, 'agent');
  if (agent) sendAway(turn, agent);
  act(turn, { type: 'leaveLine', queueId: queue.queueId, why: 'transferred' });
  goOn(turn, 'noAnswer');
}

export function thirdAnswered(turn: CallTurn, third: Party): void {
  if (turn.call.flow?.asking?.what !== 'transfer') return sendAway(turn, third);
  note(turn, { type: 'transferred', kind: 'blind', to: nameOf(third), userId: userOf(third) });
  changeParty(turn, third.leg, { role: 'agent' });
  converse(turn);
  if (third.who.kind !== 'outside') return;
  const endsMs = turn.nowMs + OUTSIDE_TALK_MAX_MS;
  if (turn.call.limit === null || turn.call.limit.endsMs > endsMs)
    change(turn, { limit: { endsMs, turn: wake(turn, 'call', OUTSIDE_TALK_MAX_MS) } });
}

export function thirdGone(turn: CallTurn, third: Party, cause: EndCause): void {
  const reason = offerOutcome(cause);
  if (third.who.kind === 'agent') note(turn, { type: 'agentMissed', userId: third.who.userId, reason });
  release(turn, third, reason);
  removeParty(turn, third.leg);
  note(turn, { type: 'transferFailed', to: nameOf(third), sipStatus: null });
  goOn(turn, cause === 'busy' || cause === 'rejected' ? 'busy' : 'noAnswer');
}

/** After the tone the message begins. */
export function tonePlayed(turn: CallTurn): void {
  if (turn.call.flow?.asking?.what === 'voicemail') recordMessage(turn);
}

function messageDone(turn: CallTurn): void {
  const { flow, voicemail } = turn.call;
  if (!flow?.asking) return;
  if (voicemail?.recordingId) act(turn, { type: 'stopRecording', recordingId: voicemail.recordingId });
  const { askId } = flow.asking;
  changeFlow(turn, { asking: null });
  answer(turn, askId, true);
}

/** While a message is left the hash key ends it; every other key is the flow's. */
export function keyInFlow(turn: CallTurn, key: string): void {
  const asking = turn.call.flow?.asking;
  if (!asking) return act(turn, { type: 'keyToFlow', key });
  if (asking.what === 'voicemail' && key === '#' && turn.call.voicemail?.recordingId) messageDone(turn);
}

export function customerGone(turn: CallTurn, cause: EndCause): void {
  const { flow, voicemail } = turn.call;
  for (const party of turn.call.parties) if (party.role === 'third') sendAway(turn, party);
  end(turn, {
    outcome: !flow?.hasBegun
      ? 'abandoned'
      : voicemail?.recordingId
        ? 'voicemail'
        : flow.promise
          ? 'callbackPromised'
          : 'talked',
    cause,
    endedBy: 'customer',
  });
}

/** The flow has said its last word, or cannot go on. */
export function flowEnded(turn: CallTurn, why: 'hangUp' | 'broken'): void {
  const { flow, at, voicemail } = turn.call;
  if (!flow || at !== 'flow') return;
  if (why === 'hangUp')
    return end(turn, {
      outcome: voicemail?.recordingId ? 'voicemail' : flow.promise ? 'callbackPromised' : 'talked',
      cause: 'normal',
      endedBy: 'server',
    });
  change(turn, { flow: null });
  // Whom we called is not asked for a message.
  if (flow.fallbackGroupId === null && turn.call.campaign)
    return end(turn, { outcome: 'failed', cause: 'failed', endedBy: 'server' });
  if (flow.fallbackGroupId === null) return toVoicemail(turn);
  toLine(turn, flow.fallbackGroupId);
}
