import { wallTime } from '#core/calendar/day-range.ts';
import { maskName, maskNumbersIn } from '#core/privacy/name-mask.ts';
import { openTenantSecrets, phoneWords, type PhoneWords } from '#features/team/agents/server/index.ts';
import { decimalText } from '#core/money/money.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import { mayUse, type Identity } from '#platform/server/http/caller.ts';
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
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import { SMS_TOTAL_CAP, type smsApi, type SmsFilter, type SmsRecord } from '../contract.ts';
import { shownNumber } from './compose.ts';
import { recordsRepo, statusOf, type SmsRecordRow, type SmsRecordSearch } from './records.repo.ts';

const KIND = 'sms.records';
const BATCH = 1_000;
const MONTH_MS = 31 * 86_400_000;

type Reader = Pick<Identity, 'tenantId' | 'userId' | 'isOwner' | 'functions' | 'needsMasking' | 'language'>;

/** Reads a filter as its author means it: a month unless said, and their own without the right to see all. */
function searchOf({ number, ...filter }: SmsFilter, reader: Reader, nowMs: number): SmsRecordSearch {
  const typed = number ?? '';
  const digits = (reader.needsMasking ? typed.slice(typed.lastIndexOf('*') + 1) : typed).replace(/\D/g, '');
  return {
    ...filter,
    ...(filter.startDate === undefined && filter.endDate === undefined && filter.customerId === undefined
      ? { startDate: toWireTime(nowMs - MONTH_MS) }
      : {}),
    ...(typed === '' ? {} : { number: { digits, isMasked: reader.needsMasking } }),
    ...(mayUse(reader, 'sms.view') ? {} : { ownOf: reader.userId }),
  };
}

/** A record as this reader may see it. */
async function viewOf(
  { texts }: Pick<World, 'texts'>,
  words: PhoneWords,
  reader: Reader,
  row: SmsRecordRow,
): Promise<SmsRecord> {
  const status = statusOf(row.state);
  const { needsMasking, language } = reader;
  return {
    id: row.id,
    direction: row.direction,
    status,
    statusName: texts.say(
      language,
      status === null ? `sms.state.${row.state === 'received' ? 'received' : 'waiting'}` : SmsStatus.row(status).key,
    ),
    reason: row.reason,
    ...(await shownNumber(row.number, reader, words)),
    iso2: row.iso2,
    customerId: row.customerId,
    customerName: needsMasking ? maskName(row.customerName) : row.customerName,
    userId: row.userId,
    userName: row.userName,
    smsTemplateName: row.templateName,
    content: needsMasking ? maskNumbersIn(row.maskedContent) : row.content,
    segments: row.segments,
    cost: row.costMinor > 0 && !row.givenBack ? `${decimalText(row.costMinor, row.currency)} ${row.currency}` : '',
    callId: row.callId,
    createdAt: row.at,
    sentAt: row.sentAt,
    endedAt: row.endedAt,
  };
}

/** The list of messages and its file. */
export const recordHandlers = (
  world: Pick<World, 'db' | 'clock' | 'texts'>,
  words: PhoneWords,
): Handlers<Pick<typeof smsApi, 'recordPage' | 'recordExport'>> => ({
  recordPage: (caller, { page, size, before, ...filter }) =>
    world.db.tenant(caller, async (tx) => {
      const repo = recordsRepo(tx);
      const search = searchOf(filter, caller, world.clock.nowMs());
      const found = await repo.total(search);
      const rows = await repo.page(search, { size, offset: (page - 1) * size, before });
      return {
        list: await Promise.all(rows.map((row) => viewOf(world, words, caller, row))),
        total: Math.min(found, SMS_TOTAL_CAP),
        totalCapped: found > SMS_TOTAL_CAP,
      };
    }),

  recordExport: (caller, filter) =>
    world.db.tenant(caller, async (tx) => {
      const zone = caller.timeZone ?? (await tenantZone(tx));
      const fileName = tableFileName(filter.kind, { stem: 'sms', zone, atMs: world.clock.nowMs() });
      // What somebody searched for is not repeated here: it may be a number.
      caller.operation.note(fileName);
      return {
        id: await requestExport(
          tx,
          { ...caller, timeZone: zone },
          { fileName, feature: 'sms', kind: KIND, params: { ...filter, askedMs: world.clock.nowMs() } },
        ),
      };
    }),
});

type ExportWish = SmsFilter & { kind: TableFileKind; askedMs: number };

export const messagesExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<ExportWish> => ({
  kind: KIND,
  namesPeople: true,
  access: 'sms.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, caller, wish, progress),
});

const columns: {
  name: string;
  kind?: ColumnKind;
  cell(record: SmsRecord, at: (time: string | null) => string, say: (key: string) => string): Cell;
}[] = [
  { name: 'createdAt', kind: 'moment', cell: ({ createdAt }, at) => at(createdAt) },
  { name: 'direction', cell: ({ direction }, _at, say) => say(`direction.${direction}`) },
  { name: 'status', cell: ({ statusName }) => statusName },
  { name: 'number', cell: ({ displayNumber }) => displayNumber },
  { name: 'customer', cell: ({ customerName }) => customerName },
  { name: 'template', cell: ({ smsTemplateName }) => smsTemplateName },
  { name: 'content', cell: ({ content }) => content },
  { name: 'segments', cell: ({ segments }) => segments },
  { name: 'cost', cell: ({ cost }) => cost },
  { name: 'agent', cell: ({ userName }) => userName },
  { name: 'endedAt', kind: 'moment', cell: ({ endedAt }, at) => at(endedAt) },
  { name: 'reason', cell: ({ reason }) => reason },
];

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  { kind, askedMs, ...filter }: ExportWish,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `sms.${key}`);
  const moment = (time: string) => wallTime(fromWireTime(time), caller.timeZone);
  const search = searchOf(filter, caller, askedMs);
  const notes: [string, Cell][] = [
    [say('filter.zone'), caller.timeZone],
    ...(search.startDate ? [[say('filter.from'), moment(search.startDate)] as [string, Cell]] : []),
    ...(search.endDate ? [[say('filter.to'), moment(search.endDate)] as [string, Cell]] : []),
  ];
  return tableFile(kind, {
    notes,
    columns: columns.map(({ name, kind: holds = 'text' }) => ({
      title: say(`column.${name}`),
      kind: holds,
      width: name === 'content' ? 60 : 18,
    })),
    batches: batchesOf(world, caller, search, progress),
    sheets: { table: say('name'), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });
}

async function* batchesOf(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  search: SmsRecordSearch,
  progress: Progress,
): AsyncGenerator<readonly Row[]> {
  const words = phoneWords(openTenantSecrets(world.db));
  const say = (key: string) => world.texts.say(caller.language, `sms.${key}`);
  const at = (time: string | null) => (time === null ? '' : wallTime(fromWireTime(time), caller.timeZone));
  let [written, expected] = [0, 1];
  let before: number | undefined;
  do {
    const rows: SmsRecordRow[] = await world.db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      const repo = recordsRepo(tx);
      if (before === undefined) expected = Math.max(1, await repo.total(search, null));
      return repo.page(search, { size: BATCH, before });
    });
    const views = await Promise.all(rows.map((row) => viewOf(world, words, caller, row)));
    yield views.map((record) => columns.map(({ cell }) => cell(record, at, say)));
    progress(Math.min(1, (written += rows.length) / expected));
    before = rows.length === BATCH ? rows.at(-1)!.id : undefined;
  } while (before !== undefined);
}
