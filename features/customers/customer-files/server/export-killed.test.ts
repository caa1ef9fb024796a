import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestExport } from '#features/office/downloads/server/index.ts';
import { readCsvText, workbookSheets } from '#platform/server/table-file.fixture.ts';
import type { TableFileKind } from '#platform/server/table-file.ts';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';

const ROWS = 12_000;
const KILLS = 10;
/** Pieces of a file of so many rows, and the moments after the last one. */
const MOMENTS = 18;

let opened: TestDb;
let ana: Member;
const folder = mkdtempSync(join(tmpdir(), 'openseat-killed-'));
beforeAll(async () => {
  opened = await testDb();
  ana = await aMember(opened.db, await aTenant(opened.db), {
    functions: ['customers.use', 'customers.view', 'customer-files.export'],
  });
  await opened.db.pool.query(
    `insert into customer (tenant_id, full_name, phones, phone_countries, note)
    select $1::bigint, 'Customer ' || n, array[(525500000000 + n)::text], array['MX'], repeat('x', 100) from generate_series(1, $2::int) n`,
    [ana.tenantId, ROWS],
  );
}, 60_000);
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (kind: TableFileKind) =>
  opened.db.tenant(ana.caller(), (tx) =>
    requestExport(tx, ana.caller(), {
      fileName: `customers.${kind}`,
      feature: 'customer-files',
      kind: 'customer-files.all',
      params: {
        search: { tag_match: 'any' },
        kind,
        columns: ['full_name', 'phone', 'note'],
        mine: false,
        askedMs: Date.now(),
      },
    }),
  );
const tasks = async () =>
  (
    await opened.db.pool.query<{
      id: number;
      status: number;
      failure: string | null;
      key: string | null;
      bytes: number | null;
      file_name: string;
    }>(
      'select t.id, t.status, t.failure, t.file_name, f.key, f.bytes from download_task t left join stored_file f on f.id = t.file_id order by t.id',
    )
  ).rows;

/** Runs until the process has told of so many moments, then kills it; null lets it end. */
async function run(moments: number | null): Promise<void> {
  const child = fork(join(import.meta.dirname, 'export-child.fixture.ts'), [opened.url, folder]);
  let messageCount = 0;
  child.on('message', () => {
    if (moments !== null && (messageCount += 1) > moments) child.kill('SIGKILL');
  });
  await once(child, 'exit');
}

/** Whatever is said to be done is whole: every row once, and as many bytes as its row says. */
async function assertWhole(): Promise<void> {
  for (const { status, failure, key, bytes, file_name: name } of await tasks()) {
    expect(failure).toBeNull();
    if (status !== DownloadStatus.done) continue;
    const content = readFileSync(join(folder, key!));
    expect(content.length).toBe(bytes);
    const rows = name.endsWith('xlsx')
      ? workbookSheets(content)[0]!.rows.map(({ B }) => B)
      : readCsvText(content.toString('utf8')).map(([, number]) => number);
    expect(new Set(rows.filter((number) => String(number).includes('+5255'))).size).toBe(ROWS);
  }
}

test('[CDP-02] [complaint 17] a server killed at ten random moments of exports leaves no half file, and in the end every file whole', async () => {
  for (const kind of ['csv', 'xlsx', 'csv', 'xlsx'] as const) await ask(kind);
  const moments = Array.from({ length: KILLS }, () => Math.floor(Math.random() * MOMENTS));
  for (const moment of moments) {
    await run(moment);
    await assertWhole();
    // The silence that follows a crash, and more crashes than an export usually survives.
    await opened.db.pool.query(
      `update download_task set beat_at = now() - interval '2 minutes', attempts = 0 where status = ${DownloadStatus.exporting}`,
    );
    if ((await tasks()).every(({ status }) => status === DownloadStatus.done)) await ask('csv');
  }
  await run(null);
  await assertWhole();
  expect([moments, (await tasks()).map(({ status }) => status)]).toEqual([
    moments,
    (await tasks()).map(() => DownloadStatus.done),
  ]);
  // What the dead ones had written of a file is swept later; nothing of it has a row.
  const kept = new Set((await tasks()).map(({ key }) => key!.split('/')[1]));
  const left = readdirSync(join(folder, `t${ana.tenantId}`)).filter((name) => !kept.has(name));
  const {
    rows: [sweeps],
  } = await opened.db.pool.query<{ count: number }>(
    "select count(*) from graphile_worker.jobs where task_identifier = 'files.sweep'",
  );
  expect(sweeps!.count).toBeGreaterThanOrEqual(left.length);
}, 240_000);
