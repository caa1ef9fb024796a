import type { ApiCall, ApiInput } from './api-calls.ts';
import { itemOf, type JsonSchema } from './json-schema.ts';

/** A command to try a call with: what must be given is filled in, the token comes from `$TOKEN`. */
export function curlOf(call: ApiCall, origin: string): string {
  const { method, inputs, access } = call;
  const needed = inputs.filter(({ required, name }) => required && !/[.[]/.test(name));
  const of = (where: ApiInput['where']) => needed.filter((input) => input.where === where);
  const path = of('path').reduce(
    (text, { name, schema }) => text.replace(`{${name}}`, encodeURIComponent(String(exampleOf(schema)))),
    call.path,
  );
  const query = of('query')
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema)))}`)
    .join('&');
  const carriesJson = (method === 'POST' || method === 'PUT') && !inputs.some(({ where }) => where === 'form');
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${path}${query && `?${query}`}`)}`,
    ...(access === 'public' ? [] : ['-H "authorization: Bearer $TOKEN"']),
    ...(carriesJson
      ? [
          "-H 'content-type: application/json'",
          `-d ${quoted(JSON.stringify(Object.fromEntries(of('body').map(({ name, schema }) => [name, exampleOf(schema)]))))}`,
        ]
      : []),
    ...of('form').map(
      ({ name, type, schema }) =>
        `-F ${quoted(type === 'file' ? `${name}=@example` : `${name}=${String(exampleOf(schema))}`)}`,
    ),
    ...(call.answer === null ? ['-o file'] : []),
  ];
  return parts.join(' \\\n  ');
}

/** Safe in a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A value that fits the type; rules beyond it are the reader's to keep. */
function exampleOf(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const first = (schema.anyOf ?? schema.oneOf)?.[0];
  if (first) return exampleOf(first);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return schema.minItems ? [exampleOf(itemOf(schema))] : [];
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {})]),
      );
    case 'null':
      return null;
    default:
      return textLike(schema);
  }
}

function textLike({ format, pattern }: JsonSchema): string {
  if (format === 'email') return 'ana@example.com';
  if (format === 'uri') return 'https://example.com';
  return pattern?.startsWith('^\\d{4}-\\d\\d-\\d\\d ') ? '2026-11-15 09:00:00' : 'text';
}
