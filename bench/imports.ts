import { once } from 'node:events';
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import type { ImportPreview } from '#features/customers/customer-files/contract.ts';
import { importHandlers } from '#features/customers/customer-files/server/import-handlers.ts';
import { importRunner } from '#features/customers/customer-files/server/import-runner.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { cpuMsOf, familyCpuMsOf } from './cpu-time.ts';
import { benchDatabase } from './database.ts';
import { dataFolder } from './product.ts';
import { print, type Figure } from './report.ts';

/*
 * Customers from a csv file into the product's table, checked, with history, beside COPY of rows that are clean already into the same
 * table with the same indexes, each in a database of its own. `BENCH_ROWS` says how many, `BENCH_TURNS` how often. Processor time of
 * server and PostgreSQL stands beside, because what else the machine does weighs on the clock alone.
 */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const TURNS = Number(process.env['BENCH_TURNS'] ?? 1);

const folder = dataFolder();
const postgres = await benchDatabase();
const numberOf = (n: number): string => `52${5_500_000_000 + n * 7}`;
const nameOf = (n: number): string =>
  `${['Lucía', 'Andi', 'Noor', 'Mateo', 'Wei', 'Sofía', 'Putri'][n % 7]} ${['Hernández', 'Wijaya', 'Visser', 'García', 'Chen', 'Rossi'][(n >> 2) % 6]} ${n}`;
const companyOf = (n: number): string => `Company ${n % 5_000}`;
const emailOf = (n: number): string => `person${n}@mail.example`;

const path = join(folder, 'customers.csv');
const file = createWriteStream(path);
file.write('Name,Phone,E-mail,Company\n');
for (let n = 0; n < ROWS; n += 1)
  if (!file.write(`${nameOf(n)},+${numberOf(n).slice(0, 2)} ${numberOf(n).slice(2)},${emailOf(n)},${companyOf(n)}\n`))
    await once(file, 'drain');
file.end();
await once(file, 'finish');

const asked = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(text);
  await client.end();
};
async function fresh<T>(name: string, work: (db: Db) => Promise<T>): Promise<T> {
  await asked(`create database ${name}`);
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  await migrate(url);
  const db = openDb({ url, report() {} });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** So far; what PostgreSQL does beside (its writer, its log) counts. */
const cpuMs = (): number => cpuMsOf('self') + familyCpuMsOf(postgres.pid);

interface Copied {
  ms: number;
  cpu: number;
}
const copied = (name: string): Promise<Copied> =>
  fresh(name, async (db) => {
    const tenantId = await aTenant(db);
    const cpu = cpuMs();
    const began = performance.now();
    const copy = await openCopyIn(
      db.pool,
      'copy customer (tenant_id, full_name, company, phones, phone_countries, emails, source) from stdin',
    );
    for (let n = 0; n < ROWS;) {
      let lines = '';
      for (const end = Math.min(ROWS, n + 5_000); n < end; n += 1)
        lines += `${tenantId}\t${nameOf(n)}\t${companyOf(n)}\t{${numberOf(n)}}\t{MX}\t{${emailOf(n)}}\t2\n`;
      await copy.write(Buffer.from(lines));
    }
    await copy.end();
    return { ms: performance.now() - began, cpu: cpuMs() - cpu };
  });

interface Imported {
  cpu: number;
  checkMs: number;
  writeMs: number;
  againMs: number;
  mostBytes: number;
  restBytes: number;
  stallMs: number;
}
const imported = (name: string): Promise<Imported> =>
  fresh(name, async (db) => {
    const world = {
      db,
      files: diskFiles(join(folder, 'files')),
      texts: loadTexts(),
      log: openLog('silent'),
      clock: systemClock,
    };
    const who = await aMember(db, await aTenant(db), { isOwner: true });
    const [desk, runner] = [importHandlers(world), importRunner(world)];
    const restBytes = process.memoryUsage.rss();
    let mostBytes = 0;
    const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), 20);
    const stall = monitorEventLoopDelay({ resolution: 5 });
    stall.enable();
    const check = async (): Promise<{ id: number; ms: number }> => {
      const began = performance.now();
      const {
        import: { id },
        columns,
      } = (await desk.upload(
        who.caller(),
        {},
        { path, name: 'customers.csv', mediaType: 'text/csv', bytes: statSync(path).size },
      )) as ImportPreview;
      await desk.check(who.caller(), {
        id,
        mapping: columns.map(({ column, guess }) => ({ column, field: guess })),
        duplicates: 'skip',
        tag_ids: [],
        owner_id: null,
      });
      await runner.run({ tenantId: who.tenantId, importId: id });
      return { id, ms: performance.now() - began };
    };
    const cpu = cpuMs();
    const { id, ms: checkMs } = await check();
    const began = performance.now();
    await desk.start(who.caller(), { id });
    await runner.run({ tenantId: who.tenantId, importId: id });
    const writeMs = performance.now() - began;
    const used = cpuMs() - cpu;
    const done = ((await desk.preview(who.caller(), { id })) as ImportPreview).import;
    if (done.state !== 'done' || done.added !== ROWS) throw new Error(JSON.stringify(done));
    const again = await check();
    const second = ((await desk.preview(who.caller(), { id: again.id })) as ImportPreview).import;
    if (second.added !== 0 || second.skipped !== ROWS) throw new Error(JSON.stringify(second));
    clearInterval(watch);
    stall.disable();
    return { cpu: used, checkMs, writeMs, againMs: again.ms, mostBytes, restBytes, stallMs: stall.max / 1e6 };
  });

const MB = 1024 * 1024;
const figures: Figure[] = [];
try {
  for (let turn = 0; turn < TURNS; turn += 1) await measure(turn);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
print('Import of customers', figures);

async function measure(turn: number): Promise<void> {
  const { ms: copyMs, cpu: copyCpu } = await copied(`copied_${turn}`);
  const { cpu, checkMs, writeMs, againMs, mostBytes, restBytes, stallMs } = await imported(`imported_${turn}`);
  const perSecond = (ms: number): number => (ROWS * 1_000) / ms;
  figures.push(
    {
      bench: `import ${ROWS} rows, upload to done`,
      ours: perSecond(checkMs + writeMs),
      reference: perSecond(copyMs),
      unit: 'rows/s',
      goal: 'at least 0.8 of COPY',
    },
    { bench: 'the same by processor time', ours: perSecond(cpu), reference: perSecond(copyCpu), unit: 'rows/s' },
    { bench: 'of it: upload and check', ours: perSecond(checkMs), reference: null, unit: 'rows/s' },
    { bench: 'of it: write', ours: perSecond(writeMs), reference: null, unit: 'rows/s' },
    { bench: 'check again, all known', ours: perSecond(againMs), reference: null, unit: 'rows/s' },
    { bench: 'memory at most', ours: mostBytes / MB, reference: restBytes / MB, unit: 'MB', goal: 'flat' },
    { bench: 'longest stall of the main thread', ours: stallMs, reference: null, unit: 'ms' },
  );
}
