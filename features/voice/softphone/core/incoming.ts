import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import { MonitorAction } from '#shared/codes/monitor-action.ts';
import { ToneFlag } from '#shared/codes/tone-flag.ts';
import { newCall } from './dialing.ts';
import { awaitEnd, finish, forget, silence } from './ending.ts';
import type { CutCall, PhoneCall } from '#core/phone/phone.ts';
import { PHONE, RejectStatus } from '#core/phone/phone-constants.ts';
import type { CallArrival } from '#core/phone/phone-events.ts';
import { act, callOf, change, changeCall, wake, type PhoneTurn } from './phone-turn.ts';

/** Rings, is answered at once, or is rejected (rules 1, 3 and 4). */
export function arrive(turn: PhoneTurn, arrival: CallArrival): void {
  const { account, call, agent, link } = turn.phone;
  const { session, callId, isResume, eavesdropTarget, answersItself = false } = arrival;
  if (call?.session === session) return;
  const replaces = isResume && callId !== null && call?.callId === callId;
  if (call && !replaces) return act(turn, { type: 'reject', session, status: RejectStatus.busy });
  if (account.is !== 'given' || link.at === 'left')
    return act(turn, { type: 'reject', session, status: RejectStatus.unavailable });
  if (isResume) return resume(turn, arrival);
  if (eavesdropTarget !== null) return listen(turn, arrival, eavesdropTarget);
  const takesNone = account.agentType === AgentType.outboundOnly && !answersItself;
  if (takesNone || agent.status !== AgentStatus.available || !agent.waiting) {
    return act(
      turn,
      { type: 'reject', session, status: RejectStatus.unavailable },
      { type: 'log', what: 'rejectedByStatus' },
      { type: 'resyncStatus' },
    );
  }
  if (answersItself) return takeAtOnce(turn, arrival);
  ring(turn, arrival);
}

/** The customer of a campaign is on the line already: nothing rings. */
function takeAtOnce(
  turn: PhoneTurn,
  { session, callId, number, countryCode, groupName, customerName = null, taskName = null }: CallArrival,
): void {
  change(turn, {
    over: null,
    refused: null,
    cut: null,
    call: newCall({
      session,
      at: 'answering',
      direction: 'inbound',
      callId,
      number,
      countryCode,
      groupName: taskName ?? groupName,
      customerName,
      fromTask: true,
      answersItself: true,
    }),
  });
  act(turn, { type: 'answer', session });
  act(turn, { type: 'lookUpCustomer', session, countryCode, number, pageSize: PHONE.lookupPageSize });
}

function ring(
  turn: PhoneTurn,
  { session, callId, number, countryCode, groupName, customerName = null }: CallArrival,
): void {
  change(turn, {
    over: null,
    refused: null,
    cut: null,
    call: newCall({
      session,
      at: 'incoming',
      direction: 'inbound',
      callId,
      number,
      countryCode,
      groupName,
      customerName,
    }),
  });
  act(
    turn,
    { type: 'notify', session, number, groupName, ...(customerName === null ? {} : { name: customerName }) },
    { type: 'playTone', tone: ToneFlag.ringIn },
  );
  act(turn, { type: 'lookUpCustomer', session, countryCode, number, pageSize: PHONE.lookupPageSize });
  wake(turn, PHONE.unansweredMs, { type: 'unansweredDue', session });
  if (turn.phone.rules.autoAnswer) wake(turn, PHONE.autoAnswerAfterMs, { type: 'answerDue', session });
}

/** A supervisor's phone picks up by itself, on the workbench. */
function listen(
  turn: PhoneTurn,
  { session, callId, number, countryCode, groupName }: CallArrival,
  target: string,
): void {
  change(turn, {
    over: null,
    refused: null,
    call: newCall({
      session,
      at: 'answering',
      direction: 'inbound',
      callId,
      number,
      countryCode,
      groupName,
      monitor: { target, action: MonitorAction.listen },
    }),
  });
  act(turn, { type: 'openWorkbench', tab: 'call' }, { type: 'answer', session });
  act(turn, { type: 'lookUpCustomer', session, countryCode, number, pageSize: PHONE.lookupPageSizeMonitoring });
}

/** The conversation goes on where it was cut out, with its timer. A page that was loaded anew learns it from the server. */
function resume(turn: PhoneTurn, arrival: CallArrival): void {
  const { session, callId, number, countryCode, groupName } = arrival;
  const known = remembered(turn, callId);
  forget(turn);
  const { sinceMs = null, customerName = null, fromTask = false, direction = arrival.direction } = known ?? {};
  change(turn, {
    over: null,
    refused: null,
    cut: null,
    call: newCall({
      session,
      at: 'answering',
      direction,
      callId,
      number,
      countryCode,
      groupName,
      isResumed: true,
      sinceMs,
      customerName,
      fromTask,
    }),
  });
  act(turn, { type: 'answer', session });
  if (customerName === null)
    act(turn, { type: 'lookUpCustomer', session, countryCode, number, pageSize: PHONE.lookupPageSize });
}

function remembered({ phone: { call, cut } }: PhoneTurn, callId: string | null): PhoneCall | CutCall | null {
  if (callId === null) return null;
  if (call?.callId === callId) return call;
  return cut?.callId === callId ? cut : null;
}

export function answer(turn: PhoneTurn, session: string | undefined): void {
  const { call } = turn.phone;
  if (call?.at !== 'incoming' || call.session !== session) return;
  silence(turn, call);
  changeCall(turn, { at: 'answering' });
  act(turn, { type: 'answer', session });
}

/** 603: the agent does not want it. */
export function decline(turn: PhoneTurn): void {
  const { call } = turn.phone;
  if (call?.at !== 'incoming') return;
  silence(turn, call);
  awaitEnd(turn, call, { declined: true });
  act(turn, { type: 'reject', session: call.session, status: RejectStatus.declined });
}

export function unanswered(turn: PhoneTurn, session: string): void {
  const call = callOf(turn, session);
  if (call?.at !== 'incoming') return;
  act(
    turn,
    { type: 'reject', session, status: RejectStatus.unanswered },
    { type: 'missed', callId: call.callId, why: 'unanswered' },
  );
  finish(turn, call, HangupReason.normal);
}

/** Without a microphone the caller goes on to somebody else at once; otherwise it rings again, and the agent may try again. */
export function answerFailed(turn: PhoneTurn, call: PhoneCall, isDevice: boolean): void {
  if (call.at !== 'answering') return;
  act(turn, { type: 'log', what: 'answerFailed' });
  if (isDevice || call.monitor || call.isResumed || call.answersItself) {
    act(turn, { type: 'reject', session: call.session, status: RejectStatus.noDevice });
    if (isDevice) act(turn, { type: 'showGuide', blocked: BlockedMedia.microphone });
    else act(turn, { type: 'warn', key: 'notice.phoneCommandFailed' });
    return finish(turn, call, HangupReason.unsupported);
  }
  changeCall(turn, { at: 'incoming' });
  act(turn, { type: 'playTone', tone: ToneFlag.ringIn }, { type: 'warn', key: 'notice.phoneCommandFailed' });
}
