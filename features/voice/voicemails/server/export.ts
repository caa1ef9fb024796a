import { wallTime } from '#core/calendar/day-range.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { Voicemail, VoicemailFilter } from '../contract.ts';
import { viewFor } from './message-view.ts';
import { keeperOf, searchOf } from './search.ts';
import { voicemailsRepo } from './voicemails.repo.ts';

const KIND = 'voicemails.messages';
const BATCH = 1_000;
const MS = 1_000;

type ExportWish = VoicemailFilter & { kind: TableFileKind };

export const messagesExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<ExportWish> => ({
  kind: KIND,
  namesPeople: true,
  access: 'voicemails.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, caller, wish, progress),
});

/** Asks for the file in the caller's transaction; answers the id of the download. */
export function askForExport(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  wish: ExportWish,
): Promise<number> {
  return db.tenant(caller, async (tx) => {
    const zone = caller.timeZone ?? (await tenantZone(tx));
    const fileName = tableFileName(wish.kind, { stem: 'voicemail', zone, atMs: clock.nowMs() });
    caller.operation.note(fileName);
    return requestExport(
      tx,
      { ...caller, timeZone: zone },
      { fileName, feature: 'voicemails', kind: KIND, params: wish },
    );
  });
}

const columns: {
  name: string;
  isMoment?: true;
  cell(message: Voicemail, say: (key: string) => string, at: (time: string | null) => string): Cell;
}[] = [
  { name: 'leftAt', isMoment: true, cell: ({ leftAt }, _say, at) => at(leftAt) },
  { name: 'box', cell: ({ boxKind, boxName }, say) => (boxKind === 'main' ? say('box.main') : boxName) },
  { name: 'customer', cell: ({ customerName }) => customerName },
  { name: 'number', cell: ({ displayNumber }) => displayNumber },
  { name: 'ourNumber', cell: ({ ourNumber }) => ourNumber },
  { name: 'seconds', cell: ({ durationMs }) => Math.round(durationMs / MS) },
  { name: 'state', cell: ({ state }, say) => say(`state.${state}`) },
  { name: 'heardBy', cell: ({ heardBy }) => heardBy },
  { name: 'heardAt', isMoment: true, cell: ({ heardAt }, _say, at) => at(heardAt) },
  { name: 'doneBy', cell: ({ doneBy }) => doneBy },
  { name: 'doneAt', isMoment: true, cell: ({ doneAt }, _say, at) => at(doneAt) },
  { name: 'remark', cell: ({ remark }) => remark },
  { name: 'callId', cell: ({ callId }) => callId },
];

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  { kind, ...filter }: ExportWish,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `voicemails.${key}`);
  const notes: [string, Cell][] = [[say('filter.zone'), caller.timeZone]];
  if (filter.state) notes.push([say('column.state'), say(`state.${filter.state}`)]);
  if (filter.startDate) notes.push([say('filter.from'), filter.startDate]);
  if (filter.endDate) notes.push([say('filter.to'), filter.endDate]);
  return tableFile(kind, {
    notes,
    columns: columns.map(({ name, isMoment }) => ({
      title: say(`column.${name}`),
      kind: isMoment ? 'moment' : 'text',
      width: isMoment ? 20 : 16,
    })),
    batches: batchesOf(world, caller, filter, progress),
    sheets: { table: say('name'), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });
}

async function* batchesOf(
  { db, texts }: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  filter: VoicemailFilter,
  progress: Progress,
): AsyncGenerator<readonly Row[]> {
  const say = (key: string) => texts.say(caller.language, `voicemails.${key}`);
  const at = (time: string | null) => (time === null ? '' : wallTime(fromWireTime(time), caller.timeZone));
  const view = viewFor(caller);
  let before: number | undefined;
  do {
    const rows = await db.tenant({ tenantId: caller.tenantId }, (tx) =>
      voicemailsRepo(tx).page(keeperOf(caller), searchOf(filter, caller.timeZone), { size: BATCH, before }),
    );
    yield rows.map(view).map((message) => columns.map(({ cell }) => cell(message, say, at)));
    before = rows.length === BATCH ? rows.at(-1)!.id : undefined;
    progress(before === undefined ? 1 : 0.5);
  } while (before !== undefined);
}
