import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newKey } from '#platform/server/secrets/key-file.ts';
import { openSecretKeys } from '#platform/server/secrets/open-secret-keys.ts';
import { testDb } from '#test/test-db.ts';
import { openFilesKeys, renewFilesKey, resealFilesKeys } from './files-keys.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let opened: Awaited<ReturnType<typeof testDb>>;
beforeAll(async () => {
  opened = await testDb();
});
afterAll(() => opened.close());

test('[SEC-02] keys of files are sealed, the same for every process, sealed anew and renewed by a rotation', async () => {
  let secrets = [newKey()];
  const db = { ...opened.db, keys: openSecretKeys(() => secrets) };
  let nowMs = 0;
  const [one, other] = [openFilesKeys(db, () => nowMs), openFilesKeys(db, () => nowMs)];
  const [first, same] = await Promise.all([one.newest(), other.newest()]);
  expect(first).toEqual(same);
  const sealed = async () =>
    (await db.pool.query<{ secret: Buffer }>('select secret from files_key order by id')).rows.map(
      ({ secret }) => secret,
    );
  expect((await sealed()).some((kept) => kept.includes(Buffer.from(first.secret)))).toBe(false);

  secrets = [newKey(), ...secrets];
  const rotated = { ...opened.db, keys: openSecretKeys(() => secrets) };
  expect([await resealFilesKeys(rotated), await resealFilesKeys(rotated)]).toEqual([1, 0]);
  await renewFilesKey(rotated);
  secrets = secrets.slice(0, 1);
  const after = openFilesKeys(rotated, () => nowMs);
  const second = await after.newest();
  expect(second.id).toBeGreaterThan(first.id);
  expect(await after.find(first.id)).toEqual(first);
  expect(await after.find(4_711)).toBeNull();
  // Who runs already opens what is sealed under the new key at once, and seals with it within a minute.
  expect((await one.newest()).id).toBe(first.id);
  expect(await one.find(second.id)).toEqual(second);
  nowMs = 60_001;
  expect(await other.newest()).toEqual(second);
});
