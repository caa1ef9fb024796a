import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#platform/server/db/migrate.ts';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { aTenant } from '#test/builders.ts';
import { benchDatabase, fillBare } from './database.ts';
import { growingTablesOfBench, type GrowingTable, type Question, type Scene } from './growth-tables.ts';
import { makeTwin, sizeOf, TWIN } from './growth-twin.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * Calls, their events and chat messages, 20,000,000 rows each over two years of one team of 500 agents: as the product has them, beside the same rows
 * in a table with a part for each month. Ours is the plain table, the reference the parts. The product's own questions are asked of both in turn, then a
 * month is forgotten, and the table is vacuumed. `npm run bench growth 2000000 call_event` takes fewer rows and one table.
 */
const words = process.argv.slice(2);
const ROWS = Number(words.find((word) => /^\d+$/.test(word)) ?? 20_000_000);
const only = words.filter((word) => !/^\d+$/.test(word));
const MONTHS = 24;
const TURNS = 200;
const GB = 1_073_741_824;
/** What is computed for. */
const FAR = 100_000_000;

// Filling writes no log it need not; nobody tidies up while something is measured.
const database = await benchDatabase({
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
});
await migrate(database.url);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await client.query("set maintenance_work_mem = '1GB'");
const plain = openDb({ url: database.url, max: 2, report() {} });
const parts = openDb({ url: lookingFirstAt(TWIN), max: 2, report() {} });
const scene: Scene = { tenantId: await aTenant(plain), rows: ROWS, months: MONTHS };

for (const table of growingTablesOfBench.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const figures = await measure(table);
  print(
    `${table.name}: ${ROWS.toLocaleString('en')} rows over ${MONTHS} months, plain beside a part for each month`,
    figures,
  );
  await client.query(`drop table ${TWIN}.${table.name}; truncate public.${table.name} cascade`);
}
await plain.close();
await parts.close();
await client.end();
await database.stop();

async function measure(table: GrowingTable): Promise<Figure[]> {
  const { name, moment } = table;
  const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${name}: ${line}`);
  say('filling');
  await fillBare(plain, tablesFilled(name), async (filling) => {
    for (const statement of table.filling(scene)) await filling.query(statement);
  });
  await bare(name);
  say('the same by months');
  await makeTwin(client, name, moment, MONTHS);
  if (table.prepare) await client.query(table.prepare);
  const figures: Figure[] = [];
  say('asking');
  for (const question of table.questions(scene)) figures.push(...(await askBoth(table, question)));
  say('sizes');
  figures.push(...(await sizes(name)));
  say('forgetting a month');
  figures.push(...(await forgetMonth(table)));
  return figures;
}

/** Neither has references and triggers: parts could not have some of them, and what they cost is not asked here. */
async function bare(name: string): Promise<void> {
  await client.query(`alter table public.${name} disable trigger user`);
  const { rows } = await client.query<{ constraint: string }>(
    `select conname "constraint" from pg_constraint where contype = 'f' and conrelid = 'public.${name}'::regclass`,
  );
  for (const { constraint } of rows) await client.query(`alter table public.${name} drop constraint ${constraint}`);
}

function tablesFilled(name: string): string[] {
  return name === 'chat_message' ? ['chat_channel', 'chat_visitor', 'chat_conversation', name] : [name];
}

/** Asked in turn, so that what else the machine does meets both. */
async function askBoth({ name }: GrowingTable, question: Question): Promise<Figure[]> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    // The first read what later ones find in memory.
    const isWarm = turn >= TURNS / 10;
    for (const [db, times] of [
      [plain, ours],
      [parts, theirs],
    ] as const) {
      const ms = await timed(() => question.ask(db, turn));
      if (isWarm) times.push(ms);
    }
  }
  return [
    ['p50', 0.5],
    ['p95', 0.95],
  ].map(([figure, share]) => ({
    bench: `growth.${name}: ${question.name}, ${figure}`,
    ours: percentile(ours, share as number),
    reference: percentile(theirs, share as number),
    unit: 'ms',
  }));
}

async function sizes(name: string): Promise<Figure[]> {
  const ours = await sizeOf(client, 'public', name, FAR / ROWS);
  const theirs = await sizeOf(client, TWIN, name, FAR / ROWS);
  const figure = (what: string, a: number, b: number | null, unit: string): Figure => ({
    bench: `growth.${name}: ${what}`,
    ours: a,
    reference: b,
    unit,
  });
  return [
    figure('rows', ours.heap / GB, theirs.heap / GB, 'GB'),
    figure('indexes', ours.indexes / GB, theirs.indexes / GB, 'GB'),
    figure('levels of the deepest tree', ours.levels, theirs.levels, 'levels'),
    figure('the same with 100,000,000 rows, computed', ours.levelsFar, null, 'levels'),
    figure(
      'rows and indexes with 100,000,000 rows, computed',
      ((ours.heap + ours.indexes) * FAR) / ROWS / GB,
      null,
      'GB',
    ),
  ];
}

async function forgetMonth(table: GrowingTable): Promise<Figure[]> {
  const { name } = table;
  const { rows } = await client.query<{ before: string }>(
    `select (date_trunc('month', now()) - interval '${MONTHS - 2} months')::text before`,
  );
  const before = new Date(rows[0]!.before);
  let gone = 0;
  const batches: number[] = [];
  const counted = {
    everyTenant: async <T>(why: string, work: Parameters<typeof plain.everyTenant<T>>[1]): Promise<T> => {
      const startedMs = performance.now();
      const done = await plain.everyTenant(why, work);
      batches.push(performance.now() - startedMs);
      return done;
    },
  };
  const ours = await timed(async () => {
    gone = await forgetRows(counted, 'a bench', { from: sql.table(name), where: table.older(scene, before) });
  });
  const dropped = await timed(async () => {
    for (const ago of [MONTHS, MONTHS - 1]) await client.query(`drop table ${TWIN}.${name}_${ago}`);
  });
  const swept = await timed(() => client.query(`vacuum public.${name}`));
  const quiet = await timed(() => client.query(`vacuum public.${name}`));
  const newest = await timed(() => client.query(`vacuum ${TWIN}.${name}_0`));
  const second = 1_000;
  return [
    { bench: `growth.${name}: rows of the oldest weeks`, ours: gone, reference: null, unit: 'rows' },
    { bench: `growth.${name}: forgetting them`, ours: ours / second, reference: dropped / second, unit: 's' },
    { bench: `growth.${name}: one batch of 5,000, p95`, ours: percentile(batches, 0.95), reference: null, unit: 'ms' },
    { bench: `growth.${name}: vacuum afterwards`, ours: swept / second, reference: newest / second, unit: 's' },
    { bench: `growth.${name}: vacuum again`, ours: quiet / second, reference: null, unit: 's' },
    {
      bench: `growth.${name}: vacuum afterwards with 100,000,000 rows, computed`,
      ours: ((swept / second) * FAR) / ROWS,
      reference: null,
      unit: 's',
    },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** The same database for somebody who finds tables of another schema before those of the product. */
function lookingFirstAt(schema: string): string {
  const url = new URL(database.url);
  url.searchParams.set('options', `-c timezone=UTC -c search_path=${schema},public`);
  return url.href;
}
