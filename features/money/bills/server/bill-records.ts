import { wallTime } from '#core/calendar/day-range.ts';
import { exactText } from '#core/money/money.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { OutgoingFile } from '#platform/server/http/routes.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type ColumnKind,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { countEntries, entryBatches, type BilledEntry, type BilledSpan } from './billed-entries.ts';
import { billsRepo, spanOf, type StoredBill } from './bills.repo.ts';
import { countryIn } from './bill-words.ts';

const KIND = 'bills.records';
const BATCH = 2_000;
/** A table of so many rows is answered at once; a longer one comes to the downloads. */
const AT_ONCE_MOST = 5_000;

interface RecordsWish {
  id: number;
  kind: TableFileKind;
}

type RecordsWorld = Pick<World, 'db' | 'texts' | 'clock'>;

export const recordsOfBill = (world: RecordsWorld): Export<RecordsWish> => ({
  kind: KIND,
  // Entries name calls and messages, nobody's number.
  namesPeople: false,
  access: 'bills.view',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  async *write(caller, wish, progress) {
    yield* written(world, caller, await findBill(world, caller.tenantId, wish.id), wish.kind, progress);
  },
});

interface FoundBill {
  bill: StoredBill;
  span: BilledSpan;
  count: number;
}

async function findBill({ db }: RecordsWorld, tenantId: number, id: number): Promise<FoundBill> {
  return db.tenant({ tenantId }, async (tx) => {
    const repo = billsRepo(tx);
    const bill = await repo.find(id);
    if (!bill) throw new Failure('notFound');
    const span = spanOf(bill, await repo.last(bill.month));
    return { bill, span, count: await countEntries(tx, span, Number.MAX_SAFE_INTEGER) };
  });
}

/** Every entry behind a bill: the file itself, or where it will be found. */
export async function answerRecords(
  world: RecordsWorld,
  caller: Caller,
  { id, kind }: RecordsWish,
): Promise<OutgoingFile | { instead: { task_id: number } }> {
  const found = await findBill(world, caller.tenantId, id);
  const { bill, count } = found;
  const atMs = world.clock.nowMs();
  const name = tableFileName(kind, {
    stem: `bill-${bill.number.replace(/[^\w-]/g, '')}`,
    zone: bill.zone,
    atMs,
    days: [`${bill.month}-01`, bill.month],
  });
  caller.operation.note(bill.number, { after: { file: name } });
  const reader = { ...caller, timeZone: bill.zone };
  if (count > AT_ONCE_MOST)
    return world.db.tenant(caller, async (tx) => ({
      instead: {
        task_id: await requestExport(tx, reader, {
          fileName: name,
          feature: 'bills',
          kind: KIND,
          params: { id, kind },
        }),
      },
    }));
  const pieces: Uint8Array[] = [];
  for await (const piece of written(world, reader, found, kind, () => {})) pieces.push(piece);
  return { name, mediaType: tableMediaTypes[kind], body: Buffer.concat(pieces) };
}

/** The columns of the table, in order; each has a text of its name. */
const columns: { name: string; kind?: ColumnKind; cell(entry: BilledEntry, context: CellContext): Cell }[] = [
  { name: 'at', kind: 'moment', cell: ({ at }, { zone }) => wallTime(fromWireTime(at), zone) },
  { name: 'entry', cell: ({ kind }, { say }) => say(`entry.${kind}`) },
  { name: 'kind', cell: ({ ofKind }, { say }) => (ofKind === '' ? '' : say(`kind.${ofKind}`)) },
  { name: 'direction', cell: ({ direction }, { say }) => (direction === '' ? '' : say(`direction.${direction}`)) },
  { name: 'country', cell: ({ country }, { language }) => countryIn(language, country) },
  { name: 'seconds', kind: 'number', cell: ({ seconds }) => (seconds === 0 ? null : seconds) },
  { name: 'amount', kind: 'number', cell: ({ chargeE4 }, { currency }) => Number(exactText(chargeE4, currency)) },
  { name: 'note', cell: ({ note }) => note },
  { name: 'call', cell: ({ callId }) => callId },
];

interface CellContext {
  zone: string;
  currency: string;
  language: Language;
  say(key: string): string;
}

function written(
  { db, texts, clock }: RecordsWorld,
  caller: Pick<ExportCaller, 'tenantId' | 'language'>,
  { bill, span, count }: FoundBill,
  kind: TableFileKind,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  const say = (key: string): string =>
    texts.has('en-US', `bills.${key}`) ? texts.say(caller.language, `bills.${key}`) : '';
  const context = {
    zone: bill.zone,
    currency: bill.currency,
    language: caller.language,
    say,
  };
  async function* batches(): AsyncGenerator<readonly Row[]> {
    let done = 0;
    const within = <T>(read: Parameters<typeof db.tenant<T>>[1]) => db.tenant({ tenantId: caller.tenantId }, read);
    for await (const entries of entryBatches(within, span, BATCH)) {
      yield entries.map((entry) => columns.map(({ cell }) => cell(entry, context)));
      progress(Math.min(1, (done += entries.length) / Math.max(1, count)));
    }
  }
  return tableFile(kind, {
    notes: [
      [say('pdf.number'), bill.number],
      [say('pdf.currency'), bill.currency],
      [say('column.zone'), bill.zone],
    ],
    columns: columns.map(({ name, kind: holds = 'text' }) => ({
      title: say(`column.${name}`),
      kind: holds,
      width: holds === 'moment' ? 20 : 16,
    })),
    batches: batches(),
    sheets: { table: bill.number, notes: texts.say(caller.language, 'downloads.about') },
    atMs: clock.nowMs(),
  });
}
