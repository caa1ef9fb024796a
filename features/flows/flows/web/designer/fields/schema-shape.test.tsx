import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { nodeKinds } from '#core/flow/kinds/index.ts';
import enUS from '../../text/en-US.json' with { type: 'json' };
import esMX from '../../text/es-MX.json' with { type: 'json' };
import idID from '../../text/id-ID.json' with { type: 'json' };
import zhCN from '../../text/zh-CN.json' with { type: 'json' };
import { referenceOf } from './reference-field.tsx';
import { emptyOf, isSpoken, meaningOf, shapeOf } from './schema-shape.ts';

const languages: Record<string, Record<string, string>> = {
  'en-US': enUS,
  'es-MX': esMX,
  'id-ID': idID,
  'zh-CN': zhCN,
};
const missing = (keys: Iterable<string>) =>
  Object.entries(languages).flatMap(([language, texts]) =>
    [...new Set(keys)].filter((key) => !texts[key]).map((key) => `${language} ${key}`),
  );

interface Seen {
  /** `kind.path` of what the form cannot draw. */
  undrawn: string[];
  texts: string[];
}

/** Everything the form of a kind draws, however deep. */
function look(name: string, schema: z.ZodType, path: string, seen: Seen, isLabelled = true): void {
  const shape = shapeOf(schema);
  if (isLabelled) seen.texts.push(`flows.field.${name}`);
  if (isSpoken(shape) || referenceOf(name, meaningOf(schema)) || meaningOf(schema) === 'variable') return;
  switch (shape.is) {
    case 'unknown':
    case 'pairs':
      return void seen.undrawn.push(path);
    case 'choice':
      return void seen.texts.push(...shape.options.map((option) => `flows.option.${option}`));
    case 'list': {
      const of = shapeOf(shape.of);
      if (of.is !== 'group') return look(name, shape.of, `${path}[]`, seen, false);
      for (const [inner, field] of Object.entries(of.fields))
        if (inner !== 'key' || meaningOf(field) !== 'branchKey') look(inner, field, `${path}[].${inner}`, seen);
      return;
    }
    case 'group':
      for (const [inner, field] of Object.entries(shape.fields)) look(inner, field, `${path}.${inner}`, seen);
      return;
    case 'either':
      for (const { value, fields } of shape.options) {
        seen.texts.push(`flows.option.${value}`);
        for (const [inner, field] of Object.entries(fields)) look(inner, field, `${path}.${value}.${inner}`, seen);
      }
  }
}

describe.each(nodeKinds.map((kind) => ({ kind, name: kind.kind })))('$name', ({ kind, name }) => {
  const shape = shapeOf(kind.settings);
  const seen: Seen = { undrawn: [], texts: [] };
  if (shape.is === 'group')
    for (const [field, schema] of Object.entries(shape.fields)) look(field, schema, `${name}.${field}`, seen);

  test('[CC-07] every setting of it can be drawn', () => {
    expect(shape.is).toBe('group');
    expect(seen.undrawn).toEqual([]);
  });

  test('[CC-07] name, help, settings, options and branches have words in four languages', () => {
    const branches = kind
      .branches(kind.fresh())
      .flatMap(({ key, label }) => (label === undefined ? [`flows.branch.${key}`] : []));
    expect(
      missing([
        `flows.kind.${name}`,
        `flows.kind.${name}.help`,
        `flows.group.${kind.group}`,
        ...seen.texts,
        ...branches,
      ]),
    ).toEqual([]);
  });

  test('[CC-07] a new entry of a list of it has every field its schema knows', () => {
    if (shape.is !== 'group') return;
    for (const field of Object.values(shape.fields)) {
      const list = shapeOf(field);
      if (list.is !== 'list') continue;
      const of = shapeOf(list.of);
      if (of.is === 'group') expect(Object.keys(emptyOf(list.of) as object)).toEqual(Object.keys(of.fields));
    }
  });
});

test('[CC-07] everything that can be wrong with a flow is said in four languages', () => {
  const sources = globSync('core/flow/**/*.ts')
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const texts = sources.flatMap((source) =>
    [...source.matchAll(/\{ text: '([a-z][A-Za-z]+)'/g)].map(([, text]) => `flows.problem.${text}`),
  );
  expect(new Set(texts).size).toBeGreaterThan(12);
  expect(missing([...texts, 'flows.problem.goneReference'])).toEqual([]);
});
