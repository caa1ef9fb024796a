import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-tree.ts';

const aNoun = /^export (?:abstract )?(?:interface|type|class|const|function) ([A-Z]\w*)/gm;
const isConstant = (name: string): boolean => name === name.toUpperCase();

test('an exported noun has one meaning', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of ['shared', 'core', 'platform', 'adapters', 'features', 'apps', 'db'].flatMap(sourceFiles))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(aNoun))
      if (!isConstant(name!)) homes.set(name!, (homes.get(name!) ?? new Set()).add(file));
  const several = [...homes].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files]);
  expect(several).toEqual([]);
});
