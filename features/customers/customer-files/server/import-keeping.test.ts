import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unzipped } from '#platform/server/zip.fixture.ts';
import { importHouse, type ImportDesk } from './import.fixture.ts';
import { purgeImports } from './import-purge.ts';
import { importRunner } from './import-runner.ts';
import { createStage } from './stage.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let house: Awaited<ReturnType<typeof importHouse>>;
beforeAll(async () => {
  house = await importHouse();
});
afterAll(() => house.close());

const HOUR_MS = 3_600_000;
/** The clean-up as it runs so much later. */
const purge = (laterMs: number): Promise<void> =>
  purgeImports({ db: house.server.world.db, clock: { nowMs: () => Date.now() + laterMs } as never }).run(
    undefined as never,
  );
const files = async ({ member }: ImportDesk): Promise<string[]> =>
  (
    await house.server.world.db.pool.query<{ purpose: string }>(
      'select purpose from stored_file where tenant_id = $1 and deleted_at is null order by purpose',
      [member.tenantId],
    )
  ).rows.map(({ purpose }) => purpose);
const isStaged = async (id: number): Promise<boolean> =>
  (await house.server.world.db.pool.query('select 1 from pg_class where relname = $1', [`customer_stage_${id}`])).rows
    .length > 0;
const FILE = 'name,phone\nAna,+525512345678\nB,12\n';

test('[CDP-02] the file goes when it is written, wrong rows stay a week, the list half a year', async () => {
  const desk = await house.importer();
  const { id } = await desk.import(FILE);
  expect(await files(desk)).toEqual(['customer-import-errors']);
  await purge(6 * 24 * HOUR_MS);
  expect(await files(desk)).toEqual(['customer-import-errors']);
  await purge(8 * 24 * HOUR_MS);
  expect(await files(desk)).toEqual([]);
  expect(await desk.errors(id)).toEqual([]);
  expect(await desk.stand(id)).toMatchObject({ state: 'done', wrong: 1 });
  await purge(200 * 24 * HOUR_MS);
  expect((await desk.ask('GET', `/import/${id}`)).code).toBe(404);
});

test('[CDP-02] what nobody goes on with is forgotten after a day, with everything that waited', async () => {
  const desk = await house.importer();
  const {
    import: { id: uploaded },
  } = await desk.upload(FILE);
  const { id: checked } = await desk.check(FILE);
  await purge(23 * HOUR_MS);
  expect([await desk.stand(uploaded), await desk.stand(checked), await isStaged(checked)]).toMatchObject([
    { state: 'uploaded' },
    { state: 'checked' },
    true,
  ]);
  await purge(25 * HOUR_MS);
  expect([await desk.stand(uploaded), await desk.stand(checked)]).toMatchObject([
    { state: 'cancelled' },
    { state: 'cancelled' },
  ]);
  expect(await files(desk)).toEqual([]);
  await expect.poll(() => isStaged(checked), { timeout: 30_000 }).toBe(false);
});

test('[CDP-02] a table of rows that no import speaks for is dropped', async () => {
  await house.server.world.db.pool.query(
    'create unlogged table customer_stage_999999 (line int); create unlogged table customer_plan_999999 (line int)',
  );
  await purge(0);
  expect(await isStaged(999_999)).toBe(false);
});

test('[CDP-02] a crash right after the last word of an import leaves its rows to the next run, which drops those nobody waits for', async () => {
  const desk = await house.importer();
  const { db } = house.server.world;
  const { id: done } = await desk.import(FILE);
  const { id: checked } = await desk.check(FILE);
  await createStage(db, { id: done, tenantId: desk.member.tenantId });
  const { run } = importRunner(house.server.world);
  for (const importId of [done, checked]) await run({ tenantId: desk.member.tenantId, importId });
  expect([await isStaged(done), await isStaged(checked)]).toEqual([false, true]);
});

test('[CDP-02] a person is told of rows about them that wait', async () => {
  const desk = await house.importer();
  const { id } = await desk.add({ full_name: 'Ana', phones: [{ number: '+525512345678', country: '' }] });
  await desk.check(FILE);
  const { task_id: taskId } = (await desk.ask('POST', '/export_person', { id })).data as { task_id: number };
  const { db, files: store } = house.server.world;
  const key = async () =>
    (
      await db.pool.query<{ key: string }>(
        'select f.key from download_task d join stored_file f on f.id = d.file_id where d.id = $1',
        [taskId],
      )
    ).rows[0]?.key;
  await expect.poll(key, { timeout: 30_000 }).toBeDefined();
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await store.get((await key())!))!.content) chunks.push(chunk);
  const exportedData = JSON.parse(
    unzipped(Buffer.concat(chunks))
      .find(({ name }) => name === 'data.json')!
      .content.toString(),
  );
  expect(exportedData['customer-files']).toMatchObject([
    { file: 'customers.csv', full_name: 'Ana', numbers: ['525512345678/MX'] },
  ]);
});
