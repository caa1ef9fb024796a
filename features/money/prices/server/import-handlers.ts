import { setImmediate as pause } from 'node:timers/promises';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tableRows } from '#platform/server/table-reading/table-rows.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { LIST_PRICES_MOST, type priceListsApi } from '../contract.ts';
import { priceReader, type WrongPriceRow } from '../core/price-file.ts';
import { importsRepo } from './imports.repo.ts';
import { openList } from './list-handlers.ts';
import { priceRowsRepo } from './price-rows.repo.ts';
import { priceWords } from './price-words.ts';

const WHY = 'price lists belong to the installation';
const WRONG_SHOWN = 50;
/** More than anybody puts right by hand. */
const WRONG_KEPT = 5_000;
const SHOWN_LETTERS = 80;
/** Rows read before others have their turn. */
const TOGETHER = 1_000;

const shownCell = (
  { column, cells }: WrongPriceRow,
  titles: readonly string[],
  columnsOf: ReadonlyMap<string, string>,
) => {
  const place =
    column === null ? -1 : titles.findIndex((title) => columnsOf.get(title.trim().toLowerCase()) === column);
  return [...(place < 0 ? cells.join(' ').trim() : (cells[place] ?? '').trim())].slice(0, SHOWN_LETTERS).join('');
};

/** Files of prices on their way in: checked first, then taken whole. */
export function importHandlers({
  db,
  texts,
}: Pick<World, 'db' | 'texts'>): Handlers<Pick<typeof priceListsApi, 'check' | 'take'>> {
  return {
    async check(caller, { listId, mode }, file) {
      const found = await tableRows(
        { path: file.path, bytes: file.bytes, isWorkbook: !file.mediaType.startsWith('text/') },
        LIST_PRICES_MOST + 1,
      );
      const words = priceWords(texts);
      const reader = priceReader(words);
      for (const [place, row] of found.entries()) {
        reader.take(row);
        if (place % TOGETHER === 0) await pause();
      }
      const { titles, rows, wrong } = reader.read;
      if (rows.length + wrong.length === 0) throw new Failure('importEmpty');
      return db.everyTenant(WHY, async (tx) => {
        const list = await openList(tx, listId);
        await withoutHurry(tx);
        const kept = { listId, mode, fileName: file.name, rows: rows.length, wrongCount: wrong.length, titles };
        const id = await importsRepo(tx).add({ ...kept, wrong: wrong.slice(0, WRONG_KEPT) }, caller.userId);
        await importsRepo(tx).stage(id, rows);
        caller.operation.note(list.name, {
          after: { fileName: file.name, rows: rows.length, wrong: wrong.length, mode },
        });
        await caller.operation.writeBeside(tx, null);
        return {
          id,
          fileName: file.name,
          mode,
          rows: rows.length,
          wrongCount: wrong.length,
          wrong: wrong.slice(0, WRONG_SHOWN).map((row) => ({
            line: row.line,
            column: row.column,
            why: row.why,
            value: shownCell(row, titles, words.columns),
          })),
          ...(await importsRepo(tx).effect({ id, listId, mode })),
        };
      });
    },

    take: (caller, { id }) =>
      db.everyTenant(WHY, async (tx) => {
        const wish = await importsRepo(tx).find(id);
        if (!wish) throw new Failure('notFound');
        const list = await openList(tx, wish.listId);
        await withoutHurry(tx);
        if (wish.wrongCount > 0) throw new Failure('priceFileWrong');
        // A crash of the database empties what waited.
        if ((await importsRepo(tx).countStaged(id)) !== wish.rows) throw new Failure('notFound');
        const before = await priceRowsRepo(tx).count(wish.listId);
        await importsRepo(tx).take(wish);
        const prices = await priceRowsRepo(tx).count(wish.listId);
        if (prices > LIST_PRICES_MOST) throw new Failure('priceListFull', String(LIST_PRICES_MOST));
        caller.operation.note(list.name, { before: { prices: before }, after: { prices, fileName: wish.fileName } });
        await caller.operation.writeBeside(tx, list.tenantId);
        return { prices };
      }),
  };
}

/** Files that were checked and never taken go after a day. */
export const purgePriceFiles = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'prices.purge',
  cron: '23 4 * * *',
  run: () => db.everyTenant('checked files of prices', (tx) => importsRepo(tx).purge()),
});
