import type { FlowCallAsk } from '#core/call/call-events.ts';
import type { Answer } from '#core/flow/flow-events.ts';
import type { FlowOnCall } from '#core/flow/flow-host.port.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import type { FlowStream } from './flow-stream.ts';
import type { DrivenCall } from './live-call.ts';
import { openFlowStream } from './open-flow-stream.ts';

/** A flow on a call, from the moment it is looked for. */
export interface CallFlowRun {
  leg: LegId;
  stream: FlowStream;
  flow: FlowOnCall | null;
  /** Pressed before it had begun. */
  keys: string[];
  /** It was left before it had begun. */
  left: 'callerGone' | 'handedOver' | 'server' | null;
  /** It said its last word while the call was elsewhere. */
  ended: 'hangUp' | 'broken' | null;
  /** Whoever makes the flow ready need not go on. */
  leaving: AbortController;
  made: number;
  waiting: Map<number, (answer: Answer) => void>;
}

export const newFlowRun = (leg: LegId): CallFlowRun => ({
  leg,
  stream: openFlowStream(),
  flow: null,
  keys: [],
  left: null,
  ended: null,
  leaving: new AbortController(),
  made: 0,
  waiting: new Map(),
});

export const refused = (why: string): Answer => ({ ok: false, why });
export const done: Answer = { ok: true, what: 'done' };

/** One thing of the call, and its answer. */
export function askCall(live: DrivenCall, run: CallFlowRun, wanted: FlowCallAsk): Promise<Answer> {
  run.made += 1;
  const askId = run.made;
  return new Promise((resolve) => {
    run.waiting.set(askId, resolve);
    live.send({ type: 'flowAsked', askId, ask: wanted });
    if (live.current().flow === null && run.waiting.delete(askId)) resolve(refused('gone'));
  });
}
