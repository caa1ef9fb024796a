import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Caller } from './flow-events.ts';
import type { Flow, NodeId, Values } from './flow.ts';

/**
 * One conversation while it goes on.
 *
 *   begun ─▶ at a node ──leave(branch)──▶ at the next … ─▶ over (a result code, once)
 *              ⇅ says, listens, asks
 *
 * 1. It is at one node at a time. What happens goes to that node's kind; it stays, or leaves by a branch.
 * 2. A branch without an edge ends the conversation politely: what waits to be said is said.
 * 3. Without anything happening outside, at most `MAX_STEPS` nodes are passed in a row; a node is entered `MAX_VISITS` times at most.
 *    A circle therefore ends, as a system exception.
 * 4. Keys pressed where nobody asked for them are kept for the next who does.
 * 5. After `over` nothing is asked of anybody.
 */
export interface FlowRun {
  flow: Flow;
  at: NodeId | null;
  /** Of the present node's kind; forgotten when it is left. */
  memory: unknown;
  values: Values;
  language: CustomerLanguage;
  caller: Caller;
  visits: Readonly<Record<string, number>>;
  /** Names the next say, listen, ask or wake. */
  made: number;
  /** What was last said to us. */
  heard: { text: string; phrase: string | null; confidence: number } | null;
  keysAhead: string;
  /** Says that were not said yet. */
  saying: readonly number[];
  listening: number | null;
  asking: number | null;
  /** Flows that wait for the present one to come back. */
  stack: readonly { flow: Flow; at: NodeId; visits: Readonly<Record<string, number>> }[];
  /** The caller said something or pressed a key. */
  callerTookPart: boolean;
  /** The last machine or person detected. */
  detected: 'human' | 'voicemail' | 'silence' | 'unknown' | null;
  result: AiCallResult | null;
}

export const MAX_STEPS = 200;
export const MAX_VISITS = 100;

/** A conversation that has not begun. `values` are those the tester or the call brought along. */
export const openRun = (flow: Flow, { caller, values = {}, language }: { caller: Caller; values?: Values; language?: CustomerLanguage }): FlowRun => ({
  flow, at: null, memory: null, values, language: language && flow.languages.includes(language) ? language : flow.languages[0]!, caller, visits: {}, made: 0, heard: null, keysAhead: '',
  saying: [], listening: null, asking: null, stack: [], callerTookPart: false, detected: null, result: null,
});
