import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { languages } from '#shared/languages.ts';

const root = join(import.meta.dirname, '..');
const lists = ['apps/server/features.ts', 'apps/web/features.ts', 'features/README.md', '.oxfmtrc.json'];

/** A room with nothing of the product but what lists features. */
function aRoom() {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-new-feature-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const list of lists) cpSync(join(root, list), join(folder, list));
  return {
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    files: () =>
      globSync('features/*/**/*.*', { cwd: folder })
        .map((path) => path.replaceAll('\\', '/'))
        .sort(),
    make: (...names: string[]) =>
      spawnSync(process.execPath, [join(root, 'scripts/new-feature.mjs'), ...names], {
        encoding: 'utf8',
        env: { ...process.env, NEW_FEATURE_ROOT: folder },
      }),
  };
}

test('a new feature has a contract, both sides, tests of both and four languages', () => {
  const room = aRoom();
  const { status, stdout } = room.make('voice/call-labels');
  expect([status, stdout]).toEqual([0, expect.stringContaining('npm test -- features/voice/call-labels')]);
  const dated = room.files().map((path) => path.replace(/\d{4}-\d\d-\d\d/, 'DATE'));
  expect(dated).toEqual(
    [
      'contract.ts',
      'server/call-labels.repo.ts',
      'server/call-labels.test.ts',
      'server/index.ts',
      'server/migrations/DATE-50-call-labels.sql',
      'web/call-labels-page.test.tsx',
      'web/call-labels-page.tsx',
      'web/index.ts',
      'web/parts/add-panel.tsx',
      ...['en-US', 'es-MX', 'id-ID', 'zh-CN'].map((language) => `web/text/${language}.json`),
    ].map((path) => `features/voice/call-labels/${path}`),
  );
  expect(room.files().filter((path) => /\$\{/.test(room.read(path).replace(/`[^`]*`/g, '')))).toEqual([]);
});

test('its texts have the same keys in four languages, and the words are translated', () => {
  const room = aRoom();
  room.make('voice/call-labels');
  const texts = languages.map(
    (language) =>
      JSON.parse(room.read(`features/voice/call-labels/web/text/${language}.json`)) as Record<string, string>,
  );
  for (const each of texts) expect(Object.keys(each)).toEqual(Object.keys(texts[0]!));
  expect(new Set(texts.map((each) => each['call-labels.empty'])).size).toBe(languages.length);
  expect(texts.map((each) => each['call-labels.name'])).toEqual(languages.map(() => 'Call labels'));
});

test.each([
  ['server', 'voice/call-labels'],
  ['web', 'chat/a-first'],
  ['web', 'voice/z-last'],
])('it stands in the list of the %s side where the alphabet puts it: %s', (side, name) => {
  const room = aRoom();
  const listed = () => {
    const list = room.read(`apps/${side}/features.ts`);
    return { list, entries: list.slice(list.lastIndexOf('= [')).match(/\w+(?=,)/g)! };
  };
  const before = listed().entries;
  room.make(name);
  const { list, entries } = listed();
  const paths = [...list.matchAll(/'#features\/(\w+\/[\w-]+)\//g)].map(([, path]) => path!);
  expect(paths).toContain(name);
  expect(paths).toEqual(paths.toSorted());
  expect(entries).toEqual(entries.toSorted());
  expect(entries).toHaveLength(before.length + 1);
});

test.each([
  [[], 'kebab-case'],
  [['voice/CallLabels'], 'kebab-case'],
  [['call-labels'], 'area'],
  [['nowhere/call-labels'], 'no such area'],
  [['../outside'], 'kebab-case'],
  [['voice/delete'], 'word of the language'],
  [['voice/line-check'], 'Databases know another feature as line-check'],
])('%j is refused in one line and writes nothing', (names, why) => {
  const room = aRoom();
  const { status, stderr } = room.make(...names);
  expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^[^\\n]*${why}[^\\n]*\\n$`))]);
  expect(room.files()).toEqual([]);
  for (const list of lists) expect(room.read(list)).toBe(readFileSync(join(root, list), 'utf8'));
});

test('one that exists is left as it is', () => {
  const room = aRoom();
  room.make('voice/call-labels');
  const before = room.read('apps/web/features.ts');
  expect(room.make('voice/call-labels')).toMatchObject({
    status: 1,
    stderr: 'features/voice/call-labels exists already.\n',
  });
  expect(room.read('apps/web/features.ts')).toBe(before);
});
