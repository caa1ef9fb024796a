import type { KeptBackup } from '#core/backup/backups.port.ts';
import { troublesOfBackups } from '#core/backup/backup-trouble.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { endHold, readHold } from '#platform/server/jobs/outgoing-hold.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { backupsApi, type BackupRow, type BackupState } from '../contract.ts';
import { lastRun, orderRun, readBackupPlan, wishesOf, writeBackupPlan } from './backup-runs.ts';
import { BACKUP_DEEDS, backupJobs } from './run-backups.ts';

type BackupsWorld = Pick<World, 'backups' | 'catalogue' | 'clock' | 'db' | 'log'>;
const WHY = 'backups belong to the installation';

/** Backups of the installation, for those who run it; and what waits since one was restored. */
export function backups(world: BackupsWorld): ServerFeature {
  const { db, catalogue } = world;
  const kept = world.backups;
  return {
    name: 'backups',
    jobs: kept ? backupJobs({ ...world, backups: kept }) : [],
    async start() {
      catalogue.operations.find(({ module }) => module === 'backups')?.actions.push(...BACKUP_DEEDS);
    },
    routes: routes('backups', backupsApi, {
      state: () => stateOf(world),

      list: async () => ((await kept?.list()) ?? []).map(rowOf),

      setWishes: async (caller, wishes) => {
        await db.everyTenant(WHY, async (tx) => {
          const before = wishesOf(await readBackupPlan(tx));
          await writeBackupPlan(tx, wishes);
          caller.operation.note(null, { before, after: wishes });
          await caller.operation.writeBeside(tx, null);
        });
        await kept?.setPace(wishes.loseMinutes);
        return null;
      },

      begin: (caller) => {
        if (!kept) throw new Failure('conflict');
        return db.everyTenant(WHY, async (tx) => {
          const runId = await orderRun(tx, { kind: 'make', backupId: null, askedBy: caller.name });
          await caller.operation.writeBeside(tx, null);
          return { runId };
        });
      },

      check: async (caller, { backupId }) => {
        if (!(await kept?.list())?.some(({ id }) => id === backupId)) throw new Failure('notFound');
        return db.everyTenant(WHY, async (tx) => {
          const runId = await orderRun(tx, { kind: 'check', backupId, askedBy: caller.name });
          caller.operation.note(backupId);
          await caller.operation.writeBeside(tx, null);
          return { runId };
        });
      },

      held: async () => {
        const { hold, jobs } = await db.everyTenant(WHY, readHold);
        const forgettable = forgettableTasks();
        return hold && { ...hold, kinds: jobs.map((job) => ({ ...job, canForget: forgettable.has(job.task) })) };
      },

      release: (caller, { forget }) =>
        db.everyTenant(WHY, async (tx) => {
          const forgettable = forgettableTasks();
          if (forget.some((task) => !forgettable.has(task))) throw new Failure('invalidInput', 'forget');
          const done = await endHold(tx, forget);
          if (!done) throw new Failure('conflict');
          caller.operation.note(null, { after: { ...done, forget: forget.join(', ') } });
          await caller.operation.writeBeside(tx, null);
          return done;
        }),
    }),
  };

  function forgettableTasks(): ReadonlySet<string> {
    return new Set(catalogue.jobs.filter(({ outgoing }) => outgoing === 'forgettable').map(({ task }) => task));
  }
}

async function stateOf({ db, backups: kept, clock }: BackupsWorld): Promise<BackupState> {
  const [plan, run] = await db.everyTenant(WHY, async (tx) => [await readBackupPlan(tx), await lastRun(tx)] as const);
  const facts = (await kept?.facts()) ?? null;
  const list = (await kept?.list()) ?? [];
  const lastGood = list.find(({ manifest, damage }) => manifest && damage === null)?.manifest ?? null;
  const wal = facts?.wal ?? null;
  const hasBackups = Boolean(lastGood?.wal);
  return {
    troubles: troublesOfBackups(
      {
        plan,
        hasFolder: kept !== null,
        lastGoodMs: lastGood?.finishedAtMs ?? null,
        isNewestDamaged: list[0] !== undefined && list[0].damage !== null,
        hasFailed: run?.state === 'failed' && run.kind === 'make',
        wal:
          wal && hasBackups
            ? { archivedMs: wal.archivedMs, isFailing: wal.isFailing || !wal.isOn, hasGap: wal.missing !== null }
            : null,
        freeBytes: facts?.freeBytes ?? null,
        lastAddedBytes: list[0]?.manifest?.addedBytes ?? 0,
        isSameDisk: facts?.isSameDisk ?? false,
      },
      clock.nowMs(),
    ),
    lastGoodAt: lastGood && toWireTime(lastGood.finishedAtMs),
    place: facts && {
      folder: facts.folder,
      way: facts.way,
      freeBytes: facts.freeBytes,
      keysWhere: facts.keys.where,
      keysCopiedTo: facts.keys.copiedTo,
    },
    wal: wal && {
      isOn: wal.isOn,
      archivedAt: wal.archivedMs === null ? null : toWireTime(wal.archivedMs),
      bytes: wal.bytes,
      missing: wal.missing,
    },
    wishes: wishesOf(plan),
    run,
  };
}

const rowOf = ({ id, manifest, damage, checkedAtMs }: KeptBackup): BackupRow => ({
  id,
  finishedAt: manifest && toWireTime(manifest.finishedAtMs),
  way: manifest?.way ?? null,
  databaseBytes: manifest?.contents.databaseBytes ?? 0,
  files: manifest?.contents.files ?? 0,
  fileBytes: manifest?.contents.fileBytes ?? 0,
  addedBytes: manifest?.addedBytes ?? 0,
  checkedAt: checkedAtMs === null ? null : toWireTime(checkedAtMs),
  damage,
});
