import { MessageType } from '#shared/codes/message-type.ts';

/** Times to the first byte, and from the caller's last word to the first sound; milliseconds, in the order they came. */
export interface Timings {
  asr: readonly number[];
  llm: readonly number[];
  tts: readonly number[];
  latency: readonly number[];
}

export const noTimings: Timings = { asr: [], llm: [], tts: [], latency: [] };

const KEPT = 500;
const kinds = new Map<number, keyof Timings>([
  [MessageType.asrTiming, 'asr'],
  [MessageType.llmTiming, 'llm'],
  [MessageType.ttsTiming, 'tts'],
  [MessageType.latency, 'latency'],
]);

/** Adds what a message says about time; others change nothing. */
export function withTiming(
  timings: Timings,
  { msgType, time_ms }: { msgType: number; time_ms?: number | null | undefined },
): Timings {
  const kind = kinds.get(msgType);
  if (!kind || typeof time_ms !== 'number' || !Number.isFinite(time_ms) || time_ms < 0) return timings;
  return { ...timings, [kind]: [...timings[kind], time_ms].slice(-KEPT) };
}

/** What a chart says beside its line; the mean has two decimals. Null where nothing was measured. */
export function figuresOf(
  values: readonly number[],
): { latest: number; high: number; mean: string; low: number } | null {
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { latest: values.at(-1)!, high: Math.max(...values), mean: mean.toFixed(2), low: Math.min(...values) };
}
