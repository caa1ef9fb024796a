import { createReadStream, createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import { copyOut } from '#platform/server/db/copy-out.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { cpuMsOf, familyCpuMsOf } from './cpu-time.ts';
import type { keptPostgres } from './customers-data.ts';
import { openProduct } from './customers-product.ts';
import { dataFolder } from './product.ts';
import { median, type Figure } from './report.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** Of the file, and beside each a COPY. */
const EXPORTS = 5;
const DATABASE = 'customer_files';
const COLUMNS =
  'tenant_id, full_name, first_name, last_name, company, phones, phone_countries, emails, owner_id, source, language, time_zone, country, tag_ids, fields, note, do_not_call, do_not_text, consent, import_id, created_by';
/** As much of each customer as the product's file has, and in its order. */
const PLAIN_EXPORT = `select full_name, first_name, last_name, company, array_to_string(phones, ' / '), array_to_string(emails, ' / '), source, country, language, time_zone, note, do_not_call, do_not_text, consent, created_at, updated_at, last_contact_at
  from customer where tenant_id = (select max(id) from tenant) and deleted_at is null order by id desc`;

/**
 * A file of customers through the product's own import, as a person would, beside COPY of the same rows into the same table
 * with its indexes; then all of them as a file, beside COPY out of it, by turns.
 */
export async function measureFiles(postgres: Awaited<ReturnType<typeof keptPostgres>>): Promise<Figure[]> {
  await postgres.dropDatabase(DATABASE);
  const { url } = await postgres.openDatabase(DATABASE);
  const db = openDb({ url, report() {} });
  const { token } = await aMember(db, await aTenant(db), { isOwner: true });
  const product = await openProduct(url);
  const person = personAt(product.origin, token);
  const folder = dataFolder();
  const atRest = memoryMb(product.pid);

  const file = await writeFile(join(folder, 'customers.csv'));
  const cpuSec = (): number => (cpuMsOf(product.pid) + familyCpuMsOf(postgres.pid)) / 1_000;
  const beforeImport = cpuSec();
  const imported = await seconds(() => importFile(person, file));
  const importCpu = cpuSec() - beforeImport;
  const afterImport = memoryMb(product.pid);

  // By turns: whoever reads first what was just written pays for what both find.
  const plainExport = (): Promise<void> => takeOut(db, PLAIN_EXPORT, join(folder, 'plain'));
  await plainExport();
  const exported: Turn[] = [];
  const copiedOut: Turn[] = [];
  for (let turn = 0; turn < EXPORTS; turn += 1) {
    exported.push(await turnOf(() => exportAll(person), cpuSec));
    copiedOut.push(await turnOf(plainExport, () => familyCpuMsOf(postgres.pid) / 1_000));
  }
  const afterExport = memoryMb(product.pid);
  await product.stop();

  const copy = join(folder, 'copy');
  await takeOut(db, `select ${COLUMNS} from customer order by id`, copy);
  await db.pool.query('truncate customer cascade');
  const beforeIn = familyCpuMsOf(postgres.pid);
  const copiedIn = await seconds(() => putIn(db, `copy customer (${COLUMNS}) from stdin`, copy));
  const inCpu = (familyCpuMsOf(postgres.pid) - beforeIn) / 1_000;
  await db.close();
  await postgres.dropDatabase(DATABASE);
  return [
    {
      bench: 'customers.import.rows',
      ours: ROWS / imported,
      reference: ROWS / copiedIn,
      unit: 'rows/s',
      goal: 'ratio ≥ 0.8',
    },
    { bench: 'customers.import.cpu', ours: importCpu, reference: inCpu, unit: 's' },
    {
      bench: 'customers.import.memory',
      ours: afterImport,
      reference: atRest,
      unit: 'MB',
      goal: 'most, beside at rest',
    },
    {
      bench: 'customers.export.rows',
      ours: ROWS / middle(exported, 'seconds'),
      reference: ROWS / middle(copiedOut, 'seconds'),
      unit: 'rows/s',
      goal: 'ratio ≥ 0.7',
    },
    {
      bench: 'customers.export.cpu',
      ours: middle(exported, 'cpu'),
      reference: middle(copiedOut, 'cpu'),
      unit: 's',
    },
    {
      bench: 'customers.export.memory',
      ours: afterExport,
      reference: atRest,
      unit: 'MB',
      goal: 'most so far, beside at rest',
    },
  ];
}

interface Turn {
  seconds: number;
  cpu: number;
}

async function turnOf(work: () => Promise<unknown>, cpuSec: () => number): Promise<Turn> {
  const before = cpuSec();
  return { seconds: await seconds(work), cpu: cpuSec() - before };
}

const middle = (turns: readonly Turn[], of: keyof Turn): number => median(turns.map((turn) => turn[of]));

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** The most a process has held; where no system tells, nothing. */
function memoryMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
  } catch {
    return 0;
  }
}

async function writeFile(path: string): Promise<string> {
  const out = createWriteStream(path);
  out.write('Name,Phone,Email,Company,Country\r\n');
  for (let n = 0; n < ROWS; n += 1) {
    const line = `${n % 4 === 0 ? '王伟明' : 'Lucía Hernández'} ${n},+52 55 ${10_000_000 + n},c${n}@mail.example,Casa Azul ${n % 997},MX\r\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return path;
}

type Person = ReturnType<typeof personAt>;

function personAt(origin: string, token: string) {
  return async <Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    if (!answer.headers.get('content-type')?.includes('json')) return (await countBytes(answer)) as Data;
    const { code, data, msg } = (await answer.json()) as { code: number; data: Data; msg: string };
    if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
}

async function countBytes(answer: Response): Promise<number> {
  let bytes = 0;
  for await (const piece of answer.body!) bytes += (piece as Uint8Array).length;
  return bytes;
}

interface Standing {
  import: { id: number; state: string; added: number; reason: string };
  columns: { column: number; guess: string | null }[];
}

async function importFile(ask: Person, path: string): Promise<void> {
  const form = new FormData();
  form.append('file', await openAsBlob(path, { type: 'text/csv' }), 'customers.csv');
  const { import: one, columns } = await ask<Standing>('POST', '/admin/cdp/customer/import', form);
  await ask('POST', '/admin/cdp/customer/import/check', {
    id: one.id,
    mapping: columns.map(({ column, guess }) => ({ column, field: guess })),
  });
  await until(ask, one.id, 'checked');
  await ask('POST', '/admin/cdp/customer/import/start', { id: one.id });
  const { added } = await until(ask, one.id, 'done');
  if (added !== ROWS) throw new Error(`${added} of ${ROWS} rows were imported`);
}

async function until(ask: Person, id: number, state: string): Promise<Standing['import']> {
  for (;;) {
    const { import: one } = await ask<Standing>('GET', `/admin/cdp/customer/import/${id}`);
    if (one.state === state) return one;
    if (['failed', 'cancelled'].includes(one.state)) throw new Error(`the import ${one.state}: ${one.reason}`);
    await wait(200);
  }
}

async function exportAll(ask: Person): Promise<void> {
  const { task_id: task } = await ask<{ task_id: number }>('POST', '/admin/cdp/customer/export', {
    search: {},
    kind: 'csv',
  });
  for (;;) {
    const one = (await ask<{ id: number; fileUrl: string; reason: string }[]>('GET', '/cc/api/download/v1/list')).find(
      ({ id }) => id === task,
    );
    if (one?.reason) throw new Error(`the export failed: ${one.reason}`);
    if (one?.fileUrl) break;
    await wait(200);
  }
  const bytes = await ask<number>('GET', `/cc/api/download/v1/${task}/file`);
  if (bytes < ROWS * 20) throw new Error(`the export has only ${bytes} bytes`);
}

async function takeOut(db: Db, statement: string, path: string): Promise<void> {
  const client = await db.pool.connect();
  const out = createWriteStream(path);
  await client.query('set statement_timeout = 0');
  for await (const piece of copyOut(client, statement)) if (!out.write(piece)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  client.release(true);
}

async function putIn(db: Db, statement: string, path: string): Promise<void> {
  const copy = await openCopyIn(db.pool, statement);
  for await (const piece of createReadStream(path, { highWaterMark: 262_144 })) await copy.write(piece as Buffer);
  await copy.end();
}
