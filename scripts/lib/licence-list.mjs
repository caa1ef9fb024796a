import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What may be shipped with a product under Apache-2.0, unchanged and with its notice. */
const FINE = new Set([
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** As some write them. */
const ALSO = new Map([['MPL 2.0', 'MPL-2.0']]);

/** `(MIT OR GPL-3.0)` is fine by one of them, `MIT AND ISC` by all. */
export function isFine(expression) {
  const words = expression.replaceAll(/[()]/g, ' ').trim();
  if (/\bAND\b/i.test(words)) return words.split(/\s+AND\s+/i).every(isFine);
  return words.split(/\s+OR\s+/i).some((one) => FINE.has(ALSO.get(one.trim()) ?? one.trim()));
}

/** The licence a package names in the lock file, or in its own description. */
function licenceOf({ license }, folder) {
  if (typeof license === 'string' && license !== '') return license;
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const own = JSON.parse(readFileSync(file, 'utf8'));
  const named = own.license ?? own.licenses?.map(({ type }) => type).join(' OR ');
  return typeof named === 'object' && named !== null ? named.type : (named ?? null);
}

/** Everything `npm ci --omit=dev` puts beside the product, by name: `{ name, version, licence }`; null where nobody says. */
export function shippedPackages(lock, root) {
  const found = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: licenceOf(entry, join(root, path)),
    }));
  const once = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...once.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** What keeps it from being shipped. */
export const troubles = (packages) =>
  packages
    .filter(({ licence }) => licence === null || !isFine(licence))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence ?? 'says nothing about its licence'}`);
