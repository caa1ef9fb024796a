import { whyNotRoutable, type AgentEffect, type StatusChange } from '#core/agent-status/agent-machine.ts';
import type { LiveAgent, NotRoutable } from '#core/agent-status/live-agent.ts';
import type { Step } from '#core/machine.ts';
import type { BoardAgent } from './agent-board.ts';
import type { AgentSeat } from './agent-seats.ts';
import type { WrapUpDone } from './agent-state.repo.ts';

export type AgentStep = Step<LiveAgent, AgentEffect>;

/** What a step of an agent means for the database and for those who watch. */
export interface StepMeans {
  /** Those of this step, after those that could not be stored before. */
  changes: StatusChange[];
  wrapUpsDone: WrapUpDone[];
  why: NotRoutable | null;
  isStored: boolean;
  isPublished: boolean;
}

/** What is kept in the database; the rest is found out anew after a restart. */
const STORED = [
  'status',
  'sinceMs',
  'nextStatus',
  'modifiedBy',
  'nextModifiedBy',
  'reason',
  'resumeStatus',
  'call',
  'wrapUp',
  'idleSinceMs',
] as const satisfies (keyof LiveAgent)[];
const SHOWN = [
  'connected',
  'registered',
  'monitoring',
  'agentType',
  'hasMobile',
] as const satisfies (keyof LiveAgent)[];
const differ = (a: LiveAgent, b: LiveAgent, fields: readonly (keyof LiveAgent)[]): boolean =>
  fields.some((field) => a[field] !== b[field]);

export function whatStepMeans(seat: AgentSeat, { state, effects }: AgentStep, nowMs: number): StepMeans {
  const changes = [
    ...seat.unsaved.changes,
    ...effects.flatMap((effect) => (effect.type === 'recordStatus' ? [effect.change] : [])),
  ];
  const wrapUpsDone = [...seat.unsaved.wrapUpsDone, ...wrapUpDone(seat.state, state, nowMs)];
  const why = whyNotRoutable(state, nowMs);
  const isStored = seat.unsaved.isState || changes.length > 0 || differ(seat.state, state, STORED);
  return {
    changes,
    wrapUpsDone,
    why,
    isStored,
    isPublished: isStored || why !== seat.why || differ(seat.state, state, SHOWN),
  };
}

/** Whether a moment that passes changes nothing for this agent. */
export const isUneventful = (seat: AgentSeat, { state, effects }: AgentStep, nowMs: number): boolean =>
  effects.length === 0 &&
  !seat.unsaved.isState &&
  !differ(state, seat.state, STORED) &&
  whyNotRoutable(state, nowMs) === seat.why;

export const shownAgent = (
  { tenantId, userId, name, sipNum }: AgentSeat,
  state: LiveAgent,
  why: NotRoutable | null,
): BoardAgent => ({ ...state, tenantId, userId, name, sipNum, whyNotRoutable: why });

/** The agent as they are; the same object while nothing of them changes, so that who looks at hundreds need not look into each. */
export function presentAgent(seat: AgentSeat, why: NotRoutable | null): BoardAgent {
  const { state, shown, name } = seat;
  if (shown?.of === state && shown.agent.whyNotRoutable === why && shown.agent.name === name) return shown.agent;
  const agent = shownAgent(seat, state, why);
  seat.shown = { agent, of: state };
  return agent;
}

/** The work after a call that is over now, if any. */
function wrapUpDone({ wrapUp }: LiveAgent, after: LiveAgent, nowMs: number): WrapUpDone[] {
  if (!wrapUp || after.wrapUp?.callId === wrapUp.callId) return [];
  return [{ callId: wrapUp.callId, startedMs: wrapUp.startedMs, endedMs: Math.min(wrapUp.endsMs, nowMs) }];
}
