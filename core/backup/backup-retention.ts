import type { KeptBackup } from './backups.port.ts';

/** For how long backups are kept: all of so many days, then the last of each week, then the last of each month. */
export interface BackupRetention {
  days: number;
  weeks: number;
  months: number;
}

/** What the decision looks at. */
export interface AgedBackup {
  id: string;
  finishedAtMs: number;
  /** False once a check found something damaged. */
  isGood: boolean;
}

/** Those a decision can be made about: whoever removes what cannot be read removes what may be whole. */
export const agedBackups = (kept: readonly KeptBackup[]): AgedBackup[] =>
  kept.flatMap(({ id, manifest, damage }) =>
    manifest === null ? [] : [{ id, finishedAtMs: manifest.finishedAtMs, isGood: damage === null }],
  );

const DAY_MS = 86_400_000;
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/**
 * The backups that go. Rules:
 * 1. The newest good one never goes, however old it is; neither does anything that is newer.
 * 2. Of each of the last so many days, weeks (from Monday) and months, UTC, the last good backup stays. Today counts.
 * 3. A damaged one keeps no place: it goes as soon as a good one is newer. One whose own words cannot be read is no such: it stays, and
 *    somebody looks (`agedBackups`).
 */
export function backupsToRemove(
  backups: readonly AgedBackup[],
  { days, weeks, months }: BackupRetention,
  nowMs: number,
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.finishedAtMs - a.finishedAtMs);
  const lastGood = newestFirst.find(({ isGood }) => isGood);
  if (!lastGood) return [];
  const stays = new Set<string>([lastGood.id]);
  for (const { id, finishedAtMs } of newestFirst) if (finishedAtMs > lastGood.finishedAtMs) stays.add(id);
  const good = newestFirst.filter(({ isGood }) => isGood);
  for (const [most, periodOf] of [
    [weeks, weekOf],
    [months, monthOf],
  ] as const) {
    const now = periodOf(nowMs);
    const taken = new Set<number>();
    for (const { id, finishedAtMs } of good) {
      const period = periodOf(finishedAtMs);
      if (now - period >= most || taken.has(period)) continue;
      taken.add(period);
      stays.add(id);
    }
  }
  const today = dayOf(nowMs);
  for (const { id, finishedAtMs } of good) if (today - dayOf(finishedAtMs) < days) stays.add(id);
  return newestFirst.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
}

/** Any moment can be restored from here on; before it, those of the backups that are kept. */
export const momentsSinceMs = ({ days }: BackupRetention, nowMs: number): number => nowMs - days * DAY_MS;

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
const weekOf = (ms: number): number => Math.floor((ms - FIRST_MONDAY_MS) / (7 * DAY_MS));
function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
