import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countRows, dropRows, interruptible, stageRows } from '#features/customers/customer-files/server/index.ts';
import { deleteFile, storeFile } from '#features/office/files/server/index.ts';
import { CSV_MEDIA_TYPE } from '#platform/server/csv.ts';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { World } from '#platform/server/world.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import type { AddedCustomers } from '../contract.ts';
import { addPeople, grown, judgePeople, PEOPLE_AT_ONCE, sum } from './add-people.ts';
import { campaignsRepo, type CampaignRow } from './campaigns.repo.ts';
import { peopleOfCondition } from './condition-people.ts';
import { enqueueImport, stageTable } from './import-queue.ts';
import { campaignImportsRepo, pushCampaignImport, type CampaignImportRow, type CampaignWish } from './imports.repo.ts';
import { stagedPeople } from './staged-people.ts';

/*
 * Checks and writes what is on its way into campaigns, as rows of `campaign_import` say. Rules:
 * 1. The state of the row decides. A run that finds it changed under its feet (cancelled) ends and leaves nothing.
 * 2. Writing is one transaction that also says `done`: after a crash it has happened, or the job comes again and it happens then.
 * 3. A failure we can explain ends it with its text. Anything else is tried three times.
 * 4. A stopping server gives up what it is doing, and the try does not count.
 */

export type CampaignRunnerWorld = Pick<World, 'db' | 'files' | 'texts' | 'log' | 'clock' | 'catalogue'>;
type FileImport = CampaignImportRow & { wish: Extract<CampaignWish, { from: 'file' }> };
interface Run {
  row: CampaignImportRow;
  folder: string;
  signal: AbortSignal;
}

class MovedOn extends Error {}
class Stopping extends Error {}

const ATTEMPTS_MOST = 3;
const LOOK_MS = 400;
const ERRORS_PURPOSE = 'campaign-import-errors';
const none: AddedCustomers = { added: 0, duplicates: 0, keptOut: {}, unknown: 0 };

/** Runs what is on its way into campaigns. */
export function campaignImportRunner(world: CampaignRunnerWorld) {
  const { db, log } = world;
  const running = new Set<AbortController>();
  let stopping = false;

  async function settle({ row, signal }: Run, thrown: unknown): Promise<void> {
    const why: unknown = signal.aborted ? signal.reason : thrown;
    if (why instanceof MovedOn) return dropRows(db, stageTable(row.id));
    if (why instanceof Stopping) {
      await db.tenant({ tenantId: row.tenantId }, (tx) =>
        campaignImportsRepo(tx).change(row.id, [row.state], { attempts: row.attempts - 1 }),
      );
      throw new Failure('unavailable');
    }
    if (why instanceof Failure && !isUnavailable(why)) return fail(world, row, why.name);
    if (row.attempts < ATTEMPTS_MOST || isUnavailable(why)) throw why;
    log.error({ err: why, importId: row.id }, 'a file for a campaign failed');
    return fail(world, row, 'unexpected');
  }

  return {
    async run({ tenantId, importId }: { tenantId: number; importId: number }): Promise<void> {
      if (stopping) throw new Failure('unavailable');
      const { found, row } = await db.tenant({ tenantId }, async (tx) => {
        const there = await campaignImportsRepo(tx).find(importId);
        const attempts = (there?.attempts ?? 0) + 1;
        return {
          found: there,
          row: await campaignImportsRepo(tx).change(importId, ['checking', 'importing'], { attempts }),
        };
      });
      // A crash right after its last word left the rows that waited.
      if (!row) return found?.state === 'checked' ? undefined : dropRows(db, stageTable(importId));
      const controller = new AbortController();
      running.add(controller);
      const look = setInterval(() => {
        void db
          .tenant({ tenantId }, (tx) => campaignImportsRepo(tx).find(importId))
          .then(
            (now) => (!now || now.state === 'cancelled') && controller.abort(new MovedOn()),
            () => {},
          );
      }, LOOK_MS);
      const folder = await mkdtemp(join(tmpdir(), 'openseat-campaign-'));
      const run = { row, folder, signal: controller.signal };
      try {
        if (row.state === 'checking') await check(world, run as Run & { row: FileImport });
        else await write(world, run);
      } catch (thrown) {
        await settle(run, thrown);
      } finally {
        clearInterval(look);
        running.delete(controller);
        await rm(folder, { recursive: true, force: true });
      }
    },
    stop(): void {
      stopping = true;
      for (const controller of running) controller.abort(new Stopping());
    },
  };
}

async function campaignOf(tx: TenantTx, { campaignId }: CampaignImportRow): Promise<CampaignRow> {
  const campaign = await campaignsRepo(tx).find(campaignId);
  if (!campaign) throw new Failure('notFound');
  return campaign;
}

const stage = (world: CampaignRunnerWorld, { row, folder, signal }: Run & { row: FileImport }) => {
  let lastMs = 0;
  return stageRows(
    world,
    {
      table: stageTable(row.id),
      tenantId: row.tenantId,
      fileId: row.fileId!,
      bytes: row.bytes,
      shape: row.shape!,
      mapping: row.wish.mapping,
      country: row.wish.country,
      language: row.wish.language,
      required: ['phone'],
    },
    {
      folder,
      signal,
      errorsPath: join(folder, 'errors'),
      onProgress({ rows, done, wrong }) {
        if (performance.now() - lastMs < LOOK_MS) return;
        lastMs = performance.now();
        void noteProgress(world, row, { rows: row.rows ?? rows, done, wrong });
      },
    },
  );
};

/** How far it is; what was said too late says nothing. */
async function noteProgress(
  { db }: CampaignRunnerWorld,
  row: CampaignImportRow,
  now: Partial<Pick<CampaignImportRow, 'rows' | 'done' | 'wrong'>>,
): Promise<void> {
  await db
    .tenant({ tenantId: row.tenantId }, async (tx) => {
      const changed = await campaignImportsRepo(tx).change(row.id, [row.state], now);
      if (changed) await pushCampaignImport(tx, changed);
    })
    .catch(() => {});
}

/** Reads the file and says what writing it would do. */
async function check(world: CampaignRunnerWorld, run: Run & { row: FileImport }): Promise<void> {
  const { db, clock } = world;
  const { row, folder, signal } = run;
  const { rows, wrong, firstWrong, staged } = await stage(world, run);
  const tally = await db.tenant({ tenantId: row.tenantId }, async (tx) => {
    await withoutHurry(tx);
    const campaign = await campaignOf(tx, row);
    let sums = none;
    let seen = 0;
    for await (const people of stagedPeople(tx, row.id, PEOPLE_AT_ONCE)) {
      signal.throwIfAborted();
      seen += people.length;
      sums = sum(sums, (await judgePeople(tx, campaign, people, clock.nowMs())).tally);
    }
    return { ...sums, duplicates: sums.duplicates + staged - seen };
  });
  const finish = async (tx: TenantTx, errorFileId: number | null): Promise<void> => {
    const state = row.wish.startsAtOnce ? 'importing' : 'checked';
    const { added, duplicates, keptOut } = tally;
    const changed = await campaignImportsRepo(tx).change(row.id, ['checking'], {
      state,
      rows,
      done: state === 'checked' ? rows : 0,
      wrong,
      added,
      duplicates,
      keptOut,
      attempts: 0,
      errorFileId,
      wrongRows: firstWrong,
    });
    if (!changed) throw new MovedOn();
    if (state === 'importing') await enqueueImport(tx, changed);
    await pushCampaignImport(tx, changed);
  };
  if (wrong === 0) return db.tenant({ tenantId: row.tenantId }, (tx) => finish(tx, null));
  await storeFile(
    world,
    { tenantId: row.tenantId, userId: row.userId },
    {
      purpose: ERRORS_PURPOSE,
      name: `${row.id}.csv`,
      mediaType: CSV_MEDIA_TYPE,
      content: createReadStream(join(folder, 'errors')),
      within: finish,
    },
  );
}

/** Writes everybody who may be called, in one transaction that also says so. */
async function write(world: CampaignRunnerWorld, run: Run): Promise<void> {
  const { db, clock } = world;
  const { row, signal } = run;
  // A crash of the database emptied the rows that waited, or nobody has read them here: then the file is read again.
  const isFile = row.wish?.from === 'file';
  let staged = isFile ? await countRows(db, stageTable(row.id)) : 0;
  if (isFile && staged !== (row.rows ?? 0) - row.wrong)
    staged = (await stage(world, run as Run & { row: FileImport })).staged;
  const interrupt = interruptible(db, signal);
  try {
    await db.tenant({ tenantId: row.tenantId }, async (tx) => {
      await interrupt.watch(tx);
      await withoutHurry(tx);
      const campaign = await campaignOf(tx, row);
      const nowMs = clock.nowMs();
      let [sums, seen] = [none, 0];
      const groups = isFile
        ? stagedPeople(tx, row.id, PEOPLE_AT_ONCE)
        : peopleOfCondition(world, tx, row, PEOPLE_AT_ONCE);
      for await (const people of groups) {
        signal.throwIfAborted();
        seen += people.length;
        sums = sum(sums, await addPeople(tx, campaign, people, { importId: row.id, nowMs }));
        void noteProgress(world, row, { done: row.wrong + seen });
      }
      const duplicates = sums.duplicates + (isFile ? staged! - seen : 0);
      await grown(tx, campaign, sums.added, nowMs);
      const changed = await campaignImportsRepo(tx).change(row.id, ['importing'], {
        state: 'done',
        rows: row.rows ?? seen,
        done: row.rows ?? seen,
        added: sums.added,
        duplicates,
        keptOut: sums.keptOut,
        attempts: 0,
        fileId: null,
        isOver: true,
      });
      if (!changed) throw new MovedOn();
      // The file has done its work; what is kept about people is kept in one place.
      if (row.fileId !== null) await deleteFile(tx, row.fileId);
      await pushCampaignImport(tx, changed);
    });
  } finally {
    interrupt.release();
  }
  await dropRows(db, stageTable(row.id));
}

async function fail({ db }: CampaignRunnerWorld, row: CampaignImportRow, reason: FailureName): Promise<void> {
  await db.tenant({ tenantId: row.tenantId }, async (tx) => {
    const changed = await campaignImportsRepo(tx).change(row.id, ['checking', 'importing'], {
      state: 'failed',
      reason,
      fileId: null,
      errorFileId: null,
      isOver: true,
    });
    if (!changed) return;
    for (const file of [row.fileId, row.errorFileId]) if (file !== null) await deleteFile(tx, file);
    await pushCampaignImport(tx, changed);
  });
  await dropRows(db, stageTable(row.id));
}
