import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { deleteFile, openFile, storeFile } from '#features/office/files/server/index.ts';
import { CSV_MEDIA_TYPE } from '#platform/server/csv.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { errorWords, readRules } from './import-rules.ts';
import { importsRepo, tellImporter, type ImportRow } from './imports.repo.ts';
import { interruptible } from './interrupt.ts';
import { planImport } from './plan.ts';
import { STAGED_COLUMNS } from './reading/copy-line.ts';
import { readInThread, type ReadEnd } from './reading/read-in-thread.ts';
import { countStaged, createStage, dropStage, stageOf } from './stage.ts';
import { writeImport } from './write.ts';

/*
 * Checks and writes imports, as their rows in `customer_import` say. Rules:
 * 1. The state of the row decides. A run that finds it changed under its feet (cancelled) ends and leaves nothing.
 * 2. Writing is one transaction that also says `done`: after a crash it has happened, or the job comes again and it happens then.
 * 3. A failure we can explain ends the import with its text. Anything else is tried three times.
 * 4. A stopping server gives up what it is doing, and the try does not count.
 */

export const ERRORS_PURPOSE = 'customer-import-errors';
export type RunnerWorld = Pick<World, 'db' | 'files' | 'texts' | 'log' | 'clock'>;
type Working = 'checking' | 'importing';

const MAX_ATTEMPTS = 3;
const LOOK_MS = 400;
const TELL_MS = 300;

/** The import is no longer what it was when the run began. */
class MovedOn extends Error {}
class Stopping extends Error {}

/** Whether a run may go on; what it finished itself is no reason to stop. */
const isGoingOn = (row: ImportRow, now: ImportRow | undefined): boolean =>
  now?.state === row.state || now?.state === 'checked' || now?.state === 'done';

/** Runs imports; one run at a time each, which the queue of jobs sees to. */
export function importRunner(world: RunnerWorld) {
  const { db, log } = world;
  const running = new Set<AbortController>();
  let stopping = false;

  const inTenant = <T>(row: Pick<ImportRow, 'tenant_id'>, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
    db.tenant({ tenantId: row.tenant_id }, work);

  /** Tells how far a run is, not too often, and never after the run is over. */
  function teller(row: ImportRow) {
    let lastMs = 0;
    let telling: Promise<unknown> = Promise.resolve();
    let isFree = true;
    return {
      tell(now: Partial<Pick<ImportRow, 'rows' | 'done' | 'wrong'>>): void {
        if (!isFree || performance.now() - lastMs < TELL_MS) return;
        isFree = false;
        lastMs = performance.now();
        telling = inTenant(row, async (tx) => {
          const changed = await importsRepo(tx).change(row.id, [row.state], now);
          if (changed) await tellImporter(tx, changed);
        })
          .catch(() => {})
          .finally(() => (isFree = true));
      },
      over: () => telling,
    };
  }

  /** Reads the file into the staging table; wrong rows go to a file of their own. */
  async function stage(
    row: ImportRow,
    folder: string,
    signal: AbortSignal,
    tell: (now: { rows: number | null; done: number; wrong: number }) => void,
  ): Promise<ReadEnd> {
    const path = join(folder, 'file');
    const { content } = await openFile(world, { tenantId: row.tenant_id }, row.file_id!);
    await pipeline(content, createWriteStream(path), { signal });
    const rules = await inTenant(row, (tx) => readRules(tx, world.texts, row.wish!));
    await createStage(db, { id: row.id, tenantId: row.tenant_id });
    const copy = await openCopyIn(db.pool, `copy customer_stage_${row.id} (${STAGED_COLUMNS}) from stdin`);
    try {
      const wish = {
        path,
        bytes: row.bytes,
        shape: row.shape.file,
        rules,
        titles: row.shape.columns.map(({ title }) => title),
        errorsPath: join(folder, 'errors'),
        words: errorWords(world.texts, row.wish!.language),
      };
      const end = await readInThread(
        wish,
        async (batch) => {
          await copy.write(batch.copy);
          // Nobody has counted a large workbook: what is behind us says how much it will be.
          tell({
            rows: row.rows ?? (batch.part > 0 ? Math.max(batch.rows, Math.round(batch.rows / batch.part)) : null),
            done: batch.rows,
            wrong: batch.wrong,
          });
        },
        signal,
      );
      await copy.end();
      await db.everyTenant('the rows of an import are looked up by line', async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx.as());
        await sql`alter table ${stageOf(row)} add primary key (line)`.execute(tx.as());
        // How many there are, and in which order: nobody asks for more.
        await sql`analyze ${stageOf(row)} (line)`.execute(tx.as());
      });
      return end;
    } finally {
      copy.abort();
    }
  }

  async function plan(row: ImportRow, staged: number, signal: AbortSignal) {
    const interrupt = interruptible(db, signal);
    try {
      return await planImport(
        db,
        { id: row.id, tenantId: row.tenant_id },
        { rule: row.wish!.duplicates, staged, begun: (tx) => interrupt.watch(tx) },
      );
    } finally {
      interrupt.release();
    }
  }

  async function check(row: ImportRow, folder: string, signal: AbortSignal): Promise<void> {
    const progress = teller(row);
    const { rows, staged, wrong } = await stage(row, folder, signal, progress.tell);
    const counts = await plan(row, staged, signal);
    await progress.over();
    const finish = async (tx: TenantTx, errorFileId: number | null): Promise<void> => {
      const changed = await importsRepo(tx).change(row.id, ['checking'], {
        state: 'checked',
        rows,
        done: rows,
        staged,
        wrong,
        ...counts,
        attempts: 0,
        error_file_id: errorFileId,
      });
      if (!changed) throw new MovedOn();
      await tellImporter(tx, changed);
    };
    if (wrong === 0) return inTenant(row, (tx) => finish(tx, null));
    await storeFile(
      world,
      { tenantId: row.tenant_id, userId: row.user_id },
      {
        purpose: ERRORS_PURPOSE,
        name: `${row.id}.csv`,
        mediaType: CSV_MEDIA_TYPE,
        content: createReadStream(join(folder, 'errors')),
        within: finish,
      },
    );
  }

  async function write(row: ImportRow, folder: string, signal: AbortSignal): Promise<void> {
    const one = { id: row.id, tenantId: row.tenant_id };
    let { staged } = row;
    // Unlogged tables are emptied when the database crashes: then the file is read again.
    if ((await countStaged(db, one)) !== staged) ({ staged } = await stage(row, folder, signal, () => {}));
    const plannedAt = new Date(world.clock.nowMs()).toISOString();
    await plan(row, staged, signal);
    const progress = teller(row);
    const interrupt = interruptible(db, signal);
    try {
      await inTenant(row, async (tx) => {
        await interrupt.watch(tx);
        const counts = await writeImport(tx, {
          ...one,
          userId: row.user_id,
          rule: row.wish!.duplicates,
          plannedAt,
          progress(done) {
            signal.throwIfAborted();
            progress.tell({ done: Math.min(row.rows ?? done, row.wrong + done) });
          },
        });
        await progress.over();
        const changed = await importsRepo(tx).change(row.id, ['importing'], {
          state: 'done',
          done: row.rows ?? 0,
          ...counts,
          file_id: null,
          attempts: 0,
          isOver: true,
        });
        if (!changed) throw new MovedOn();
        // The file has done its work; what is kept about people is kept in one place.
        if (row.file_id !== null) await deleteFile(tx, row.file_id);
        await tellImporter(tx, changed);
      });
    } finally {
      interrupt.release();
    }
    await dropStage(db, row.id);
  }

  async function fail(row: ImportRow, reason: FailureName): Promise<void> {
    await inTenant(row, async (tx) => {
      const changed = await importsRepo(tx).change(row.id, ['checking', 'importing'], {
        state: 'failed',
        reason,
        file_id: null,
        error_file_id: null,
        isOver: true,
      });
      if (!changed) return;
      for (const file of [row.file_id, row.error_file_id]) if (file !== null) await deleteFile(tx, file);
      await tellImporter(tx, changed);
    });
    await dropStage(db, row.id);
  }

  async function settle(row: ImportRow, thrown: unknown, signal: AbortSignal): Promise<void> {
    const why: unknown = signal.aborted ? signal.reason : thrown;
    if (why instanceof MovedOn) return dropStage(db, row.id);
    if (why instanceof Stopping) {
      await inTenant(row, (tx) => importsRepo(tx).change(row.id, [row.state], { attempts: row.attempts - 1 }));
      throw new Failure('unavailable');
    }
    if (why instanceof Failure && !isUnavailable(why)) return fail(row, why.name);
    if (row.attempts < MAX_ATTEMPTS || isUnavailable(why)) throw why;
    log.error({ err: why, importId: row.id }, 'import failed');
    return fail(row, 'unexpected');
  }

  return {
    async run({ tenantId, importId }: { tenantId: number; importId: number }): Promise<void> {
      if (stopping) throw new Failure('unavailable');
      const row = await inTenant({ tenant_id: tenantId }, async (tx) => {
        const found = await importsRepo(tx).find(importId);
        return found && importsRepo(tx).change(importId, ['checking', 'importing'], { attempts: found.attempts + 1 });
      });
      if (!row) return;
      const controller = new AbortController();
      running.add(controller);
      const { signal } = controller;
      let isLooking = false;
      const look = setInterval(() => {
        if (isLooking) return;
        isLooking = true;
        void inTenant(row, (tx) => importsRepo(tx).find(importId))
          .then(
            (now) => !isGoingOn(row, now) && controller.abort(new MovedOn()),
            () => {},
          )
          .finally(() => (isLooking = false));
      }, LOOK_MS);
      const folder = await mkdtemp(join(tmpdir(), 'openseat-import-'));
      try {
        if ((row.state as Working) === 'checking') await check(row, folder, signal);
        else await write(row, folder, signal);
      } catch (thrown) {
        await settle(row, thrown, signal);
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
