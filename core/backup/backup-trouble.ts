import type { BackupPlan } from './backup-plan.ts';

/** What an operator is warned of, gravest first. */
export const backupTroubles = [
  'noFolder',
  'unreleased',
  'never',
  'tooOld',
  'lastDamaged',
  'lastFailed',
  'unreadable',
  'removalFailed',
  'walStopped',
  'walOld',
  'diskLow',
  'sameDisk',
  'off',
] as const;
export type BackupTrouble = (typeof backupTroubles)[number];

export interface BackupStanding {
  plan: Pick<BackupPlan, 'isOn' | 'everyHours' | 'loseMinutes'>;
  hasFolder: boolean;
  /** Restored from one of these and not released: none is made beside those of a server that may live. */
  isUnreleased: boolean;
  /** Some cannot say what they are. */
  hasUnreadable: boolean;
  /** After the last one old ones could not be removed. */
  hasRemovalFailed: boolean;
  /** The end of the newest good one. */
  lastGoodMs: number | null;
  /** A check found the newest damaged. */
  isNewestDamaged: boolean;
  /** The last try came to nothing, and none went well since. */
  hasFailed: boolean;
  /** Null where the database does not hand over its log: an own PostgreSQL, or before the first backup. */
  wal: { archivedMs: number | null; isFailing: boolean; hasGap: boolean } | null;
  /** Of the disk of the backups; what the last one added tells what the next needs. */
  freeBytes: number | null;
  lastAddedBytes: number;
  isSameDisk: boolean;
}

const HOUR_MS = 3_600_000;
/** A backup takes its time, and may begin late. */
const LATE_MS = 2 * HOUR_MS;
/** The log is handed over when somebody wrote: so much later it is overdue. */
const WAL_LATE_MS = 10 * 60_000;
const SPARE_BYTES = 1_073_741_824;

/** What is wrong with the backups of an installation at this moment. */
export function troublesOfBackups(standing: BackupStanding, nowMs: number): BackupTrouble[] {
  const { plan, hasFolder, lastGoodMs, wal } = standing;
  if (!hasFolder) return ['noFolder'];
  const wrong: Record<BackupTrouble, boolean> = {
    noFolder: false,
    unreleased: standing.isUnreleased,
    unreadable: standing.hasUnreadable,
    removalFailed: standing.hasRemovalFailed,
    never: lastGoodMs === null,
    tooOld:
      plan.isOn &&
      !standing.isUnreleased &&
      lastGoodMs !== null &&
      nowMs - lastGoodMs > plan.everyHours * HOUR_MS + LATE_MS,
    lastDamaged: standing.isNewestDamaged,
    lastFailed: standing.hasFailed,
    walStopped: wal !== null && (wal.isFailing || wal.hasGap),
    walOld:
      wal !== null && (wal.archivedMs === null || nowMs - wal.archivedMs > plan.loseMinutes * 60_000 + WAL_LATE_MS),
    diskLow: standing.freeBytes !== null && standing.freeBytes < SPARE_BYTES + 2 * standing.lastAddedBytes,
    sameDisk: standing.isSameDisk,
    off: !plan.isOn,
  };
  return backupTroubles.filter((trouble) => wrong[trouble]);
}
