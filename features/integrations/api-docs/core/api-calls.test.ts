import { expect, test } from 'vitest';
import { apiCalls, searchCalls, type OpenApi } from './api-calls.ts';
import { curlOf } from './curl.ts';
import { limitsOf, shapeText, typeText } from './json-schema.ts';

const envelope = (data: object) => ({
  200: {
    content: {
      'application/json': {
        schema: { type: 'object', properties: { code: { type: 'integer' }, data, msg: { type: 'string' } } },
      },
    },
  },
});

const operation = (id: string, rest: object = {}) => ({
  operationId: id,
  tags: [id.split('.')[0]!],
  summary: `Does ${id}.`,
  'x-access': 'signedIn',
  parameters: [],
  responses: envelope({ type: 'null' }),
  ...rest,
});

const aDocument = {
  paths: {
    '/admin/roles/{id}': {
      put: operation('access.updateRole', {
        'x-access': 'access.edit',
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            schema: { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', minLength: 1, maxLength: 60 },
                  seats: {
                    type: 'array',
                    items: { type: 'object', required: ['kind'], properties: { kind: { enum: ['text', 'voice'] } } },
                  },
                },
              },
            },
          },
        },
      }),
    },
    '/api/echo': { get: operation('echo.echo', { 'x-access': 'public' }) },
    '/echo': { get: operation('echo.echo', { 'x-access': 'public' }) },
    '/files': {
      post: operation('files.upload', {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { purpose: { type: 'string' }, file: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
      }),
    },
    '/files/{id}': {
      get: operation('files.get', {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'part', in: 'query', required: true, schema: { type: 'string' } },
        ],
        responses: { 200: { content: { '*/*': {} } } },
      }),
    },
  },
} as unknown as OpenApi;

const callNamed = (id: string) =>
  apiCalls(aDocument)
    .flatMap(({ calls }) => calls)
    .find((call) => call.id === id)!;

test('calls stand under their capability, and one that answers at two paths stands once', () => {
  expect(apiCalls(aDocument).map(({ module, calls }) => [module, calls.map(({ id }) => id)])).toEqual([
    ['access', ['access.updateRole']],
    ['echo', ['echo.echo']],
    ['files', ['files.upload', 'files.get']],
  ]);
  expect(callNamed('echo.echo')).toMatchObject({
    method: 'GET',
    path: '/api/echo',
    alsoAt: ['/echo'],
    access: 'public',
  });
});

test('inputs say where they go, what they are and what they must keep, also the deeper ones', () => {
  expect(
    callNamed('access.updateRole').inputs.map(({ name, where, type, required, limits }) => [
      name,
      where,
      type,
      required,
      limits.map(({ kind, value }) => `${kind} ${value}`).join(', '),
    ]),
  ).toEqual([
    ['id', 'path', 'integer', true, 'above 0'],
    ['name', 'body', 'string', true, 'minLength 1, maxLength 60'],
    ['seats', 'body', 'object[]', false, ''],
    ['seats[].kind', 'body', '"text" | "voice"', true, ''],
  ]);
  expect(callNamed('files.upload').inputs.map(({ name, where, type }) => [name, where, type])).toEqual([
    ['purpose', 'form', 'string'],
    ['file', 'form', 'file'],
  ]);
});

test('an answer is the shape of its data; a file has none', () => {
  expect(callNamed('access.updateRole').answer).toBe('null');
  expect(callNamed('files.get').answer).toBeNull();
});

test.each([
  [{ type: 'string' }, 'string'],
  [{}, 'any'],
  [{ const: 3 }, '3'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ type: ['string', 'number'] }, 'string | number'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'array', items: false, prefixItems: [{ type: 'string' }] }, 'any[]'],
])('the type of %j is %s', (schema, text) => {
  expect(typeText(schema)).toBe(text);
});

test('a shape is written field by field', () => {
  const row = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      extra: { type: 'object', additionalProperties: { type: 'number' } },
    },
  };
  expect(
    shapeText({
      type: 'object',
      required: ['list', 'total'],
      properties: { list: { type: 'array', items: row }, total: { type: 'integer' } },
    }),
  ).toBe(
    [
      '{',
      '  list: {',
      '    id: integer',
      '    note?: string | null',
      '    extra?: { [key]: number }',
      '  }[]',
      '  total: integer',
      '}',
    ].join('\n'),
  );
});

test('a named format stands for its pattern, and limits of a choice count too', () => {
  expect(limitsOf({ type: 'string', format: 'email', pattern: '.+@.+' })).toEqual([{ kind: 'format', value: 'email' }]);
  expect(limitsOf({ anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }], default: null })).toEqual([
    { kind: 'default', value: 'null' },
    { kind: 'maxLength', value: '5' },
  ]);
});

test('a search looks at method, path, summary and name, word by word', () => {
  const found = (words: string) =>
    searchCalls(apiCalls(aDocument), words).flatMap(({ calls }) => calls.map(({ id }) => id));
  expect(found('PUT roles')).toEqual(['access.updateRole']);
  expect(found('does files')).toEqual(['files.upload', 'files.get']);
  expect(found('nothing like it')).toEqual([]);
  expect(found(' ')).toHaveLength(4);
});

test('the example fills in what must be given and nothing else', () => {
  const curl = (id: string) => curlOf(callNamed(id), 'https://seat.example');
  expect(curl('access.updateRole')).toBe(
    [
      "curl -X PUT 'https://seat.example/admin/roles/1'",
      '-H "authorization: Bearer $TOKEN"',
      "-H 'content-type: application/json'",
      `-d '{"name":"text"}'`,
    ].join(' \\\n  '),
  );
  expect(curl('echo.echo')).toBe("curl 'https://seat.example/api/echo'");
  expect(curl('files.upload')).toContain("-F 'file=@example'");
  expect(curl('files.get')).toBe(
    ["curl 'https://seat.example/files/1?part=text'", '-H "authorization: Bearer $TOKEN"', '-o file'].join(' \\\n  '),
  );
});

test('a quote in an example cannot end the command', () => {
  const call = { ...callNamed('access.updateRole') };
  call.inputs = [
    { name: 'name', where: 'body', type: 'string', required: true, limits: [], schema: { enum: ["it's"] } },
  ];
  expect(curlOf(call, '')).toContain(`'{"name":"it'\\''s"}'`);
});
