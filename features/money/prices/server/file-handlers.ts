import { Readable } from 'node:stream';
import type { ListedPrice } from '#core/money/choose-price.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers, OutgoingFile } from '#platform/server/http/routes.ts';
import { tableFile, tableMediaTypes, type Row, type TableColumn } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import type { TableFileKind } from '#shared/endpoint.ts';
import { Failure } from '#shared/errors.ts';
import type { priceListsApi } from '../contract.ts';
import { importsRepo } from './imports.repo.ts';
import { heldList } from './list-handlers.ts';
import { priceRowsRepo } from './price-rows.repo.ts';
import { priceTable } from './price-words.ts';

type FileCalls = 'errors' | 'file' | 'template';

const WHY = 'price lists belong to the installation';
const WRITTEN_TOGETHER = 2_000;

const example = (service: ListedPrice['service'], priceE4: number, more: Partial<ListedPrice> = {}): ListedPrice => ({
  service,
  kind: '',
  variant: '',
  country: '',
  prefix: '',
  firstSec: 60,
  nextSec: 60,
  setupE4: 0,
  priceE4,
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

/** Prices that leave as files. */
export function fileHandlers({
  db,
  texts,
  clock,
}: Pick<World, 'db' | 'texts' | 'clock'>): Handlers<Pick<typeof priceListsApi, FileCalls>> {
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
            priceRowsRepo(tx).after(id, last, WRITTEN_TOGETHER),
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
