import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TENANTS_CHANGED } from '#core/operator/console-news.ts';
import { accessApi } from '#features/team/access/contract.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { storeFile } from '#features/office/files/server/index.ts';
import { fakeTrunks } from '#core/trunk/fake-trunks.fixture.ts';
import type { TrunkSettings } from '#core/trunk/trunk-settings.ts';
import { Failure, failures } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { aMember, anOperator, aTenant, type Member } from '#test/builders.ts';
import { testServer, type TestServer } from '#test/test-server.ts';
import { tenantsApi } from '../contract.ts';
import { countUsage } from './count-usage.ts';
import { deleteDue } from './delete-tenant.ts';
import { entriesOf } from './tenant-export.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: TestServer;
let olivia: Member;
beforeAll(async () => {
  server = await testServer({ trunks: fakeTrunks([house]) });
  olivia = await anOperator(server.world.db);
});
afterAll(() => server.close());

const house = {
  carrier: 'lent-house',
  name: 'House',
  domain: 'house.example',
  tenantIds: null,
  settings: { gateways: [], register: null } as unknown as TrunkSettings,
};

type Name = keyof typeof tenantsApi;

/** Calls as an operator does; `{id}` and the like are taken from the input. */
async function call(name: Name, input: Record<string, unknown> = {}, token = olivia.token) {
  const { method, path } = tenantsApi[name];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(input[key]));
  return server.ask(method, filled, { token, ...(method === 'GET' || method === 'DELETE' ? {} : { body: input }) });
}

const aPlan = (wishes: object = {}) => ({
  voiceSeats: null,
  textSeats: null,
  callsAtOnce: null,
  storageBytes: null,
  countries: [],
  aiFlows: false,
  accountMode: 'standard',
  kind: 'standard',
  paidUntil: null,
  ownLinesFree: true,
  creditE4: 0,
  ...wishes,
});

/** Both logs of a deed: how often it is in the installation's, and in the tenant's. */
async function logged(action: string, tenantId: number): Promise<{ house: number; tenant: number; name: string }> {
  const { rows } = await server.world.db.everyTenant('looks', (tx) =>
    sql<{ house: number; tenant: number; name: string }>`
      select (select count(*)::int from operation_log where tenant_id = 0 and action = ${action} and target like ${`${tenantId} %`}) house,
        (select count(*)::int from operation_log where tenant_id = ${tenantId} and action = ${action}) tenant,
        coalesce((select max(user_name) from operation_log where tenant_id = ${tenantId} and action = ${action}), '') "name"`.execute(
      tx.as(),
    ),
  );
  return rows[0]!;
}

const INFO = '/admin/saas_plat/user/info';
const info = (token: string) => server.ask('GET', INFO, { token });

test('a tenant is founded, and its owner comes in by the invitation that was mailed', async () => {
  const { data } = await call('found', { company: 'Cobalt', ownerEmail: 'owner@cobalt.example', ownerName: 'Cora' });
  const mailed = async () =>
    (await server.world.outbox!.list(50)).find(({ to }) => to === 'owner@cobalt.example')?.text ?? '';
  await expect.poll(mailed, { timeout: 20_000 }).toContain('/invitation/');
  const [, invitation] = /invitation\/([\w-]+)/.exec(await mailed())!;
  const joined = await server.ask('POST', `/admin/saas_plat/invitation/${invitation}/accept`, {
    body: { name: 'Cora', password: 'a-long-and-quiet-river' },
  });
  expect(joined).toMatchObject({ code: 0 });
  expect(await info(joined.data.token)).toMatchObject({
    data: { tenantId: data.id, isTenantOwner: true, isOperator: false },
  });
  expect(await logged('found', data.id)).toEqual({ house: 1, tenant: 1, name: 'Operator: Olivia' });
  // Nobody waits ten minutes to be counted.
  const members = async () => (await call('detail', { id: data.id })).data.members;
  await expect.poll(members, { timeout: 20_000 }).toBe(1);

  // The one that was founded here is suspended as any other.
  expect(await call('suspend', { id: data.id, why: 'the bill of May' })).toMatchObject({ code: 0 });
  expect(await info(joined.data.token)).toMatchObject({ code: failures.tenantDisabled.code, msg: 'the bill of May' });
  expect(await call('resume', { id: data.id })).toMatchObject({ code: 0 });
  const back = await server.ask('PUT', accountApi.login.path, {
    body: { email: 'owner@cobalt.example', password: 'a-long-and-quiet-river' },
  });
  expect(await info(back.data.token)).toMatchObject({ data: { tenantId: data.id } });
});

test('the list finds, sorts and says what is wrong; figures are counted for all at once', async () => {
  const { db } = server.world;
  const [zebra, ant] = [await aTenant(db, { name: 'Zebra Lines' }), await aTenant(db, { name: 'Ant Lines' })];
  await aMember(db, zebra, { isOwner: true, voiceSeat: true });
  await call('setPlan', { id: zebra, ...aPlan({ voiceSeats: 0 }) });
  await countUsage(server.world);
  const { data } = await call('page', { keyword: 'lines', order: 'name', descending: true });
  expect(data.list.map((row: { name: string }) => row.name)).toEqual(['Zebra Lines', 'Ant Lines']);
  expect(data.list[0]).toMatchObject({ members: 1, voiceSeats: { used: 1, limit: 0 }, troubles: ['seats'] });
  expect((await call('page', { keyword: String(ant) })).data.list).toMatchObject([{ id: ant }]);
  expect((await call('page', { keyword: 'lines', troubles: ['seats'] })).data).toMatchObject({
    total: 1,
    list: [{ id: zebra }],
  });
  expect((await call('detail', { id: zebra })).data).toMatchObject({
    plan: { voiceSeats: 0 },
    owners: [{ email: expect.any(String) }],
  });
  expect((await call('people', { id: zebra })).data).toMatchObject({ total: 1, list: [{ isOwner: true }] });
  expect((await call('figures')).data).toMatchObject({ inTrouble: expect.any(Number) });
});

test('a suspended tenant lets nobody in, and says why; resumed, it is as before', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const { data: key } = await server.ask('POST', '/cc/api/tenantApi/v1/add', {
    token: owner.token,
    body: { name: 'ERP', scopes: ['customers.read'], expiresAt: null, maskNumbers: false },
  });
  expect(await info(owner.token)).toMatchObject({ code: 0 });
  expect(await call('suspend', { id: tenantId, why: 'the bill of May' })).toMatchObject({ code: 0 });
  const refused = { code: failures.tenantDisabled.code, msg: 'the bill of May' };
  expect(await info(owner.token)).toMatchObject(refused);
  const byKey = await server.ask('POST', '/admin/cdp/customer/list', { token: key.key, body: {} });
  expect(byKey).toMatchObject(refused);
  const opened = db.everyTenant('a sign-in', (tx) =>
    server.world.sessions.open(tx, owner, { requestId: '1', address: '192.0.2.1', userAgent: '' }),
  );
  await expect(opened).rejects.toMatchObject({ name: 'tenantDisabled' });
  expect(await logged('suspend', tenantId)).toMatchObject({ house: 1, tenant: 1 });

  expect(await call('resume', { id: tenantId })).toMatchObject({ code: 0 });
  // Ended sessions stay ended.
  expect((await info(owner.token)).code).toBe(failures.signedOut.code);
  expect(await server.ask('POST', '/admin/cdp/customer/list', { token: key.key, body: {} })).toMatchObject({ code: 0 });
  expect(await call('suspend', { id: olivia.tenantId, why: '' })).toMatchObject({ code: failures.ownTenant.code });
});

test('jobs of a suspended tenant wait, and are not tried meanwhile', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  await call('suspend', { id: tenantId, why: '' });
  const key = `waits ${tenantId}`;
  await db.tenant({ tenantId }, (tx) =>
    tx.enqueue('access.mailInvitation', { tenantId, id: 1, language: 'en-US' }, { key }),
  );
  const waiting = async () =>
    (
      await db.pool.query<{ later: boolean; attempts: number }>(
        `select run_at > now() + interval '20 seconds' later, attempts from graphile_worker.jobs where key = $1`,
        [key],
      )
    ).rows;
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ later: true, attempts: 0 }]);
});

test('a closed tenant has an archive of everything, may be taken back, and is gone with all its people after the term', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db, { name: 'Closing Doors' });
  const [only, elsewhere] = [await aMember(db, tenantId, { isOwner: true }), await aMember(db, tenantId)];
  await db.pool.query(`insert into member (tenant_id, user_id, nick_name) values ($1, $2, 'E')`, [
    olivia.tenantId,
    elsewhere.userId,
  ]);
  await storeFile(
    server.world,
    { tenantId, userId: only.userId },
    {
      purpose: 'attachment',
      name: 'offer.txt',
      mediaType: 'text/plain',
      content: (async function* () {
        yield Buffer.from('hello');
      })(),
    },
  );
  const { data } = await call('close', { id: tenantId, why: 'moved', afterDays: 3 });
  expect(data.deleteAt).toMatch(/^\d{4}-/);
  const entries: string[] = [];
  let member = '';
  for await (const { name, content } of entriesOf(server.world, tenantId)) {
    entries.push(name);
    if (name !== 'tables/member.jsonl') continue;
    for await (const piece of content as AsyncIterable<Uint8Array>) member += Buffer.from(piece).toString();
  }
  expect(entries).toEqual(
    expect.arrayContaining(['contents.json', 'tables/member.jsonl', 'tables/operation_log.jsonl']),
  );
  expect(entries.at(-1)).toMatch(/^files\/\d+-offer\.txt$/);
  expect(
    member
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).user_id),
  ).toEqual([only.userId, elsewhere.userId]);
  const exported = async () => (await call('detail', { id: tenantId })).data.exports[0];
  await expect.poll(exported, { timeout: 20_000 }).toMatchObject({ state: 'ready' });
  const { id: exportId, expiresAt } = await exported();
  expect(fromWireTime(expiresAt) - fromWireTime(data.deleteAt), 'outlives the tenant by a month').toBe(30 * 86_400_000);
  const path = tenantsApi.fetchExport.path.replace('{id}', String(tenantId)).replace('{exportId}', String(exportId));
  const file = await server.built.http.inject({ url: path, headers: { authorization: `Bearer ${olivia.token}` } });
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect(await logged('fetchExport', tenantId)).toEqual({ house: 1, tenant: 1, name: 'Operator: Olivia' });

  expect(await call('resume', { id: tenantId })).toMatchObject({ code: 0 });
  await deleteDue(server.world);
  expect((await call('detail', { id: tenantId })).data).toMatchObject({ state: 'active', deleteAt: null });

  await call('close', { id: tenantId, why: 'moved', afterDays: 3 });
  await deleteDue(server.world);
  expect((await call('detail', { id: tenantId })).code).toBe(0);
  await db.pool.query(`update tenant set delete_at = now() where id = $1`, [tenantId]);
  await expect.poll(exported, { timeout: 20_000 }).toMatchObject({ state: 'ready' });
  // Its files may be going already.
  expect(await call('resume', { id: tenantId })).toMatchObject({ code: failures.conflict.code });
  await deleteDue(server.world);
  expect((await call('detail', { id: tenantId })).code).toBe(failures.notFound.code);
  const left = await db.pool.query<{ id: number }>('select id from user_account where id = any($1)', [
    [only.userId, elsewhere.userId],
  ]);
  expect(left.rows.map(({ id }) => id)).toEqual([elsewhere.userId]);
  const rows = await db.pool.query('select 1 from operation_log where tenant_id = $1', [tenantId]);
  expect(rows.rowCount).toBe(0);
  // Its archive stays for a while.
  expect(
    (await server.built.http.inject({ url: path, headers: { authorization: `Bearer ${olivia.token}` } })).statusCode,
  ).toBe(200);
});

test('a closed tenant that cannot be deleted keeps no other from it', async () => {
  const { db, files } = server.world;
  const [stuck, other] = [await aTenant(db, { name: 'Stuck' }), await aTenant(db)];
  await db.pool.query(
    `insert into stored_file (tenant_id, key, purpose, name, media_type, bytes) values ($1, $2, 'attachment', 'a', 'text/plain', 1)`,
    [stuck, `t${stuck}/a`],
  );
  await db.pool.query(
    `update tenant set state = 'closed', delete_at = now() - case id when $1 then 2 else 1 end * interval '1 minute' where id = any($2)`,
    [stuck, [stuck, other]],
  );
  await db.pool.query(
    `insert into tenant_export (of_tenant, asked_by, refused_at) select unnest($1::bigint[]), 'Olivia', now()`,
    [[stuck, other]],
  );
  const remove = () => Promise.reject(new Error('the disk is away'));
  await deleteDue({ ...server.world, files: { ...files, remove } });
  const { rows } = await db.pool.query('select id from tenant where id = any($1)', [[stuck, other]]);
  expect(rows).toEqual([{ id: stuck }]);
  await deleteDue({ ...server.world, files });
  expect((await db.pool.query('select id from tenant where id = $1', [stuck])).rowCount).toBe(0);
});

test('a closed tenant whose term is over waits for its archive, and can be taken back until then, unless none is wanted', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db, { name: 'Slow' });
  const closeWithoutArchive = async () => {
    await call('close', { id: tenantId, why: 'moved', afterDays: 1 });
    // As if the disk had been full all the time: what was made is none, and its term is over.
    const { rows } = await db.pool.query<{ id: number }>('select id from tenant_export where of_tenant = $1', [
      tenantId,
    ]);
    await expect
      .poll(async () => (await call('detail', { id: tenantId })).data.exports[0].state, { timeout: 20_000 })
      .toBe('ready');
    await db.pool.query(
      'update tenant_export set ready_at = null, file_key = null, failed_at = now() where id = any($1)',
      [rows.map(({ id }) => id)],
    );
    await db.pool.query('update tenant set delete_at = now() where id = $1', [tenantId]);
  };
  await closeWithoutArchive();
  await deleteDue(server.world);
  expect((await call('detail', { id: tenantId })).data).toMatchObject({ state: 'closed', awaitsExport: true });
  expect(await call('resume', { id: tenantId })).toMatchObject({ code: 0 });
  expect(await call('refuseExport', { id: tenantId })).toMatchObject({ code: failures.conflict.code });

  await closeWithoutArchive();
  expect(await call('refuseExport', { id: tenantId })).toMatchObject({ code: 0 });
  expect((await call('detail', { id: tenantId })).data).toMatchObject({
    awaitsExport: false,
    exports: [{ state: 'refused', askedBy: 'Olivia' }, {}, {}],
  });
  expect(await logged('refuseExport', tenantId)).toMatchObject({ house: 1, tenant: 1 });
  await deleteDue(server.world);
  expect((await call('detail', { id: tenantId })).code).toBe(failures.notFound.code);
});

test('a damaged file costs an archive that file alone: it is named inside, and the others are there', async () => {
  const { db, files } = server.world;
  const tenantId = await aTenant(db);
  const put = (name: string) =>
    storeFile(
      server.world,
      { tenantId, userId: null },
      {
        purpose: 'attachment',
        name,
        mediaType: 'text/plain',
        content: (async function* () {
          yield Buffer.from('whole');
        })(),
      },
    );
  const [shut, cut, lost, whole] = [
    await put('shut.txt'),
    await put('cut.txt'),
    await put('lost.txt'),
    await put('fine.txt'),
  ];
  await files.remove(lost.key);
  const get: typeof files.get = async (key, range) => {
    if (key === shut.key) throw new Failure('fileDamaged');
    if (key !== cut.key) return files.get(key, range);
    const content = (async function* () {
      yield Buffer.from('who');
      throw new Failure('fileDamaged');
    })();
    return { bytes: 5, content };
  };
  const world = { ...server.world, files: { ...files, get } };
  const read = new Map<string, string>();
  for await (const { name, content } of entriesOf(world, tenantId)) {
    let text = '';
    if (content instanceof Uint8Array) text = Buffer.from(content).toString();
    else for await (const piece of content) text += Buffer.from(piece).toString();
    if (!name.startsWith('tables/')) read.set(name, text);
  }
  expect([read.get(`files/${cut.id}-cut.txt`), read.get(`files/${whole.id}-fine.txt`)]).toEqual(['who', 'whole']);
  expect(JSON.parse(read.get('damaged.json')!)).toEqual([
    { fileId: shut.id, name: 'shut.txt', why: 'damaged', keptBytes: 0 },
    { fileId: cut.id, name: 'cut.txt', why: 'damaged', keptBytes: 3 },
    { fileId: lost.id, name: 'lost.txt', why: 'gone', keptBytes: 0 },
  ]);
  // A store that is away is no damage: the whole is tried again.
  const away = { ...world, files: { ...files, get: () => Promise.reject(new Failure('filesAway')) } };
  const all = async (): Promise<void> => {
    for await (const { name } of entriesOf(away, tenantId)) expect(name).not.toMatch(/^files/);
  };
  await expect(all()).rejects.toMatchObject({ name: 'filesAway' });
});

test('an archive holds nothing that opens something', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  await db.pool.query(`insert into sms_provider (tenant_id, kind, hook_key) values ($1, 'outbox', 'opens-the-hook')`, [
    tenantId,
  ]);
  let provider = '';
  for await (const { name, content } of entriesOf(server.world, tenantId)) {
    if (name !== 'tables/sms_provider.jsonl') continue;
    for await (const piece of content as AsyncIterable<Uint8Array>) provider += Buffer.from(piece).toString();
  }
  expect(JSON.parse(provider)).toMatchObject({ kind: 'outbox' });
  expect(provider).not.toContain('opens-the-hook');
});

test('money: an account is opened, topped up once per payment, and corrected', async () => {
  const tenantId = await aTenant(server.world.db);
  const ref = '5f2b5a52-5f0f-4f0f-8f0f-5f2b5a525f0f';
  const topUp = () => call('topUp', { id: tenantId, amountE4: 100_000, ref, note: 'wire 17' });
  expect(await topUp()).toMatchObject({ code: failures.conflict.code });
  expect(await call('openAccount', { id: tenantId, currency: 'JPY' })).toMatchObject({ code: 0 });
  expect(await topUp()).toMatchObject({ data: { balanceE4: 100_000 } });
  expect(await topUp()).toMatchObject({ data: { balanceE4: 100_000 } });
  const correction = { id: tenantId, amountE4: -40_000, note: 'booked twice', ref };
  expect(await call('correct', correction)).toMatchObject({ data: { balanceE4: 60_000 } });
  // Sums stay whole numbers that can be told apart.
  for (const amountE4 of [Number.MAX_SAFE_INTEGER, 10_000_000_000_001])
    for (const name of ['topUp', 'correct'] as const)
      expect(await call(name, { ...correction, amountE4 })).toMatchObject({ code: failures.invalidInput.code });
  expect((await call('detail', { id: tenantId })).data).toMatchObject({ currency: 'JPY', balanceE4: 60_000 });
  // Asked again with the same reference it was nothing new: one entry each, in the log of the tenant and of the installation.
  expect(await logged('topUp', tenantId)).toMatchObject({ tenant: 1, name: 'Operator: Olivia' });
});

test('money: an operator looks at what was booked, by kind and days and as a file, and both logs know', async () => {
  const tenantId = await aTenant(server.world.db);
  expect(await call('entries', { id: tenantId })).toMatchObject({ code: failures.notFound.code });
  await call('openAccount', { id: tenantId, currency: 'EUR' });
  const refs = ['5f2b5a52-5f0f-4f0f-8f0f-5f2b5a525f01', '5f2b5a52-5f0f-4f0f-8f0f-5f2b5a525f02'];
  await call('topUp', { id: tenantId, amountE4: 100_000, ref: refs[0], note: 'wire 17' });
  await call('correct', { id: tenantId, amountE4: -40_000, ref: refs[1], note: 'booked twice' });
  const { data } = await call('entries', { id: tenantId, size: 1 });
  expect(data).toMatchObject({ total: 2, list: [{ kind: 'correction', amountE4: -40_000, note: 'booked twice' }] });
  const days = { startDate: '2020-01-01 00:00:00', endDate: '2020-01-02 00:00:00' };
  expect((await call('entries', { id: tenantId, ...days })).data).toMatchObject({ total: 0, list: [] });
  expect((await call('entries', { id: tenantId, kinds: ['topUp'] })).data.list).toMatchObject([{ note: 'wire 17' }]);
  expect(await logged('entries', tenantId)).toEqual({ house: 3, tenant: 3, name: 'Operator: Olivia' });

  const file = await server.built.http.inject({
    method: 'POST',
    url: tenantsApi.entriesFile.path.replace('{id}', String(tenantId)),
    headers: { authorization: `Bearer ${olivia.token}` },
    payload: { kinds: ['topUp'] },
  });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain('wire 17');
  expect(file.body).not.toContain('booked twice');
  expect(await logged('entriesFile', tenantId)).toMatchObject({ house: 1, tenant: 1 });
});

test('help: only with consent, with the rights the tenant chose, every look in its log, ended when it is withdrawn', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const HELP = '/admin/saas_plat/operator_help';
  expect(await call('enterHelp', { id: tenantId })).toMatchObject({ code: failures.helpNotGranted.code });
  const asked = { id: tenantId, why: 'the import stands still', functions: ['customers.view', 'operation-log.view'] };
  expect(await call('askHelp', asked)).toMatchObject({ code: 0 });
  expect(await call('askHelp', { ...asked, functions: ['operator-help.grant'] })).toMatchObject({ code: 400 });
  const { data: seen } = await server.ask('GET', HELP, { token: owner.token });
  expect(seen.helps).toMatchObject([{ why: asked.why, isOpen: false, functions: asked.functions }]);
  expect(await call('enterHelp', { id: tenantId })).toMatchObject({ code: failures.helpNotGranted.code });
  const grant = { id: seen.helps[0].id, functions: ['operation-log.view'] };
  expect(await server.ask('POST', `${HELP}/grant`, { token: owner.token, body: grant })).toMatchObject({ code: 0 });

  const { data: entered } = await call('enterHelp', { id: tenantId });
  const helper = entered.token as string;
  expect(await info(helper)).toMatchObject({
    data: {
      tenantId,
      isTenantOwner: false,
      isOperator: false,
      tenantNickName: 'Operator: Olivia',
      needDesensitize: true,
    },
  });
  const look = await server.ask('POST', '/admin/saas_plat/operLog/page', { token: helper, body: {} });
  expect(look.code).toBe(0);
  expect(look.data.list.map((entry: { userName: string }) => entry.userName)).toContain('Operator: Olivia');
  expect((await server.ask('POST', '/admin/cdp/customer/list', { token: helper, body: {} })).code).toBe(
    failures.notAllowed.code,
  );
  // Nobody comes from inside a tenant to the console, and nobody lets others in.
  expect(await call('figures', {}, helper)).toMatchObject({ code: failures.notAllowed.code });
  expect((await server.ask('GET', accountApi.teams.path, { token: helper })).data).toEqual([]);
  const { rows } = await db.pool.query(
    `select target from operation_log where tenant_id = $1 and module = 'operator-help' and action = 'helperLooked' and user_id is null`,
    [tenantId],
  );
  expect(rows.map(({ target }) => target)).toEqual(expect.arrayContaining(['account.info', 'operation-log.page']));

  expect(await server.ask('POST', `${HELP}/${grant.id}/withdraw`, { token: owner.token })).toMatchObject({ code: 0 });
  expect((await info(helper)).code).toBe(failures.signedOut.code);
  expect(await call('enterHelp', { id: tenantId })).toMatchObject({ code: failures.helpNotGranted.code });
});

test('help: nobody lets operators do more than they may do themselves', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const giver = await aMember(db, tenantId, { functions: ['operator-help.grant', 'customers.view'] });
  const HELP = '/admin/saas_plat/operator_help';
  const grant = (functions: string[]) =>
    server.ask('POST', `${HELP}/grant`, { token: giver.token, body: { functions } });
  expect(await grant(['access.settings'])).toMatchObject({ code: failures.notAllowed.code });
  expect(await grant(['customers.view', 'access.settings'])).toMatchObject({ code: 0 });
  const { data: seen } = await server.ask('GET', HELP, { token: giver.token });
  expect(seen.helps).toMatchObject([{ functions: ['customers.view'], isOpen: true }]);
  expect(
    seen.rights.flatMap(({ functions }: { functions: { key: string }[] }) => functions.map(({ key }) => key)),
  ).toEqual(['customers.view']);
  const { data } = await call('enterHelp', { id: tenantId });
  const list = (path: string) => server.ask('POST', path, { token: data.token, body: {} });
  expect((await list('/admin/cdp/customer/list')).code).toBe(0);
  expect((await list('/admin/saas_plat/operLog/page')).code).toBe(failures.notAllowed.code);
});

test('of a tenant at work no archive is made, and none is fetched', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const exports = async () => (await call('detail', { id: tenantId })).data.exports;
  expect(await call('beginExport', { id: tenantId })).toMatchObject({ code: failures.tenantActive.code });
  expect(await exports()).toEqual([]);
  await call('suspend', { id: tenantId, why: 'the bill of May' });
  const { data } = await call('beginExport', { id: tenantId });
  await expect.poll(exports, { timeout: 20_000 }).toMatchObject([{ id: data.exportId, state: 'ready' }]);
  expect(await logged('beginExport', tenantId)).toMatchObject({ house: 1, tenant: 1 });
  const fetched = { id: tenantId, exportId: data.exportId };
  await call('resume', { id: tenantId });
  expect(await call('fetchExport', fetched)).toMatchObject({ code: failures.tenantActive.code });
});

test('help: nothing that is the helper’s own is changed from inside, neither password, nor factors, nor devices, nor teams', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const granted = await server.ask('POST', '/admin/saas_plat/operator_help/grant', {
    token: owner.token,
    body: { functions: ['customers.view'] },
  });
  expect(granted).toMatchObject({ code: 0 });
  const { data } = await call('enterHelp', { id: tenantId });
  const own = server.built.features.flatMap(({ routes }) => routes).filter(({ endpoint }) => endpoint.ofPerson);
  expect(own.map(({ module, name }) => `${module}.${name}`).sort()).toEqual([
    'account.bindPhone',
    'account.changeEmail',
    'account.changeNickName',
    'account.changePassword',
    'account.endOtherSessions',
    'account.endSession',
    'account.leaveTeam',
    'account.switchTeam',
    'devices.remove',
    'push-notices.choose',
    'push-notices.remove',
    'push-notices.subscribe',
    'second-factor.addPasskey',
    'second-factor.beginPasskey',
    'second-factor.beginTotp',
    'second-factor.confirmTotp',
    'second-factor.remakeRecoveryCodes',
    'second-factor.removePasskey',
    'second-factor.removeTotp',
    'second-factor.renamePasskey',
  ]);
  for (const { endpoint } of own) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '1');
    const body = endpoint.method === 'DELETE' ? {} : { body: { tenantId: olivia.tenantId } };
    expect(await server.ask(endpoint.method, path, { token: data.token, ...body }), path).toMatchObject({
      code: failures.notWhileHelping.code,
    });
  }
});

test('a plan is obeyed: storage, countries, seats, calls at once', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const store = (bytes: number, purpose = 'attachment') =>
    storeFile(
      server.world,
      { tenantId, userId: owner.userId },
      {
        purpose,
        name: 'a',
        mediaType: 'text/plain',
        content: (async function* () {
          yield Buffer.alloc(bytes);
        })(),
      },
    );
  await call('setPlan', {
    id: tenantId,
    ...aPlan({ storageBytes: 100, countries: ['MX', 'ES'], voiceSeats: 5, callsAtOnce: 2, paidUntil: '2030-01-31' }),
  });
  await store(60);
  // Told when it does not fit, however long it says it is; nothing of it counts.
  await expect(store(60)).rejects.toMatchObject({ name: 'storageQuota' });
  await store(40);
  await expect(store(1)).rejects.toMatchObject({ name: 'storageQuota' });
  await store(10, 'recording');
  const setSeats = await server.ask('PUT', accessApi.setConfigValue.path, {
    token: owner.token,
    body: { name: 'SeatLimitVoice', value: '50' },
  });
  expect(setSeats.code).toBe(failures.settingOfPlan.code);
  const { rows } = await db.pool.query(`select name, value from tenant_setting where tenant_id = $1 order by name`, [
    tenantId,
  ]);
  expect(rows).toEqual([
    { name: 'DialerPaidUntil', value: '2030-01-31' },
    { name: 'SeatLimitText', value: '' },
    { name: 'SeatLimitVoice', value: '5' },
  ]);
  expect((await call('detail', { id: tenantId })).data.plan).toEqual(
    aPlan({ storageBytes: 100, countries: ['ES', 'MX'], voiceSeats: 5, callsAtOnce: 2, paidUntil: '2030-01-31' }),
  );
});

test('[CC-12] a lent trunk says who uses it, is lent to others, and is withdrawn; all of it in the log', async () => {
  const { db, trunks } = server.world;
  const [alone, both] = [await aTenant(db, { name: 'Alone' }), await aTenant(db, { name: 'Both' })];
  for (const [tenantId, carrier] of [
    [alone, 'lent-house'],
    [both, 'lent-house'],
    [both, 'sip-1'],
  ] as const)
    await db.pool.query(`insert into trunk (tenant_id, name, carrier) values ($1, $2, $2)`, [tenantId, carrier]);
  const lent = async () => (await call('lent')).data[0];
  expect(await lent()).toMatchObject({
    name: 'House',
    tenants: null,
    isWithdrawn: false,
    usedBy: [
      { name: 'Alone', hasOther: false },
      { name: 'Both', hasOther: true },
    ],
  });
  const terms = { carrier: 'lent-house', name: 'North', tenantIds: [both], isWithdrawn: false };
  expect(await call('setLent', { ...terms, carrier: 'lent-none' })).toMatchObject({ code: failures.notFound.code });
  expect(await call('setLent', terms)).toMatchObject({ code: 0 });
  expect(await lent()).toMatchObject({ name: 'North', tenants: [{ id: both, name: 'Both' }] });
  expect(await call('setLent', { ...terms, isWithdrawn: true })).toMatchObject({ code: 0 });
  expect(await lent()).toMatchObject({ isWithdrawn: true });
  expect(trunks.lendable()).toHaveLength(1);
  const { rows } = await db.pool.query(
    `select target from operation_log where tenant_id = 0 and action = 'setLent' order by id`,
  );
  expect(rows).toEqual([{ target: 'North' }, { target: 'North' }]);
});

test('pages of operators are told of what happens to tenants, and nobody else is', async () => {
  const { db } = server.world;
  const tenantId = await aTenant(db);
  await aMember(db, tenantId, { isOwner: true });
  const readPushes = async () =>
    (
      await db.pool.query<{ tenant_id: number; user_id: number; about: number | null }>(
        `select distinct tenant_id, user_id, (body ->> 'tenantId')::int about from realtime_event where kind = $1 and body ->> 'tenantId' = $2`,
        [TENANTS_CHANGED, String(tenantId)],
      )
    ).rows;
  await call('suspend', { id: tenantId, why: '' });
  await expect
    .poll(readPushes, { timeout: 20_000 })
    .toEqual([{ tenant_id: olivia.tenantId, user_id: olivia.userId, about: tenantId }]);
});

test('everybody in every tenant is told, also those founded meanwhile; lines are added and removed', async () => {
  const { db } = server.world;
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  const notice = { title_en: 'Tonight', content_en: 'We restart at ten.', starts_at: '2026-01-01 00:00:00' };
  const { data } = await call('addNotice', notice);
  const unread = async ({ token }: Member) =>
    (await server.ask('GET', '/admin/saas_plat/announcements/effect', { token })).data;
  expect(await unread(owner)).toMatchObject([{ title_en: 'Tonight' }]);
  expect((await call('notices')).data).toMatchObject({ total: 1, list: [{ status: 'inEffect', by: 'Olivia' }] });
  // The tenant's managers keep their own announcements only.
  const own = await server.ask('POST', '/admin/saas_plat/announcements/page', { token: owner.token, body: {} });
  expect(own.data.total).toBe(0);
  expect(await call('removeNotice', { id: data.id })).toMatchObject({ code: 0 });
  expect(await unread(owner)).toEqual([]);

  const { data: line } = await call('addLine', { path: 'fourth', name: 'Fourth line' });
  expect(await call('addLine', { path: 'fourth', name: 'Again' })).not.toMatchObject({ code: 0 });
  expect(await call('renameLine', { id: line.id, name: 'North' })).toMatchObject({ code: 0 });
  expect((await call('lines')).data.at(-1)).toMatchObject({ path: 'fourth', name: 'North', isBuiltIn: false });
  expect(await call('removeLine', { id: line.id })).toMatchObject({ code: 0 });
  expect(await call('removeLine', { id: 1 })).toMatchObject({ code: failures.conflict.code });
  expect((await call('helpRights')).data.length).toBeGreaterThan(10);
});
