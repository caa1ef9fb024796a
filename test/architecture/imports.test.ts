import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { featureFolders, featureOf, imports, importsOf, reachOf, sourceFiles } from './source-tree.ts';

/** Who may import whom. A folder may always import itself. */
const mayImport: Record<string, string[]> = {
  shared: [],
  core: ['shared'],
  platform: ['shared', 'core'],
  adapters: ['shared', 'core'],
  features: ['shared', 'core', 'platform'],
  db: ['shared', 'core', 'platform', 'features'],
  apps: ['shared', 'core', 'platform', 'features', 'adapters', 'db'],
};

/** The areas of the product (`features/README.md`). Each may know those before it. */
const areas = [
  'team',
  'office',
  'money',
  'voice',
  'customers',
  'chat',
  'flows',
  'outbound',
  'figures',
  'integrations',
  'operator',
];

/** Features that know one of a later area. The list only shrinks: a slot or an announcement takes the place of an import. */
const againstTheOrder = [
  'team/agent-status → voice/call-settings',
  'voice/call-records → customers/field-config',
  'voice/call-routes → flows/flows',
  'voice/workbench → chat/sms',
  'voice/workbench → customers/customers',
];

test.each(Object.keys(mayImport))('%s imports only what lies below it', (folder) => {
  const wrong = imports(folder).filter(({ to }) => {
    const target = to.split('/')[0]!;
    return target !== folder && target in mayImport && !mayImport[folder]!.includes(target);
  });
  expect(wrong).toEqual([]);
});

test('an area knows the areas before it, and of later ones only what is listed', () => {
  const rank = (feature: string) => areas.indexOf(feature.split('/')[0]!);
  const upwards = imports('features')
    .map(({ from, to }) => [featureOf(from)!, featureOf(to)] as const)
    .filter(([from, to]) => to && rank(from) < rank(to))
    .map(([from, to]) => `${from} → ${to}`);
  expect([...new Set(upwards)].sort()).toEqual(againstTheOrder.toSorted());
});

test('every feature lies in an area of the list', () => {
  expect(featureFolders().filter((folder) => !areas.includes(folder.split('/')[1]!))).toEqual([]);
});

test('a feature meets another feature only at its contract or its index', () => {
  const wrong = imports('features').filter(({ from, to }) => {
    if (!to.startsWith('features/') || featureOf(to) === featureOf(from)) return false;
    return !/^features\/[^/]+\/[^/]+\/(contract|(server|web)\/index)\.tsx?$/.test(to);
  });
  expect(wrong).toEqual([]);
});

test('code of the page and code of the server do not meet', () => {
  const side = (path: string) =>
    /^(?:features\/[^/]+\/[^/]+|platform|apps)\/(web|server)\//.exec(path)?.[1] ??
    (path.startsWith('adapters/browser/')
      ? 'web'
      : path.startsWith('adapters/') || path.startsWith('db/')
        ? 'server'
        : undefined);
  const wrong = ['features', 'platform', 'apps', 'adapters']
    .flatMap(imports)
    .filter(({ from, to }) => side(from) && side(to) && side(from) !== side(to));
  expect(wrong).toEqual([]);
});

test('adapters do not know one another', () => {
  const wrong = imports('adapters').filter(
    ({ from, to }) => to.startsWith('adapters/') && to.split('/')[1] !== from.split('/')[1],
  );
  expect(wrong).toEqual([]);
});

test('a contract imports zod, the vocabulary, decisions and other contracts only', () => {
  const wrong = globSync('features/*/*/{contract.ts,contract/*.ts}')
    .flatMap(importsOf)
    .filter(({ to }) => !/^(shared|core)\/|^features\/[^/]+\/[^/]+\/(contract\.ts|contract\/|core\/)/.test(to));
  expect(wrong).toEqual([]);
});

const pureFolders = ['core', 'shared', ...globSync('features/*/*/core')];

test('decisions are pure: they name no package but zod', () => {
  const wrong = pureFolders
    .flatMap(sourceFiles)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^#.][^']*)'/g)]
        .map((match) => `${file}: ${match[1]}`)
        .filter((line) => !line.endsWith(': zod')),
    );
  expect(wrong).toEqual([]);
});

test('decisions of one feature know the vocabulary, the common decisions and each other', () => {
  const wrong = globSync('features/*/*/core')
    .flatMap(imports)
    .filter(({ from, to }) => !/^(shared|core)\//.test(to) && !to.startsWith(`features/${featureOf(from)}/core/`));
  expect(wrong).toEqual([]);
});

// In a browser schemas are only written down until a page asks for what checks them (`platform/web/lazy-zod.ts`); tests load it always.
test('a page that checks by a schema loads what checks', () => {
  const checks = /\b(?!JSON|Date|URL)[A-Z]\w*(?:\.\w+)*\.(?:safeParse|parse)\(/;
  const pages = ['apps/web', 'platform/web', ...globSync('features/*/*/web')].flatMap(sourceFiles);
  const unable = pages.filter(
    (file) => checks.test(readFileSync(file, 'utf8')) && !reachOf(file).has('platform/web/load-zod.ts'),
  );
  expect(unable).toEqual([]);
});
