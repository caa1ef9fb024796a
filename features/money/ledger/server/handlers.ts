import { wallTime } from '#core/calendar/day-range.ts';
import { exactText } from '#core/money/money.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type ColumnKind,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { ENTRIES_TOTAL_CAP, type EntryFilter, type ledgerApi, type MoneyEntry } from '../contract.ts';
import { accountOf, type MoneyAccount } from './accounts.ts';
import { entriesRepo, type EntryRow } from './entries.repo.ts';
import { moneyOf } from './money-of.ts';
import { isLow } from './upkeep.ts';

const KIND = 'ledger.entries';
const BATCH = 1_000;

const viewOf = ({ id, at, kind, amountE4, ref, detail, byName }: EntryRow): MoneyEntry => ({
  id,
  at,
  kind,
  amountE4,
  callId: detail.callId ?? null,
  smsId: (kind === 'sms' || kind === 'smsBack') && /^\d+$/.test(ref) ? Number(ref) : null,
  country: detail.country ?? '',
  seconds: detail.seconds ?? null,
  parts: detail.parts ?? null,
  note: detail.note ?? '',
  byName,
});

async function heldBy(tx: TenantTx): Promise<MoneyAccount> {
  const account = await accountOf(tx);
  if (!account) throw new Failure('notFound');
  return account;
}

/** The account, and what was paid and used. Nobody whose money is not counted has either. */
export const ledgerHandlers = ({ db, clock }: Pick<World, 'db' | 'clock'>): Handlers<typeof ledgerApi> => ({
  account: (caller) =>
    db.tenant(caller, async (tx) => {
      const account = await heldBy(tx);
      return { ...account, isLow: isLow(account) };
    }),

  entries: (caller, asked) => db.tenant(caller, (tx) => entriesPage(tx, asked)),

  exportEntries: (caller, filter) =>
    db.tenant(caller, async (tx) => {
      await heldBy(tx);
      const zone = caller.timeZone ?? (await tenantZone(tx));
      const fileName = tableFileName(filter.kind, { stem: 'balance', zone, atMs: clock.nowMs() });
      caller.operation.note(fileName);
      const wish = { fileName, feature: 'ledger', kind: KIND, params: filter };
      return { id: await requestExport(tx, { ...caller, timeZone: zone }, wish) };
    }),

  warnBelow: (caller, { amountE4 }) =>
    db.tenant(caller, async (tx) => {
      const { currency, warnBelowE4 } = await heldBy(tx);
      const levelText = (level: number | null) => (level === null ? null : `${exactText(level, currency)} ${currency}`);
      caller.operation.note('', { before: { level: levelText(warnBelowE4) }, after: { level: levelText(amountE4) } });
      await moneyOf(tx).warnBelow(amountE4);
      return null;
    }),
});

/** A page of what the tenant of the transaction paid and used; throws `notFound` where its money is not counted. */
export async function entriesPage(
  tx: TenantTx,
  { page, size, ...filter }: EntryFilter & { page: number; size: number },
): Promise<{ list: MoneyEntry[]; total: number; totalCapped: boolean }> {
  await heldBy(tx);
  const repo = entriesRepo(tx);
  const found = await repo.total(filter);
  return {
    list: (await repo.page(filter, { size, offset: (page - 1) * size })).map(viewOf),
    total: Math.min(found, ENTRIES_TOTAL_CAP),
    totalCapped: found > ENTRIES_TOTAL_CAP,
  };
}

type ExportWish = EntryFilter & { kind: TableFileKind };

export const entriesExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<ExportWish> => ({
  kind: KIND,
  namesPeople: false,
  access: 'ledger.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => writeEntries(world, caller, wish, progress),
});

/** Whose entries, and in whose words and zone. */
type EntriesReader = Pick<ExportCaller, 'tenantId' | 'language' | 'timeZone'>;

interface CellContext {
  currency: string;
  at(time: string): string;
  say(key: string): string;
}

const columns: { name: string; holds?: ColumnKind; cell(entry: MoneyEntry, context: CellContext): Cell }[] = [
  { name: 'at', holds: 'moment', cell: ({ at: moment }, { at }) => at(moment) },
  { name: 'kind', cell: ({ kind }, { say }) => say(`kind.${kind}`) },
  { name: 'amount', cell: ({ amountE4 }, { currency }) => exactText(amountE4, currency) },
  { name: 'currency', cell: (_entry, { currency }) => currency },
  { name: 'country', cell: ({ country }) => country },
  { name: 'seconds', cell: ({ seconds }) => seconds ?? '' },
  { name: 'parts', cell: ({ parts }) => parts ?? '' },
  { name: 'callId', cell: ({ callId }) => callId ?? '' },
  { name: 'note', cell: ({ note }) => note },
  { name: 'by', cell: ({ byName }) => byName },
];

export function writeEntries(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: EntriesReader,
  { kind, ...filter }: ExportWish,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `ledger.${key}`);
  const moment = (time: string) => wallTime(fromWireTime(time), caller.timeZone);
  const notes: [string, Cell][] = [
    [say('filter.zone'), caller.timeZone],
    ...(filter.startDate ? [[say('filter.from'), moment(filter.startDate)] as [string, Cell]] : []),
    ...(filter.endDate ? [[say('filter.to'), moment(filter.endDate)] as [string, Cell]] : []),
  ];
  return tableFile(kind, {
    notes,
    columns: columns.map(({ name, holds = 'text' }) => ({ title: say(`column.${name}`), kind: holds, width: 18 })),
    batches: batchesOf(world, caller, filter, progress),
    sheets: { table: say('name'), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });
}

async function* batchesOf(
  { db, texts }: Pick<World, 'db' | 'texts'>,
  { tenantId, language, timeZone }: EntriesReader,
  filter: EntryFilter,
  progress: Progress,
): AsyncGenerator<readonly Row[]> {
  const context: CellContext = {
    currency: '',
    at: (time) => wallTime(fromWireTime(time), timeZone),
    say: (key) => texts.say(language, `ledger.${key}`),
  };
  let [written, expected] = [0, 1];
  let before: number | undefined;
  do {
    const rows: EntryRow[] = await db.tenant({ tenantId }, async (tx) => {
      const repo = entriesRepo(tx);
      if (before === undefined) {
        expected = Math.max(1, await repo.total(filter, null));
        context.currency = (await accountOf(tx))?.currency ?? '';
      }
      return repo.page(filter, { size: BATCH, before });
    });
    yield rows.map((row) => columns.map(({ cell }) => cell(viewOf(row), context)));
    progress(Math.min(1, (written += rows.length) / expected));
    before = rows.length === BATCH ? rows.at(-1)!.id : undefined;
  } while (before !== undefined);
}
