import { chmodSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { CustomerSearch } from '#features/customers/contract.ts';
import { readExport } from '#features/customer-files/server/export-rows.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/db.ts';
import type { TableFileKind } from '#platform/server/table-file.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { CUSTOMERS, keptPostgres, millionCustomers } from './customers-data.ts';
import { dataFolder } from './product.ts';
import { median, print, type Figure } from './report.ts';

/*
 * A million customers into a file on disk, beside COPY of the same columns into a file by PostgreSQL itself, which sends nothing and
 * formats nothing. By turns, so that what else the machine does weighs on both.
 */
const TURNS = Number(process.env['BENCH_TURNS'] ?? 5);
const COLUMNS = 'full_name, company, phones, emails, owner_id, tag_ids, created_at, last_contact_at';

const postgres = await keptPostgres();
const { url, tenantId, firstAgent } = await millionCustomers(postgres);
const db = openDb({ url, report() {} });
const world = { db, texts: loadTexts(), clock: systemClock };
const folder = dataFolder();
chmodSync(folder, 0o777);
const files = diskFiles(folder);
const who = { tenantId, userId: firstAgent, needsMasking: false, language: 'en-US', timeZone: 'America/Mexico_City' } as const;

let mostBytes = 0;
async function ours(kind: TableFileKind, needsMasking = false, search = {}): Promise<number> {
  const began = performance.now();
  const { matches, file } = await readExport(world, { ...who, needsMasking }, { search: CustomerSearch.parse(search), kind, mine: false, askedMs: Date.now() });
  const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), 50);
  await files.put('export', file(matches, () => {}));
  clearInterval(watch);
  return performance.now() - began;
}

async function plain(): Promise<number> {
  const client = await db.pool.connect();
  const path = join(folder, 'plain.csv');
  rmSync(path, { force: true });
  await client.query('set statement_timeout = 0');
  const began = performance.now();
  await client.query(`copy (select ${COLUMNS} from customer where tenant_id = ${tenantId} and deleted_at is null) to '${path}' (format csv, header)`);
  const took = performance.now() - began;
  client.release(true);
  return took;
}

await plain();
const delay = monitorEventLoopDelay({ resolution: 1 });
const turns = { plain: [] as number[], csv: [] as number[] };
await ours('csv');
const restBytes = process.memoryUsage.rss();
mostBytes = 0;
delay.enable();
for (let turn = 0; turn < TURNS; turn += 1) {
  turns.plain.push(await plain());
  turns.csv.push(await ours('csv'));
}
delay.disable();
const csvBytes = mostBytes;
const megabytes = statSync(join(folder, 'export')).size / 1_048_576;
mostBytes = 0;
const xlsx = await ours('xlsx');
const xlsxBytes = mostBytes;
const masked = await ours('csv', true);
const words = await ours('csv', false, { words: 'maría' });
const rate = (ms: number): number => (CUSTOMERS / ms) * 1_000;
const figures: Figure[] = [
  { bench: 'exports.csv', ours: rate(median(turns.csv)), reference: rate(median(turns.plain)), unit: 'rows/s', goal: 'ratio ≥ 0.7' },
  { bench: 'exports.csv.best', ours: rate(Math.min(...turns.csv)), reference: rate(Math.min(...turns.plain)), unit: 'rows/s' },
  { bench: 'exports.csv.size', ours: megabytes, reference: statSync(join(folder, 'plain.csv')).size / 1_048_576, unit: 'MB' },
  { bench: 'exports.csv.rss', ours: csvBytes / 1_048_576, reference: restBytes / 1_048_576, unit: 'MB' },
  { bench: 'exports.csv.loopDelayP99', ours: delay.percentile(99) / 1e6, reference: null, unit: 'ms' },
  { bench: 'exports.csv.loopDelayMost', ours: delay.max / 1e6, reference: null, unit: 'ms' },
  { bench: 'exports.xlsx', ours: rate(xlsx), reference: null, unit: 'rows/s' },
  { bench: 'exports.xlsx.rss', ours: xlsxBytes / 1_048_576, reference: null, unit: 'MB' },
  { bench: 'exports.masked', ours: rate(masked), reference: null, unit: 'rows/s' },
  { bench: 'exports.words', ours: words, reference: null, unit: 'ms' },
];
await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
print('exports: a million customers of one tenant', figures);
