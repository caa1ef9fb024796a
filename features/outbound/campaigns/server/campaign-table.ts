import { wallTime } from '#core/calendar/day-range.ts';
import type { ExportCaller } from '#platform/server/contributions.ts';
import { tableFile, type Cell, type ColumnKind, type Row, type TableFileKind } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { fromWireTime } from '#shared/wire-time.ts';

export interface CampaignWords {
  say(key: string): string;
  at(time: string | null): string;
}

/** A column of a file of campaigns; its title is the text `<feature>.column.<name>`. */
export interface CampaignColumn<Thing> {
  name: string;
  kind?: ColumnKind;
  cell(thing: Thing, words: CampaignWords): Cell;
}

export interface CampaignTable<Thing> {
  /** Whose texts are its titles. */
  feature: string;
  columns: readonly CampaignColumn<Thing>[];
  language: ExportCaller['language'];
  zone: string;
  batches: AsyncIterable<readonly Thing[]>;
}

/** Tasks, customers or calls as a file, in the language and by the clock of whoever asked. */
export function campaignTable<Thing>(
  { texts, clock }: Pick<World, 'texts' | 'clock'>,
  kind: TableFileKind,
  { feature, columns, language, zone, batches }: CampaignTable<Thing>,
): AsyncGenerator<Uint8Array> {
  const words: CampaignWords = {
    say: (key) => texts.say(language, key),
    at: (time) => (time === null ? '' : wallTime(fromWireTime(time), zone)),
  };
  async function* rows(): AsyncGenerator<Row[]> {
    for await (const things of batches) yield things.map((thing) => columns.map(({ cell }) => cell(thing, words)));
  }
  return tableFile(kind, {
    notes: [[words.say('call-records.filter.zone'), zone]],
    columns: columns.map(({ name, kind: holds = 'text' }) => ({
      title: words.say(`${feature}.column.${name}`),
      kind: holds,
      width: holds === 'moment' ? 20 : 16,
    })),
    batches: rows(),
    sheets: { table: words.say(`${feature}.name`), notes: words.say('downloads.about') },
    atMs: clock.nowMs(),
  });
}

/** A column of what came along with a customer. */
export const columnsText = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([title, value]) => `${title}: ${value}`)
    .join('; ');
