import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { LogEntry } from '../contract.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const at = (path: string) => `/admin/saas_plat/operLog/${path}`;
const aViewer = async (tenant: number, wishes: MemberWishes = {}) =>
  aMember(db, tenant, { functions: ['operation-log.view', 'operation-log.export'], ...wishes });
const chooseTheme = ({ token }: Member, theme: string) =>
  server.ask('PUT', '/admin/saas_plat/user/theme', { token, body: { theme } });
const page = async ({ token }: Member, body: object = {}) =>
  (await server.ask<{ list: LogEntry[]; total: number; totalCapped: boolean }>('POST', at('page'), { token, body }))
    .data!;

/** Entries written as the platform would, without the work they stand for. */
const entries = (
  tenantId: number,
  count: number,
  more: { userName?: string; target?: string; outcome?: number; daysAgo?: number } = {},
) =>
  db.everyTenant('made-up history', (tx) =>
    sql`insert into operation_log (tenant_id, user_name, module, action, target, outcome, at)
      select ${tenantId}, ${more.userName ?? 'Ana'}, 'preferences', 'switchTheme', ${more.target ?? null}, ${more.outcome ?? 0}, now() - ${more.daysAgo ?? 0} * interval '1 day'
      from generate_series(1, ${count})`.execute(tx.as()),
  );

test('[ADMIN-04] a change through any endpoint appears with module, action, who, where from, and before and after', async () => {
  const ana = await aViewer(await aTenant(db), { name: 'Ana', language: 'es-MX' });
  await chooseTheme(ana, 'dark');
  const { list, total } = await page(ana);
  expect(total).toBe(1);
  expect(list[0]).toMatchObject({
    userId: ana.userId,
    userName: 'Ana',
    module: 'preferences',
    moduleName: 'Preferencias personales',
    action: 'switchTheme',
    actionName: 'Cambió el tema',
    target: 'Ana',
    outcome: 0,
    address: '127.0.0.1',
  });
  const { data } = await server.ask('GET', at(String(list[0]!.id)), { token: ana.token });
  expect(data).toMatchObject({
    id: list[0]!.id,
    requestId: expect.stringMatching(/./),
    changes: [{ field: 'theme', before: '"system"', after: '"dark"' }],
  });
});

test('[ADMIN-04] a change that is refused or fails leaves no entry that says it happened', async () => {
  const ana = await aViewer(await aTenant(db));
  await chooseTheme(ana, 'pink');
  await server.ask('POST', '/admin/saas_plat/user/switchTimeZone', {
    token: ana.token,
    body: { time_zone_id: 99_999 },
  });
  const failing = db.tenant(ana.caller({ module: 'preferences', action: 'switchTheme' }), async () =>
    Promise.reject(new Error('the work failed')),
  );
  await expect(failing).rejects.toThrow('the work failed');
  expect((await page(ana)).total).toBe(0);
});

test('[ADMIN-04] reading leaves no entry', async () => {
  const ana = await aViewer(await aTenant(db));
  await page(ana);
  await server.ask('POST', at('module/list'), { token: ana.token, body: {} });
  expect((await page(ana)).total).toBe(0);
});

test('[ADMIN-04] entries are found by module, action, person, target, time and outcome', async () => {
  const tenant = await aTenant(db);
  const ana = await aViewer(tenant, { name: 'Ana López' });
  await entries(tenant, 1, { userName: 'Budi', target: 'Night_shift 50%', daysAgo: 10 });
  await entries(tenant, 1, { userName: 'Chen', outcome: 403, daysAgo: 5 });
  await chooseTheme(ana, 'dark');
  await server.ask('POST', '/admin/saas_plat/user/switchLanguage', { token: ana.token, body: { lang: 'en_US' } });
  const found = async (filter: object) =>
    (await page(ana, filter)).list.map(({ userName, action }) => `${userName} ${action}`);
  const wire = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

  expect(await found({})).toEqual([
    'Ana López switchLanguage',
    'Ana López switchTheme',
    'Chen switchTheme',
    'Budi switchTheme',
  ]);
  expect(await found({ module: 'preferences', action: 'switchLanguage' })).toEqual(['Ana López switchLanguage']);
  expect(await found({ module: 'nothing' })).toEqual([]);
  expect(await found({ userName: 'lópez' })).toHaveLength(2);
  expect(await found({ userId: ana.userId })).toHaveLength(2);
  expect(await found({ target: 't_shift 50%' })).toEqual(['Budi switchTheme']);
  expect(await found({ target: '%' })).toEqual(['Budi switchTheme']);
  expect(await found({ from: wire(6), to: wire(4) })).toEqual(['Chen switchTheme']);
  expect(await found({ outcome: 'refused' })).toEqual(['Chen switchTheme']);
  expect(await found({ outcome: 'done' })).toHaveLength(3);
});

test('[ADMIN-04] pages follow one another without gap or repetition, by number and by the last id seen', async () => {
  const tenant = await aTenant(db);
  const ana = await aViewer(tenant);
  await entries(tenant, 25);
  const all = (await page(ana, { size: 100 })).list.map(({ id }) => id);
  expect(all).toHaveLength(25);
  const second = await page(ana, { page: 2, size: 10 });
  expect(second.list.map(({ id }) => id)).toEqual(all.slice(10, 20));
  expect((await page(ana, { size: 10, beforeId: all[19]! })).list.map(({ id }) => id)).toEqual(all.slice(20));
});

test('[ADMIN-04] the total stops counting at 10,000, and pages end there', async () => {
  const tenant = await aTenant(db);
  const ana = await aViewer(tenant);
  await entries(tenant, 10_000);
  expect(await page(ana)).toMatchObject({ total: 10_000, totalCapped: false });
  await entries(tenant, 1);
  expect(await page(ana)).toMatchObject({ total: 10_000, totalCapped: true });
  expect((await page(ana, { page: 100, size: 100 })).list).toHaveLength(100);
  expect((await server.ask('POST', at('page'), { token: ana.token, body: { page: 101, size: 100 } })).code).toBe(400);
});

test('[ADMIN-04] modules and their actions are listed in the words of the reader', async () => {
  const ana = await aViewer(await aTenant(db), { language: 'zh-CN' });
  const modules = await server.ask<{ key: string; name: string }[]>('POST', at('module/list'), {
    token: ana.token,
    body: {},
  });
  expect(modules.data).toContainEqual({ key: 'preferences', name: '个人偏好' });
  const actions = await server.ask('GET', at('action/list'), { token: ana.token, query: { module: 'preferences' } });
  expect(actions.data).toContainEqual({ key: 'switchTheme', name: '更改了主题' });
  expect((await server.ask('GET', at('action/list'), { token: ana.token, query: { module: 'nothing' } })).data).toEqual(
    [],
  );
  expect((await server.ask('GET', at('action/list'), { token: ana.token })).code).toBe(400);
});

test('[ADMIN-04] two writers at the same moment both leave their entries', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aViewer(tenant, { name: 'Ana' }), await aViewer(tenant, { name: 'Budi' })];
  const themes = ['dark', 'light', 'system', 'dark', 'light'];
  await Promise.all(themes.flatMap((theme) => [chooseTheme(ana, theme), chooseTheme(budi, theme)]));
  const { list } = await page(ana, { size: 50 });
  expect(list.filter(({ userName }) => userName === 'Ana')).toHaveLength(5);
  expect(list.filter(({ userName }) => userName === 'Budi')).toHaveLength(5);
});

test('[API-03] another tenant sees nothing, neither in the list nor by id', async () => {
  const [ana, noor] = [await aViewer(await aTenant(db)), await aViewer(await aTenant(db))];
  await chooseTheme(ana, 'dark');
  const { list } = await page(ana);
  expect((await page(noor)).total).toBe(0);
  expect((await server.ask('GET', at(String(list[0]!.id)), { token: noor.token })).code).toBe(404);
  const people = await server.ask('GET', at('user/list'), { token: noor.token });
  expect(people.data).toEqual([{ userId: noor.userId, name: noor.identity.name }]);
});

test('[ADMIN-04] without the keys nobody sees, checks or exports the log', async () => {
  const tenant = await aTenant(db);
  const plain = await aMember(db, tenant);
  const viewer = await aMember(db, tenant, { functions: ['operation-log.view'] });
  const codes = await Promise.all([
    server.ask('POST', at('page'), { token: plain.token, body: {} }),
    server.ask('GET', at('1'), { token: plain.token }),
    server.ask('GET', at('verify'), { token: plain.token }),
    server.ask('POST', at('module/list'), { token: plain.token, body: {} }),
    server.ask('GET', at('action/list'), { token: plain.token, query: { module: 'x' } }),
    server.ask('POST', at('export'), { token: viewer.token, body: {} }),
  ]);
  expect(codes.map(({ code }) => code)).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await server.ask('POST', at('page'), { body: {} })).code).toBe(401);
});

test('[SEC-01] a role that asks for masking sees no numbers in targets and changes', async () => {
  const tenant = await aTenant(db);
  const ana = await aViewer(tenant, { needsMasking: true });
  await db.everyTenant('made-up history', (tx) =>
    sql`insert into operation_log (tenant_id, user_name, module, action, target, change) values (${tenant}, 'Ana', 'x', 'y', '+52 55 1234 5678', '{"after":{"phone":"+525512345678"}}')`.execute(
      tx.as(),
    ),
  );
  const { list } = await page(ana);
  expect(list[0]!.target).toBe('**************78');
  expect(list[0]!.moduleName).toBe('x');
  const { data } = await server.ask('GET', at(String(list[0]!.id)), { token: ana.token });
  expect(JSON.stringify(data)).not.toContain('5512345678');
});
