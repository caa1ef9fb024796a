import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { systemClock } from '#platform/server/clock.ts';
import { loadTexts } from '#platform/server/texts.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import { CampaignFields, type CampaignFile, type CampaignImport } from '../contract.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { campaignImportHandlers } from './import-handlers.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const [ROWS, WRONG, KILLS] = [1_500, 15, 4];
let opened: TestDb;
const folder = mkdtempSync(join(tmpdir(), 'openseat-campaign-crash-'));
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

function aFile(): { path: string; name: string; mediaType: string; bytes: number } {
  const path = join(folder, 'customers.csv');
  const row = (n: number): string =>
    `Customer ${n},${n % (ROWS / WRONG) === 7 ? '12' : `+5255${10_000_000 + n}`},A-${n}\n`;
  writeFileSync(path, `name,phone,contract\n${Array.from({ length: ROWS }, (_, n) => row(n)).join('')}`);
  return { path, name: 'customers.csv', mediaType: 'text/csv', bytes: statSync(path).size };
}
const desk = () =>
  campaignImportHandlers({
    db: opened.db,
    files: diskFiles(join(folder, 'files')),
    texts: loadTexts(),
    clock: systemClock,
  });
const stand = async (who: Member, id: number): Promise<CampaignImport> =>
  ((await desk().importPreview(who.caller(), { id })) as CampaignFile).import;
async function until(who: Member, id: number, state: CampaignImport['state']): Promise<CampaignImport> {
  await expect.poll(async () => (await stand(who, id)).state, { timeout: 100_000, interval: 20 }).toBe(state);
  return stand(who, id);
}
const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await opened.db.pool.query<{ count: number }>(text, values)).rows[0]!.count;

/** A campaign in a team of its own, and a file that was uploaded into it. */
async function anUpload() {
  const who = await aMember(opened.db, await aTenant(opened.db), { functions: ['campaigns.edit', 'preview.edit'] });
  const campaign = await opened.db.tenant({ tenantId: who.tenantId }, (tx) =>
    campaignsRepo(tx).add('preview', CampaignFields.parse({ name: 'Renewals' }), { userId: who.userId, name: 'Ana' }),
  );
  const wish = { campaignId: campaign.id, startsAtOnce: false };
  const { import: one, columns } = (await desk().appendFile(who.caller(), wish, aFile())) as CampaignFile;
  return { who, campaign, id: one.id, mapping: columns.map(({ column, guess }) => ({ column, field: guess })) };
}

test('[TASK-01] killed at several moments of checking and writing, a file is in its campaign whole and once, or not at all', async () => {
  await begin();
  // How long it takes undisturbed says where to strike.
  const first = await anUpload();
  const startMs = performance.now();
  await desk().importCheck(first.who.caller(), { id: first.id, mapping: first.mapping });
  await until(first.who, first.id, 'checked');
  const checkMs = performance.now() - startMs;
  await desk().importStart(first.who.caller(), { id: first.id });
  await until(first.who, first.id, 'done');
  const writeMs = performance.now() - startMs - checkMs;

  for (let round = 0; round < KILLS; round += 1) {
    const { who, campaign, id, mapping } = await anUpload();
    const isChecking = round % 2 === 0;
    const strike = async (spanMs: number): Promise<void> => {
      await pause(((round + 1) / (KILLS + 1)) * spanMs);
      await kill();
      // Whoever looks in between sees nothing of it, or all, in one look.
      const { rows } = await opened.db.pool.query<{ members: number; counted: number; state: string }>(
        'select (select count(*) from campaign_customer where campaign_id = i.campaign_id) members, (select customers from campaign where id = i.campaign_id) counted, state from campaign_import i where id = $1',
        [id],
      );
      const { members, counted, state } = rows[0]!;
      expect(members).toBe(state === 'done' ? ROWS - WRONG : 0);
      expect(counted).toBe(members);
      await begin();
    };
    await desk().importCheck(who.caller(), { id, mapping });
    if (isChecking) await strike(checkMs);
    const counts = { rows: ROWS, added: ROWS - WRONG, duplicates: 0, wrong: WRONG };
    expect(await until(who, id, 'checked')).toMatchObject(counts);
    await desk().importStart(who.caller(), { id });
    if (!isChecking) await strike(writeMs);
    expect(await until(who, id, 'done')).toMatchObject(counts);
    expect(
      await count('select count(distinct number) from campaign_customer where campaign_id = $1', campaign.id),
    ).toBe(ROWS - WRONG);
  }
  // What waited is gone, of all of them.
  await expect
    .poll(() => count("select count(*) from pg_class where relname ~ '^campaign_stage_\\d+$'"), { timeout: 30_000 })
    .toBe(0);
  expect(await count("select count(*) from stored_file where purpose = 'campaign-import' and deleted_at is null")).toBe(
    0,
  );
});

test('[TASK-01] a crash of the database that empties what waited is noticed: the file is read again', async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) await begin();
  const { who, id, mapping } = await anUpload();
  await desk().importCheck(who.caller(), { id, mapping });
  await until(who, id, 'checked');
  // What a crash does to tables that are not logged.
  await opened.db.pool.query(`truncate campaign_stage_${id}`);
  await desk().importStart(who.caller(), { id });
  expect(await until(who, id, 'done')).toMatchObject({ added: ROWS - WRONG, wrong: WRONG });
});
