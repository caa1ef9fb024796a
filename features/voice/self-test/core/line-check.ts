import type { LineStatistics } from '#core/quality/line-statistics.ts';
import type { TestFault } from '#core/line-check/probe-phone.port.ts';

/** How far one line is. */
export type LineStage = 'waiting' | 'registering' | 'calling' | 'talking' | 'done' | 'failed';

/** What the test call over a line showed. */
export interface LineScore {
  /** Of both directions the worse. */
  mos: number;
  roundTripMs: number | null;
  jitterMs: number | null;
  lossPercent: number | null;
  /** How the other side heard us, where that is clearly worse than what we heard; the figures above do not show it. */
  sentMos?: number;
}

export interface CheckedLine {
  id: number;
  name: string;
  /** The agent's phone uses this one. */
  isCurrent: boolean;
  at: LineStage;
  score: LineScore | null;
  why: TestFault | null;
}

/** A check of lines, one after another. */
export interface LineCheck {
  at: 'idle' | 'running' | 'done' | 'stopped';
  lines: readonly CheckedLine[];
  /** Which attempt this is: what belongs to an earlier one is not heard. */
  turn: number;
  /** What was heard of the line under test, a second each. */
  heard: readonly LineStatistics[];
}

export type LineCheckEvent =
  | { type: 'begun'; lines: readonly Pick<CheckedLine, 'id' | 'name' | 'isCurrent'>[] }
  | { type: 'registered' | 'answered' }
  | { type: 'heard'; statistics: LineStatistics }
  | { type: 'failed'; why: TestFault }
  /** A stage lasted as long as it may. */
  | { type: 'due'; turn: number; stage: LineStage }
  | { type: 'stopped' };

export type LineCheckEffect =
  /** Connect and register over this line. */
  | { type: 'open'; lineId: number }
  | { type: 'call'; lineId: number }
  /** Hang up and let go of the line. */
  | { type: 'close'; lineId: number }
  | { type: 'wake'; afterMs: number; event: LineCheckEvent }
  | { type: 'finished' };

export const newLineCheck: LineCheck = { at: 'idle', lines: [], turn: 0, heard: [] };

/** Every call of a check talks this long (specification W4). */
export const TALK_MS = 7_000;
/** How long registering and calling may take before the line counts as unreachable. */
export const PATIENCE_MS = 10_000;

/** The line that is being tested now. */
export const underTest = ({ lines }: LineCheck): CheckedLine | null =>
  lines.find(({ at }) => at === 'registering' || at === 'calling' || at === 'talking') ?? null;

/** A line whose call is over counts by its score; of lines that sound alike the one in use is the best, then the first. */
export function bestLine(lines: readonly CheckedLine[]): CheckedLine | null {
  const rank = ({ score, isCurrent }: CheckedLine): number => Math.round(score!.mos * 100) + (isCurrent ? 0.5 : 0);
  return lines
    .filter(({ at }) => at === 'done')
    .reduce<CheckedLine | null>((best, line) => (best === null || rank(line) > rank(best) ? line : best), null);
}

/** The line to offer: the best one, when it is another than the one in use. */
export function lineToOffer(check: LineCheck): CheckedLine | null {
  if (check.at !== 'done') return null;
  const best = bestLine(check.lines);
  return best && !best.isCurrent ? best : null;
}

/** A quiet check speaks up only when the line in use fails or people would notice it, and another one is clearly better. */
export function isWorthSaying(check: LineCheck): boolean {
  const offered = lineToOffer(check);
  const current = check.lines.find(({ isCurrent }) => isCurrent);
  if (!offered || !current) return false;
  return (
    current.score === null || (current.score.mos < NOTICED_BELOW && offered.score!.mos - current.score.mos >= CLEARLY)
  );
}
const NOTICED_BELOW = 4;
const CLEARLY = 0.3;
