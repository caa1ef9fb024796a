import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '#shared/errors.ts';
import { importsRepo, type ImportRow } from './imports.repo.ts';
import { inTenantOf, MovedOn, Stopping, type RunnerWorld } from './import-run.ts';
import { checkImport } from './check-import.ts';
import { carryOutImport } from './carry-out-import.ts';
import { settleImport } from './settle-import.ts';
import { dropStage } from './stage.ts';

/*
 * Checks and writes imports, as their rows in `customer_import` say. Rules:
 * 1. The state of the row decides. A run that finds it changed under its feet (cancelled) ends and leaves nothing.
 * 2. Writing is one transaction that also says `done`: after a crash it has happened, or the job comes again and it happens then.
 * 3. A failure we can explain ends the import with its text. Anything else is tried three times.
 * 4. A stopping server gives up what it is doing, and the try does not count.
 */

type Working = 'checking' | 'importing';

const LOOK_MS = 400;

/** Whether a run may go on; what it finished itself is no reason to stop. */
const isGoingOn = (row: ImportRow, now: ImportRow | undefined): boolean =>
  now?.state === row.state || now?.state === 'checked' || now?.state === 'done';

/** Runs imports; one run at a time each, which the queue of jobs sees to. */
export function importRunner(world: RunnerWorld) {
  const { db } = world;
  const running = new Set<AbortController>();
  let stopping = false;

  return {
    async run({ tenantId, importId }: { tenantId: number; importId: number }): Promise<void> {
      if (stopping) throw new Failure('unavailable');
      const { found, row } = await inTenantOf(db, { tenant_id: tenantId }, async (tx) => {
        const found = await importsRepo(tx).find(importId);
        const attempts = (found?.attempts ?? 0) + 1;
        return { found, row: await importsRepo(tx).change(importId, ['checking', 'importing'], { attempts }) };
      });
      // A crash right after its last word left the rows that waited.
      if (!row) return found?.state === 'checked' ? undefined : dropStage(db, importId);
      const controller = new AbortController();
      running.add(controller);
      let isLooking = false;
      const look = setInterval(() => {
        if (isLooking) return;
        isLooking = true;
        void inTenantOf(db, row, (tx) => importsRepo(tx).find(importId))
          .then(
            (now) => !isGoingOn(row, now) && controller.abort(new MovedOn()),
            () => {},
          )
          .finally(() => (isLooking = false));
      }, LOOK_MS);
      const folder = await mkdtemp(join(tmpdir(), 'openseat-import-'));
      const run = { row, folder, signal: controller.signal };
      try {
        if ((row.state as Working) === 'checking') await checkImport(world, run);
        else await carryOutImport(world, run);
      } catch (thrown) {
        await settleImport(world, run, thrown);
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
