import { once } from 'node:events';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { CustomerSearch } from '#features/customers/customers/contract.ts';
import { readExport } from '#features/customers/customer-files/server/export-rows.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { TableFileKind } from '#platform/server/table-file.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { childrenOf, cpuMsOf } from './cpu-time.ts';
import { CUSTOMERS, keptPostgres, millionCustomers } from './customers-data.ts';
import { dataFolder } from './product.ts';
import { median, print, type Figure } from './report.ts';

/*
 * A million customers into a file on disk, beside COPY of the same columns by a client that only writes down what the socket
 * brings: no names, no zone, no stars, no order. By turns, so that what else the machine does weighs on both.
 */
const TURNS = Number(process.env['BENCH_TURNS'] ?? 5);
const COLUMNS = 'full_name, company, phones, emails, owner_id, tag_ids, created_at, last_contact_at';

const postgres = await keptPostgres();
const { url, tenantId, firstAgent } = await millionCustomers(postgres);
const db = openDb({ url, report() {} });
const world = { db, texts: loadTexts(), clock: systemClock, catalogue: emptyCatalogue() };
const folder = dataFolder();
const files = diskFiles(folder);
const who = {
  tenantId,
  userId: firstAgent,
  needsMasking: false,
  language: 'en-US',
  timeZone: 'America/Mexico_City',
} as const;

let mostBytes = 0;
async function ours(kind: TableFileKind, needsMasking = false, search = {}): Promise<number> {
  const began = performance.now();
  const { matches, file } = await readExport(
    world,
    { ...who, needsMasking },
    { search: CustomerSearch.parse(search), kind, mine: false, askedMs: Date.now() },
  );
  const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), 50);
  await files.put(
    'export',
    file(matches, () => {}),
  );
  clearInterval(watch);
  return performance.now() - began;
}

/** The fastest client there is: whatever the socket brings goes to disk as it comes. */
async function plain(): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('error', () => {});
  const { stream } = client.connection;
  const began = performance.now();
  const file = createWriteStream(join(folder, 'plain.csv'), { flush: true });
  stream.removeAllListeners('data');
  const over = new Promise<void>((resolve) =>
    stream.on('data', (bytes: Buffer) => {
      if (!file.write(bytes)) {
        stream.pause();
        file.once('drain', () => stream.resume());
      }
      // ReadyForQuery.
      if (bytes.length >= 6 && bytes.readUInt32BE(bytes.length - 5) === 5 && bytes[bytes.length - 6] === 0x5a)
        resolve();
    }),
  );
  void client
    .query(
      `copy (select ${COLUMNS} from customer where tenant_id = ${tenantId} and deleted_at is null) to stdout (format csv, header)`,
    )
    .catch(() => {});
  await over;
  file.end();
  await once(file, 'close');
  const took = performance.now() - began;
  // Not before somebody has read how much it worked.
  setTimeout(() => stream.destroy(), 500);
  return took;
}

/** How long it took, and how much of the processors: what else the machine does weighs on the first alone. */
interface Turn {
  ms: number;
  nodeMs: number;
  postgresMs: number;
}
const backends = (): Map<string, number> => new Map(childrenOf(postgres.pid).map((pid) => [pid, cpuMsOf(pid)]));
async function turnOf(work: () => Promise<number>): Promise<Turn> {
  const [node, before] = [process.cpuUsage(), backends()];
  const ms = await work();
  const { user, system } = process.cpuUsage(node);
  return {
    ms,
    nodeMs: (user + system) / 1_000,
    postgresMs: [...backends()].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0),
  };
}
const best = (turns: readonly Turn[], of: keyof Turn): number => Math.min(...turns.map((turn) => turn[of]));
/** With a processor for each, the slower of the two says how fast it goes. */
const slower = (turns: readonly Turn[]): number => Math.max(best(turns, 'nodeMs'), best(turns, 'postgresMs'));

await plain();
await ours('csv');
const restBytes = process.memoryUsage.rss();
mostBytes = 0;
const delay = monitorEventLoopDelay({ resolution: 1 });
const turns = { plain: [] as Turn[], csv: [] as Turn[] };
for (let turn = 0; turn < TURNS; turn += 1) {
  turns.plain.push(await turnOf(plain));
  delay.enable();
  turns.csv.push(await turnOf(() => ours('csv')));
  delay.disable();
}
const csvBytes = mostBytes;
const megabytes = statSync(join(folder, 'export')).size / 1_048_576;
const rate = (ms: number): number => (CUSTOMERS / ms) * 1_000;
const figures: Figure[] = [
  {
    bench: 'exports.csv',
    ours: rate(median(turns.csv.map(({ ms }) => ms))),
    reference: rate(median(turns.plain.map(({ ms }) => ms))),
    unit: 'rows/s',
    goal: 'ratio ≥ 0.7',
  },
  {
    bench: 'exports.csv.best',
    ours: rate(best(turns.csv, 'ms')),
    reference: rate(best(turns.plain, 'ms')),
    unit: 'rows/s',
  },
  {
    bench: 'exports.csv.twoProcessors',
    ours: rate(slower(turns.csv)),
    reference: rate(slower(turns.plain)),
    unit: 'rows/s',
    goal: 'by processor time of the slower side',
  },
  { bench: 'exports.csv.nodeCpu', ours: best(turns.csv, 'nodeMs'), reference: best(turns.plain, 'nodeMs'), unit: 'ms' },
  {
    bench: 'exports.csv.postgresCpu',
    ours: best(turns.csv, 'postgresMs'),
    reference: best(turns.plain, 'postgresMs'),
    unit: 'ms',
  },
  {
    bench: 'exports.csv.size',
    ours: megabytes,
    reference: statSync(join(folder, 'plain.csv')).size / 1_048_576,
    unit: 'MB',
  },
  { bench: 'exports.csv.rss', ours: csvBytes / 1_048_576, reference: restBytes / 1_048_576, unit: 'MB' },
  { bench: 'exports.csv.loopDelayP99', ours: delay.percentile(99) / 1e6, reference: null, unit: 'ms' },
];
if (process.argv.includes('all')) {
  mostBytes = 0;
  const xlsx = await turnOf(() => ours('xlsx'));
  const xlsxBytes = mostBytes;
  const masked = await turnOf(() => ours('csv', true));
  const words = await turnOf(() => ours('csv', false, { words: 'maría' }));
  figures.push(
    { bench: 'exports.xlsx', ours: rate(xlsx.ms), reference: null, unit: 'rows/s' },
    { bench: 'exports.xlsx.nodeCpu', ours: xlsx.nodeMs, reference: null, unit: 'ms' },
    { bench: 'exports.xlsx.rss', ours: xlsxBytes / 1_048_576, reference: null, unit: 'MB' },
    { bench: 'exports.masked', ours: rate(masked.ms), reference: null, unit: 'rows/s' },
    { bench: 'exports.words', ours: words.ms, reference: null, unit: 'ms' },
  );
}
await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
print('exports: a million customers of one tenant', figures);
