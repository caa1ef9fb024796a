import type { AnyEndpoint } from '#shared/endpoint.ts';
import { plainValue, remembered, schemaOf, type Schema } from '../contract-input.ts';
import type { Marks } from './columns.ts';
import { kindOfField, isIdLike, type FieldKind } from './fields.ts';

/*
 * Inputs for every call there is, read off its contract. A place is a field, however deep, that names something of a
 * tenant; an input has somebody's mark in one place and the caller's own in all others it must have.
 */

/** Where something of a tenant is named: the fields on the way, `[]` for an item, `{}` for the name of a field. */
export interface Place {
  path: string;
  kind: FieldKind;
}

/** Every form an input can have, the usual one first. */
export const formsOf = remembered((endpoint: AnyEndpoint): Schema[] => alternatives(schemaOf(endpoint)));

/** The alternatives of a schema, each without a choice between objects; of what repeats itself the first is enough. */
function alternatives(schema: Schema, depth = 0): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const real = choices.filter(({ type }) => type !== 'null');
    return real.some(({ type, properties }) => type === 'object' || type === 'array' || properties)
      ? real.flatMap((one) => alternatives(one, depth))
      : [real[0] ?? choices[0]!];
  }
  if (schema.items)
    return depth > MAX_DEPTH ? [schema] : alternatives(schema.items, depth + 1).map((items) => ({ ...schema, items }));
  if (!schema.properties) return [schema];
  // One field at a time: the alternatives of two fields need not meet.
  const each = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    fields: depth > MAX_DEPTH ? [field] : alternatives(field, depth + 1),
  }));
  const first = Object.fromEntries(each.map(({ name, fields }) => [name, fields[0]!]));
  const others = each.flatMap(({ name, fields }) => fields.slice(1).map((field) => ({ ...first, [name]: field })));
  return [first, ...others].map((properties) => ({ ...schema, properties }));
}
const MAX_DEPTH = 6;

/** Every place of an alternative; throws for a field that looks like the name of something and is not known. */
export function placesOf(schema: Schema, name = '', path = ''): Place[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([field, inner]) =>
      placesOf(inner, field, path ? `${path}.${field}` : field),
    );
  if (schema.items) return placesOf(schema.items, name, `${path}[]`);
  if (typeof schema.additionalProperties === 'object') {
    const named = kindOfField(`${name}{}`, { type: 'string' });
    return named && named !== 'none'
      ? [{ path: `${path}{}`, kind: named }]
      : placesOf(schema.additionalProperties, name, `${path}{1}`);
  }
  const kind = kindOfField(name, schema, path);
  if (kind === undefined && isIdLike(name, schema))
    throw new Error(
      `test/tenancy/fields.ts does not say what "${name}" (${path}) names: give it a mark of another tenant, or say why it needs none`,
    );
  return kind && kind !== 'none' ? [{ path, kind }] : [];
}

export interface Attempt {
  place: Place;
  schema: Schema;
}

/** Every place of a call once, in the first alternative that has it. */
export const attemptsOf = remembered((endpoint: AnyEndpoint): Attempt[] => {
  const attempts = new Map<string, Attempt>();
  for (const schema of formsOf(endpoint)) {
    for (const place of placesOf(schema)) {
      // A condition within conditions is read like the first.
      const where = place.path.replace(/(items\[\]\.)+/, 'items[].');
      if (!attempts.has(where)) attempts.set(where, { place, schema });
    }
  }
  return [...attempts.values()];
});

export interface Wish {
  own: Marks;
  /** What stands in the place. */
  at?: { path: string; value: unknown; besides?: unknown };
  /** Texts that must be new each time. */
  count: number;
}

/** An input with one place filled as wished; fields that may be left out are, unless the place lies in them. */
export function inputFor(schema: Schema, wish: Wish, name = '', path = ''): unknown {
  if (wish.at?.path === path && path !== '') return wish.at.value;
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(
      ([field]) => schema.required?.includes(field) || leadsTo(path ? `${path}.${field}` : field, wish),
    );
    return Object.fromEntries(
      wanted.map(([field, inner]) => [field, inputFor(inner, wish, field, path ? `${path}.${field}` : field)]),
    );
  }
  if (schema.items) {
    const inside = leadsTo(`${path}[]`, wish);
    const item = () => inputFor(schema.items!, wish, name, `${path}[]`);
    return inside
      ? [...(wish.at?.besides === undefined || wish.at.path !== `${path}[]` ? [] : [wish.at.besides]), item()]
      : (schema.minItems ?? 0) > 0
        ? [item()]
        : [];
  }
  if (typeof schema.additionalProperties === 'object') {
    if (wish.at?.path === `${path}{}`) return { [String(wish.at.value)]: 'text' };
    return leadsTo(`${path}{1}`, wish) ? { 1: inputFor(schema.additionalProperties, wish, name, `${path}{1}`) } : {};
  }
  const kind = kindOfField(name, schema, path);
  return kind && kind !== 'none' ? markFor(kind, wish.own, schema) : plainValue(name, schema, `text ${wish.count}`);
}

const leadsTo = (path: string, { at }: Wish): boolean =>
  at !== undefined &&
  (at.path === path ||
    at.path.startsWith(`${path}.`) ||
    at.path.startsWith(`${path}[`) ||
    at.path.startsWith(`${path}{`));

/** How this tenant fills a field of this kind. */
export function markFor(kind: FieldKind, marks: Marks, schema: Schema = {}): unknown {
  if (kind === 'id') return schema.type === 'string' ? String(marks.id) : marks.id;
  if (kind === 'fieldKey') return `custom:${marks.id}`;
  return marks[kind as keyof Marks];
}
