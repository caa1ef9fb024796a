import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IntlMessageFormat } from 'intl-messageformat';
import { sql } from 'kysely';
import { sections } from '#core/menu/menu.ts';
import { isLogged } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import type { Route } from '#platform/server/http/routes.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { missingTexts } from './missing-texts.ts';
import { testServer, type TestServer } from './test-server.ts';

/** Who may import whom. A folder may always import itself. */
const mayImport: Record<string, string[]> = {
  shared: [],
  core: ['shared'],
  platform: ['shared', 'core'],
  adapters: ['shared', 'core'],
  features: ['shared', 'core', 'platform'],
  db: ['shared', 'core', 'platform', 'features'],
  apps: ['shared', 'core', 'platform', 'features', 'adapters', 'db'],
};

describe('who may import whom', () => {
  test.each(Object.keys(mayImport))('%s imports only what lies below it', (folder) => {
    const wrong = imports(folder).filter(({ to }) => {
      const target = to.split('/')[0]!;
      return target !== folder && target in mayImport && !mayImport[folder]!.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  test('a feature meets another feature only at its contract or its index', () => {
    const wrong = imports('features').filter(({ from, to }) => {
      const [folder, name, ...rest] = to.split('/');
      return (
        folder === 'features' &&
        name !== from.split('/')[1] &&
        !/^(contract|(server|web)\/index)\.tsx?$/.test(rest.join('/'))
      );
    });
    expect(wrong).toEqual([]);
  });

  test('code of the page and code of the server do not meet', () => {
    const side = (path: string) =>
      /^(?:features\/[^/]+|platform|apps)\/(web|server)\//.exec(path)?.[1] ??
      (path.startsWith('adapters/browser/')
        ? 'web'
        : path.startsWith('adapters/') || path.startsWith('db/')
          ? 'server'
          : undefined);
    const wrong = ['features', 'platform', 'apps', 'adapters']
      .flatMap(imports)
      .filter(({ from, to }) => side(from) && side(to) && side(from) !== side(to));
    expect(wrong).toEqual([]);
  });

  test('adapters do not know one another', () => {
    const wrong = imports('adapters').filter(
      ({ from, to }) => to.startsWith('adapters/') && to.split('/')[1] !== from.split('/')[1],
    );
    expect(wrong).toEqual([]);
  });

  test('a contract imports zod, the vocabulary and other contracts only', () => {
    const wrong = globSync('features/*/contract.ts')
      .flatMap(importsOf)
      .filter(({ to }) => !/^(shared|core)\/|^features\/[^/]+\/contract\.ts$/.test(to));
    expect(wrong).toEqual([]);
  });

  test('decisions are pure: core and shared name no package but zod', () => {
    const wrong = [...sourceFiles('core'), ...sourceFiles('shared')].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^#.][^']*)'/g)]
        .map((match) => `${file}: ${match[1]}`)
        .filter((line) => !line.endsWith(': zod')),
    );
    expect(wrong).toEqual([]);
  });
});

describe('what the server offers', () => {
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
      readdirSync('features').filter(
        (name) => existsSync(`features/${name}/${side}/index.ts`) || existsSync(`features/${name}/${side}/index.tsx`),
      );
    expect(features.map((feature) => feature.name).sort()).toEqual(folders('server').sort());
    const webList = readFileSync('apps/web/features.ts', 'utf8');
    expect(folders('web').filter((name) => !webList.includes(`#features/${name}/web/index.ts`))).toEqual([]);
  });

  test('no two routes answer the same call', () => {
    const calls = routes.flatMap(({ endpoint }) =>
      [endpoint.path, ...(endpoint.alsoAt ?? [])].map((path) => `${endpoint.method} ${path.replace(/\{\w+\}/g, '{}')}`),
    );
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });

  test('[API-01] every route is guarded: a stranger is refused everywhere but on the public list', async () => {
    const open = [];
    for (const { endpoint } of routes) {
      const path = endpoint.path.replace(/\{\w+\}/g, '1');
      const { code } = await server.ask(
        endpoint.method,
        path,
        endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} },
      );
      if (code !== 401) open.push(`${endpoint.method} ${endpoint.path}`);
      if (endpoint.access !== 'public' && code !== 401)
        throw new Error(`${endpoint.path} answers ${code} to a stranger`);
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
        // Carriers of messages hold a secret in the address.
        ...['hookReply', 'hookReport'].map((name) => `sms.${name}`),
        ...['acs', 'exchange', 'isExist', 'metadata', 'slo', 'sloForm', 'start'].map((name) => `sso.${name}`),
      ].sort(),
    );
  });

  test('[API-02] paths keep the prefixes of the specification', () => {
    const wrong = routes.filter(
      ({ endpoint }) => !/^\/(admin\/(saas_plat|cdp)|home\/api|cc|api|saas_plat)\//.test(endpoint.path),
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
});

describe('texts', () => {
  const folders = [...new Set(globSync('{features,platform,apps,shared}/**/text/*.json').map((file) => dirname(file)))];

  test.each(folders)('[SHELL-01] [complaint 19] %s is complete in four languages', (folder) => {
    expect(missingTexts(folder)).toEqual([]);
  });

  test('a text of a feature starts with the name of its folder', () => {
    const wrong = globSync('features/*/web/text/en-US.json').flatMap((file) => {
      const feature = file.split('/')[1]!;
      return Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)
        .filter((key) => !key.startsWith(`${feature}.`))
        .map((key) => `${feature}: ${key}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every text can be read, and names the same values in every language', () => {
    const wrong = folders.flatMap((folder) => {
      const read = (language: string) =>
        JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Record<string, string>;
      const english = read('en-US');
      return languages.flatMap((language) =>
        Object.entries(read(language))
          .filter(([key, text]) => valuesOf(text) !== valuesOf(english[key]!))
          .map(([key]) => `${language} ${key}`),
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('names say what is inside', () => {
    const vague = ['features', 'core', 'platform', 'adapters', 'apps', 'shared']
      .flatMap(sourceFiles)
      .filter((file) => /^(utils?|helpers?|common|misc|manager)\.tsx?$/.test(basename(file)));
    expect(vague).toEqual([]);
  });

  test('a migration sorts after the foundation and says what it does', () => {
    const wrong = globSync('features/*/server/migrations/*')
      .map((file) => basename(file))
      .filter((name) => !/^\d{4}-\d\d-\d\d-\d\d-[a-z0-9-]+\.sql$/.test(name));
    expect(wrong).toEqual([]);
  });

  test.runIf(existsSync('dist/web/assets'))('every built file of the pages parses', () => {
    execFileSync(process.execPath, [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'scripts/lib/parses.mjs',
      'dist/web',
    ]);
  });
});

/** The names of the values an ICU message asks for. */
function valuesOf(text: string): string {
  const names = new Set<string>();
  interface Part {
    type: number;
    value?: string;
    options?: Record<string, { value: Part[] }>;
  }
  const collect = (parts: Part[]): void => {
    for (const { type, value, options } of parts) {
      if (type !== LITERAL && type !== POUND && value) names.add(value);
      for (const option of Object.values(options ?? {})) collect(option.value);
    }
  };
  collect(new IntlMessageFormat(text, 'en-US', undefined, { ignoreTag: true }).getAst() as Part[]);
  return [...names].sort().join();
}
const LITERAL = 0;
const POUND = 7;

/** Every import of our own code under a folder, as paths from the repository root. */
function imports(folder: string): { from: string; to: string }[] {
  return existsSync(folder) ? sourceFiles(folder).flatMap(importsOf) : [];
}

function importsOf(from: string): { from: string; to: string }[] {
  return [...readFileSync(from, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, to]) => ({
    from,
    to: to!.startsWith('#') ? to!.slice(1) : relative('.', join(dirname(from), to!)),
  }));
}

/** Sources, without tests and what only tests use. */
function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|suite|fixture)\.|(^|\/)testing\./.test(file))
    .map((file) => join(folder, file));
}
