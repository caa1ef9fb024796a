import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sections } from '#core/menu/menu.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Route } from '#platform/server/http/routes.ts';
import { isLogged } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import { testServer, type TestServer } from '../test-server.ts';
import { featureFolders, namesOf } from './source-tree.ts';

let server: TestServer;
let routes: Route[];
let features: ServerFeature[];
beforeAll(async () => {
  server = await testServer();
  features = server.built.features;
  routes = features.flatMap((feature) => feature.routes);
});
afterAll(() => server.close());

test('every feature folder is listed on the side it has', () => {
  const folders = (side: string) =>
    featureFolders().filter((folder) => globSync(`${folder}/${side}/index.{ts,tsx}`).length > 0);
  expect(features.map((feature) => feature.name).sort()).toEqual(folders('server').flatMap(namesOf).sort());
  const webList = readFileSync('apps/web/features.ts', 'utf8');
  expect(folders('web').filter((folder) => !webList.includes(`#${folder}/web/index.ts`))).toEqual([]);
});

test('every screen of the menu, and every feature, is found in the guide of the features', () => {
  const guide = readFileSync('features/README.md', 'utf8');
  const folderOf = new Map(
    featureFolders().flatMap((folder) => namesOf(folder).map((name) => [name, folder.replace('features/', '')])),
  );
  const screens = features.flatMap(({ name, menu = [] }) =>
    menu.map(({ key }) => `| \`${key}\` | \`${folderOf.get(name)}\` |`),
  );
  expect(screens.filter((line) => !guide.includes(line))).toEqual([]);
  const folders = featureFolders().map((folder) => basename(folder));
  expect(folders.filter((name) => !new RegExp(`[ ,]${name}[ ,]`).test(guide))).toEqual([]);
});

test('no two routes answer the same call', () => {
  const calls = routes.flatMap(({ endpoint }) =>
    [endpoint.path, ...(endpoint.alsoAt ?? [])].map((path) =>
      `${endpoint.method} ${path.replace(/\{\w+\}/g, '{}')} ${endpoint.operation ?? ''}`.trim(),
    ),
  );
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
});

test('calls whose handlers are given a living desk say that they are answered at its home', () => {
  const LIVING = /\b(AgentBoard|LiveBoard|LiveQueueDesk|CallDesk|Watched|OutlookParts)\b/;
  const unsaid = globSync('features/*/*/server/*.ts').filter((file) => {
    const source = readFileSync(file, 'utf8');
    return !/\.(test|fixture)\.ts$/.test(file) && /\broutes\(/.test(source) && LIVING.test(source);
  });
  // The test of a flow has its desk at the socket, which is opened there.
  const atSocket = ['features/flows/flow-test/server/index.ts'];
  expect(unsaid.filter((file) => !readFileSync(file, 'utf8').includes('atHome') && !atSocket.includes(file))).toEqual(
    [],
  );
  expect(routes.filter(({ atHome, endpoint }) => atHome && endpoint.kind !== 'json')).toEqual([]);
  expect(routes.filter(({ atHome, endpoint }) => atHome && endpoint.access === 'public')).toEqual([]);
});

test('every route is guarded: a stranger is refused everywhere but on the public list', async () => {
  const open = [];
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/\{\w+\}/g, '1');
    const { code } = await server.ask(
      endpoint.method,
      path,
      endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} },
    );
    if (code !== 401) open.push(`${endpoint.method} ${endpoint.path}`);
    if (endpoint.access !== 'public' && code !== 401) throw new Error(`${endpoint.path} answers ${code} to a stranger`);
  }
  expect(open.sort()).toEqual(
    routes
      .filter((route) => route.endpoint.access === 'public')
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
      .sort(),
  );
});

test('the public routes are these and no others', () => {
  expect(
    routes
      .filter((route) => route.endpoint.access === 'public')
      .map((route) => `${route.module}.${route.name}`)
      .sort(),
  ).toEqual(
    [
      ...[
        'acceptInvitation',
        'captchaState',
        'contactVerification',
        'firstPassword',
        'invitation',
        'isLogin',
        'login',
        'register',
        'registerVerification',
        'resetPassword',
        'sendCode',
        'setup',
        'setupState',
        'solveCaptcha',
        'startCaptcha',
      ].map((name) => `account.${name}`),
      'agents.userInfo',
      // Carriers prove themselves by a word and by signatures.
      ...['hear', 'prove'].map((name) => `chat-carriers.${name}`),
      // Visitors prove themselves by the token of their device.
      ...[
        'callPass',
        'end',
        'enter',
        'file',
        'history',
        'leaveWord',
        'open',
        'rate',
        'transcript',
        'upload',
        'widget',
      ].map((name) => `chat-channels.${name}`),
      'demo-inbox.messages',
      'demo-inbox.people',
      'echo.echo',
      'echo.health',
      'nodes.ready',
      // A card provider signs its calls.
      'payments.hear',
      // Somebody on the way in holds a ticket.
      ...['beginStepPasskey', 'beginStepTotp', 'confirmStepPasskey', 'confirmStepTotp', 'proveStep', 'step'].map(
        (name) => `second-factor.${name}`,
      ),
      // A company's provider shows a token of its own.
      ...[
        'config',
        'createUser',
        'deleteUser',
        'patchUser',
        'replaceUser',
        'resourceTypes',
        'schemas',
        'user',
        'users',
      ].map((name) => `scim.${name}`),
      // Carriers of messages hold a secret in the address.
      ...['hookReply', 'hookReport'].map((name) => `sms.${name}`),
      ...['acs', 'exchange', 'isExist', 'metadata', 'openid', 'slo', 'sloForm', 'start'].map((name) => `sso.${name}`),
    ].sort(),
  );
});

test('[API-02] paths keep the prefixes of the specification', () => {
  const wrong = routes.filter(
    ({ endpoint }) => !/^\/(admin\/(saas_plat|cdp|operator)|home\/api|cc|api|saas_plat)\//.test(endpoint.path),
  );
  expect(wrong.map(({ endpoint }) => endpoint.path)).toEqual([]);
});

test('[API-02] every path the specification spells out for a built capability is answered', async () => {
  const document = (await server.built.http.inject('/openapi.json')).json() as { paths: Record<string, object> };
  const wanted = readFileSync('docs/endpoints.tsv', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string, string?]);
  const missing = wanted.filter(
    ([method, path, capability]) =>
      capability === 'built' && !(document.paths[path] as Record<string, object> | undefined)?.[method.toLowerCase()],
  );
  expect(missing).toEqual([]);
});

test.each([
  ['preferences.switchLanguage', { lang: 'zh_CN' }, { language: 'zh_CN' }],
  ['preferences.switchTimeZone', { time_zone_id: 1 }, { time_zone: 'Asia/Tokyo' }],
  ['access.resource', { system_id: 5 }, null],
  ['access.configValue', { name: 'AgentStatusEnable' }, { key: 'AgentStatusEnable' }],
  ['routes.groupNumbers', { agentGroupId: 1 }, { groupId: 1 }],
] as const)('[API-04] %s, whose path the specification does not give, takes %j', (what, input, other) => {
  const { endpoint } = routes.find(({ module, name }) => `${module}.${name}` === what)!;
  expect(Object.keys(endpoint.input.parse(input) as object)).toEqual(Object.keys(input));
  if (other) expect(endpoint.input.safeParse(other).success).toBe(false);
});

test('a function key belongs to the feature that asks for it', () => {
  const wrong = routes.filter(
    ({ module, endpoint }) => endpoint.access.includes('.') && !endpoint.access.startsWith(`${module}.`),
  );
  expect(wrong.map((route) => `${route.module}.${route.name}`)).toEqual([]);
});

test('every menu entry names an icon the shell carries', () => {
  const carried = readFileSync('apps/web/shell/icons.ts', 'utf8').toLowerCase();
  const missing = server.world.catalogue.menu.filter(
    ({ icon }) => !new RegExp(`\\b${icon.replaceAll('-', '')}\\b`).test(carried),
  );
  expect(missing.map(({ key, icon }) => `${key} ${icon}`)).toEqual([]);
});

test('[SHELL-01] everything the server names has a text in four languages', () => {
  const keys = [
    ...features.map((feature) => `${feature.name}.name`),
    ...features.flatMap((feature) => (feature.menu ?? []).map((entry) => entry.name)),
    ...server.world.catalogue.functions.flatMap(({ functions }) =>
      functions.map((key) => key.replace('.', '.function.')),
    ),
    ...routes.filter((route) => isLogged(route.endpoint)).map((route) => `${route.module}.log.${route.name}`),
    ...Object.values(sections).map((section) => section.name),
  ];
  const missing = languages.flatMap((language) =>
    keys.filter((key) => !server.world.texts.has(language, key)).map((key) => `${language} ${key}`),
  );
  expect(missing).toEqual([]);
});

test('[API-03] every table with a tenant hides other tenants, and the app role sees no table without one', async () => {
  const { rows } = await server.world.db.everyTenant('the catalogue of tables', (tx) =>
    sql<{ name: string; has_tenant: boolean; secured: boolean; policies: number; granted: boolean }>`
      select c.relname name, c.relrowsecurity secured,
        exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) has_tenant,
        (select count(*) from pg_policy p where p.polrelid = c.oid) policies,
        has_table_privilege('openseat_app', c.oid, 'select, insert, update, delete') granted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')`.execute(tx.as()),
  );
  expect(
    rows.filter((table) => table.granted && !(table.secured && table.policies > 0)).map((table) => table.name),
  ).toEqual([]);
  // Tables with a tenant that requests never touch: only jobs and sign-in do.
  const ownerOnly = [
    'session',
    'realtime_event',
    'realtime_cursor',
    'sign_in_failure',
    'sign_in_step',
    'sso_code',
    'sso_key',
    'sso_member_role',
    'sso_message',
    'sso_request',
    'sso_session',
    'tenant_secret',
  ];
  expect(
    rows
      .filter((table) => table.has_tenant && !table.granted && !ownerOnly.includes(table.name))
      .map((table) => table.name),
  ).toEqual([]);
});
