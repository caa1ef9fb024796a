// Writes assets/passwords/common.txt.gz: the passwords that are tried first, sorted, one on each line.
// They are those of @zxcvbn-ts/language-common (MIT, assets/passwords/LICENSE.txt). Run it for another version of theirs:
//   npm pack @zxcvbn-ts/language-common && tar xzf zxcvbn-ts-language-common-*.tgz
//   node scripts/common-passwords.mjs package/src/passwords.json
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST_USED = 10_000;
/** Shorter ones cannot be chosen by themselves; longer ones are kept however seldom they are. */
const SHORTEST_PASSWORD = 10;

const [from] = process.argv.slice(2);
if (!from) {
  console.error('Which file? node scripts/common-passwords.mjs package/src/passwords.json');
  process.exit(1);
}
/** Most used first. */
const ranked = JSON.parse(readFileSync(from, 'utf8'));
const kept = ranked.filter((password, rank) => rank < MOST_USED || password.length >= SHORTEST_PASSWORD);
const text = [...new Set(kept.map((password) => password.toLowerCase()))].sort().join('\n');
writeFileSync(
  fileURLToPath(new URL('../assets/passwords/common.txt.gz', import.meta.url)),
  gzipSync(text, { level: 9 }),
);
console.log(`${text.split('\n').length} passwords`);
