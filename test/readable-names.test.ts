import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccount } from '#features/money/ledger/server/index.ts';
import { isLogged } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import { aMember, aTenant, type Member } from './builders.ts';
import { testServer, type TestServer } from './test-server.ts';

/*
 * What people read in the role editor and in the operation log, for every right and every entry there is.
 */

let server: TestServer;
let tenantId: number;
const readers = new Map<string, Member>();
let logged: { module: string; name: string }[];
beforeAll(async () => {
  server = await testServer();
  const { db } = server.world;
  tenantId = await aTenant(db);
  for (const language of languages) readers.set(language, await aMember(db, tenantId, { isOwner: true, language }));
  logged = server.built.features
    .flatMap(({ routes }) => routes)
    .filter(({ endpoint }) => isLogged(endpoint))
    .map(({ module, name }) => ({ module, name }));
  // Rehearsing has rights of its own where it is switched on.
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('RehearsalEnable', 'true')`.execute(tx.as()),
  );
  // So has money, where it is counted.
  await db.everyTenant('an account', (tx) => openAccount(tx, tenantId, 'USD'));
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into operation_log (user_name, module, action) select 'Ana', module, action from unnest(${logged.map(({ module }) => module)}::text[], ${logged.map(({ name }) => name)}::text[]) as entry(module, action)`.execute(
      tx.as(),
    ),
  );
});
afterAll(() => server.close());

/** Words for people: no key, not empty, and in Chinese letters for Chinese readers unless it is a name of its own. */
function isReadable(text: string, language: string): boolean {
  return (
    text.trim() !== '' &&
    !/^[a-z-]+\.\w/.test(text) &&
    !text.includes('.function.') &&
    !text.includes('.log.') &&
    (language !== 'zh-CN' || /\p{Script=Han}/u.test(text) || /^(API|Webhooks?|SSO)$/.test(text))
  );
}

const named = [
  'customers',
  'customer-files',
  'tags',
  'field-config',
  'condition-groups',
  'blacklist',
  'follow-records',
  'sso',
  'tenant-api',
  'webhooks',
];

describe.each(languages)('in %s', (language) => {
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.ask(method, `/admin/saas_plat/${path}`, { token: readers.get(language)!.token, ...(body ? { body } : {}) });

  test('[SHELL-01] the role editor offers every function key under a readable name', async () => {
    const { data } = await ask('GET', 'role/functions');
    const groups = data as { feature: string; label: string; functions: { key: string; label: string }[] }[];
    const offered = groups.flatMap(({ functions }) => functions.map(({ key }) => key));
    expect(offered.sort()).toEqual(server.world.catalogue.functions.flatMap(({ functions }) => functions).sort());
    expect(
      groups
        .flatMap(({ label, functions }) => [label, ...functions.map((one) => one.label)])
        .filter((label) => !isReadable(label, language)),
    ).toEqual([]);
    expect(groups.map(({ feature }) => feature)).toEqual(expect.arrayContaining(named));
    for (const { label, functions } of groups)
      expect(new Set(functions.map((one) => one.label)).size, `${label}: two rights with one name`).toBe(
        functions.length,
      );
  });

  test('[ADMIN-04] [SHELL-01] the operation log names every entry there can be', async () => {
    const entries: { module: string; action: string; moduleName: string; actionName: string }[] = [];
    for (let page = 1; entries.length < logged.length; page += 1) {
      const { data } = await ask('POST', 'operLog/page', { page, size: 200 });
      expect(data.list.length).toBeGreaterThan(0);
      entries.push(...data.list);
    }
    expect(
      entries.filter(
        ({ moduleName, actionName }) => !isReadable(moduleName, language) || !isReadable(actionName, language),
      ),
    ).toEqual([]);
    expect(new Set(entries.map(({ module }) => module))).toEqual(new Set(logged.map(({ module }) => module)));
    expect([...new Set(entries.map(({ module }) => module))]).toEqual(expect.arrayContaining(named));
  });
});
