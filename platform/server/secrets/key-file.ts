import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';

const KEY_BYTES = 32;
const OWNER_ALONE = 0o600;

/** Keys as people write them: 32 bytes each in base64 or hex, the one in use first, apart by commas or lines. */
export function parseKeys(text: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => Buffer.from(word, /^[0-9a-f]{64}$/i.test(word) ? 'hex' : 'base64'));
  if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES))
    throw new Error('must be keys of 32 bytes in base64 or hex, the one in use first');
  return keys;
}

export const newKey = (): Buffer => randomBytes(KEY_BYTES);

export const readKeys = (file: string): Buffer[] => parseKeys(readFileSync(file, 'utf8'));

/** Written aside and moved in: a file that is half written would be the end of every secret. */
export function writeKeys(file: string, keys: readonly Buffer[]): void {
  const unfinished = `${file}.new`;
  const handle = openSync(unfinished, 'w', OWNER_ALONE);
  writeSync(handle, `${keys.map((key) => key.toString('base64')).join('\n')}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(unfinished, file);
}

/** Beside the keys in use: those that were, for what was sealed under them and is in a backup still. They open, and seal nothing. */
export const retiredFileOf = (file: string): string => `${file}.retired`;

/** None where none were kept. */
export function readRetiredKeys(file: string): Buffer[] {
  const retired = retiredFileOf(file);
  return existsSync(retired) ? readKeys(retired) : [];
}

export function writeRetiredKeys(file: string, keys: readonly Buffer[]): void {
  if (keys.length === 0) rmSync(retiredFileOf(file), { force: true });
  else writeKeys(retiredFileOf(file), keys);
}
