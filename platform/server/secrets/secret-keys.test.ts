import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newKey, parseKeys, readKeys, writeKeys } from './key-file.ts';
import { openSecretKeys } from './open-secret-keys.ts';
import { UnknownSecretsKey } from './secret-keys.ts';

const secret = Buffer.from('a secret of a tenant');

test('what is sealed opens under its key and for its owner only, and what was never sealed opens as it is', () => {
  const keys = openSecretKeys(() => [newKey()]);
  const sealed = keys.seal(secret, 'tenant 7');
  expect(sealed.includes(secret)).toBe(false);
  expect(keys.open(sealed, 'tenant 7')).toEqual(secret);
  expect(() => keys.open(sealed, 'tenant 8')).toThrow(UnknownSecretsKey);
  expect(() => openSecretKeys(() => [newKey()]).open(sealed, 'tenant 7')).toThrow(UnknownSecretsKey);
  expect(keys.open(secret, 'tenant 7')).toEqual(secret);
  expect([keys.isFresh(sealed), keys.isFresh(secret)]).toEqual([true, false]);
});

test('a rotation is noticed by who runs: what is sealed under the new key opens, and the old opens until its key goes', () => {
  let there = [newKey()];
  const keys = openSecretKeys(() => there);
  const old = keys.seal(secret, '');
  there = [newKey(), ...there];
  const fresh = openSecretKeys(() => there).seal(secret, '');
  expect(keys.isFresh(fresh)).toBe(false);
  expect(keys.open(fresh, '')).toEqual(secret);
  expect([keys.isFresh(fresh), keys.isFresh(old)]).toEqual([true, false]);
  expect(keys.open(old, '')).toEqual(secret);
});

test('keys are written as people keep them, in a file for its owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secrets.key');
  const keys = [newKey(), newKey()];
  writeKeys(file, keys);
  expect(readKeys(file)).toEqual(keys);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(parseKeys(keys.map((key) => key.toString('hex')).join(','))).toEqual(keys);
  for (const wrong of ['', 'short', newKey().toString('base64').slice(4)]) expect(() => parseKeys(wrong)).toThrow();
});
