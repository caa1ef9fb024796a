import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers, OutgoingFile } from '#platform/server/http/routes.ts';
import { tableFile, tableMediaTypes, type Row, type TableFileKind } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import type { campaignsApi } from '../contract.ts';

/** Two people who can be taken as they are. Brackets keep a csv file from taking a number for a sum. */
const examples: readonly Row[] = [
  ['María López', '(+52) 55 1234 5678', 'America/Mexico_City'],
  ['Budi Santoso', '(+62) 812 3456 7890', 'Asia/Jakarta'],
];

/** A column that is kept under its title, and what stands in it. */
export interface ExampleColumn {
  title: string;
  values: readonly [string, string];
}

/** An example of a file: name, number, zone, and columns that are kept under their titles. */
export async function exampleFile(
  { texts, clock }: Pick<World, 'texts' | 'clock'>,
  { language }: Pick<Caller, 'language'>,
  kind: TableFileKind,
  more: readonly ExampleColumn[],
): Promise<OutgoingFile> {
  const say = (key: string): string => texts.say(language, key);
  const titles = [
    say('customers.field.full_name'),
    say('customers.field.phone'),
    say('customers.field.time_zone'),
    ...more.map(({ title }) => title),
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of tableFile(kind, {
    notes: [],
    columns: titles.map((title) => ({ title, width: 24 })),
    batches: once(examples.map((row, at) => [...row, ...more.map(({ values }) => values[at]!)])),
    sheets: { table: say('campaigns.name'), notes: '' },
    atMs: clock.nowMs(),
  }))
    pieces.push(piece);
  const body = Buffer.concat(pieces);
  return { name: `campaign.${kind}`, mediaType: tableMediaTypes[kind], body, bytes: body.length };
}

export const campaignTemplate =
  (world: Pick<World, 'texts' | 'clock'>): Handlers<Pick<typeof campaignsApi, 'template'>>['template'] =>
  (caller, { kind }) => {
    const title = world.texts.say(caller.language, 'campaigns.template.contract');
    return exampleFile(world, caller, kind, [{ title, values: ['A-1001', 'A-1002'] }]);
  };

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
