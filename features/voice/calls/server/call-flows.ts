import type { CallEffect } from '#core/call/call-events.ts';
import type { FlowHost } from '#core/flow/flow-host.port.ts';
import type { DrivenCall } from './live-call.ts';

/** Between calls and the flows that talk on them: what a flow asks becomes an event of its call, and what the call decides an answer. */
export interface CallFlows {
  perform(effect: FlowCallEffect, live: DrivenCall): Promise<void>;
  /** The call is not ours any more: what talks on it stops. */
  abandon(callId: string): void;
}

export type FlowCallEffect = Extract<CallEffect, { type: 'runFlow' | 'answerFlow' | 'keyToFlow' | 'leaveFlow' }>;

export const isFlowEffect = (effect: CallEffect): effect is FlowCallEffect =>
  effect.type === 'runFlow' ||
  effect.type === 'answerFlow' ||
  effect.type === 'keyToFlow' ||
  effect.type === 'leaveFlow';

/** Where no flow can talk, whoever called goes to somebody else. */
export const noFlows: FlowHost = { begin: async () => null };
