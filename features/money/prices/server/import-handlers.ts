import { readFile } from 'node:fs/promises';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { PriceFile, priceListsApi } from '../contract.ts';
import type { WrongPriceRow } from '../core/price-file.ts';
import { enqueuePriceImport } from './import-job.ts';
import { importsRepo, type PriceImport } from './imports.repo.ts';
import { openList } from './list-handlers.ts';
import { priceRowsRepo } from './price-rows.repo.ts';
import { priceWords } from './price-words.ts';

const WHY = 'price lists belong to the installation';
const WRONG_SHOWN = 50;
const SHOWN_LETTERS = 80;

const shownCell = (
  { column, cells }: WrongPriceRow,
  titles: readonly string[],
  columnsOf: ReadonlyMap<string, string>,
) => {
  const place =
    column === null ? -1 : titles.findIndex((title) => columnsOf.get(title.trim().toLowerCase()) === column);
  return [...(place < 0 ? cells.join(' ').trim() : (cells[place] ?? '').trim())].slice(0, SHOWN_LETTERS).join('');
};

/** A file as its reader sees it. */
export function shownFile(file: PriceImport, columnsOf: ReadonlyMap<string, string>): PriceFile {
  const { id, fileName, mode, state, read, total, reason, rows, wrongCount, titles, wrong, effect, prices } = file;
  const wrongRows = wrong.slice(0, WRONG_SHOWN).map((row) => ({
    line: row.line,
    column: row.column,
    why: row.why,
    value: shownCell(row, titles, columnsOf),
  }));
  const checked = effect && { id, fileName, mode, rows, wrongCount, wrong: wrongRows, ...effect };
  return { id, fileName, mode, state, read, total, reason, checked, prices };
}

/** Files of prices on their way in: checked first, then taken whole, both by a job. */
export function importHandlers({
  db,
  texts,
}: Pick<World, 'db' | 'texts'>): Handlers<Pick<typeof priceListsApi, 'check' | 'take' | 'fileOf'>> {
  const shown = (file: PriceImport): PriceFile => shownFile(file, priceWords(texts).columns);
  return {
    async check(caller, { listId, mode }, file) {
      const content = await readFile(file.path);
      return db.everyTenant(WHY, async (tx) => {
        const list = await openList(tx, listId);
        await withoutHurry(tx);
        const isWorkbook = !file.mediaType.startsWith('text/');
        const added = await importsRepo(tx).add(
          { listId, mode, fileName: file.name, isWorkbook, content },
          caller.userId,
        );
        await enqueuePriceImport(tx, added.id);
        caller.operation.note(list.name, { after: { fileName: file.name, mode } });
        await caller.operation.writeBeside(tx, null);
        return shown(added);
      });
    },

    take: (caller, { id }) =>
      db.everyTenant(WHY, async (tx) => {
        const wish = await importsRepo(tx).find(id);
        if (!wish) throw new Failure('notFound');
        const list = await openList(tx, wish.listId);
        if (wish.wrongCount > 0) throw new Failure('priceFileWrong');
        const taking = await importsRepo(tx).startTaking(id);
        if (!taking) throw new Failure('notFound');
        await enqueuePriceImport(tx, id);
        const before = await priceRowsRepo(tx).count(wish.listId);
        caller.operation.note(list.name, {
          before: { prices: before },
          after: { fileName: wish.fileName, rows: wish.rows, mode: wish.mode },
        });
        await caller.operation.writeBeside(tx, list.tenantId);
        return shown(taking);
      }),

    fileOf: (_caller, { listId }) =>
      db.everyTenant(WHY, async (tx) => {
        const found = await importsRepo(tx).ofList(listId);
        return found && shown(found);
      }),
  };
}

/** Files that were checked and never taken go after a day. */
export const purgePriceFiles = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'prices.purge',
  cron: '23 4 * * *',
  run: () => db.everyTenant('checked files of prices', (tx) => importsRepo(tx).purge()),
});
