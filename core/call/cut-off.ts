import type { CallEnd } from './call-life.ts';

/*
 * The end of a call whose process is gone, or is the home of its tenant no more: said by that process itself, as it was, or guessed by
 * the next home, which knows only what was written.
 */

/** Whoever has talked is no missed call. */
export const cutOff = (wasAnswered: boolean): Omit<CallEnd, 'endedMs'> => ({
  outcome: wasAnswered ? 'talked' : 'server',
  cause: 'server',
  sipStatus: null,
  refusal: null,
  endedBy: 'server',
});

/** The end of a record, null where it has none. */
export type RecordedEnd = Pick<CallEnd, 'cause' | 'endedBy'> | null;

/**
 * Whether a record takes this end. An end stands, but for one that may have been guessed: of that the process which had the call knows
 * better (`isLastWord`), also when it says so again.
 */
export const takesEnd = (recorded: RecordedEnd, isLastWord: boolean): boolean =>
  recorded === null || (isLastWord && recorded.cause === 'server' && recorded.endedBy === 'server');
