import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUnavailable, type Tx } from '#platform/server/db/db.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { tableRows } from '#platform/server/table-reading/table-rows.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { LIST_PRICES_MOST } from '../contract.ts';
import { priceReader, type ReadPrices } from '../core/price-file.ts';
import { importsRepo, type PriceImport } from './imports.repo.ts';
import { openList } from './list-handlers.ts';
import { priceRowsRepo } from './price-rows.repo.ts';
import { priceWords } from './price-words.ts';

/*
 * Reads and takes files of prices, as rows of `price_import` say. Rules:
 * 1. The state of the row decides: what it finds changed, or gone, it leaves alone.
 * 2. What is read waits beside the list. Taking it is one transaction that also says `done`: after a crash it has happened, or the job comes
 *    again and it happens then.
 * 3. A failure we can explain ends it with its name. Anything else is tried three times.
 */

const TASK = 'prices.import';
const WHY = 'price lists belong to the installation';
/** More than anybody puts right by hand. */
const WRONG_KEPT = 5_000;
/** Rows read before others have their turn, and the page is told. */
const TOGETHER = 2_000;
const ATTEMPTS_MOST = 3;

/** One file after another: each may be large. */
export const enqueuePriceImport = (tx: Tx, importId: number): Promise<void> =>
  tx.enqueue(TASK, { importId }, { queue: TASK });

type ImportWorld = Pick<World, 'db' | 'texts' | 'log'>;

export const importPrices = (world: ImportWorld): Job => ({
  task: TASK,
  async run({ importId }: { importId: number }) {
    const { db, log } = world;
    const row = await db.everyTenant(WHY, (tx) => importsRepo(tx).begin(importId));
    if (!row) return;
    try {
      if (row.state === 'checking') await check(world, row);
      else await take(world, row);
    } catch (thrown) {
      if (isUnavailable(thrown)) throw thrown;
      const known = thrown instanceof Failure;
      if (!known && row.attempts < ATTEMPTS_MOST) throw thrown;
      if (!known) log.error({ err: thrown, importId }, 'a file of prices failed');
      await db.everyTenant(WHY, (tx) => importsRepo(tx).fail(importId, known ? thrown.name : 'unexpected'));
    }
  },
});

async function read({ db, texts }: ImportWorld, { id, isWorkbook }: PriceImport): Promise<ReadPrices> {
  const content = await db.everyTenant(WHY, (tx) => importsRepo(tx).content(id));
  if (!content) throw new Failure('notFound');
  const folder = await mkdtemp(join(tmpdir(), 'openseat-prices-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const file = { path, bytes: content.length, isWorkbook };
    const found = await tableRows(file, LIST_PRICES_MOST + 1).catch((thrown: unknown) => {
      // How many rows other files may have is no word for this one.
      throw thrown instanceof Failure && thrown.name === 'importTooManyRows' ? new Failure('priceListFull') : thrown;
    });
    const reader = priceReader(priceWords(texts));
    for (const [place, row] of found.entries()) {
      if (place % TOGETHER === 0)
        await db.everyTenant(WHY, (tx) => importsRepo(tx).noteProgress(id, place, found.length));
      reader.take(row);
    }
    return reader.read;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Says what taking the file would do. */
async function check(world: ImportWorld, row: PriceImport): Promise<void> {
  const { titles, rows, wrong } = await read(world, row);
  if (rows.length + wrong.length === 0) throw new Failure('importEmpty');
  await world.db.everyTenant(WHY, async (tx) => {
    const repo = importsRepo(tx);
    await openList(tx, row.listId);
    await withoutHurry(tx);
    await repo.unstage(row.id);
    await repo.stage(row.id, rows);
    await repo.checked(row.id, {
      rows: rows.length,
      wrongCount: wrong.length,
      titles,
      wrong: wrong.slice(0, WRONG_KEPT),
      effect: await repo.effect(row),
      total: rows.length + wrong.length,
    });
  });
}

async function take(world: ImportWorld, row: PriceImport): Promise<void> {
  const staged = await world.db.everyTenant(WHY, (tx) => importsRepo(tx).countStaged(row.id));
  // A crash of the database empties what waited: the file is read again.
  if (staged !== row.rows) await check(world, row);
  await world.db.everyTenant(WHY, async (tx) => {
    const repo = importsRepo(tx);
    await openList(tx, row.listId);
    // Another file may have come in its place, or another process have taken it: the list would be left empty.
    if (!(await repo.isTaking(row.id))) return;
    await withoutHurry(tx);
    await repo.take(row);
    const prices = await priceRowsRepo(tx).count(row.listId);
    if (prices > LIST_PRICES_MOST) throw new Failure('priceListFull', String(LIST_PRICES_MOST));
    await repo.done(row.id, prices);
  });
}
