import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropRows, interruptible, rowTables, stageNumbers } from '#features/customers/customer-files/server/index.ts';
import { deleteFile } from '#features/office/files/server/index.ts';
import { sql } from 'kysely';
import { isUnavailable } from '#platform/server/db/db.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { REGISTER_IN_FORCE, REGISTER_NUMBERS_MOST } from '../contract.ts';
import { NUMBERS_PREFIX, numbersTable, pushProgress, pushRegisters } from './file-queue.ts';
import { registersRepo, type RegisterFileRow, type RegisterRow } from './registers.repo.ts';

/*
 * Reads files into registers. Rules:
 * 1. The state of the row decides: one that is no longer `reading` (cancelled, its register gone) is left, and what waited of it dropped.
 * 2. Numbers, the register and `done` are written in one transaction: the list before it is in force until then. After a crash it has
 *    happened, or the job comes again and reads the file from its beginning.
 * 3. A failure we can explain ends it with its text. Anything else is tried three times.
 * 4. A stopping server gives up what it is doing, and the try does not count.
 */

export type RegisterRunnerWorld = Pick<World, 'db' | 'files' | 'log'>;
interface Run {
  row: RegisterFileRow;
  register: RegisterRow;
  folder: string;
  signal: AbortSignal;
}

class MovedOn extends Error {}
class Stopping extends Error {}

const ATTEMPTS_MOST = 3;
const LOOK_MS = 400;

/** Runs the files that are on their way into registers. */
export function registerFileRunner(world: RegisterRunnerWorld) {
  const { db, log } = world;
  const running = new Set<AbortController>();
  let stopping = false;

  async function settle({ row, signal }: Run, thrown: unknown): Promise<void> {
    const why: unknown = signal.aborted ? signal.reason : thrown;
    if (why instanceof MovedOn) return dropRows(db, numbersTable(row.id));
    if (why instanceof Stopping) {
      await db.tenant({ tenantId: row.tenantId }, (tx) =>
        registersRepo(tx).change(row.id, { attempts: row.attempts - 1 }),
      );
      throw new Failure('unavailable');
    }
    if (why instanceof Failure && !isUnavailable(why)) return fail(world, row, why.name);
    if (row.attempts < ATTEMPTS_MOST || isUnavailable(why)) throw why;
    log.error({ err: why, fileId: row.id }, 'a file of a do-not-call register failed');
    return fail(world, row, 'unexpected');
  }

  return {
    async run({ tenantId, fileId }: { tenantId: number; fileId: number }): Promise<void> {
      if (stopping) throw new Failure('unavailable');
      const found = await db.tenant({ tenantId }, async (tx) => {
        const repo = registersRepo(tx);
        const there = await repo.file(fileId);
        const row = there && (await repo.change(fileId, { attempts: there.attempts + 1 }));
        const register = row && (await repo.find(row.registerId));
        return row && register ? { row, register } : null;
      });
      // It is over; a crash right after its last word may have left the numbers that waited.
      if (!found) return dropRows(db, numbersTable(fileId));
      const folder = await mkdtemp(join(tmpdir(), 'openseat-do-not-call-'));
      const controller = new AbortController();
      running.add(controller);
      const look = setInterval(() => {
        void db
          .tenant({ tenantId }, (tx) => registersRepo(tx).file(fileId))
          .then(
            (now) => now?.state !== 'reading' && controller.abort(new MovedOn()),
            () => {},
          );
      }, LOOK_MS);
      const run = { ...found, folder, signal: controller.signal };
      try {
        await read(world, run);
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

async function read(world: RegisterRunnerWorld, { row, register, folder, signal }: Run): Promise<void> {
  const { db } = world;
  const table = numbersTable(row.id);
  let reportedMs = 0;
  const noteProgress = async (now: Partial<Pick<RegisterFileRow, 'rows' | 'done' | 'wrong'>>): Promise<void> => {
    await db
      .tenant({ tenantId: row.tenantId }, async (tx) => {
        const changed = await registersRepo(tx).change(row.id, now);
        if (changed) await pushProgress(tx, changed);
      })
      // What was said too late says nothing.
      .catch(() => {});
  };
  const { rows, wrong } = await stageNumbers(
    world,
    {
      table,
      tenantId: row.tenantId,
      fileId: row.storedId!,
      bytes: row.bytes,
      isWorkbook: !row.mediaType.startsWith('text/'),
      country: register.country,
      rowsMost: REGISTER_NUMBERS_MOST,
    },
    {
      folder,
      signal,
      onProgress(now) {
        if (performance.now() - reportedMs < LOOK_MS) return;
        reportedMs = performance.now();
        void noteProgress(now);
      },
    },
  );
  const interrupt = interruptible(db, signal);
  try {
    await db.tenant({ tenantId: row.tenantId }, async (tx) => {
      await interrupt.watch(tx);
      await withoutHurry(tx);
      const repo = registersRepo(tx);
      const numbers = await repo.keep(row.id, table);
      // A crash of the database empties what waited: an empty list must not come into force, and the file is read again.
      if (numbers === 0) throw new Failure('unavailable');
      // The register before its file, as whoever brings another or removes it takes them.
      if (!(await repo.find(register.id, { locked: true }))) throw new MovedOn();
      const done = await repo.change(row.id, { state: 'done', rows, done: rows, numbers, wrong, isOver: true });
      if (!done) throw new MovedOn();
      await repo.putInForce(done, numbers);
      await tx.announce(REGISTER_IN_FORCE, { tenantId: row.tenantId });
      if (row.storedId !== null) await deleteFile(tx, row.storedId);
      await pushProgress(tx, done);
      await pushRegisters(tx, register.id);
    });
  } finally {
    interrupt.release();
  }
  await dropRows(db, table);
}

async function fail({ db }: RegisterRunnerWorld, row: RegisterFileRow, reason: FailureName): Promise<void> {
  await db.tenant({ tenantId: row.tenantId }, async (tx) => {
    const changed = await registersRepo(tx).change(row.id, { state: 'failed', reason, isOver: true });
    if (!changed) return;
    if (row.storedId !== null) await deleteFile(tx, row.storedId);
    await pushProgress(tx, changed);
    await pushRegisters(tx, row.registerId);
  });
  await dropRows(db, numbersTable(row.id));
}

/** Numbers that wait for nobody go. */
export const purgeRegisterFiles = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'do-not-call.purge',
  cron: '47 * * * *',
  async run() {
    // Tables first: those made since belong to files that are then found.
    const tables = await rowTables(db, NUMBERS_PREFIX);
    const { rows: open } = await db.everyTenant('files whose numbers still wait', (tx) =>
      sql<{ id: number }>`select id from do_not_call_file where state = 'reading'`.execute(tx.as()),
    );
    const kept = new Set(open.map(({ id }) => numbersTable(id)));
    for (const table of tables) if (!kept.has(table)) await dropRows(db, table);
  },
});
