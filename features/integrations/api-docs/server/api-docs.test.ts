import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiCalls, type OpenApi } from '../core/api-calls.ts';
import { curlOf } from '../core/curl.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const documented = async () => apiCalls((await server.built.http.inject('/openapi.json')).json() as OpenApi);

test('every route of the product but the operator’s is explained, with a type for each input', async () => {
  const calls = (await documented()).flatMap((group) => group.calls);
  expect(calls.map(({ id }) => id).sort()).toEqual(
    server.built.features
      .flatMap(({ routes }) => routes)
      .filter(({ endpoint }) => endpoint.access !== 'operator')
      .map(({ module, name }) => `${module}.${name}`)
      .sort(),
  );
  expect(calls.filter(({ summary }) => summary === '')).toEqual([]);
  expect(
    calls.flatMap(({ id, inputs }) => inputs.filter(({ type }) => type === 'any').map(({ name }) => `${id} ${name}`)),
  ).toEqual([]);
  for (const call of calls) expect(curlOf(call, 'http://seat.example'), call.id).not.toMatch(/[{]\w+[}]|undefined/);
});

test('capabilities are named in the language of the reader, who may see the page', async () => {
  const { db } = server.world;
  const ana = await aMember(db, await aTenant(db), { language: 'es-MX', functions: ['api-docs.view'] });
  const modules = [...(await documented()).map(({ module }) => module), 'not-there'];
  const { data } = await server.ask<{ module: string; name: string }[]>('POST', '/admin/saas_plat/apiDocs/names', {
    token: ana.token,
    body: { modules },
  });
  const agent = await aMember(db, await aTenant(db), { functions: ['agent-status.use'] });
  expect(
    await server.ask('POST', '/admin/saas_plat/apiDocs/names', { token: agent.token, body: { modules } }),
  ).toMatchObject({ status: 403 });
  expect(data.map(({ module }) => module)).toEqual(modules);
  expect(data.filter(({ module, name }) => module === name).map(({ module }) => module)).toEqual(['not-there']);
});

test('the menu entry stands last of the organisation', async () => {
  const { db } = server.world;
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  const { data } = await server.ask('GET', '/admin/saas_plat/resource', {
    token: owner.token,
    query: { system_id: '2' },
  });
  expect(data.menuVos.find((entry: { key: string }) => entry.key === 'organisation').child.at(-1)).toMatchObject({
    key: '/apiDocs',
    name: 'API',
  });
});
