import type { TimeRange } from '#core/calendar/day-range.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { StatusSums } from './figure-sums.ts';

/** A status somebody had; `untilMs` is null while it holds. */
export interface StatusSpan {
  status: AgentStatus;
  atMs: number;
  untilMs: number | null;
}

/** A part of a range, in shares of it from its beginning. */
export interface TimelinePart extends StatusSpan {
  from: number;
  to: number;
  /** It began before the range, or goes on after it. */
  cutBefore: boolean;
  cutAfter: boolean;
}

/** The agent is there for calls, or busy with one. */
const ready: readonly AgentStatus[] = [
  AgentStatus.available,
  AgentStatus.leavingInCall,
  AgentStatus.arrangement,
  AgentStatus.arrangementAfterCall,
  AgentStatus.arrangementExtended,
];
export const isReady = (status: AgentStatus): boolean => ready.includes(status);
export const readyStatuses = ready;

export interface StatusTime {
  readySec: number;
  /** Signed in, but not there for calls. */
  awaySec: number;
}

/** What of a status lies in a range, in milliseconds; what holds lasts until now. */
export const overlapMs = ({ atMs, untilMs }: StatusSpan, { fromMs, toMs }: TimeRange, nowMs: number): number =>
  Math.max(0, Math.min(untilMs ?? nowMs, nowMs, toMs) - Math.max(atMs, fromMs));

/** How long somebody was there for calls, and how long they were not, in whole seconds of all together. */
export function statusTime(spans: readonly StatusSpan[], range: TimeRange, nowMs: number): StatusTime {
  let [readyMs, awayMs] = [0, 0];
  for (const span of spans) {
    if (isReady(span.status)) readyMs += overlapMs(span, range, nowMs);
    else if (span.status !== AgentStatus.offline) awayMs += overlapMs(span, range, nowMs);
  }
  return { readySec: Math.floor(readyMs / 1_000), awaySec: Math.floor(awayMs / 1_000) };
}

/** The statuses of one person as they are drawn over a range: cut at its ends, and nothing after now. */
export function timelineOf(spans: readonly StatusSpan[], range: TimeRange, nowMs: number): TimelinePart[] {
  const length = range.toMs - range.fromMs;
  return spans
    .filter((span) => overlapMs(span, range, nowMs) > 0)
    .map((span) => {
      const [fromMs, toMs] = [Math.max(span.atMs, range.fromMs), Math.min(span.untilMs ?? nowMs, nowMs, range.toMs)];
      return {
        ...span,
        from: (fromMs - range.fromMs) / length,
        to: (toMs - range.fromMs) / length,
        cutBefore: span.atMs < range.fromMs,
        cutAfter: (span.untilMs ?? nowMs) > range.toMs,
      };
    })
    .toSorted((a, b) => a.from - b.from);
}

/** What of statuses lies in a range, in milliseconds. */
export function statusMsIn(spans: readonly StatusSpan[], range: TimeRange, nowMs: number): StatusSums {
  const sums: Partial<Record<AgentStatus, number>> = {};
  for (const span of spans) {
    const ms = overlapMs(span, range, nowMs);
    if (ms > 0) sums[span.status] = (sums[span.status] ?? 0) + ms;
  }
  return sums;
}

/** When somebody first came in a range, and last went; null: they were there before it, or did not go in it. */
export function presenceIn(
  spans: readonly StatusSpan[],
  { fromMs, toMs }: TimeRange,
): { firstInMs: number | null; lastOutMs: number | null } {
  let [firstInMs, lastOutMs]: (number | null)[] = [null, null];
  let isIn = false;
  for (const { status, atMs } of spans.toSorted((a, b) => a.atMs - b.atMs)) {
    const comes = status !== AgentStatus.offline;
    const lies = atMs >= fromMs && atMs < toMs;
    if (comes && !isIn && lies) firstInMs ??= atMs;
    if (!comes && isIn && lies) lastOutMs = atMs;
    else if (comes && lies) lastOutMs = null;
    isIn = comes;
  }
  return { firstInMs: firstInMs ?? null, lastOutMs: lastOutMs ?? null };
}
