import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { KeptBackup } from '#core/backup/backups.port.ts';
import { newKey, readKeys, retiredFileOf, writeKeys } from '#platform/server/secrets/key-file.ts';
import { fingerprintOf, keysAtHand } from './open-installation-backups.ts';
import { openKeys } from './open-keys.ts';
import { retireKeys } from './retire-keys.ts';

function aHouse() {
  const dataDir = mkdtempSync(join(tmpdir(), 'openseat-keys-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const config = { secretsKey: null, secretsKeyFile: null, backupKeysDir: null };
  return { dataDir, config, file: join(dataDir, 'secrets.key'), open: () => openKeys(config, dataDir) };
}

const naming = (...keys: Buffer[]): KeptBackup =>
  ({ id: 'b', manifest: { keys: keys.map(fingerprintOf) }, damage: null, checkedAtMs: null }) as unknown as KeptBackup;
const unreadable: KeptBackup = { id: 'u', manifest: null, damage: 'manifest.json', checkedAtMs: null };
const secret = Buffer.from('the password of a trunk');

test('a rotation keeps the key an old backup needs, for opening alone, until that backup is gone', () => {
  const { dataDir, config, file, open } = aHouse();
  const [first, second, third] = [newKey(), newKey(), newKey()] as const;
  writeKeys(file, [first]);
  const ofFirst = open().seal(secret, 'trunk 1');
  writeKeys(file, [second, first]);
  expect(retireKeys(file, { backups: [naming(first)], forgets: false })).toEqual({
    kept: [fingerprintOf(first)],
    forgotten: [],
  });
  // What is sealed from now on, and what new backups name, is the new key alone; what is restored from the old backup opens.
  expect(readKeys(file)).toEqual([second]);
  expect(keysAtHand(config, dataDir)).toEqual([second, first].map(fingerprintOf));
  expect(open().open(ofFirst, 'trunk 1')).toEqual(secret);
  expect(open().isFresh(open().seal(secret, ''))).toBe(true);
  expect(open().isFresh(ofFirst)).toBe(false);
  expect(statSync(retiredFileOf(file)).mode & 0o077).toBe(0);

  writeKeys(file, [third, second]);
  expect(retireKeys(file, { backups: [naming(second)], forgets: false })).toEqual({
    kept: [fingerprintOf(second)],
    forgotten: [fingerprintOf(first)],
  });
  expect(() => open().open(ofFirst, 'trunk 1')).toThrow();
});

test('nothing is forgotten while nobody can tell, unless somebody says so', () => {
  const { file } = aHouse();
  for (const backups of [null, [unreadable]]) {
    writeKeys(file, [newKey(), newKey()]);
    expect(retireKeys(file, { backups, forgets: false }).forgotten).toEqual([]);
    expect(retireKeys(file, { backups, forgets: true }).kept).toEqual([]);
    expect(existsSync(retiredFileOf(file))).toBe(false);
  }
});
