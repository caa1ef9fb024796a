/** As much of JSON Schema as contracts become. */
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

type LimitKind =
  | 'atLeast'
  | 'atMost'
  | 'above'
  | 'below'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'format'
  | 'pattern'
  | 'default';

/** A rule a value must keep, or what stands in where it is left out. */
export interface SchemaLimit {
  kind: LimitKind;
  value: string;
}

const INDENT = '  ';
const plain: Record<string, string> = {
  integer: 'integer',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
};

const choicesOf = (schema: JsonSchema): JsonSchema[] | undefined => schema.anyOf ?? schema.oneOf;

/** The type in one line: `string | null`, `"a" | "b"`, `object[]`. */
export function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = choicesOf(schema);
  if (choices) return [...new Set(choices.map(typeText))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.format === 'binary') return 'file';
  if (schema.type === 'array') return listOf(typeText(itemOf(schema)));
  return plain[schema.type ?? ''] ?? 'any';
}

/** The type over as many lines as it has fields. */
export function shapeText(schema: JsonSchema, indent = ''): string {
  const choices = choicesOf(schema);
  if (choices?.some(hasFields)) return choices.map((one) => shapeText(one, indent)).join(' | ');
  if (schema.type === 'array' && !schema.prefixItems) return listOf(shapeText(itemOf(schema), indent));
  if (!hasFields(schema))
    return typeof schema.additionalProperties === 'object'
      ? `{ [key]: ${shapeText(schema.additionalProperties, indent)} }`
      : typeText(schema);
  const inner = indent + INDENT;
  const lines = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${shapeText(field, inner)}`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

export const hasFields = (schema: JsonSchema): boolean => Object.keys(schema.properties ?? {}).length > 0;

export const itemOf = ({ items }: JsonSchema): JsonSchema => (typeof items === 'object' ? items : {});

const listOf = (type: string): string => (/^[^{]* \| /.test(type) ? `(${type})[]` : `${type}[]`);

/** Every rule, the lower bound before the upper. Bounds that any number keeps are none. */
export function limitsOf(schema: JsonSchema): SchemaLimit[] {
  const isBound = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const found: [LimitKind, string | undefined][] = [
    ['atLeast', isBound(schema.minimum) ? String(schema.minimum) : undefined],
    ['above', isBound(schema.exclusiveMinimum) ? String(schema.exclusiveMinimum) : undefined],
    ['atMost', isBound(schema.maximum) ? String(schema.maximum) : undefined],
    ['below', isBound(schema.exclusiveMaximum) ? String(schema.exclusiveMaximum) : undefined],
    ['minLength', schema.minLength?.toString()],
    ['maxLength', schema.maxLength?.toString()],
    ['minItems', schema.prefixItems ? undefined : schema.minItems?.toString()],
    ['maxItems', schema.prefixItems ? undefined : schema.maxItems?.toString()],
    ['format', schema.format === 'binary' ? undefined : schema.format],
    // A named format says it better than its pattern.
    ['pattern', schema.format ? undefined : schema.pattern],
    ['default', schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ];
  const own = found.flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]));
  return [...own, ...(choicesOf(schema) ?? []).filter((one) => !hasFields(one)).flatMap(limitsOf)];
}
