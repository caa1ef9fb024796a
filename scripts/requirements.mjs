// `npm run requirements`: which requirements a test names, and which none does. `--check` fails on an id that does not exist, and on a
// requirement whose row in docs/requirements.tsv does not name a test that proves it, or says why there is none though tests name it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { idsNamedIn, isTestFile, parseRequirements, whyNotProven } from './lib/requirement-list.mjs';
import { root } from './lib/root.mjs';

const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'playwright-report']);

const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null);
const requirements = parseRequirements(read('docs/requirements.tsv'));
const namedBy = new Map();
for (const file of filesIn('').filter(isTestFile)) {
  for (const id of idsNamedIn(read(file))) namedBy.set(id, [...(namedBy.get(id) ?? []), file]);
}
const unnamed = [...requirements.keys()].filter((id) => !namedBy.has(id));
const unknown = [...namedBy.keys()].filter((id) => !requirements.has(id));
const unproven = [...requirements].flatMap(([id, { proof }]) => {
  const why =
    proof?.none && namedBy.has(id)
      ? `says why no test proves it, but ${namedBy.get(id)[0]} names it`
      : whyNotProven(id, proof, read);
  return why ? [`${id} ${why}`] : [];
});

for (const id of unnamed) console.log(`no test  ${id.padEnd(10)} ${requirements.get(id).asks}`);
for (const id of unknown) console.log(`unknown  ${id.padEnd(10)} named in ${namedBy.get(id).join(', ')}`);
for (const problem of unproven) console.log(`no proof ${problem}`);
console.log(
  `${requirements.size} requirements, ${requirements.size - unnamed.length} named by a test, ${unnamed.length} by none, ${unknown.length} unknown ids, ${unproven.length} without proof`,
);
if (process.argv.includes('--check') && unknown.length + unproven.length > 0) process.exitCode = 1;

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path);
    return [path];
  });
}
