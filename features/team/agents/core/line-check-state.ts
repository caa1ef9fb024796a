import { LineCheckState } from '#shared/codes/line-check-state.ts';

/** What was told last of an agent's line. */
export interface LineMark {
  state: LineCheckState;
  atMs: number;
}

/** Registering, calling and seven seconds of talk take less: a test nobody ended by then was left with its page. */
export const TEST_LASTS_MS = 30_000;

/** [LINE-01] `is_check` of a line: being tested now, unreachable at its last test, or neither. */
export function lineCheckState(mark: LineMark | null, nowMs: number): LineCheckState {
  if (mark === null) return LineCheckState.waiting;
  return mark.state === LineCheckState.checking && nowMs - mark.atMs > TEST_LASTS_MS
    ? LineCheckState.waiting
    : mark.state;
}
