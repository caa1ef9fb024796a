import { hasFields, itemOf, limitsOf, shapeText, typeText, type JsonSchema, type SchemaLimit } from './json-schema.ts';

/** As much of `/openapi.json` as is read here. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  'x-access': string;
  'x-scope'?: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content: Record<string, { schema?: JsonSchema }> }>;
}

export interface ApiInput {
  /** With dots for what lies deeper: `fields[].name`. */
  name: string;
  where: 'path' | 'query' | 'body' | 'form';
  type: string;
  required: boolean;
  limits: SchemaLimit[];
  schema: JsonSchema;
}

/** One call of the product. */
export interface ApiCall {
  /** `<capability>.<name>`, also its place on the page. */
  id: string;
  module: string;
  method: string;
  path: string;
  /** Other paths that answer the same call. */
  alsoAt: string[];
  summary: string;
  /** `public`, `signedIn` or a function key. */
  access: string;
  /** What a key of the team must hold to call it; null where none may. */
  scope: string | null;
  inputs: ApiInput[];
  /** The shape of `data`; null when the answer is a file. */
  answer: string | null;
}

const DEEPEST = 3;

/** Every call by capability, both in alphabetical order; a call keeps the order of its contract within. */
export function apiCalls({ paths }: OpenApi): { module: string; calls: ApiCall[] }[] {
  const byId = new Map<string, ApiCall>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const known = byId.get(operation.operationId);
      if (known) known.alsoAt.push(path);
      else byId.set(operation.operationId, callOf(method.toUpperCase(), path, operation));
    }
  }
  const groups = Map.groupBy(byId.values(), ({ module }) => module);
  return [...groups].map(([module, calls]) => ({ module, calls })).sort((a, b) => (a.module < b.module ? -1 : 1));
}

function callOf(method: string, path: string, operation: Operation): ApiCall {
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  const answer = operation.responses['200']?.content['application/json']?.schema?.properties?.data;
  return {
    id: operation.operationId,
    module: operation.tags[0] ?? '',
    method,
    path,
    alsoAt: [],
    summary: operation.summary,
    access: operation['x-access'],
    scope: operation['x-scope'] ?? null,
    inputs: [
      ...operation.parameters.flatMap(({ name, in: where, required, schema }) =>
        inputsOf(name, where, required, schema, DEEPEST),
      ),
      ...(body ? fieldsOf('', body[0].startsWith('multipart/') ? 'form' : 'body', body[1].schema, DEEPEST) : []),
    ],
    answer: answer ? shapeText(answer) : null,
  };
}

function fieldsOf(
  prefix: string,
  where: ApiInput['where'],
  { properties = {}, required = [] }: JsonSchema,
  depth: number,
): ApiInput[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    inputsOf(prefix + name, where, required.includes(name), schema, depth),
  );
}

function inputsOf(
  name: string,
  where: ApiInput['where'],
  required: boolean,
  schema: JsonSchema,
  depth: number,
): ApiInput[] {
  const item = schema.type === 'array' ? itemOf(schema) : null;
  const inner =
    depth === 0
      ? []
      : item && hasFields(item)
        ? fieldsOf(`${name}[].`, where, item, depth - 1)
        : fieldsOf(`${name}.`, where, schema, depth - 1);
  return [{ name, where, type: typeText(schema), required, limits: limitsOf(schema), schema }, ...inner];
}

/** Calls whose path, summary or name holds every word, whatever its case; groups left empty go. */
export function searchCalls<T extends { calls: ApiCall[] }>(groups: readonly T[], wanted: string): T[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ method, path, alsoAt, summary, id }: ApiCall) => {
    const text = [method, path, ...alsoAt, summary, id].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, calls: group.calls.filter(holds) }))
    .filter(({ calls }) => calls.length > 0);
}
