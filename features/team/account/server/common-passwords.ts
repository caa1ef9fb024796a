import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Sorted and packed by `scripts/common-passwords.mjs`. */
const FILE = new URL('../../../../assets/passwords/common.txt.gz', import.meta.url);

let common: ReadonlySet<string> | null = null;

/** Whether this is among the ten thousand passwords that are used most; in small letters. Read once, when first asked. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(gunzipSync(readFileSync(FILE)).toString('utf8').split('\n'));
  return common.has(password);
}
