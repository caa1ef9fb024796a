import type { z } from 'zod';
import { real } from '#platform/web/lazy-zod.ts';
import '#platform/web/load-zod.ts';

/** What a field of a form is, read from its schema. */
export type Shape =
  | { is: 'text'; max: number | null }
  | { is: 'number'; min: number | null; max: number | null; isWhole: boolean }
  | { is: 'switch' }
  | { is: 'choice'; options: readonly (string | number)[] }
  | { is: 'list'; of: z.ZodType; max: number | null }
  | { is: 'group'; fields: Readonly<Record<string, z.ZodType>> }
  | { is: 'either'; by: string; options: readonly { value: string; fields: Readonly<Record<string, z.ZodType>> }[] }
  | { is: 'pairs' }
  | { is: 'unknown' };

interface Def {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  discriminator?: string;
  entries?: Record<string, string | number>;
  values?: (string | number)[];
}

const WRAPPERS = new Set(['default', 'prefault', 'optional', 'nullable', 'readonly', 'nonoptional', 'catch']);

/** Reads a schema; wrappers (a default, optional) are looked through. */
export function shapeOf(schema: z.ZodType): Shape {
  const made = real(schema) as z.ZodType & {
    minValue?: number | null;
    maxValue?: number | null;
    maxLength?: number | null;
    isInt?: boolean;
  };
  const def = made.def as unknown as Def;
  if (WRAPPERS.has(def.type)) return shapeOf(def.innerType!);
  switch (def.type) {
    case 'pipe':
      return shapeOf(def.in!);
    case 'string':
      return { is: 'text', max: made.maxLength ?? null };
    case 'number':
      return { is: 'number', min: bound(made.minValue), max: bound(made.maxValue), isWhole: made.isInt ?? false };
    case 'boolean':
      return { is: 'switch' };
    case 'enum':
      return { is: 'choice', options: Object.values(def.entries!) };
    case 'literal':
      return { is: 'choice', options: def.values! };
    case 'array':
      return { is: 'list', of: def.element!, max: null };
    case 'record':
      return { is: 'pairs' };
    case 'object':
      return { is: 'group', fields: def.shape! };
    case 'union':
      return unionShape(def);
    default:
      return { is: 'unknown' };
  }
}

/** What a list of a text and "nothing" is meant as, and what a choice of objects by one of their fields. */
function unionShape({ options = [], discriminator }: Def): Shape {
  if (discriminator !== undefined) {
    const read = options.map((option) => shapeOf(option)).filter((shape) => shape.is === 'group');
    return {
      is: 'either',
      by: discriminator,
      options: read.map(({ fields: { [discriminator]: named, ...fields } }) => {
        const shape = shapeOf(named!);
        return { value: shape.is === 'choice' ? String(shape.options[0]) : '', fields };
      }),
    };
  }
  const shapes = options.map((option) => shapeOf(option));
  return (
    shapes.find(({ is }) => is === 'text') ??
    shapes.find(({ is }) => is !== 'choice') ?? {
      is: 'choice',
      options: shapes.flatMap((shape) => (shape.is === 'choice' ? shape.options : [])),
    }
  );
}

/** The bounds a whole number has anyway are none. */
const bound = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value) || Math.abs(value) >= Number.MAX_SAFE_INTEGER
    ? null
    : value;

/** What its kind says a setting stands for: a variable, a group, an expression … */
export function meaningOf(schema: z.ZodType): string | undefined {
  const made = real(schema) as z.ZodType;
  const is = (made.meta() as { is?: string } | undefined)?.is;
  const { innerType } = made.def as unknown as Def;
  return is ?? (innerType && WRAPPERS.has(made.def.type) ? meaningOf(innerType) : undefined);
}

/** An empty value that fits, for a new entry of a list. */
export function emptyOf(schema: z.ZodType): unknown {
  const shape = shapeOf(schema);
  switch (shape.is) {
    case 'text':
      return '';
    case 'number':
      return shape.min ?? 0;
    case 'switch':
      return false;
    case 'choice':
      return shape.options[0];
    case 'list':
      return [];
    case 'group':
      return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, emptyOf(field)]));
    case 'either':
      return {
        [shape.by]: shape.options[0]!.value,
        ...Object.fromEntries(Object.entries(shape.options[0]!.fields).map(([name, field]) => [name, emptyOf(field)])),
      };
    default:
      return {};
  }
}

export const isSpoken = (shape: Shape): boolean =>
  shape.is === 'group' && 'words' in shape.fields && 'sounds' in shape.fields;
