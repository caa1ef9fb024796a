import { expect, test, vi } from 'vitest';
import { z as zod } from 'zod';

// Other files of this process have given it zod already.
vi.resetModules();
const { giveZod, real, z: later } = await import('./lazy-zod.ts');

// The stand-in has zod's own type where it is used: the compiler only ever sees zod.
const z = later as typeof zod;

const Colour = z.enum(['red', 'green']);
const Person = z.object({
  name: z.string().trim().min(1),
  colour: Colour.optional(),
  age: z.coerce.number().int().default(18),
  kind: z.literal([1, 2]),
  get friends() {
    return z.array(Person.pick({ name: true })).optional();
  },
});
const Page = <T extends zod.ZodType>(row: T) => z.object({ list: z.array(row), total: z.number() });
const Two = z
  .object({ from: z.string(), to: z.string() })
  .refine((span) => span.from <= span.to, { message: 'later', path: ['to'] });
const Tree = z.object({ children: z.lazy(() => z.array(Colour)) });

test('a schema that was only written down says so when it is read', () => {
  expect(() => Person.safeParse({})).toThrow('load-zod');
  expect(() => Object.keys(Person.shape)).toThrow('load-zod');
});

test('choices are known without zod, which filters and forms list', () => {
  expect(Colour.options).toEqual(['red', 'green']);
});

test('once zod is there it checks as zod does', () => {
  giveZod(zod);
  expect(Person.parse({ name: ' Ana ', kind: 2, colour: 'red', friends: [{ name: 'Budi' }] })).toEqual({
    name: 'Ana',
    kind: 2,
    colour: 'red',
    age: 18,
    friends: [{ name: 'Budi' }],
  });
  expect(Person.safeParse({ name: '', kind: 3 }).error?.issues.map((issue) => issue.path.join())).toEqual([
    'name',
    'kind',
  ]);
  expect(Page(Person).safeParse({ list: [{ name: 'x', kind: 1 }], total: 1 }).success).toBe(true);
  expect(Two.safeParse({ from: 'b', to: 'a' }).error?.issues[0]).toMatchObject({ message: 'later', path: ['to'] });
  expect(Tree.safeParse({ children: ['blue'] }).success).toBe(false);
  expect(Person.omit({ kind: true }).extend({ x: z.boolean() }).shape.x.safeParse(true).success).toBe(true);
});

test('what is read from a schema is the real thing', () => {
  expect(Colour.options).toEqual(['red', 'green']);
  expect(Object.keys(Person.shape)).toEqual(['name', 'colour', 'age', 'kind', 'friends']);
  expect(real(Colour)).toBeInstanceOf(zod.ZodEnum);
  expect(real(Colour)).toBe(real(Colour));
});

test('a real schema may hold one that was written down', () => {
  expect(zod.object({ colour: real(Colour) as typeof Colour }).safeParse({ colour: 'green' }).success).toBe(true);
});
