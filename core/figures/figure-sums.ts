import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CallOutcome } from '#shared/codes/call-outcome.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { Figures } from './call-figures.ts';
import type { LossPlace } from './loss.ts';

/** Callers nobody talked to. */
export interface LossSums {
  places: Readonly<Partial<Record<LossPlace, number>>>;
  /** Until they were gone, all together, the longest, and by the steps of `waits.ts`. */
  goneSec: number;
  longestGoneSec: number;
  gone: readonly number[];
}

/** Calls that went out, by what became of them. */
export interface OutcomeSums {
  outcomes: Readonly<Partial<Record<CallOutcome, number>>>;
  /** The other side rang, all together. */
  ringSec: number;
  /** Calls of which the other side rang. */
  rang: number;
}

/** Calls of AI tasks that are over. */
export interface AiSums {
  calls: number;
  connected: number;
  talkSec: number;
  results: Readonly<Partial<Record<AiCallResult, number>>>;
}

/** Milliseconds in each status. */
export type StatusSums = Readonly<Partial<Record<AgentStatus, number>>>;

/** Everything figures are made of. A part that is missing was not asked for: its figures are unknown. */
export interface FigureSums {
  calls?: Figures;
  waits?: readonly number[];
  outcomes?: OutcomeSums;
  loss?: LossSums;
  statuses?: StatusSums;
  ai?: AiSums;
}
