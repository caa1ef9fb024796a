import { AgentStatus } from '#shared/codes/agent-status.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import type { Machine, Step } from '../machine.ts';
import type { AgentEvent, LiveAgent, NotRoutable, OfferOutcome, StatusReason } from './live-agent.ts';

/**
 * What a voice agent is doing. The status is what they chose; call, wrap-up and monitoring lie over it.
 *
 *                 callOffered             answered, callBegan
 *      free ───────────────────▶ ringing ─────────────────────▶ talking
 *      ▲ ▲ ▲                        │                           │  │
 *      │ │ └── missed: on break ────┘                           │  │ callEnded with wrapUpMs
 *      │ └──────────────── callEnded without wrap-up ───────────┘  ▼
 *      └───── wrapUpEnded, or its time is over ───────────────── wrap-up
 *
 * 1. An offer is taken only by somebody to whom calls may come (`whyNotRoutable`).
 * 2. A missed call puts the agent on break (66) and says why. A rejected one does not. A phone that could not take
 *    a call may do so once; the second time in a row it puts on break too, or it would be rung for ever. A busy one puts
 *    nobody on break: who talks elsewhere has missed nothing they could have taken. No call is offered for a while, each
 *    time in a row twice as long; a call that begins, or a status that is chosen, ends the wait.
 * 3. A status chosen in a call is the next one; a later choice replaces an earlier. While the phone rings likewise,
 *    but "available" chosen then does not undo a missed call.
 * 4. After a call comes its wrap-up, then the next status if there is one. A status chosen in wrap-up holds at once,
 *    and the wrap-up goes on: it ends by its time, or because the agent says so. It can be made longer up to a limit.
 * 5. Leaving in a call is 68, and 0 after it, without wrap-up.
 * 6. A supervisor's change carries their name. In a call it is a next status like any other. Sent offline, nobody has work
 *    after a call left.
 * 7. What a page repeats never changes anything, except that it brings back what was before the page vanished:
 *    whatever the server did meanwhile is newer. A page that repeats something else is corrected.
 * 8. A page not heard of for 70 s gets no calls; its status stays, and the next sign of life makes it routable.
 * 9. Without a socket nobody is routable; not back in time, the agent is offline, unless in a call. A page that
 *    comes back brings the status back; another login does not.
 * 10. Whose calls ring at a mobile is there by status alone: rules 8 and 9 are not for them, and no phone has to register.
 *     They are offline when they say so or sign out.
 * 11. Whoever is in a call that the server did not offer (an outbound one) is as busy as anybody.
 * 12. Whom a dialler holds gets its calls and no others. A rest chosen meanwhile comes when nobody is rung for them any more; who goes
 *     home, or is sent somewhere by a supervisor, goes at once.
 */
export type AgentEffect =
  /** Goes into the history, and to the agent's pages; `missed` opens the idle dialog there, `by` warns. */
  | { type: 'recordStatus'; change: StatusChange }
  /** The page believes something else: tell it what is. */
  | { type: 'correctPage' };

export interface StatusChange {
  status: AgentStatus;
  atMs: number;
  by: string | null;
  reason: StatusReason | null;
  /** The call that caused it. */
  callId: string | null;
}

/** Complaint 1 of the acceptance list: no sign of life for so long, and no call is offered. */
export const SILENT_MS = 70_000;
/** Offline everywhere within 25 s: noticing and storing take the rest. */
export const GONE_MS = 24_000;
const DEVICE_ERRORS_TO_BREAK = 2;
/** How long a busy phone is left alone the first time, and at most. */
const ENGAGED_MS = 15_000;
const ENGAGED_MOST_MS = 120_000;

type AgentStep = Step<LiveAgent, AgentEffect>;

/** Somebody who is not there. */
export const absentAgent = (agentType: AgentType, nowMs: number): LiveAgent => ({
  status: AgentStatus.offline,
  sinceMs: nowMs,
  doingSinceMs: nowMs,
  nextStatus: null,
  modifiedBy: null,
  reason: null,
  nextModifiedBy: null,
  resumeStatus: null,
  agentType,
  call: null,
  otherCalls: [],
  deviceErrors: 0,
  engaged: null,
  monitoring: false,
  held: false,
  wrapUp: null,
  connected: false,
  disconnectedMs: nowMs,
  lastSeenMs: nowMs,
  registered: false,
  hasMobile: false,
  idleSinceMs: nowMs,
});

/** Null: calls may come to this agent. */
export const whyNotRoutable = (agent: LiveAgent, nowMs: number): NotRoutable | null => whyNot(agent, nowMs, false);

/**
 * Null: a call of a campaign may come to this agent. Who wants to rest is not rung for, but takes what rings for them already. A mobile
 * answers nothing by itself, and nobody who has to pick up is in time: it is no phone for these calls.
 */
export function whyNotForCampaign(agent: LiveAgent, nowMs: number): NotRoutable | null {
  if (agent.nextStatus !== null && !agent.held) return 'notAvailable';
  return whyNot(agent, nowMs, true) ?? (agent.hasMobile ? 'notRegistered' : null);
}

function whyNot(agent: LiveAgent, nowMs: number, forCampaign: boolean): NotRoutable | null {
  if (agent.call) return agent.call.at === 'ringing' ? 'ringing' : 'inCall';
  if (agent.status === AgentStatus.offline) return 'offline';
  if (agent.wrapUp) return 'wrapUp';
  if (agent.monitoring) return 'monitoring';
  if (agent.status !== AgentStatus.available) return 'notAvailable';
  if (agent.agentType === AgentType.outboundOnly && !forCampaign) return 'outboundOnly';
  if (agent.engaged && isSpared(agent.engaged.untilMs, nowMs)) return 'engaged';
  if (!agent.hasMobile) {
    if (!agent.connected) return 'socketClosed';
    if (nowMs - agent.lastSeenMs > SILENT_MS) return 'silent';
    if (!agent.registered) return 'notRegistered';
  }
  return agent.held && !forCampaign ? 'held' : null;
}

/** What somebody does, whatever they chose: a call first, then the work after it. One who is rung again does something else. */
const deedOf = ({ call, wrapUp, status }: LiveAgent): string =>
  call ? `${call.at} ${call.callId}` : wrapUp ? 'wrapUp' : String(status);

/** The clock of what they do begins with it. */
const timed = (before: LiveAgent, { state, effects }: AgentStep, nowMs: number): AgentStep =>
  deedOf(before) === deedOf(state) ? { state, effects } : { state: { ...state, doingSinceMs: nowMs }, effects };

export const agentMachine: Machine<LiveAgent, AgentEvent, AgentEffect> = (before, event) => {
  if (!('nowMs' in event)) return decide(before, event);
  // Wrap-up that nobody ended was over when its time was.
  const passed = timed(before, endWrapUp(before, event.nowMs), before.wrapUp?.endsMs ?? event.nowMs);
  const step = timed(passed.state, decide(passed.state, event), event.nowMs);
  return passed.effects.length === 0 ? step : { state: step.state, effects: [...passed.effects, ...step.effects] };
};

/** What an agent is in while their board moves from one process to another. */
export interface InCalls extends Pick<LiveAgent, 'call' | 'otherCalls' | 'monitoring'> {
  /** Since when they do what they do in it. */
  sinceMs: number;
}
const IN_NO_CALL: InCalls = { call: null, otherCalls: [], monitoring: false, sinceMs: 0 };

/** How an agent stands after the server was away: calls are over but for those that outlived it, pages and phones have to come back. */
export function afterRestart(agent: LiveAgent, nowMs: number, { sinceMs, ...goesOn }: InCalls = IN_NO_CALL): AgentStep {
  const back: LiveAgent = {
    ...agent,
    ...goesOn,
    engaged: null,
    held: false,
    connected: false,
    disconnectedMs: nowMs,
    registered: false,
  };
  if (back.call) return only({ ...back, wrapUp: null, doingSinceMs: sinceMs });
  const step = endWrapUp(back, nowMs);
  return timed(agent, agent.call && !back.wrapUp ? settle(step.state, nowMs) : step, agent.wrapUp?.endsMs ?? nowMs);
}

function decide(agent: LiveAgent, event: AgentEvent): AgentStep {
  switch (event.type) {
    case 'signedIn':
      return choose(seen(agent, event.nowMs), event.status, event.nowMs);
    case 'statusChosen':
      return event.status === AgentStatus.leavingInCall && agent.call
        ? leaveAfterCall(agent, event.nowMs)
        : choose(seen(agent, event.nowMs), event.status, event.nowMs);
    case 'signedOut':
      return agent.call
        ? leaveAfterCall(agent, event.nowMs)
        : change({ ...agent, wrapUp: null }, { status: AgentStatus.offline, reason: 'signedOut', atMs: event.nowMs });
    case 'statusForced':
      if (agent.call) return only({ ...agent, nextStatus: event.status, nextModifiedBy: event.by });
      return change(event.status === AgentStatus.offline ? { ...agent, wrapUp: null } : agent, {
        status: event.status,
        by: event.by,
        reason: 'forced',
        atMs: event.nowMs,
      });
    case 'statusRepeated': {
      const { state, effects } = comeBack(seen(agent, event.nowMs), event.nowMs);
      return { state, effects: state.status === event.status ? effects : [...effects, { type: 'correctPage' }] };
    }
    case 'callOffered': {
      const why = event.forCampaign ? whyNotForCampaign(agent, event.nowMs) : whyNotRoutable(agent, event.nowMs);
      return only(why === null ? { ...agent, call: { callId: event.callId, at: 'ringing' } } : agent);
    }
    case 'held':
      return only(agent.held || whyNotForCampaign(agent, event.nowMs) !== null ? agent : { ...agent, held: true });
    case 'released':
      return release(agent, event.nowMs);
    case 'callBegan':
      return only(begin(agent, event.callId));
    case 'offerEnded':
      if (agent.call?.callId !== event.callId || agent.call.at !== 'ringing') return only(agent);
      return endOffer(agent, event.callId, event.outcome, event.nowMs);
    case 'callEnded':
      return endCall(agent, event);
    case 'wrapUpExtended':
      return only(
        mayExtend(agent)
          ? {
              ...agent,
              wrapUp: { ...agent.wrapUp, endsMs: Math.min(agent.wrapUp.latestMs, agent.wrapUp.endsMs + event.byMs) },
            }
          : agent,
      );
    case 'wrapUpEnded':
      return agent.wrapUp ? settle({ ...agent, wrapUp: null }, event.nowMs) : only(agent);
    case 'monitoringBegan':
      return only({ ...agent, monitoring: true });
    case 'monitoringEnded':
      return only({ ...agent, monitoring: false, idleSinceMs: event.nowMs });
    case 'socketOpened': {
      const here: LiveAgent = { ...agent, connected: true, disconnectedMs: null, lastSeenMs: event.nowMs };
      return event.isNewLogin ? only({ ...here, resumeStatus: null }) : comeBack(here, event.nowMs);
    }
    case 'socketClosed':
      return only(
        agent.connected ? { ...agent, connected: false, disconnectedMs: event.sinceMs ?? event.nowMs } : agent,
      );
    case 'heardFrom':
      return only({ ...agent, lastSeenMs: event.nowMs });
    case 'phoneRegistered':
      return only({ ...agent, registered: true });
    case 'phoneUnregistered':
      return only({ ...agent, registered: false });
    case 'tick':
      return isGone(agent, event.nowMs) ? vanish(agent, event.nowMs) : only(agent);
  }
}

const only = (state: LiveAgent): AgentStep => ({ state, effects: [] });

/** The page did something: it is alive, and if its socket is away it gets another while to come back. */
const seen = (agent: LiveAgent, nowMs: number): LiveAgent => ({
  ...agent,
  lastSeenMs: nowMs,
  disconnectedMs: agent.connected ? null : nowMs,
});

/** A new status that holds now; what was planned or remembered is forgotten. */
function change(
  agent: LiveAgent,
  {
    status,
    atMs,
    by = null,
    reason = null,
    callId = null,
  }: Partial<StatusChange> & Pick<StatusChange, 'status' | 'atMs'>,
): AgentStep {
  const isNew = status !== agent.status;
  const state: LiveAgent = {
    ...agent,
    engaged: null,
    // Whoever is not there any more is rung for no longer.
    held: agent.held && status === AgentStatus.available,
    status,
    modifiedBy: by,
    reason,
    nextStatus: null,
    nextModifiedBy: null,
    resumeStatus: null,
    sinceMs: isNew ? atMs : agent.sinceMs,
    idleSinceMs: isNew ? atMs : agent.idleSinceMs,
  };
  return {
    state,
    effects: isNew || by !== null ? [{ type: 'recordStatus', change: { status, atMs, by, reason, callId } }] : [],
  };
}

/** Rules 3, 4 and 12. */
function choose(agent: LiveAgent, status: AgentStatus, nowMs: number): AgentStep {
  const waits = agent.call !== null || (agent.held && status !== AgentStatus.offline);
  return waits
    ? only({ ...agent, nextStatus: status, nextModifiedBy: null })
    : change({ ...agent, held: false }, { status, atMs: nowMs });
}

/** Rule 12: in a call the next status waits for its end anyway. */
function release(agent: LiveAgent, nowMs: number): AgentStep {
  if (!agent.held) return only(agent);
  const free: LiveAgent = { ...agent, held: false };
  return agent.call || agent.wrapUp || agent.nextStatus === null ? only(free) : settle(free, agent.idleSinceMs, nowMs);
}

/** Rule 5. */
function leaveAfterCall(agent: LiveAgent, nowMs: number): AgentStep {
  const { state, effects } = change(agent, { status: AgentStatus.leavingInCall, reason: 'signedOut', atMs: nowMs });
  return { state: { ...state, nextStatus: AgentStatus.offline }, effects };
}

function begin(agent: LiveAgent, callId: string): LiveAgent {
  if (agent.call?.at === 'talking' && agent.call.callId !== callId) {
    return agent.otherCalls.includes(callId) ? agent : { ...agent, otherCalls: [...agent.otherCalls, callId] };
  }
  return { ...agent, call: { callId, at: 'talking' }, wrapUp: null, deviceErrors: 0, engaged: null };
}

/** Rule 2. */
function endOffer(agent: LiveAgent, callId: string, outcome: OfferOutcome, nowMs: number): AgentStep {
  const free: LiveAgent = { ...agent, call: null };
  switch (outcome) {
    case 'answered':
      return only(begin(agent, callId));
    case 'withdrawn':
      return settle(free, agent.idleSinceMs, nowMs);
    case 'rejected':
      return settle({ ...free, deviceErrors: 0, engaged: null }, nowMs);
    case 'missed':
      return putOnBreak({ ...free, deviceErrors: 0 }, 'missed', callId, nowMs);
    case 'busy':
      return settle({ ...free, deviceErrors: 0, engaged: engagedAgain(agent.engaged, nowMs) }, nowMs);
    case 'deviceError': {
      const deviceErrors = agent.deviceErrors + 1;
      if (deviceErrors < DEVICE_ERRORS_TO_BREAK) return settle({ ...free, deviceErrors }, nowMs);
      return putOnBreak({ ...free, deviceErrors: 0 }, 'deviceError', callId, nowMs);
    }
  }
}

/** No wait is longer than the longest: one that seems to be was begun before the clock was set back. */
const isSpared = (untilMs: number, nowMs: number): boolean => nowMs < untilMs && untilMs - nowMs <= ENGAGED_MOST_MS;

function engagedAgain(before: LiveAgent['engaged'], nowMs: number): LiveAgent['engaged'] {
  const isInRow = before !== null && nowMs - before.untilMs < ENGAGED_MOST_MS;
  const times = isInRow ? before.times + 1 : 1;
  return { times, untilMs: nowMs + Math.min(ENGAGED_MS * 2 ** (times - 1), ENGAGED_MOST_MS) };
}

/** Rule 3: where the agent already wanted to be elsewhere, they go there. */
function putOnBreak(agent: LiveAgent, reason: StatusReason, callId: string, nowMs: number): AgentStep {
  if (agent.nextStatus !== null && agent.nextStatus !== AgentStatus.available) return settle(agent, nowMs);
  return change(agent, { status: AgentStatus.onBreak, reason, callId, atMs: nowMs });
}

function endCall(
  agent: LiveAgent,
  { callId, wrapUpMs, wrapUpExtraMs = 0, nowMs }: Extract<AgentEvent, { type: 'callEnded' }>,
): AgentStep {
  if (agent.otherCalls.includes(callId))
    return only({ ...agent, otherCalls: agent.otherCalls.filter((other) => other !== callId) });
  if (agent.call?.callId !== callId) return only(agent);
  const [next, ...otherCalls] = agent.otherCalls;
  if (next !== undefined) return only({ ...agent, call: { callId: next, at: 'talking' }, otherCalls });
  const free: LiveAgent = { ...agent, call: null };
  const needsWrapUp = wrapUpMs > 0 && agent.call.at === 'talking' && agent.nextStatus !== AgentStatus.offline;
  return needsWrapUp
    ? only({
        ...free,
        wrapUp: { callId, startedMs: nowMs, endsMs: nowMs + wrapUpMs, latestMs: nowMs + wrapUpMs + wrapUpExtraMs },
      })
    : settle(free, nowMs);
}

/** The work after the call can still be made longer. */
export const mayExtend = <A extends Pick<LiveAgent, 'wrapUp'>>(
  agent: A,
): agent is A & { wrapUp: NonNullable<LiveAgent['wrapUp']> } =>
  agent.wrapUp !== null && agent.wrapUp.endsMs < agent.wrapUp.latestMs;

/** Wrap-up that is over by the clock ends, whatever else happens. */
function endWrapUp(agent: LiveAgent, nowMs: number): AgentStep {
  return agent.wrapUp && agent.wrapUp.endsMs <= nowMs
    ? settle({ ...agent, wrapUp: null }, agent.wrapUp.endsMs)
    : only(agent);
}

/** Free again, idle since `idleSinceMs`: the next status takes effect. */
function settle(agent: LiveAgent, idleSinceMs: number, nowMs = idleSinceMs): AgentStep {
  const free: LiveAgent = { ...agent, idleSinceMs };
  const wasLeaving = agent.status === AgentStatus.leavingInCall;
  const status = agent.nextStatus ?? (wasLeaving ? AgentStatus.offline : null);
  if (status === null) return only(free);
  const by = agent.nextModifiedBy;
  const reason = by !== null ? 'forced' : status === AgentStatus.offline && wasLeaving ? 'signedOut' : null;
  return change(free, { status, by, reason, atMs: nowMs });
}

const isGone = (agent: LiveAgent, nowMs: number): boolean =>
  !agent.hasMobile &&
  agent.disconnectedMs !== null &&
  nowMs - agent.disconnectedMs >= GONE_MS &&
  agent.call === null &&
  agent.status !== AgentStatus.offline;

/** Rule 9. Whoever was on the way out is not expected back. */
function vanish(agent: LiveAgent, nowMs: number): AgentStep {
  const resumeStatus = agent.status === AgentStatus.leavingInCall ? null : (agent.nextStatus ?? agent.status);
  const { state, effects } = change(agent, { status: AgentStatus.offline, reason: 'gone', atMs: nowMs });
  return { state: { ...state, resumeStatus }, effects };
}

function comeBack(agent: LiveAgent, nowMs: number): AgentStep {
  return agent.resumeStatus === null ? only(agent) : change(agent, { status: agent.resumeStatus, atMs: nowMs });
}
