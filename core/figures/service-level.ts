import { CallOutcome } from '#shared/codes/call-outcome.ts';

/** Endings by which a group loses a caller whom nobody talked to. Who left a message or wants to be called back is not lost. */
export const lostOutcomes: readonly CallOutcome[] = [
  CallOutcome.abandoned,
  CallOutcome.missed,
  CallOutcome.rejected,
  CallOutcome.deviceError,
];

/** What became of a group's callers in a stretch of time. */
export interface GroupDay {
  /** Somebody of ours talked to them. */
  answered: number;
  /** Of those within the promised wait. */
  kept: number;
  /** They gave up, or nobody took the call. */
  lost: number;
}

/** The share of callers who were answered in time, 0 to 1; lost ones count as too late. Null before there was anybody. */
export function serviceLevel({ answered, kept, lost }: GroupDay): number | null {
  const callers = answered + lost;
  return callers === 0 ? null : kept / callers;
}

/** Several groups as one. */
export const allTogether = (days: readonly GroupDay[]): GroupDay =>
  days.reduce<GroupDay>(
    (sum, { answered, kept, lost }) => ({
      answered: sum.answered + answered,
      kept: sum.kept + kept,
      lost: sum.lost + lost,
    }),
    { answered: 0, kept: 0, lost: 0 },
  );
