import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerWriter } from './answer-bytes.ts';

const written = (schema: z.ZodType, value: unknown) =>
  (JSON.parse(answerWriter(schema)(value)) as { data: unknown }).data;

test('[API-01] an answer is an envelope with what the contract names, at every depth, and nothing else', () => {
  const Person = z.object({
    name: z.string(),
    tags: z.array(z.object({ id: z.number() })),
    boss: z.object({ name: z.string() }).nullable(),
  });
  const value = { name: 'Ana', secret: 1, tags: [{ id: 1, secret: 2 }], boss: { name: 'Sofía', secret: 3 } };
  expect(JSON.parse(answerWriter(Person)(value))).toEqual({
    code: 0,
    data: { name: 'Ana', tags: [{ id: 1 }], boss: { name: 'Sofía' } },
    msg: '',
  });
  expect(written(Person, { ...value, boss: null })).toEqual({ name: 'Ana', tags: [{ id: 1 }], boss: null });
});

test('optional fields that are not there stay away; null and empty answers pass', () => {
  expect(written(z.object({ a: z.string().optional(), b: z.string().nullish() }), { b: null })).toEqual({ b: null });
  expect(written(z.null(), null)).toBeNull();
  expect(written(z.array(z.string()), ['x'])).toEqual(['x']);
});

test('one of several shapes keeps the fields of its kind and drops the unnamed', () => {
  const Shape = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), x: z.object({ n: z.number() }) }),
    z.object({ kind: z.literal('b'), x: z.array(z.object({ m: z.number() })) }),
  ]);
  expect(
    written(z.array(Shape), [
      { kind: 'a', x: { n: 1, secret: 1 }, secret: 1 },
      { kind: 'b', x: [{ m: 2 }] },
    ]),
  ).toEqual([
    { kind: 'a', x: { n: 1 } },
    { kind: 'b', x: [{ m: 2 }] },
  ]);
  expect(written(z.union([z.string(), z.object({ id: z.number() })]), { id: 1, secret: 2 })).toEqual({ id: 1 });
  expect(written(z.union([z.string(), z.object({ id: z.number() })]), 'plain')).toBe('plain');
});

test('maps keep their keys and lose what their values do not name', () => {
  expect(written(z.record(z.string(), z.object({ n: z.number() })), { a: { n: 1, secret: 2 } })).toEqual({
    a: { n: 1 },
  });
  expect(written(z.record(z.string(), z.unknown()), { a: { any: 1 } })).toEqual({ a: { any: 1 } });
});

test('a shape that contains itself is written at every level', () => {
  const Menu = z.object({
    key: z.string(),
    get child() {
      return z.array(Menu);
    },
  });
  expect(written(Menu, { key: 'a', secret: 1, child: [{ key: 'b', secret: 2, child: [] }] })).toEqual({
    key: 'a',
    child: [{ key: 'b', child: [] }],
  });
});
