import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import type { CustomerImport, ImportPreview } from '../contract.ts';
import { IMPORTER } from './import.fixture.ts';
import { importHandlers } from './import-handlers.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const ROWS = 1_500;
const WRONG = 15;
const KNOWN = 500;
const KILLS = 10;

let opened: TestDb;
const folder = mkdtempSync(join(tmpdir(), 'openseat-crash-'));
let child: ChildProcess | null = null;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(): Promise<void> {
  child = fork(join(import.meta.dirname, 'import-process.fixture.ts'), [opened.url, join(folder, 'files')], {
    execArgv: [],
  });
  await once(child, 'message');
}
async function kill(): Promise<void> {
  const gone = once(child!, 'exit');
  child!.kill('SIGKILL');
  await gone;
}

const numberOf = (n: number): string => `+5255${String(10_000_000 + n)}`;
function aFile(): { path: string; name: string; mediaType: string; bytes: number } {
  const path = join(folder, 'customers.csv');
  writeFileSync(
    path,
    `name,phone,company\n${Array.from({ length: ROWS }, (_, n) => `Customer ${n},${n % (ROWS / WRONG) === 7 ? '12' : numberOf(n)},Aurora\n`).join('')}`,
  );
  return { path, name: 'customers.csv', mediaType: 'text/csv', bytes: statSync(path).size };
}

const desk = () => importHandlers({ db: opened.db, files: diskFiles(join(folder, 'files')), texts: loadTexts() });
const stand = async (who: Member, id: number): Promise<CustomerImport> =>
  ((await desk().preview(who.caller(), { id })) as ImportPreview).import;
const until = async (who: Member, id: number, state: CustomerImport['state']): Promise<CustomerImport> => {
  await expect.poll(async () => (await stand(who, id)).state, { timeout: 200_000, interval: 50 }).toBe(state);
  return stand(who, id);
};
const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await opened.db.pool.query<{ count: number }>(text, values)).rows[0]!.count;

/** An importer in a new tenant where some of the customers are known already, and a file that was uploaded. */
async function anUpload(): Promise<{ who: Member; id: number; mapping: { column: number; field: string | null }[] }> {
  const who = await aMember(opened.db, await aTenant(opened.db), { functions: IMPORTER });
  await opened.db.pool.query(
    "insert into customer (tenant_id, full_name, phones, phone_countries) select $1, 'Known', array['5255' || (10000000 + n)], '{MX}' from generate_series(1000, 999 + $2::int) n",
    [who.tenantId, KNOWN],
  );
  const { import: one, columns } = (await desk().upload(who.caller(), {}, aFile())) as ImportPreview;
  return { who, id: one.id, mapping: columns.map(({ column, guess }) => ({ column, field: guess })) };
}

test('[CDP-02] killed at ten moments of checking and writing, an import is written whole and once, or not at all', async () => {
  // How long it takes undisturbed says where to strike.
  await begin();
  const first = await anUpload();
  const startMs = performance.now();
  await desk().check(first.who.caller(), {
    id: first.id,
    mapping: first.mapping,
    duplicates: 'update',
    tag_ids: [],
    owner_id: null,
  });
  await until(first.who, first.id, 'checked');
  const checkMs = performance.now() - startMs;
  await desk().start(first.who.caller(), { id: first.id });
  await until(first.who, first.id, 'done');
  const writeMs = performance.now() - startMs - checkMs;

  for (let round = 0; round < KILLS; round += 1) {
    const { who, id, mapping } = await anUpload();
    const known = KNOWN - KNOWN / (ROWS / WRONG);
    const isChecking = round % 2 === 0;
    const strike = async (spanMs: number): Promise<void> => {
      await pause(Math.random() * spanMs);
      await kill();
      // Whoever looks in between sees nothing of it, or all: in one look, as the database may still be ending what the dead began.
      const { rows } = await opened.db.pool.query<{ customers: number; state: string }>(
        'select (select count(*) from customer where tenant_id = i.tenant_id) customers, state from customer_import i where id = $1',
        [id],
      );
      const { customers, state } = rows[0]!;
      expect([KNOWN, ROWS - WRONG + KNOWN - known]).toContain(customers);
      expect(customers > KNOWN).toBe(state === 'done');
      await begin();
    };
    await desk().check(who.caller(), { id, mapping, duplicates: 'update', tag_ids: [], owner_id: null });
    if (isChecking) await strike(checkMs);
    expect(await until(who, id, 'checked')).toMatchObject({
      rows: ROWS,
      added: ROWS - WRONG - known,
      updated: known,
      skipped: 0,
      wrong: WRONG,
    });
    await desk().start(who.caller(), { id });
    if (!isChecking) await strike(writeMs);
    expect(await until(who, id, 'done')).toMatchObject({
      rows: ROWS,
      added: ROWS - WRONG - known,
      updated: known,
      skipped: 0,
      wrong: WRONG,
    });
    expect(await count('select count(*) from customer where tenant_id = $1', who.tenantId)).toBe(
      ROWS - WRONG + KNOWN - known,
    );
    expect(await count('select count(distinct phones[1]) from customer where tenant_id = $1', who.tenantId)).toBe(
      ROWS - WRONG + KNOWN - known,
    );
    // Once of each: those it added say it themselves, those it changed in their history.
    expect(
      await count('select count(*) from customer where tenant_id = $1 and import_id is not null', who.tenantId),
    ).toBe(ROWS - WRONG - known);
    expect(
      await count("select count(*) from customer_change where tenant_id = $1 and kind = 'imported'", who.tenantId),
    ).toBe(known);
    expect(await count("select count(*) from customer where tenant_id = $1 and company = 'Aurora'", who.tenantId)).toBe(
      ROWS - WRONG,
    );
  }
  // What waited is gone, of all of them.
  await expect
    .poll(() => count("select count(*) from pg_class where relname ~ '^customer_(stage|plan)_\\d+$'"), {
      timeout: 30_000,
    })
    .toBe(0);
  expect(await count("select count(*) from stored_file where purpose = 'customer-import' and deleted_at is null")).toBe(
    0,
  );
});

test('[CDP-02] a crash of the database that empties what waited is noticed: the file is read again', async () => {
  if (!child || child.exitCode !== null) await begin();
  const { who, id, mapping } = await anUpload();
  await desk().check(who.caller(), { id, mapping, duplicates: 'skip', tag_ids: [], owner_id: null });
  await until(who, id, 'checked');
  // What a crash does to tables that are not logged.
  await opened.db.pool.query(`truncate customer_stage_${id}, customer_plan_${id}`);
  await desk().start(who.caller(), { id });
  expect(await until(who, id, 'done')).toMatchObject({
    added: ROWS - WRONG - (KNOWN - KNOWN / (ROWS / WRONG)),
    wrong: WRONG,
  });
});
