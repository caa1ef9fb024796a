import { z } from 'zod';
import { ok } from '#shared/envelope.ts';

/**
 * Turns an answer into JSON by its contract: fields the contract does not name never leave. The schema is
 * compiled once, for the first answer, into a function that copies what it names, and the engine's own JSON.stringify does the rest
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

function compile(root: Schema): Copy {
  const named = new Map<string, Copy>();

  function copyOf(schema: Schema): Copy | null {
    if (schema.$ref) return copyOfRef(schema.$ref);
    const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (either) return copyOfEither(either);
    if (schema.type === 'array' && schema.items) return copyOfList(copyOf(schema.items));
    if (schema.type !== 'object') return null;
    if (schema.properties) return copyOfFields(schema.properties);
    return typeof schema.additionalProperties === 'object' ? copyOfRecord(copyOf(schema.additionalProperties)) : null;
  }

  /** A shape that contains itself: compiled when first met, found by name from then on. */
  function copyOfRef(ref: string): Copy {
    if (!named.has(ref)) {
      let real: Copy = (value) => value;
      named.set(ref, (value) => real(value));
      const target = ref === '#' ? root : root.$defs?.[ref.replace('#/$defs/', '')];
      real = (target && copyOf(target)) ?? real;
    }
    return named.get(ref)!;
  }

  /** One of several shapes: the fields any of them names. */
  function copyOfEither(either: Schema[]): Copy | null {
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
    return (value) => (Array.isArray(value) ? (list ? list(value) : value) : fields ? fields(value) : value);
  }

  function copyOfFields(properties: Record<string, Schema>): Copy {
    const copies: Copy[] = [];
    const fields = Object.entries(properties).map(([name, field]) => {
      const copy = copyOf(field);
      const from = `value[${JSON.stringify(name)}]`;
      return `${JSON.stringify(name)}: ${copy ? `copies[${copies.push(copy) - 1}](${from})` : from}`;
    });
    // Written out, so that every copy has the same hidden shape and JSON.stringify its fast path.
    const write = new Function('copies', 'value', `return { ${fields.join(', ')} };`) as (
      copies: Copy[],
      value: unknown,
    ) => unknown;
    return (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? write(copies, value) : value;
  }

  return copyOf(root) ?? ((value) => value);
}

const copyOfList = (copy: Copy | null): Copy | null =>
  copy && ((value) => (Array.isArray(value) ? value.map(copy) : value));

const copyOfRecord = (copy: Copy | null): Copy | null =>
  copy &&
  ((value) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)]))
      : value);
