// npm run new-feature AREA/NAME — writes a capability that works, with tests and texts, and lists it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasArea, inGuide, isKnownName } from './lib/new-feature/guide.mjs';
import { withFeature } from './lib/new-feature/list.mjs';
import { nameProblem, namesOf } from './lib/new-feature/names.mjs';
import { serverFiles } from './lib/new-feature/server-files.mjs';
import { textFilesOf } from './lib/new-feature/texts.mjs';
import { webFiles } from './lib/new-feature/web-files.mjs';
import { toolFile } from './lib/ready.mjs';

// Another root is for the test of this script.
const root = process.env.NEW_FEATURE_ROOT ?? join(import.meta.dirname, '..');
const place = process.argv[2] ?? '';
const guideFile = join(root, 'features', 'README.md');
const guide = readFileSync(guideFile, 'utf8');
const problem =
  nameProblem(place) ??
  (hasArea(guide, place.split('/')[0]) ? null : 'features/README.md has no such area; give it a row there first.') ??
  (isKnownName(guide, namesOf(place).name)
    ? `Databases know another feature as ${namesOf(place).name}; choose another name.`
    : null) ??
  (existsSync(join(root, 'features', place)) ? `features/${place} exists already.` : null);
if (problem) {
  console.error(problem);
  process.exit(1);
}

const names = namesOf(place);
const today = new Date().toISOString().slice(0, 10);
for (const [path, content] of Object.entries({
  ...serverFiles(names, today),
  ...webFiles(names),
  ...textFilesOf(names),
})) {
  const file = join(root, 'features', place, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
for (const side of ['server', 'web']) {
  const list = join(root, 'apps', side, 'features.ts');
  writeFileSync(list, withFeature(readFileSync(list, 'utf8'), names, side));
}
writeFileSync(guideFile, inGuide(guide, names));
execFileSync(process.execPath, [toolFile('oxfmt'), '-c', join(root, '.oxfmtrc.json'), join(root, 'features', place)], {
  cwd: root,
});
console.log(
  `features/${place} is written and listed. Say in web/text/*.json what it is called, then: npm test -- features/${place}`,
);
