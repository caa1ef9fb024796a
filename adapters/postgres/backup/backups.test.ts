import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aFolder, dataFolderMaker, query, started } from '../postgres.fixture.ts';
import { findRunningCluster, type RunningCluster } from '../running-cluster.ts';
import { anInstallation, contentOf, momentOf, quiet } from './backups.fixture.ts';
import { openBackups } from './open-backups.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';
import { restoreEmbedded, type EmbeddedWish } from './restore-embedded.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let used: Awaited<ReturnType<typeof dataFolderMaker>>;
beforeAll(async () => {
  used = await dataFolderMaker();
});
afterAll(() => used.remove());

const wish = (folder: string, dataDir: string, wanted: Partial<EmbeddedWish> = {}): EmbeddedWish => ({
  folder,
  dataDir,
  toMs: null,
  backupId: null,
  timeline: null,
  readsAside: null,
  replaces: false,
  nowMs: Date.now(),
  say: quiet,
  assertKeys: quiet,
  prepare: async () => {},
  ...wanted,
});

test('an installation is restored to a moment between two writes: its rows and its files are those of that moment, and what was there is kept', async () => {
  const dataDir = used.make();
  const { postgres, backups, folder, sql, file } = await anInstallation(dataDir);
  await sql('create table word (w text)');
  await sql(`insert into word values ('before the backup')`);
  file('a/one', 'one');
  const first = await backups.make(quiet);
  await sql(`insert into word values ('after the backup')`);
  file('a/two', 'two');
  const toMs = (await momentOf(sql)) + 1;
  await expect.poll(() => momentOf(sql)).toBeGreaterThan(toMs + 20);
  await sql(`insert into word values ('after the moment')`);
  await sql('update word set w = upper(w)');
  file('a/three', 'three');
  const second = await backups.make(quiet);
  expect(second.contents.files).toBe(3);
  expect(second.addedBytes).toBeLessThan(first.addedBytes);
  await sql('drop table word');
  await postgres.stop();

  // A moment that is not over the newest backup's head is restored from the one before.
  await expect(restoreEmbedded(wish(folder, dataDir, { toMs }))).rejects.toThrow(/--replace it is set aside/);
  const prepared: string[] = [];
  const done = await restoreEmbedded(
    wish(folder, dataDir, {
      toMs,
      replaces: true,
      async prepare(url) {
        prepared.push(...(await query(url, 'select w from word order by w')).map(({ w }) => String(w)));
      },
    }),
  );
  expect(done.manifest.id).toBe(first.id);
  expect(prepared).toEqual(['after the backup', 'before the backup']);
  expect(contentOf(join(dataDir, 'files'))).toEqual({ 'a/one': 'one', 'a/two': 'two' });
  expect(done.linked).toBe(2);
  expect(done.setAside).toHaveLength(2);
  const aside = done.setAside.find((path) => path.includes('files.before-'))!;
  expect(Object.keys(contentOf(aside))).toEqual(['a/one', 'a/three', 'a/two']);

  const again = await started({ dataDir, archive: true });
  expect(await query(again.url, 'select w from word order by w')).toEqual([
    { w: 'after the backup' },
    { w: 'before the backup' },
  ]);
  await query(again.url, `insert into word values ('goes on')`);

  // On another machine there is nothing but the folder of backups; the newest timeline is followed to its end.
  await again.stop();
  const elsewhere = aFolder();
  await restoreEmbedded(wish(folder, elsewhere, { toMs }));
  const there = await started({ dataDir: elsewhere });
  expect(await query(there.url, 'select count(*)::int n from word')).toEqual([{ n: 2 }]);
  expect(contentOf(join(elsewhere, 'files'))).toEqual({ 'a/one': 'one', 'a/two': 'two' });
});

test('a drill beside a server that lives writes nothing into its log, makes no backups there, and joins only once it is released', async () => {
  const living = await anInstallation(used.make());
  await living.sql('create table word (w text)');
  const { id, wal } = await living.backups.make(quiet);
  await living.sql(`insert into word values ('of both')`);
  const passOn = (cluster: RunningCluster) =>
    query(cluster.ownerUrl(), `select pg_switch_wal() from pg_logical_emit_message(true, 'a', 'b')`);
  const names = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.gz'));
  const archived = (): string[] => names(living.walFolder());
  async function comesAfter(last: string): Promise<void> {
    await expect.poll(() => archived().sort().at(-1)! > last, { timeout: 20_000 }).toBe(true);
  }
  await passOn(living.cluster);
  await comesAfter(`${wal!.last}.gz`);
  const before = archived();

  const dataDir = aFolder();
  await restoreEmbedded(
    wish(living.folder, dataDir, {
      async prepare(url) {
        await query(url, `create table outgoing_hold as select '${id}'::text backup_id`);
      },
    }),
  );
  const drill = await started({ dataDir, archive: true });
  const cluster = findRunningCluster(dataDir);
  const clock = { nowMs: Date.now() };
  const nowMs = (): number => clock.nowMs;
  const drilled = openBackups({
    folder: living.folder,
    dataDir,
    database: openEmbeddedDatabase({ cluster, folder: living.folder, nowMs }),
    files: { folder: join(dataDir, 'files'), elsewhere: null },
    keys: { fingerprints: () => ['a1b2'], where: 'a safe', file: null, copyTo: null },
    nowMs,
  });
  await query(drill.url, `insert into word values ('of the drill')`);
  await passOn(cluster);
  const aside = (await drilled.facts()).wal!.aside!.folder;
  const isOfDrill = (name: string): boolean => name.startsWith('00000002');
  await expect.poll(() => names(aside).filter(isOfDrill).length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(archived()).toEqual(before);
  await expect(drilled.make(quiet)).rejects.toThrow(/restored from the backup .* and not released/);

  // Who restores meanwhile gets what the living one wrote.
  await living.sql(`insert into word values ('of the living')`);
  await passOn(living.cluster);
  await comesAfter(before.sort().at(-1)!);
  const elsewhere = aFolder();
  await restoreEmbedded(wish(living.folder, elsewhere));
  const there = await started({ dataDir: elsewhere });
  expect(await query(there.url, 'select w from word order by w')).toEqual([{ w: 'of both' }, { w: 'of the living' }]);
  expect((await drilled.facts()).wal).toMatchObject({ isOn: true, aside: { block: 'alive' } });
  await expect(drilled.settle()).rejects.toThrow(/Another OpenSeat still hands its log over/);

  await living.postgres.stop();
  clock.nowMs = Date.now() + 3_600_000;
  expect((await drilled.facts()).wal).toMatchObject({ aside: { folder: aside, block: null } });
  await query(drill.url, 'drop table outgoing_hold');
  await drilled.settle();
  expect(existsSync(aside)).toBe(false);
  expect(archived().filter(isOfDrill).length).toBeGreaterThan(1);
  const settled = await drilled.make(quiet);
  expect(settled.wal!.last.startsWith('00000002')).toBe(true);
  expect((await drilled.facts()).wal).toMatchObject({ isOn: true, isFailing: false, aside: null });
});

test('one installation: killed half-way, damaged, a segment lost, no room left', async () => {
  const dataDir = used.make();
  let room = Infinity;
  const { backups, folder, file, sql, cluster, walFolder } = await anInstallation(dataDir, {
    async write(path, bytes) {
      room -= bytes.length;
      if (room < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      writeFileSync(path, bytes);
    },
  });
  const objects = (): string[] =>
    readdirSync(join(folder, 'objects'), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, 'objects', name),
    );
  await sql('create table word (w text)');
  file('voice.wav', 'a long recording');
  const { id } = await backups.make(quiet);

  await killedHalfWay(dataDir, folder);
  expect(readdirSync(join(folder, 'backups')).some((name) => name.startsWith('making-'))).toBe(true);
  expect((await backups.list()).map((kept) => kept.id)).toEqual([id]);
  expect(await backups.check(id, quiet)).toMatchObject({ isGood: true, damage: [], missing: null });
  const second = await backups.make(quiet);
  await backups.remove([second.id], 0);
  expect(readdirSync(join(folder, 'backups'))).toEqual([id]);
  expect(await query(cluster.ownerUrl(), `select pg_is_in_recovery() r`)).toEqual([{ r: false }]);

  // A piece that rots is named and set aside, and the next backup keeps it anew.
  writeFileSync(
    objects().find((path) => isPieceOf(path, 'a long recording'))!,
    'A long recording',
  );
  const found = await backups.check(id, quiet);
  expect(found.damage).toEqual([
    expect.stringMatching(/^files\/voice\.wav: the piece [0-9a-f]{64} is missing or damaged/),
  ]);
  expect((await backups.list())[0]).toMatchObject({ id, damage: expect.stringContaining('voice.wav') });
  const third = await backups.make(quiet);
  expect((await backups.check(id, quiet)).isGood).toBe(true);

  // A disk that is full is one clear line, and takes nothing of what is there.
  await sql(`insert into word select n::text from generate_series(1, 20000) n`);
  file('another.wav', 'x'.repeat(100_000));
  room = 50_000;
  await expect(backups.make(quiet)).rejects.toThrow(`There is no room left for a backup in ${folder}: make room`);
  room = Infinity;
  expect((await backups.list()).map((kept) => kept.id)).toEqual([third.id, id]);

  // A segment that is lost is told by the check and by a restore that needs it.
  for (const n of [1, 2])
    await query(cluster.ownerUrl(), `select ${n}, pg_switch_wal() from pg_logical_emit_message(true, 'a', 'b')`);
  const toMs = await momentOf(sql);
  const after = (): string[] =>
    readdirSync(walFolder()).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name) && name > `${third.wal!.last}.gz`);
  await expect.poll(() => after().length, { timeout: 20_000 }).toBeGreaterThan(1);
  const lost = after().sort()[0]!.slice(0, 24);
  rmSync(join(walFolder(), `${lost}.gz`));
  expect((await backups.facts()).wal).toMatchObject({ isOn: true, isFailing: false, missing: lost });
  await expect(restoreEmbedded(wish(folder, aFolder(), { toMs, backupId: third.id }))).rejects.toThrow(
    `The segment ${lost} of the log is missing`,
  );
  rmSync(join(walFolder(), `${third.wal!.first}.gz`));
  expect(await backups.check(third.id, quiet)).toMatchObject({
    isGood: false,
    damage: [`The segment ${third.wal!.first} of the log is missing.`],
    missing: third.wal!.first,
  });
});

const isPieceOf = (path: string, content: string): boolean =>
  /[0-9a-f]{64}$/.test(path) && readFileSync(path, 'utf8') === content;

/** A backup in a process of its own, which is killed as soon as it has kept something. */
async function killedHalfWay(dataDir: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.fixture.ts'), dataDir, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await once(createInterface(child.stdout), 'line');
  child.kill('SIGKILL');
  await closed;
}
