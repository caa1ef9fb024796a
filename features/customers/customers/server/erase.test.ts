import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { unzipped } from '#platform/server/zip.fixture.ts';
import { aMember } from '#test/builders.ts';
import { aCallTo, EVERYTHING, houseWithCalls, type CustomerClerk } from './customers.fixture.ts';

const { house, book } = await houseWithCalls();

const NUMBER = '525512345678';
const SOUND = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(40_000, 'sound of a call')]);

async function aKnownPerson(): Promise<{ desk: CustomerClerk; id: number; other: number }> {
  const { tenantId } = (await house.manager()).member;
  const desk = house.desk(
    await aMember(house.server.world.db, tenantId, { functions: [...EVERYTHING, 'customers.erase'], name: 'Keeper' }),
  );
  const { id } = await desk.add({
    full_name: 'Ana Ruiz',
    phones: [{ number: `+${NUMBER}`, country: '' }],
    emails: ['ana@mail.example'],
  });
  const { id: second } = await desk.add({ full_name: 'A. Ruiz', note: 'Ana Ruiz lives in Puebla.' });
  await desk.do('POST', '/merge', { keep_id: id, other_ids: [second] });
  const { id: other } = await desk.add({ full_name: 'Luis' });
  const call = aCallTo(tenantId, { callId: `c-${id}`, customerNumber: NUMBER });
  await book.open(call);
  const path = join(mkdtempSync(join(tmpdir(), 'openseat-erase-')), 'sound.wav');
  writeFileSync(path, SOUND);
  await book.addRecording(tenantId, call.callId, { recordingId: `r-${id}`, path, durationMs: 2_000, kind: 'call' });
  await book.close(tenantId, call.callId, {
    endedMs: Date.now(),
    outcome: 'abandoned',
    cause: 'normal',
    sipStatus: null,
    refusal: null,
    endedBy: 'customer',
  });
  await house.server.world.db.tenant({ tenantId }, async (tx) => {
    await sql`insert into call_note (call_id, user_id, author, text) values (${call.callId}, 1, 'Keeper', 'Ana Ruiz will call again.')`.execute(
      tx.as(),
    );
    await sql`update call_record set remark = 'Ana Ruiz', customer_name = 'Ana Ruiz' where call_id = ${call.callId}`.execute(
      tx.as(),
    );
  });
  return { desk, id, other };
}

test('[CDP-07] who is erased is in no table any more, and the log keeps a certificate that names nobody', async () => {
  const { desk, id, other } = await aKnownPerson();
  // Somebody else called them and was sent on to us.
  const networkWord = { attestation: 'A', divertedFrom: NUMBER } as const;
  const sentOn = { callId: `d-${id}`, customerNumber: '525599990000', networkWord };
  await book.open(aCallTo(desk.member.tenantId, { direction: 'inbound', ...sentOn }));
  const { certificate, erased } = await desk.do<{ certificate: string; erased: Record<string, number> }>(
    'POST',
    '/erase',
    { id, reason: 'Asked by mail.' },
  );
  expect(erased).toMatchObject({ customers: 2, 'call-records': 2, calls: 1 });
  expect((await desk.ask('GET', `/${id}`)).code).toBe(404);
  expect(await desk.names()).toEqual(['Luis']);
  const { tenantId } = desk.member;
  await house.server.world.db.everyTenant('the test looks everywhere', async (tx) => {
    const { rows: tables } = await sql<{
      name: string;
    }>`select table_name name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public' and table_name not in ('stored_file')`.execute(
      tx.as(),
    );
    for (const { name } of tables) {
      const { rows } =
        await sql`select 1 from ${sql.table(name)} t where tenant_id = ${tenantId} and (t::text like ${`%${NUMBER}%`} or t::text like '%Ruiz%' or t::text like '%ana@mail%')`.execute(
          tx.as(),
        );
      expect(rows, name).toEqual([]);
    }
    const { rows: log } = await sql<{
      target: string;
    }>`select target, change from operation_log where tenant_id = ${tenantId} and action = 'erase'`.execute(tx.as());
    expect(log).toEqual([
      {
        target: certificate,
        change: { after: { customers: expect.arrayContaining([id]), erased, reason: 'Asked by mail.' } },
      },
    ]);
  });
  expect((await desk.do('GET', `/${other}`)).full_name).toBe('Luis');
});

/** The files of the archive a person is handed. */
async function exported(desk: CustomerClerk, id: number): Promise<Map<string, Buffer>> {
  const { task_id: taskId } = await desk.do<{ task_id: number }>('POST', '/export_person', { id });
  const { tenantId } = desk.member;
  const { db, files } = house.server.world;
  const key = async () =>
    (
      await db.tenant({ tenantId }, (tx) =>
        sql<{
          key: string;
        }>`select f.key from download_task d join stored_file f on f.id = d.file_id where d.id = ${taskId}`.execute(
          tx.as(),
        ),
      )
    ).rows[0]?.key;
  await expect.poll(key, { timeout: 15_000 }).toBeDefined();
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await files.get((await key())!))!.content) chunks.push(chunk);
  return new Map(unzipped(Buffer.concat(chunks)).map(({ name, content }) => [name, content]));
}

test('[CDP-07] a person can be told everything that is kept about them', async () => {
  const { desk, id } = await aKnownPerson();
  const archive = await exported(desk, id);
  const exportedData = JSON.parse(archive.get('data.json')!.toString());
  expect(exportedData.customers.map((one: { full_name?: string }) => one.full_name)).toEqual(
    expect.arrayContaining(['Ana Ruiz', 'A. Ruiz']),
  );
  expect(exportedData['call-records']).toMatchObject([{ customer_number: NUMBER }]);
  expect(exportedData.calls).toMatchObject([{ text: 'Ana Ruiz will call again.' }]);
  const [, sound, ...more] = [...archive];
  expect([sound![0], more]).toEqual([
    expect.stringMatching(/^call-records\/\d{4}-\d\d-\d\d-\d{6}-r-\d+\.[a-z0-9]+$/),
    [],
  ]);
  expect(sound![1].equals(SOUND)).toBe(true);
});

test('[CDP-07] files somebody exported go with the person who is erased, and what was searched for them', async () => {
  const { desk, id } = await aKnownPerson();
  await exported(desk, id);
  const { db } = house.server.world;
  const tasks = async () =>
    (
      await db.pool.query('select status, file_id, params from download_task where tenant_id = $1', [
        desk.member.tenantId,
      ])
    ).rows;
  expect(await tasks()).toMatchObject([{ status: 2, params: { id } }]);
  expect((await desk.do<{ erased: object }>('POST', '/erase', { id, reason: 'Asked by mail.' })).erased).toMatchObject({
    downloads: 1,
  });
  expect(await tasks()).toEqual([{ status: 3, file_id: null, params: {} }]);
});

test('[CDP-07] a recording that is gone meanwhile is named, and keeps nothing else back', async () => {
  const { desk, id } = await aKnownPerson();
  const { db, files } = house.server.world;
  const { rows } = await db.pool.query<{ key: string }>(
    'select f.key from call_recording c join stored_file f on f.id = c.file_id where c.recording_id = $1',
    [`r-${id}`],
  );
  await files.remove(rows[0]!.key);
  const archive = await exported(desk, id);
  expect(archive.get('deleted-meanwhile.txt')!.toString()).toMatch(/^call-records\/.*r-\d+/);
  expect(JSON.parse(archive.get('data.json')!.toString()).customers).not.toEqual([]);
});

test('[CDP-07] only those who may erase people do, and nobody who sees stars takes everything away in a file', async () => {
  const { desk, id } = await aKnownPerson();
  const without = house.desk(await aMember(house.server.world.db, desk.member.tenantId, { functions: EVERYTHING }));
  for (const path of ['/erase', '/export_person'])
    expect((await without.ask('POST', path, { id, reason: 'no right' })).code).toBe(403);
  const stars = house.desk(
    await aMember(house.server.world.db, desk.member.tenantId, {
      functions: [...EVERYTHING, 'customers.erase'],
      needsMasking: true,
    }),
  );
  expect((await stars.ask('POST', '/export_person', { id })).code).toBe(403);
});
