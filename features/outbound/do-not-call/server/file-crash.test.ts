import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { systemClock } from '#platform/server/clock.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testDb, type TestDb } from '#test/test-db.ts';
import type { DoNotCallRegister, RegisterAnswer } from '../contract.ts';
import { registerHandlers } from './register-handlers.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const [NUMBERS, KILLS] = [20_000, 4];
let opened: TestDb;
const folder = mkdtempSync(join(tmpdir(), 'openseat-do-not-call-crash-'));
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
  child = fork(join(import.meta.dirname, 'file-process.fixture.ts'), [opened.url, join(folder, 'files')], {
    execArgv: [],
  });
  await once(child, 'message');
}
async function kill(): Promise<void> {
  const gone = once(child!, 'exit');
  child!.kill('SIGKILL');
  await gone;
}

/** Numbers of Mexico City from the given one on. */
function aFile(first: number): { path: string; name: string; mediaType: string; bytes: number } {
  const path = join(folder, 'numbers.txt');
  writeFileSync(path, Array.from({ length: NUMBERS }, (_, n) => `55${first + n}\n`).join(''));
  return { path, name: 'numbers.txt', mediaType: 'text/plain', bytes: statSync(path).size };
}
const desk = () => registerHandlers({ db: opened.db, files: diskFiles(join(folder, 'files')), clock: systemClock });
const registerOf = async (who: Member): Promise<DoNotCallRegister> =>
  ((await desk().list(who.caller(), {})) as DoNotCallRegister[])[0]!;
const isListed = async (who: Member, national: number): Promise<boolean> =>
  ((await desk().check(who.caller(), { number: `+5255${national}` })) as RegisterAnswer).registers.some(
    ({ hasNumber }) => hasNumber,
  );
const count = async (text: string): Promise<number> =>
  (await opened.db.pool.query<{ count: number }>(text)).rows[0]!.count;

test('[TASK-01] killed at several moments, a list is in force whole or the one before it is, and the file is read in the end', async () => {
  await begin();
  const who = await aMember(opened.db, await aTenant(opened.db), {
    functions: ['do-not-call.view', 'do-not-call.edit'],
  });
  const startMs = performance.now();
  await desk().add(who.caller(), { country: 'MX', name: 'REPEP', issuedOn: '2026-11-01' }, aFile(10_000_000));
  await expect.poll(async () => (await registerOf(who)).numbers, { timeout: 60_000, interval: 20 }).toBe(NUMBERS);
  const spanMs = performance.now() - startMs;
  const { id } = await registerOf(who);
  let before = 10_000_000;
  for (let round = 1; round <= KILLS; round += 1) {
    const next = before + 1_000_000;
    await desk().replace(who.caller(), { id, issuedOn: `2026-11-0${round + 1}` }, aFile(next));
    await pause((round / (KILLS + 1)) * spanMs);
    await kill();
    // Whoever looks in between finds one list and not a mixture.
    const { file } = await registerOf(who);
    const isNew = file!.state === 'done';
    expect([await isListed(who, before), await isListed(who, next)]).toEqual([!isNew, isNew]);
    await begin();
    await expect.poll(async () => (await registerOf(who)).file!.state, { timeout: 100_000, interval: 20 }).toBe('done');
    expect(await registerOf(who)).toMatchObject({ numbers: NUMBERS, issuedOn: `2026-11-0${round + 1}` });
    expect([await isListed(who, before), await isListed(who, next)]).toEqual([false, true]);
    before = next;
  }
  // What waited is gone, and so are the files and the lists before.
  await expect
    .poll(() => count("select count(*) from pg_class where relname ~ '^do_not_call_stage_\\d+$'"), { timeout: 30_000 })
    .toBe(0);
  expect(await count("select count(*) from stored_file where purpose = 'do-not-call' and deleted_at is null")).toBe(0);
  expect(await count('select sum(cardinality(endings))::int count from do_not_call_chunk')).toBe(NUMBERS);
});
