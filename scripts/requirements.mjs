// `npm run requirements`: which requirements a test names, and which none does. `--check` fails on an id that does not exist.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { idsNamedIn, isTestFile, parseRequirements } from './lib/requirement-list.mjs';
import { root } from './lib/root.mjs';

const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'playwright-report']);

const requirements = parseRequirements(readFileSync(join(root, 'docs', 'requirements.tsv'), 'utf8'));
const namedBy = new Map();
for (const file of filesIn('').filter(isTestFile)) {
  for (const id of idsNamedIn(readFileSync(join(root, file), 'utf8')))
    namedBy.set(id, [...(namedBy.get(id) ?? []), file]);
}
const unnamed = [...requirements.keys()].filter((id) => !namedBy.has(id));
const unknown = [...namedBy.keys()].filter((id) => !requirements.has(id));

for (const id of unnamed) console.log(`no test  ${id.padEnd(10)} ${requirements.get(id)}`);
for (const id of unknown) console.log(`unknown  ${id.padEnd(10)} named in ${namedBy.get(id).join(', ')}`);
console.log(
  `${requirements.size} requirements, ${requirements.size - unnamed.length} named by a test, ${unnamed.length} by none, ${unknown.length} unknown ids`,
);
if (process.argv.includes('--check') && unknown.length > 0) process.exitCode = 1;

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path);
    return [path];
  });
}
