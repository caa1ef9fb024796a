import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { real, z } from './lazy-zod.ts';
import './load-zod.ts';

test('the pages have every part of zod that contracts and the core use', () => {
  const files = globSync(
    [
      'features/*/*/contract.ts',
      'features/*/*/contract/*.ts',
      'features/*/*/core/**/*.ts',
      'features/*/*/web/**/*.{ts,tsx}',
      'shared/**/*.ts',
      'core/**/*.ts',
    ],
    { exclude: (path) => /\.test\./.test(path) },
  );
  const used = new Set<string>();
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    if (/from 'zod'/.test(source))
      for (const [, name] of source.matchAll(/(?<![\w.])z\.([a-z]\w*)\b(?=[.(])/g)) used.add(name!);
  }
  // Types only, gone when the page is built.
  for (const name of ['input', 'output', 'infer', 'core']) used.delete(name);
  const namespace = z as Record<string, unknown>;
  expect([...used].filter((name) => real(namespace[name]) === undefined)).toEqual([]);
});
