import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { freeOfEffects } from '#platform/web/free-of-effects.ts';
import { importsOf, sourceFiles } from './source-tree.ts';

const LOADS = 'platform/web/load-zod.ts';
/** What builds a schema when it is asked for; `.options` of a plain list of choices does not (`platform/web/lazy-zod.ts`). */
const READS =
  /(?:\b(?!(?:JSON|Date|URL|Temporal)\b)[A-Z]\w*|Api(?:\.\w+)+)(?:\.\w+(?:\([^()]*\))?)*\.(?:parse|safeParse|enum|isOptional|maxLength|toJSONSchema)\b|\binput\.options\b|Object\.(?:keys|values|entries)\([\w.]+\.(?:shape|enum)\)/;
/** A schema that came from elsewhere, in what has no page of its own. */
const CHECKS = /\.safeParse\(/;
const SHARED = /^(?:core|shared|features\/[^/]+\/[^/]+\/core)\//;
const codeOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
const pages = ['apps/web', 'platform/web', 'adapters/browser', ...webFolders()].flatMap(sourceFiles);

function webFolders(): string[] {
  return [
    ...new Set(sourceFiles('features').flatMap((file) => /^features\/[^/]+\/[^/]+\/web(?=\/)/.exec(file)?.[0] ?? [])),
  ];
}

/** What a file offers that reads a schema, itself or by something beside it. */
function readersIn(file: string): ReadonlySet<string> {
  const parts = codeOf(file)
    .split(/^(?=(?:export )?(?:async )?(?:function|const|class)\b)/m)
    .map((text) => ({ text, name: /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(text)?.[1] ?? '' }))
    .filter(({ name }) => name !== '');
  const reading = new Set(parts.filter(({ text }) => READS.test(text) || CHECKS.test(text)).map(({ name }) => name));
  for (const one of reading)
    for (const { name, text } of parts) if (new RegExp(`\\b${one}\\b`).test(text)) reading.add(name);
  return reading;
}

/** Whether a file uses something of `core/` or `shared/` that reads a schema. */
const hasItRead = (file: string): boolean =>
  Array.from(codeOf(file).matchAll(/^import \{([^}]*)\}\s+from\s+'([#.][^']+)'/gm)).some(([, names, from]) => {
    const to = from!.startsWith('#') ? from!.slice(1) : join(dirname(file), from!);
    if (!SHARED.test(to)) return false;
    const readers = readersIn(to);
    return names!.split(',').some((name) => readers.has(name.trim().split(' as ')[0]!));
  });

test('whatever reads a schema on a page brings zod itself, and does not count on somebody beside it', () => {
  const forgetful = pages.filter(
    (file) => (READS.test(codeOf(file)) || hasItRead(file)) && !importsOf(file).some(({ to }) => to === LOADS),
  );
  expect(forgetful).toEqual([]);
});

test('who has a schema read by something of core/ or shared/ is found', () => {
  expect([...readersIn('core/network/network.ts')]).toEqual(['networksIn']);
  expect(hasItRead('platform/web/ui/form/networks-field.tsx')).toBe(true);
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
