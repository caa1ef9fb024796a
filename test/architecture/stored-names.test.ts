import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { featureFolders, namesOf, sourceFiles } from './source-tree.ts';
import { releasedNames, storedOtherwise } from './stored-names.ts';

const folders = featureFolders();
const names = folders.flatMap(namesOf);

test('what databases of a release know a feature by is never another’s, and does not go', () => {
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  expect(releasedNames.filter((name) => !names.includes(name))).toEqual([]);
  const gone = Object.keys(storedOtherwise).filter((folder) => !folders.includes(`features/${folder}`));
  expect(gone).toEqual([]);
});

test('the guide of the features says which folders are called otherwise than they are known', () => {
  const guide = readFileSync('features/README.md', 'utf8');
  const rows = Object.entries(storedOtherwise).map(
    ([folder, known]) => `| \`${folder}\` | ${known.map((name) => `\`${name}\``).join(', ')} |`,
  );
  expect(rows.filter((row) => !guide.includes(row))).toEqual([]);
});

test('files of the schema lie in a folder within their feature only under a name it is stored by', () => {
  const wrong = folders.flatMap((folder) =>
    ['migrations', 'functions'].flatMap((kind) =>
      foldersIn(`${folder}/server/${kind}`)
        .filter((within) => !namesOf(folder).includes(within))
        .map((within) => `${folder}/server/${kind}/${within}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('no feature is called like a helper of the platform, or like a folder beside the features', () => {
  const helpers = new Set(
    sourceFiles('platform').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
        ([, name]) => name!,
      ),
    ),
  );
  const beside = new Set(foldersIn('.'));
  const taken = folders.filter((folder) => {
    const name = basename(folder);
    return beside.has(name) || helpers.has(name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  });
  expect(taken).toEqual([]);
});

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
