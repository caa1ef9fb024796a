import type { Handlers } from '#platform/server/http/routes.ts';
import { tableFile, tableMediaTypes, type Row } from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import type { campaignsApi } from '../contract.ts';

/** Two people who can be taken as they are. Brackets keep a csv file from taking a number for a sum. */
const examples: readonly Row[] = [
  ['María López', '(+52) 55 1234 5678', 'America/Mexico_City', 'A-1001'],
  ['Budi Santoso', '(+62) 812 3456 7890', 'Asia/Jakarta', 'A-1002'],
];

/** An example of a file: name, number, zone, and a column that is kept under its title. */
export const campaignTemplate =
  ({ texts, clock }: Pick<World, 'texts' | 'clock'>): Handlers<Pick<typeof campaignsApi, 'template'>>['template'] =>
  async (caller, { kind }) => {
    const say = (key: string): string => texts.say(caller.language, key);
    const titles = [
      say('customers.field.full_name'),
      say('customers.field.phone'),
      say('customers.field.time_zone'),
      say('campaigns.template.contract'),
    ];
    const pieces: Uint8Array[] = [];
    for await (const piece of tableFile(kind, {
      notes: [],
      columns: titles.map((title) => ({ title, width: 24 })),
      batches: once(examples),
      sheets: { table: say('campaigns.name'), notes: '' },
      atMs: clock.nowMs(),
    }))
      pieces.push(piece);
    const body = Buffer.concat(pieces);
    return { name: `campaign.${kind}`, mediaType: tableMediaTypes[kind], body, bytes: body.length };
  };

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
