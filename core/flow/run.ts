import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { FlowCaller } from './flow-events.ts';
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
 * 6. What is still being said when the caller goes on, by voice or key, is dropped; what a node said of itself is said to its end.
 * 7. Going into other flows is counted for the whole conversation (`MAX_JUMPS`), so that two flows cannot toss a caller about for ever.
 */
export interface FlowRun {
  flow: Flow;
  at: NodeId | null;
  /** Of the present node's kind; forgotten when it is left. */
  memory: unknown;
  values: Values;
  language: CustomerLanguage;
  caller: FlowCaller;
  visits: Readonly<Record<string, number>>;
  /** Names the next say, listen, ask or wake. */
  made: number;
  /** What was last said to us. */
  heard: { text: string; phrase: string | null; confidence: number } | null;
  keysAhead: string;
  /** Says that were not said yet. */
  saying: readonly number[];
  /** The newest that was said to its end, and the first that somebody spoke into since, with what was heard of it. */
  saidUpTo: number;
  cut: { sayId: number; part: string } | null;
  /** The words of the newest say. */
  lastLine: string;
  listening: number | null;
  asking: number | null;
  /** It is a model that is asked. */
  asksBrain: boolean;
  /** The newest wake of the present node; older ones do nothing. */
  waking: number | null;
  jumps: number;
  /** Flows that wait for the present one to come back. */
  stack: readonly { flow: Flow; at: NodeId; visits: Readonly<Record<string, number>> }[];
  /** The caller said something or pressed a key. */
  callerTookPart: boolean;
  /** The last machine or person detected. */
  detected: 'human' | 'voicemail' | 'silence' | 'unknown' | null;
  /** What it would end as, where that is more than who spoke and who hung up: a transfer that failed, a machine, silence. */
  leaning: AiCallResult | null;
  begunMs: number | null;
  /** Whose clocks and days are meant by today and now. */
  timeZone: string;
  result: AiCallResult | null;
}

/** Nobody says more at once; what a recogniser tells beyond it is not listened to. */
export const HEARD_MOST = 2_000;
export const MAX_STEPS = 200;
export const MAX_VISITS = 100;
export const MAX_JUMPS = 50;

/**
 * A conversation that has not begun. `values` are those the tester or the call brought along; beside them the caller's number is known as
 * `callerNumber` and every field of the customer as `customer_<field>`.
 */
export const openRun = (
  flow: Flow,
  {
    caller,
    values = {},
    language,
    timeZone = 'UTC',
  }: { caller: FlowCaller; values?: Values; language?: CustomerLanguage; timeZone?: string },
): FlowRun => ({
  flow,
  at: null,
  memory: null,
  values: { ...callerValues(caller), ...values },
  language: language && flow.languages.includes(language) ? language : flow.languages[0]!,
  caller,
  visits: {},
  made: 0,
  heard: null,
  keysAhead: '',
  saying: [],
  saidUpTo: 0,
  cut: null,
  lastLine: '',
  listening: null,
  asking: null,
  asksBrain: false,
  waking: null,
  jumps: 0,
  stack: [],
  callerTookPart: false,
  detected: null,
  leaning: null,
  begunMs: null,
  timeZone,
  result: null,
});

/** A field's name as a value's: `custom:12` is `customer_custom_12`. */
export const customerValue = (field: string): string => `customer_${field.replace(/[^A-Za-z0-9_]/g, '_')}`.slice(0, 40);

const callerValues = ({ number, fields }: FlowCaller): Values => ({
  callerNumber: number,
  ...Object.fromEntries(Object.entries(fields).map(([field, value]) => [customerValue(field), value])),
});
