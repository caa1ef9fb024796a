import { z } from 'zod';

type Json = { [key: string]: unknown };

/** The JSON schema of an answer, shaped for fast-json-stringify: fields it does not name never leave. */
export function answerSchema(data: z.ZodType): Json {
  const schema = flattenNulls(z.toJSONSchema(data, { io: 'output', target: 'draft-7', unrepresentable: 'any' }) as Json);
  delete schema['$schema'];
  const { definitions, ...rest } = schema;
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, data: rest, msg: { type: 'string' } },
    ...(definitions ? { definitions } : {}),
  };
}

/** `X | null` becomes `X, nullable`: the serialiser then needs no validator to choose between the two. */
function flattenNulls(schema: Json): Json {
  const either = schema['anyOf'] as Json[] | undefined;
  if (either?.length === 2) {
    const value = either.find((each) => each['type'] !== 'null');
    if (value && either.some((each) => each['type'] === 'null')) return { ...flattenNulls(value), nullable: true };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((each) => (isObject(each) ? flattenNulls(each) : each)) : isObject(value) ? flattenNulls(value) : value,
    ]),
  );
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
