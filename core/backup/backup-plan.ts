import type { BackupRetention } from './backup-retention.ts';

/** When backups are made and how long they are kept, as the operator wishes. */
export interface BackupPlan {
  isOn: boolean;
  /** The hour of the first one of a day, UTC. */
  atHour: number;
  /** 24 is once a day. */
  everyHours: number;
  keep: BackupRetention;
  /** What may be lost at most when the disk is: the database hands its log over at least so often. */
  loseMinutes: number;
}

/** A day has whole turns of these. */
export const backupSteps = [1, 2, 3, 4, 6, 8, 12, 24] as const;

export const defaultBackupPlan: BackupPlan = {
  isOn: false,
  atHour: 2,
  everyHours: 24,
  keep: { days: 7, weeks: 5, months: 6 },
  loseMinutes: 5,
};

const HOUR_MS = 3_600_000;

/** The last moment at or before now at which a backup was due. */
export function lastDueMs({ atHour, everyHours }: Pick<BackupPlan, 'atHour' | 'everyHours'>, nowMs: number): number {
  const step = everyHours * HOUR_MS;
  const shift = atHour * HOUR_MS;
  return Math.floor((nowMs - shift) / step) * step + shift;
}

/** A backup that failed is tried again so much later, and not at every look. */
const AGAIN_AFTER_MS = 15 * 60_000;

/** Whether one is to be begun now; `lastTriedMs` is the last beginning, `lastGoodMs` the beginning of the last that went well. */
export function isBackupDue(
  plan: BackupPlan,
  last: { triedMs: number | null; goodMs: number | null },
  nowMs: number,
): boolean {
  if (!plan.isOn) return false;
  const dueMs = lastDueMs(plan, nowMs);
  if (last.goodMs !== null && last.goodMs >= dueMs) return false;
  return last.triedMs === null || last.triedMs < dueMs || nowMs - last.triedMs >= AGAIN_AFTER_MS;
}
