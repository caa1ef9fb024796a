import { z } from 'zod';
import { ok } from '#shared/envelope.ts';

/**
 * Turns an answer into JSON by its contract: fields the contract does not name never leave. The schema is
 * compiled once, for the first answer, into functions that copy what it names, and the engine's own JSON.stringify does the rest
 * (a third faster than building the text piece by piece, which the socket then has to join).
 */
export function answerWriter(data: z.ZodType): (value: unknown) => string {
  let copy: Copy | null = null;
  return (value) => {
    copy ??= compile(z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' }) as Schema);
    return JSON.stringify(ok(copy(value)));
  };
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

type Copy = (value: unknown) => unknown;

/**
 * Each shape becomes a function of its own, written out: its copies have one hidden shape, which is JSON.stringify's fast path, and
 * what the engine learns of it is not mixed with what it learns of others. A shape is known by the name of its function; null
 * passes as it is.
 */
function compile(root: Schema): Copy {
  const bodies: string[] = [];
  const named = new Map<string, string>();

  /** A function by the name that `write` is told: a shape that contains itself calls it before it is written. */
  function define(write: (name: string) => string): string {
    const place = bodies.push('') - 1;
    const name = `copy${place}`;
    bodies[place] = `function ${name}(value) { ${write(name)} }`;
    return name;
  }

  function copyOf(schema: Schema): string | null {
    if (schema.$ref) return copyOfRef(schema.$ref);
    const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (either) return copyOfEither(either);
    if (schema.type === 'array' && schema.items) return copyOfList(copyOf(schema.items));
    if (schema.type !== 'object') return null;
    if (schema.properties) return copyOfFields(schema.properties);
    return typeof schema.additionalProperties === 'object' ? copyOfRecord(copyOf(schema.additionalProperties)) : null;
  }

  /** A shape that contains itself: compiled when first met, found by name from then on. */
  function copyOfRef(ref: string): string {
    return (
      named.get(ref) ??
      define((name) => {
        named.set(ref, name);
        const target = ref === '#' ? root : root.$defs?.[ref.replace('#/$defs/', '')];
        return `return ${called(target ? copyOf(target) : null)};`;
      })
    );
  }

  /** One of several shapes: the fields any of them names. */
  function copyOfEither(either: Schema[]): string | null {
    const real = either
      .map((each) =>
        each.$ref && each.$ref !== '#' ? (root.$defs?.[each.$ref.replace('#/$defs/', '')] ?? each) : each,
      )
      .filter(({ type }) => type !== 'null');
    if (real.length === 1) return copyOf(real[0]!);
    if (real.some(({ anyOf, oneOf }) => anyOf ?? oneOf))
      return copyOfEither(real.flatMap((each) => each.anyOf ?? each.oneOf ?? [each]));
    const lists = real.filter(({ type }) => type === 'array');
    const objects = real.filter(({ type, properties }) => type === 'object' || properties);
    // A shape nothing is known of may be anything: it passes as it is.
    if (
      real.some((each) => !each.type && !each.properties && !each.$ref) ||
      objects.some(({ properties }) => !properties)
    )
      return null;
    const list = lists.length > 0 ? copyOfList(copyOfEither(lists.map(({ items }) => items ?? {}))) : null;
    const merged: Record<string, Schema> = {};
    for (const { properties } of objects)
      for (const [name, field] of Object.entries(properties!))
        merged[name] = name in merged ? { anyOf: [merged[name]!, field] } : field;
    const fields = objects.length > 0 ? copyOfFields(merged) : null;
    return define(() => `return Array.isArray(value) ? ${called(list)} : ${called(fields)};`);
  }

  function copyOfFields(properties: Record<string, Schema>): string {
    return define(() => {
      const fields = Object.entries(properties).map(
        ([name, field]) => `${JSON.stringify(name)}: ${called(copyOf(field), `value[${JSON.stringify(name)}]`)}`,
      );
      return `return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ${fields.join(', ')} } : value;`;
    });
  }

  const copyOfList = (item: string | null): string | null =>
    item &&
    define(
      () =>
        `if (!Array.isArray(value)) return value; const list = []; for (const item of value) list.push(${called(item, 'item')}); return list;`,
    );

  const copyOfRecord = (item: string | null): string | null =>
    item &&
    define(
      () =>
        `if (typeof value !== 'object' || value === null) return value; return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, ${called(item, 'item')}]));`,
    );

  const whole = copyOf(root);
  if (!whole) return (value) => value;
  return (new Function(`${bodies.join('\n')}\nreturn ${whole};`) as () => Copy)();
}

const called = (copy: string | null, what = 'value'): string => (copy ? `${copy}(${what})` : what);
