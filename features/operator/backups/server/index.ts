import type { Backups, KeptBackup } from '#core/backup/backups.port.ts';
import { troublesOfBackups } from '#core/backup/backup-trouble.ts';
import { stoppedCampaigns } from '#features/outbound/campaigns/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import { endHold, putEndedHoldAway, readEndedHold, readHold } from '#platform/server/jobs/outgoing-hold.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { backupsApi, type BackupRow, type BackupState } from '../contract.ts';
import { lastRun, orderRun, readBackupPlan, wishesOf, writeBackupPlan } from './backup-runs.ts';
import { BACKUP_DEEDS, backupJobs, isUnreleased } from './run-backups.ts';

type BackupsWorld = Pick<World, 'backups' | 'catalogue' | 'clock' | 'db' | 'log'>;
const WHY = 'backups belong to the installation';

/** Backups of the installation, for those who run it; and what waits since one was restored. */
export function backups(world: BackupsWorld): ServerFeature {
  const { db, catalogue, log } = world;
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

      begin: async (caller) => {
        if (!kept || (await isUnreleased({ db, backups: kept }))) throw new Failure('conflict');
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
        const found = await db.everyTenant(WHY, async (tx) => {
          const { hold, jobs } = await readHold(tx);
          return hold && { hold, jobs, campaigns: await stoppedCampaigns(tx, hold.since) };
        });
        if (!found) return null;
        const forgettable = forgettableTasks();
        return {
          ...found.hold,
          kinds: found.jobs.map((job) => ({ ...job, canForget: forgettable.has(job.task) })),
          campaigns: found.campaigns,
          block: await blockOf(kept),
        };
      },

      release: async (caller, { forget }) => {
        if (await blockOf(kept)) throw new Failure('conflict');
        const released = await db.everyTenant(WHY, async (tx) => {
          const forgettable = forgettableTasks();
          if (forget.some((task) => !forgettable.has(task))) throw new Failure('invalidInput', 'forget');
          const done = await endHold(tx, forget);
          if (!done) throw new Failure('conflict');
          caller.operation.note(null, { after: { ...done, forget: forget.join(', ') } });
          await caller.operation.writeBeside(tx, null);
          return done;
        });
        // Where it cannot be done now it is tried again every minute.
        await kept
          ?.settle()
          .catch((problem: unknown) => log.error({ err: problem }, 'the log of a restore stays aside'));
        return released;
      },

      released: () =>
        db.everyTenant(WHY, async (tx) => {
          const ended = await readEndedHold(tx);
          if (!ended) return null;
          const { restoredTo, releasedAt, kinds, since } = ended;
          return { restoredTo, releasedAt, kinds, campaigns: await stoppedCampaigns(tx, since) };
        }),

      putAway: (caller) =>
        db.everyTenant(WHY, async (tx) => {
          if (!(await putEndedHoldAway(tx))) throw new Failure('conflict');
          await caller.operation.writeBeside(tx, null);
          return null;
        }),
    }),
  };

  function forgettableTasks(): ReadonlySet<string> {
    return new Set(catalogue.jobs.filter(({ outgoing }) => outgoing === 'forgettable').map(({ task }) => task));
  }
}

/** Why what a restore holds must not go out from here; nothing of the kind where nobody keeps a log. */
const blockOf = async (kept: Backups | null) => (await kept?.facts())?.wal?.aside?.block ?? null;

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
        isUnreleased: kept !== null && (await isUnreleased({ db, backups: kept })),
        hasUnreadable: list.some(({ manifest }) => manifest === null),
        hasRemovalFailed: Boolean(run?.removalProblem),
        lastGoodMs: lastGood?.finishedAtMs ?? null,
        isNewestDamaged: Boolean(list[0]?.manifest) && list[0]!.damage !== null,
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
      asideIn: wal.aside?.folder ?? null,
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
