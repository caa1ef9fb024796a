import { z } from 'zod';
import type { Route } from './routes.ts';

/** Every HTTP call of the product as an OpenAPI 3.1 document, made from the contracts. */
export function openApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const path of [route.endpoint.path, ...(route.endpoint.alsoAt ?? [])]) {
      (paths[path] ??= {})[route.endpoint.method.toLowerCase()] = operation(route, path);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'OpenSeat', version, description: 'Every answer but a file is {code, data, msg}; code 0 is success. Times are UTC, YYYY-MM-DD HH:mm:ss.' },
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operation({ module, name, endpoint }: Route, path: string): object {
  const input = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, object>; required?: string[] };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key));
  const required = (input.required ?? []).filter((key) => !inPath.includes(key));
  const byQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const body = { type: 'object', properties: { ...Object.fromEntries(rest), ...(endpoint.kind === 'upload' ? { file: { type: 'string', format: 'binary' } } : {}) }, required: endpoint.kind === 'upload' ? [...required, 'file'] : required };
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: input.properties?.[key] ?? {} })),
      ...(byQuery ? rest.map(([key, schema]) => ({ name: key, in: 'query', required: required.includes(key), schema })) : []),
    ],
    ...(byQuery ? {} : { requestBody: { content: { [endpoint.kind === 'upload' ? 'multipart/form-data' : 'application/json']: { schema: body } } } }),
    responses: { 200: { description: 'Success or a business refusal', content: endpoint.kind === 'download' ? { '*/*': {} } : { 'application/json': { schema: envelope(endpoint.data) } } } },
  };
}

function envelope(data: z.ZodType): object {
  return { type: 'object', properties: { code: { type: 'integer' }, data: z.toJSONSchema(data, { unrepresentable: 'any' }), msg: { type: 'string' } }, required: ['code', 'data', 'msg'] };
}
