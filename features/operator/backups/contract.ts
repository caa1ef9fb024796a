import { z } from 'zod';
import { backupTroubles } from '#core/backup/backup-trouble.ts';
import { backupSteps } from '#core/backup/backup-plan.ts';
import { BackupId } from '#core/backup/backup-manifest.ts';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

/** When backups are made and how long they are kept; hours are UTC. */
export const BackupWishes = z.object({
  isOn: z.boolean(),
  atHour: z.number().int().min(0).max(23),
  everyHours: z.literal(backupSteps),
  keepDays: z.number().int().min(1).max(365),
  keepWeeks: z.number().int().min(0).max(520),
  keepMonths: z.number().int().min(0).max(240),
  /** What may be lost at most when the disk is. */
  loseMinutes: z.number().int().min(1).max(60),
});
export type BackupWishes = z.infer<typeof BackupWishes>;

/** One that is being made or checked, or was the last to be. */
export const BackupRun = z.object({
  id: z.number(),
  kind: z.enum(['make', 'check']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  backupId: z.string().nullable(),
  /** Empty: by the clock. */
  askedBy: z.string(),
  askedAt: WireTime,
  endedAt: WireTime.nullable(),
  doneBytes: z.number().int(),
  totalBytes: z.number().int(),
  /** In words of the machine; empty when it went well. */
  problem: z.string(),
  /** Why old ones could not be removed after it; empty when they could. */
  removalProblem: z.string(),
});
export type BackupRun = z.infer<typeof BackupRun>;

/** One that is kept. */
export const BackupRow = z.object({
  id: z.string(),
  /** Null where its own words cannot be read. */
  finishedAt: WireTime.nullable(),
  way: z.enum(['physical', 'logical']).nullable(),
  databaseBytes: z.number().int(),
  files: z.number().int(),
  fileBytes: z.number().int(),
  addedBytes: z.number().int(),
  checkedAt: WireTime.nullable(),
  /** What is wrong with it; null when nothing is known to be. */
  damage: z.string().nullable(),
});
export type BackupRow = z.infer<typeof BackupRow>;

/** How the backups of the installation are. */
export const BackupState = z.object({
  troubles: z.array(z.enum(backupTroubles)),
  lastGoodAt: WireTime.nullable(),
  /** Null where no process knows of a folder. */
  place: z
    .object({
      folder: z.string(),
      way: z.enum(['physical', 'logical']),
      freeBytes: z.number().int().nullable(),
      keysWhere: z.string(),
      keysCopiedTo: z.string().nullable(),
    })
    .nullable(),
  /** The log of the database, by which any moment can be had; null where it does not come here. */
  wal: z
    .object({
      isOn: z.boolean(),
      archivedAt: WireTime.nullable(),
      bytes: z.number().int(),
      missing: z.string().nullable(),
      /** Since a restore that was not released it is kept in this folder. */
      asideIn: z.string().nullable(),
    })
    .nullable(),
  wishes: BackupWishes,
  run: BackupRun.nullable(),
});
export type BackupState = z.infer<typeof BackupState>;

/** Campaigns of a tenant that a restore stopped and nobody has started again. */
const StoppedByRestore = z.object({
  tenantId: z.number(),
  tenantName: z.string(),
  campaigns: z.number().int(),
});
export type StoppedByRestore = z.infer<typeof StoppedByRestore>;

/** What waits since a restore. */
export const HeldWork = z.object({
  since: WireTime,
  restoredTo: WireTime.nullable(),
  backupId: z.string(),
  kinds: z.array(
    z.object({
      task: z.string(),
      /** Waiting in the backup, and come since. */
      past: z.number().int(),
      since: z.number().int(),
      /** Those of the past can be forgotten: nothing else waits for them. */
      canForget: z.boolean(),
    }),
  ),
  campaigns: z.array(StoppedByRestore),
  /** Why it cannot be released: another server writes its log to the same folder, or another restore was released there. */
  block: z.enum(['alive', 'taken']).nullable(),
});
export type HeldWork = z.infer<typeof HeldWork>;

/** What became of it once it was released, and what is left to do by hand. */
export const ReleasedWork = z.object({
  restoredTo: WireTime.nullable(),
  releasedAt: WireTime,
  kinds: z.array(z.object({ task: z.string(), released: z.number().int(), forgotten: z.number().int() })),
  campaigns: z.array(StoppedByRestore),
});
export type ReleasedWork = z.infer<typeof ReleasedWork>;

const at = <P extends string>(path: P) => `/admin/operator/backups${path}` as const;
const operator = { access: 'operator', handlesFailures: true } as const;

export const backupsApi = {
  state: endpoint({
    ...operator,
    method: 'GET',
    path: at('/state'),
    summary: 'How the backups of the installation are, what is wrong with them, and the one that is being made.',
    input: nothing,
    data: BackupState,
    renewsSession: false,
  }),
  list: endpoint({
    ...operator,
    method: 'GET',
    path: at(''),
    summary: 'Every backup that is kept, newest first.',
    input: nothing,
    data: z.array(BackupRow),
  }),
  setWishes: endpoint({
    ...operator,
    method: 'PUT',
    path: at('/wishes'),
    freshProof: true,
    summary: 'Says when backups are made and how long they are kept. The last good one is kept whatever is said.',
    input: BackupWishes,
    data: z.null(),
  }),
  begin: endpoint({
    ...operator,
    method: 'POST',
    path: at('/begin'),
    summary: 'Has a backup made now. `conflict` while one is being made or checked, or where no folder is set.',
    input: nothing,
    data: z.object({ runId: z.number() }),
  }),
  check: endpoint({
    ...operator,
    method: 'POST',
    path: at('/check'),
    summary: 'Has every piece of a backup read. `conflict` while one is being made or checked.',
    input: z.object({ backupId: BackupId }),
    data: z.object({ runId: z.number() }),
  }),
  held: endpoint({
    ...operator,
    method: 'GET',
    path: at('/held'),
    summary: 'What waits to go out since the installation was restored; null when nothing is held.',
    input: nothing,
    data: HeldWork.nullable(),
  }),
  release: endpoint({
    ...operator,
    method: 'POST',
    path: at('/held/release'),
    freshProof: true,
    summary:
      'Lets everything that waits go out, but for what is forgotten of the past; campaigns may be started again. `conflict` when nothing is held, or while another server writes its log to the folder of this one.',
    input: z.object({ forget: z.array(z.string().max(100)).max(50) }),
    data: z.object({ released: z.number().int(), forgotten: z.number().int() }),
  }),
  released: endpoint({
    ...operator,
    method: 'GET',
    path: at('/released'),
    summary:
      'What went out and was forgotten when a restore was released, and campaigns that stand still since; null once it was put away.',
    input: nothing,
    data: ReleasedWork.nullable(),
  }),
  putAway: endpoint({
    ...operator,
    method: 'POST',
    path: at('/released/put-away'),
    summary: 'Whatever a restore left to do is done: its list is shown no more. `conflict` where there is none.',
    input: nothing,
    data: z.null(),
  }),
};
