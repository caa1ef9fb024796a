import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { freeOfEffects } from '#platform/web/free-of-effects.ts';
import { importsOf, sourceFiles } from './source-tree.ts';

const LOADS = 'platform/web/load-zod.ts';
/** What builds a schema when it is asked for; `.options` of a plain list of choices does not (`platform/web/lazy-zod.ts`). */
const READS =
  /(?:\b(?!(?:JSON|Date|URL|Temporal)\b)[A-Z]\w*|Api(?:\.\w+)+)(?:\.\w+(?:\([^()]*\))?)*\.(?:parse|safeParse|enum|isOptional|maxLength|toJSONSchema)\b|\binput\.options\b|Object\.(?:keys|values|entries)\([\w.]+\.(?:shape|enum)\)/;
const pages = ['apps/web', 'platform/web', 'adapters/browser', ...webFolders()].flatMap(sourceFiles);

function webFolders(): string[] {
  return [
    ...new Set(sourceFiles('features').flatMap((file) => /^features\/[^/]+\/[^/]+\/web(?=\/)/.exec(file)?.[0] ?? [])),
  ];
}

test('whatever reads a schema on a page brings zod itself, and does not count on somebody beside it', () => {
  const forgetful = pages.filter((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    return READS.test(code) && !importsOf(file).some(({ to }) => to === LOADS);
  });
  expect(forgetful).toEqual([]);
});

test('what is imported for its effect is kept when pages are built, and does it wherever it is', () => {
  const forEffect = pages.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/^import '([#.][^']+\.tsx?)'/gm), ([, to]) =>
      to!.startsWith('#') ? to!.slice(1) : join(dirname(file), to!),
    ),
  );
  expect(forEffect.length).toBeGreaterThan(5);
  expect(forEffect.filter((to) => freeOfEffects.test(`/${to}`))).toEqual([]);
});
