import { sql, type RawBuilder } from 'kysely';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import type { CustomerSearch } from '#features/customers/customers/contract.ts';
import { compileSearch, searchFor } from '#features/customers/customers/server/index.ts';
import type { ExportCaller, Progress } from '#platform/server/contributions.ts';
import { columnsOf } from '#features/customers/field-config/server/index.ts';
import type { FieldColumn } from '#features/customers/field-config/contract.ts';
import { csvHead } from '#platform/server/csv.ts';
import { inCsv, tableFile, type TableFileKind } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { csvWriter } from './copied-csv.ts';
import { copiedRows, lastNumbers } from './copied-rows.ts';
import { BETWEEN, exportColumns, type ExportColumn } from './export-columns.ts';
import { exportNames, type ExportNames } from './export-names.ts';
import { exportNotes } from './export-notes.ts';

/** What somebody wants to take along. */
export interface ExportWish {
  search: CustomerSearch;
  kind: TableFileKind;
  columns?: string[] | undefined;
  /** Their own customers only. */
  mine: boolean;
  /** When it was asked for: what "the last 7 days" means. */
  askedMs: number;
}

type Exporter = Pick<ExportCaller, 'tenantId' | 'userId' | 'needsMasking' | 'language' | 'timeZone'>;
export type ExportWorld = Pick<World, 'db' | 'texts' | 'clock' | 'catalogue'>;

/** A wish that has been read: whom it means, and what the file says of them. */
export interface ReadExport {
  /** About `customer c`, the tenant included. */
  matches: RawBuilder<boolean>;
  file(which: RawBuilder<boolean>, progress: Progress): AsyncGenerator<Uint8Array>;
}

/** Reads a wish as this person may have it: conditions, rights and stars are those of the list. */
export async function readExport(world: ExportWorld, who: Exporter, wish: ExportWish): Promise<ReadExport> {
  const { db, texts, clock, catalogue } = world;
  const words = phoneWords(openTenantSecrets(db));
  const say = (key: string): string => texts.say(who.language, key);
  const { read, all } = await db.tenant({ tenantId: who.tenantId }, async (tx) => ({
    read: await searchFor(tx, who, wish.search, {
      words,
      savedFilters: catalogue.savedFilters,
      nowMs: wish.askedMs,
    }),
    all: await columnsOf(tx, 'customers', (key) => say(`customers.field.${key}`)),
  }));
  const chosen = chosenColumns(all, wish.columns);
  const names = (): Promise<ExportNames> =>
    db.tenant({ tenantId: who.tenantId }, (tx) => exportNames(tx, texts, who, BETWEEN));
  const columnsFor = (known: ExportNames): ExportColumn[] =>
    exportColumns(chosen, known, who.needsMasking ? read.fields : null);

  async function* file(which: RawBuilder<boolean>, progress: Progress): AsyncGenerator<Uint8Array> {
    const known = await names();
    const columns = columnsFor(known);
    const pieces = <Read>(
      reading: (columns: readonly ExportColumn[]) => (piece: Buffer) => Read,
    ): AsyncGenerator<Read> =>
      piecesOf(world, who.tenantId, which, columns, async () => reading(columnsFor(await names())), progress);
    if (wish.kind === 'csv') {
      yield csvHead({ header: columns.map(({ title }) => title) });
      yield* pieces(csvLines);
      return;
    }
    const batches = pieces((now) => {
      const reading = now.map(({ cell }) => cell);
      return (piece) => copiedRows(piece, reading);
    });
    yield* tableFile(wish.kind, {
      notes: exportNotes(read.search, wish.mine, chosen, { texts, reader: who, names: known, columns: all }),
      columns,
      batches,
      sheets: { table: say('customers.name'), notes: say('downloads.about') },
      atMs: clock.nowMs(),
    });
  }
  return { matches: compileSearch(read.search, wish.mine ? { ...read.world, ownOf: who.userId } : read.world), file };
}

/** Those asked for, in that order; else those the list shows. */
function chosenColumns(all: readonly FieldColumn[], keys: readonly string[] | undefined): FieldColumn[] {
  if (!keys) return all.filter(({ shown }) => shown);
  return [...new Set(keys)].map((key) => {
    const column = all.find((one) => one.key === key);
    if (!column) throw new Failure('invalidInput', `columns: ${key}`);
    return column;
  });
}

/** A csv file is made of what the database sends byte by byte; see `copied-csv.ts`. */
const csvLines = (columns: readonly ExportColumn[]): ((piece: Buffer) => Buffer) =>
  csvWriter(
    columns.map(({ shape, cell, ...column }) => {
      const turn = inCsv(column);
      return { shape, cell: turn ? (field) => turn(cell(field)) : cell };
    }),
  );

/** Rows from the newest down, all of one moment, some hundreds at a time. */
async function* piecesOf<Read>(
  { db }: ExportWorld,
  tenantId: number,
  which: RawBuilder<boolean>,
  begun: ExportColumn[],
  readerNow: () => Promise<(piece: Buffer) => Read>,
  progress: Progress,
): AsyncGenerator<Read> {
  const select = sql.join([...begun.map(({ reads }) => reads), sql`c.id`]);
  const oldest =
    (
      await db.numbers(
        'the oldest customer',
        sql`select min(id) from customer where tenant_id = ${tenantId} and deleted_at is null`,
      )
    )[0]?.[0] ?? 0;
  let newest = 0;
  let reader: ((piece: Buffer) => Read) | null = null;
  for await (const piece of db.copyOut(
    { tenantId },
    sql`select ${select} from customer c where ${which} order by c.id desc`,
  )) {
    // Now that the moment is fixed, everything the rows name is there.
    reader ??= await readerNow();
    yield reader(piece);
    // How far it is, the ids tell: they come from the newest down.
    const { first, last } = lastNumbers(piece);
    newest ||= first;
    progress(newest > oldest ? (newest - last) / (newest - oldest) : 1);
  }
}
