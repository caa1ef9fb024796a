import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { systemClock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openLog } from '#platform/server/log.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import type { DoNotCallRegister, RegisterFile } from '../contract.ts';
import { numbersTable } from './file-queue.ts';
import { registerFileRunner } from './file-runner.ts';
import { registerHandlers } from './register-handlers.ts';

let opened: TestDb;
const folder = mkdtempSync(join(tmpdir(), 'openseat-do-not-call-runner-'));
beforeAll(async () => {
  opened = await testDb();
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

test('[TASK-01] numbers that a crash of the database took before they were kept leave no empty list in force: the file is read again', async () => {
  const { db } = opened;
  const files = diskFiles(join(folder, 'files'));
  const desk = registerHandlers({ db, files, clock: systemClock });
  const who = await aMember(db, await aTenant(db), { functions: ['do-not-call.view', 'do-not-call.edit'] });
  const path = join(folder, 'numbers.txt');
  writeFileSync(path, '5510000001\n5510000002\n');
  const file = { path, name: 'numbers.txt', mediaType: 'text/plain', bytes: statSync(path).size };
  const wish = { country: 'MX', name: 'REPEP', issuedOn: '2026-11-01' };
  const { id: fileId } = (await desk.add(who.caller(), wish, file)) as RegisterFile;
  const { tenantId } = who;
  const table = numbersTable(fileId);
  // What is not logged is empty after a crash.
  const crashing: Db = Object.assign(Object.create(db) as Db, {
    tenant: (async (scope, work) => {
      const { rows } = await db.pool.query(`select from pg_class where relname = '${table}'`);
      if (rows.length > 0) await db.pool.query(`delete from ${table}`);
      return db.tenant(scope, work);
    }) satisfies Db['tenant'],
  });
  const run = (on: Db) => registerFileRunner({ db: on, files, log: openLog('silent') }).run({ tenantId, fileId });
  const registers = async () => (await desk.list(who.caller(), {})) as DoNotCallRegister[];
  await expect(run(crashing)).rejects.toMatchObject({ name: 'unavailable' });
  expect(await registers()).toMatchObject([{ issuedOn: null, numbers: 0, file: { state: 'reading' } }]);
  await run(db);
  expect(await registers()).toMatchObject([{ issuedOn: '2026-11-01', numbers: 2, file: { state: 'done' } }]);
});
