import { Readable } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import type { ListedPrice } from '#core/money/choose-price.ts';
import { withoutHurry } from '#platform/server/db/without-hurry.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers, OutgoingFile } from '#platform/server/http/routes.ts';
import { tableFile, tableMediaTypes, type Row, type TableColumn } from '#platform/server/table-file.ts';
import { tableRows } from '#platform/server/table-reading/table-rows.ts';
import type { World } from '#platform/server/world.ts';
import type { TableFileKind } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import { LIST_PRICES_MOST, type priceListsApi } from '../contract.ts';
import { priceReader, type WrongPriceRow } from '../core/price-file.ts';
import { importsRepo } from './imports.repo.ts';
import { heldList, openList } from './list-handlers.ts';
import { priceListsRepo } from './price-lists.repo.ts';
import { priceTable, priceWords } from './price-words.ts';

type FileCalls = 'check' | 'take' | 'errors' | 'file' | 'template';
type FileWorld = Pick<World, 'db' | 'texts' | 'clock'>;

const WHY = 'price lists belong to the installation';
const WRONG_SHOWN = 50;
/** More than anybody puts right by hand. */
const WRONG_KEPT = 5_000;
const SHOWN_LETTERS = 80;
/** Rows read before others have their turn. */
const TOGETHER = 1_000;
const WRITTEN_TOGETHER = 2_000;

const example = (service: ListedPrice['service'], priceE4: number, more: Partial<ListedPrice> = {}): ListedPrice => ({
  ...{ service, kind: '', variant: '', country: '', prefix: '', firstSec: 60, nextSec: 60, setupE4: 0, priceE4 },
  ...more,
});
/** One of each kind, so that people see what can be said. */
const EXAMPLES: readonly ListedPrice[] = [
  example('call', 180, { country: 'MX' }),
  example('call', 125, { kind: 'task', prefix: '5255', firstSec: 6, nextSec: 6, setupE4: 10 }),
  example('call', 40, { kind: 'inbound', firstSec: 1, nextSec: 1 }),
  example('ai', 600, { firstSec: 1, nextSec: 1 }),
  example('sms', 350, { country: 'MX' }),
  example('seat', 250_000, { variant: 'voice' }),
  example('number', 30_000, { country: 'MX' }),
  example('storage', 1_500),
];

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

const shownCell = (
  { column, cells }: WrongPriceRow,
  titles: readonly string[],
  columnsOf: ReadonlyMap<string, string>,
) => {
  const place =
    column === null ? -1 : titles.findIndex((title) => columnsOf.get(title.trim().toLowerCase()) === column);
  return [...(place < 0 ? cells.join(' ').trim() : (cells[place] ?? '').trim())].slice(0, SHOWN_LETTERS).join('');
};

/** Prices that come and go as files. */
export function fileHandlers(world: FileWorld): Handlers<Pick<typeof priceListsApi, FileCalls>> {
  const { db, texts, clock } = world;
  const say = ({ language }: Pick<Caller, 'language'>, key: string): string => texts.say(language, `prices.${key}`);
  function outgoing(
    caller: Caller,
    kind: TableFileKind,
    {
      name,
      columns,
      batches,
    }: { name: string; columns: readonly TableColumn[]; batches: AsyncIterable<readonly Row[]> },
  ): OutgoingFile {
    const sheets = { table: say(caller, 'name'), notes: '' };
    const pieces = tableFile(kind, { notes: [], columns, batches, sheets, atMs: clock.nowMs() });
    return { name: `${name}.${kind}`, mediaType: tableMediaTypes[kind], body: Readable.from(pieces) };
  }

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
        const before = await priceListsRepo(tx).countRows(wish.listId);
        await importsRepo(tx).take(wish);
        const prices = await priceListsRepo(tx).countRows(wish.listId);
        if (prices > LIST_PRICES_MOST) throw new Failure('priceListFull', String(LIST_PRICES_MOST));
        caller.operation.note(list.name, { before: { prices: before }, after: { prices, fileName: wish.fileName } });
        await caller.operation.writeBeside(tx, list.tenantId);
        return { prices };
      }),

    async errors(caller, { id }) {
      const wish = await db.everyTenant(WHY, (tx) => importsRepo(tx).find(id));
      if (!wish) throw new Failure('notFound');
      const titles =
        wish.titles.length > 0 ? wish.titles : ['prefix', 'price'].map((name) => say(caller, `column.${name}`));
      const columns = [...['line', 'wrongColumn', 'why'].map((name) => say(caller, `file.${name}`)), ...titles];
      const rows = wish.wrong.map(({ line, column, why, cells }) => [
        line,
        column === null ? '' : say(caller, `column.${column}`),
        say(caller, `why.${why}`),
        ...cells,
      ]);
      return outgoing(caller, 'csv', {
        name: 'prices-wrong',
        columns: columns.map((title) => ({ title })),
        batches: once(rows),
      });
    },

    async file(caller, { id, kind }) {
      const { columns, cells } = priceTable(texts, caller.language);
      const list = await db.everyTenant(WHY, async (tx) => {
        const found = await heldList(tx, id);
        caller.operation.note(found.name);
        await caller.operation.writeBeside(tx, null);
        return found;
      });
      async function* batches() {
        for (let last: ListedPrice | null = null; ;) {
          const some: ListedPrice[] = await db.everyTenant(WHY, (tx) =>
            priceListsRepo(tx).after(id, last, WRITTEN_TOGETHER),
          );
          if (some.length > 0) yield some.map(cells);
          if (some.length < WRITTEN_TOGETHER) return;
          last = some.at(-1)!;
        }
      }
      return outgoing(caller, kind, {
        name: `prices-${list.currency}-${list.beginsAt.slice(0, 10)}`,
        columns,
        batches: batches(),
      });
    },

    template(caller, { kind }) {
      const { columns, cells } = priceTable(texts, caller.language);
      return outgoing(caller, kind, { name: 'prices', columns, batches: once(EXAMPLES.map(cells)) });
    },
  };
}

/** Files that were checked and never taken go after a day. */
export const purgePriceFiles = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'prices.purge',
  cron: '23 4 * * *',
  run: () => db.everyTenant('checked files of prices', (tx) => importsRepo(tx).purge()),
});
