import { z } from 'zod';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { API_KEY_LIMIT } from './api-keys.ts';
import type { Route } from './routes.ts';

/** Every HTTP call of the product as an OpenAPI 3.1 document, made from the contracts. */
export function openApi(every: readonly Route[], version: string): object {
  // Those who run the installation have a console; its calls are offered to nobody.
  const routes = every.filter(({ endpoint }) => endpoint.access !== 'operator');
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const { path: usual, alsoAt = [], method, operation: word } = route.endpoint;
    // Calls that share an address are told apart by what no request carries.
    for (const path of [usual, ...alsoAt])
      (paths[word === undefined ? path : `${path}#${word}`] ??= {})[method.toLowerCase()] = operation(route, path);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'OpenSeat',
      version,
      description:
        'Every answer but a file is {code, data, msg}; code 0 is success. Times are UTC, YYYY-MM-DD HH:mm:ss. Calls of a standard (SCIM) answer as it says.',
    },
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

/** The part of it that keys of a tenant open, for the programs of others. */
export function publicApi(routes: readonly Route[], version: string): object {
  const shared = routes.filter(({ endpoint }) => endpoint.api);
  return {
    ...openApi(shared, version),
    info: {
      title: 'OpenSeat public API',
      version,
      description: [
        'Send a key of your team as `authorization: Bearer osk_…`; `x-scope` names the scope the key must hold. Every answer but a file is {code, data, msg}; code 0 is success.',
        `Refusals: 401 (code 21701) the key is unknown, off or expired; 403 its scopes do not open the call; 400 the input; 404; 429 after ${API_KEY_LIMIT.max} calls in a minute; 503 try again later.`,
        'Lists take page (from 1) and size (at most 200) and answer {list, total}. Times are UTC, YYYY-MM-DD HH:mm:ss.',
      ].join('\n\n'),
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key of the team' } } },
    security: [{ key: [] }],
  };
}

function operation({ module, name, endpoint }: Route, path: string): object {
  const input = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key));
  const required = (input.required ?? []).filter((key) => !inPath.includes(key));
  const byQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE';
  const body = {
    type: 'object',
    properties: {
      ...Object.fromEntries(rest),
      ...(endpoint.kind === 'upload' ? { file: { type: 'string', format: 'binary' } } : {}),
    },
    required: endpoint.kind === 'upload' ? [...required, 'file'] : required,
  };
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.api ? { 'x-scope': endpoint.api } : {}),
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [
      ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: input.properties?.[key] ?? {} })),
      ...(byQuery
        ? rest.map(([key, schema]) => ({ name: key, in: 'query', required: required.includes(key), schema }))
        : []),
    ],
    ...(byQuery
      ? {}
      : {
          requestBody: {
            content: {
              [endpoint.kind === 'upload'
                ? 'multipart/form-data'
                : endpoint.kind === 'visit'
                  ? 'application/x-www-form-urlencoded'
                  : endpoint.kind === 'standard'
                    ? endpoint.standard.mediaType
                    : 'application/json']: { schema: body },
            },
          },
        }),
    responses: { 200: { description: 'Success or a business refusal', content: contentOf(endpoint) } },
  };
}

function contentOf(endpoint: AnyEndpoint): object {
  if (endpoint.kind === 'standard')
    return { [endpoint.standard.mediaType]: { schema: z.toJSONSchema(endpoint.data, { unrepresentable: 'any' }) } };
  if ('data' in endpoint) return { 'application/json': { schema: envelope(endpoint.data) } };
  return {
    '*/*': {},
    ...(endpoint.kind === 'download' && endpoint.instead
      ? { 'application/json': { schema: envelope(endpoint.instead) } }
      : {}),
  };
}

function envelope(data: z.ZodType): object {
  return {
    type: 'object',
    properties: {
      code: { type: 'integer' },
      data: z.toJSONSchema(data, { unrepresentable: 'any' }),
      msg: { type: 'string' },
    },
    required: ['code', 'data', 'msg'],
  };
}
