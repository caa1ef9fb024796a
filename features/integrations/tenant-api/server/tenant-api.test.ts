import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { API_KEY_LIMIT, UNKNOWN_KEY_LIMIT } from '#platform/server/http/api-keys.ts';
import type { ApiScope } from '#shared/api-scopes.ts';
import { failures } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { openApiKeys } from './open-api-keys.ts';
import { handClock } from '#test/clock.ts';

const clock = handClock();
const server = await testServer({ clock });
afterAll(server.close);
// Sessions begin by the database's clock: whoever signed in long ago would be asked once more who they are.
afterEach(() => clock.setWall(Date.now() - clock.nowMs()));
const { db, catalogue } = server.world;
/** Short, or the proof of sessions would end with it. */
const WHILE_MS = 120_000;
const CALLS = '/cc/api/ccCdr/v1/page';

const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/tenantApi/v1/${path}`, { token: who.token, body });
const fields = (wishes: object = {}) => ({
  name: 'ERP',
  scopes: ['calls.read'],
  expiresAt: null,
  maskNumbers: false,
  ...wishes,
});
const anOwner = async () => aMember(db, await aTenant(db), { isOwner: true });

async function aKey(
  owner: Member,
  wishes: {
    name?: string;
    scopes?: readonly ApiScope[];
    expiresAt?: string | null;
    maskNumbers?: boolean;
    networks?: string[];
  } = {},
): Promise<{ id: number; key: string }> {
  return (await ask(owner, 'add', fields(wishes))).data;
}

async function aCall(tenantId: number, callId: string): Promise<void> {
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into call_record (call_id, node, direction, started_at, customer_number, our_number, outcome) values (${callId}, 'test', 'inbound', to_timestamp(${clock.nowMs() / 1_000}), '525512345678', '525550000101', 1)`.execute(
      tx.as(),
    ),
  );
}

const shared = () => server.built.features.flatMap(({ routes }) => routes).filter(({ endpoint }) => endpoint.api);

test('[ADMIN-05] a key is shown once, kept as a hash, listed with what it may do and when it was used', async () => {
  const owner = await anOwner();
  const { id, key } = await aKey(owner, { expiresAt: toWireTime(clock.nowMs() + WHILE_MS) });
  expect(key).toMatch(/^osk_[\w-]{43}$/);
  expect(await ask(owner, 'add', fields()), 'the name is taken').toMatchObject({ code: 20003 });
  const { data } = await ask(owner, 'list');
  expect(data.keys).toMatchObject([
    {
      id,
      name: 'ERP',
      prefix: key.slice(0, 12),
      scopes: ['calls.read'],
      state: 'active',
      createdBy: owner.identity.name,
      lastUsedAt: null,
    },
  ]);
  expect(data.scopes.map(({ scope }: { scope: string }) => scope)).toEqual(catalogue.scopes.map(({ scope }) => scope));
  expect(JSON.stringify(data)).not.toContain(key);
  const { rows } = await db.everyTenant('looks for the key itself', (tx) =>
    sql<{
      row: string;
    }>`select k::text row from tenant_api_key k where id = ${id} union all select l::text from operation_log l where tenant_id = ${owner.tenantId}`.execute(
      tx.as(),
    ),
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map(({ row }) => row).join()).not.toContain(key.slice(12));

  await server.ask('POST', CALLS, { token: key, body: {} });
  const used = (await ask(owner, 'list')).data.keys[0];
  expect(used).toMatchObject({ lastUsedAt: toWireTime(clock.nowMs()), lastUsedAddress: '127.0.0.1' });
  clock.turn(30_000);
  await server.ask('POST', CALLS, { token: key, body: {} });
  expect((await ask(owner, 'list')).data.keys[0].lastUsedAt, 'written down once a minute').toBe(used.lastUsedAt);
  clock.turn(31_000);
  await server.ask('POST', CALLS, { token: key, body: {} });
  expect((await ask(owner, 'list')).data.keys[0].lastUsedAt).toBe(toWireTime(clock.nowMs()));
});

test('[ADMIN-05] with a key a program reads the calls of its team, of nobody else, clear or masked as the key says', async () => {
  const [owner, other] = [await anOwner(), await anOwner()];
  await aCall(owner.tenantId, 'key-call-1');
  await aCall(other.tenantId, 'key-call-2');
  const clear = await aKey(owner);
  const masked = await aKey(owner, { name: 'BI', maskNumbers: true });
  const listed = (key: string) => server.ask('POST', CALLS, { token: key, body: {} });
  expect((await listed(clear.key)).data.list).toMatchObject([{ callId: 'key-call-1', number: '525512345678' }]);
  expect((await listed(masked.key)).data.list).toMatchObject([
    { callId: 'key-call-1', number: '', displayNumber: '52******5678' },
  ]);
  expect(
    (await server.ask('POST', '/cc/api/ccCdr/v1/detail', { token: clear.key, body: { callId: 'key-call-1' } })).data,
  ).toMatchObject({ callId: 'key-call-1', recordings: [] });
  expect(
    await server.ask('POST', '/cc/api/ccCdr/v1/detail', { token: clear.key, body: { callId: 'key-call-2' } }),
  ).toMatchObject({ code: 404 });
});

test('[ADMIN-05] every call of the public API refuses a key without its scope, and opens to one with it', async () => {
  const owner = await anOwner();
  const scopes = catalogue.scopes.map(({ scope }) => scope);
  expect(shared().length).toBeGreaterThanOrEqual(4);
  for (const [index, { module, name, endpoint }] of shared().entries()) {
    const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} };
    const path = endpoint.path.replace(/\{\w+\}/g, '1');
    const without = await aKey(owner, {
      name: `without ${index}`,
      scopes: scopes.filter((scope) => scope !== endpoint.api),
    });
    expect(await server.ask(endpoint.method, path, { token: without.key, ...body }), `${module}.${name}`).toMatchObject(
      { status: 403, code: 403 },
    );
    const withIt = await aKey(owner, { name: `with ${index}`, scopes: [endpoint.api!] });
    expect([401, 403], `${module}.${name}`).not.toContain(
      (await server.ask(endpoint.method, path, { token: withIt.key, ...body })).status,
    );
    for (const { id } of [without, withIt]) await ask(owner, 'remove', { id });
  }
});

test('[ADMIN-05] a key opens nothing but the public API: no sign-in, no socket, not the keys themselves', async () => {
  const owner = await anOwner();
  const { key } = await aKey(owner, { scopes: catalogue.scopes.map(({ scope }) => scope) });
  const others = server.built.features.flatMap(({ routes }) => routes).filter(({ endpoint }) => !endpoint.api);
  const codeOf = async ({ endpoint }: (typeof others)[number]) => {
    const { code, status } = await server.ask(endpoint.method, endpoint.path.replace(/\{\w+\}/g, '1'), {
      token: key,
      ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} }),
    });
    // A standard has its own words for a refusal, the number among them.
    return Number(endpoint.kind === 'standard' ? status : code) === 403
      ? []
      : [`${endpoint.method} ${endpoint.path} ${status} ${code}`];
  };
  const open = [];
  for (let at = 0; at < others.length; at += 20) {
    clock.turn(20_000);
    open.push(...(await Promise.all(others.slice(at, at + 20).map(codeOf))).flat());
  }
  expect(others.length).toBeGreaterThan(100);
  expect(open).toEqual([]);
  expect(await server.world.sessions.identify(key), 'a key is no session').toBeNull();
  expect(await server.world.sessions.redeemTicket(key, 'user'), 'nor a ticket').toBeNull();
});

test('[ADMIN-05] a key that is unknown, off, expired or removed is refused from the next call on', async () => {
  const owner = await anOwner();
  const code = async (key: string) => (await server.ask('POST', CALLS, { token: key, body: {} })).code;
  const { id, key } = await aKey(owner, { expiresAt: toWireTime(clock.nowMs() + WHILE_MS) });
  const change = (wishes: object) =>
    ask(owner, 'update', {
      id,
      enabled: true,
      ...fields({ expiresAt: toWireTime(clock.nowMs() + WHILE_MS) }),
      ...wishes,
    });
  expect(await code(key)).toBe(0);
  expect(await code(`osk_${'x'.repeat(43)}`)).toBe(21701);
  expect(await server.ask('POST', CALLS, { token: `osk_${'x'.repeat(43)}`, body: {} })).toMatchObject({ status: 401 });
  expect(await code('osk_short'), 'not even a key').toBe(401);
  await change({ enabled: false });
  expect(await code(key)).toBe(21701);
  expect((await ask(owner, 'list')).data.keys).toMatchObject([{ state: 'off' }]);
  await change({ enabled: true });
  expect(await code(key)).toBe(0);
  clock.turn(WHILE_MS + 1_000);
  expect(await code(key)).toBe(21701);
  expect((await ask(owner, 'list')).data.keys).toMatchObject([{ state: 'expired' }]);
  expect(await change({ expiresAt: toWireTime(clock.nowMs() - 5_000) }), 'an end in the past').toMatchObject({
    code: 400,
  });
  await change({ expiresAt: null });
  expect(await code(key)).toBe(0);
  await change({ scopes: ['recordings.read'], expiresAt: null });
  expect(await code(key), 'the scope was taken away').toBe(403);
  expect(await ask(owner, 'remove', { id })).toMatchObject({ code: 0 });
  expect(await code(key)).toBe(21701);
  expect(await ask(owner, 'remove', { id })).toMatchObject({ code: 404 });
});

test('[ADMIN-05] a key stops with the person who answers for it, says why, and goes on when somebody else answers for it', async () => {
  const owner = await anOwner();
  const code = async (key: string) => (await server.ask('POST', CALLS, { token: key, body: {} })).code;
  const states = async () =>
    (await ask(owner, 'list')).data.keys.map(({ state, keeper }: { state: string; keeper: string }) => [state, keeper]);
  const maker = await aMember(db, owner.tenantId, {
    name: 'Budi',
    functions: ['tenant-api.view', 'tenant-api.edit', 'call-records.use', 'call-records.view'],
  });
  const { id, key } = await aKey(maker);
  expect([await code(key), await states()]).toEqual([0, [['active', 'Budi']]]);

  const setMember = (change: ReturnType<typeof sql>) =>
    db.everyTenant('a manager changes a member', (tx) => change.execute(tx.as()));
  await setMember(sql`update member set enabled = false where user_id = ${maker.userId}`);
  expect([await code(key), await states()]).toEqual([21701, [['keeperOff', 'Budi']]]);
  await setMember(sql`update member set enabled = true where user_id = ${maker.userId}`);
  expect(await code(key), 'back with their keeper').toBe(0);
  await setMember(sql`delete from member where user_id = ${maker.userId}`);
  expect([await code(key), await states()]).toEqual([21701, [['keeperLeft', '']]]);

  const keeper = await aMember(db, owner.tenantId, { functions: ['tenant-api.view', 'tenant-api.edit'] });
  const change = (who: Member, wishes: object) => ask(who, 'update', { id, enabled: true, ...fields(wishes) });
  expect(await change(keeper, {}), 'who does not hold what it gives').toMatchObject({ code: 403 });
  expect(await change(owner, { name: 'ERP 2' })).toMatchObject({ code: 0 });
  expect([await code(key), await states()]).toEqual([0, [['active', owner.identity.name]]]);
  expect(await change(keeper, { name: 'ERP 3' }), 'a name changes no keeper').toMatchObject({ code: 0 });
  expect(await states()).toEqual([['active', owner.identity.name]]);
});

test('[ADMIN-05] a key never does more than the person who answers for it may at the moment, and says which scopes open less', async () => {
  const owner = await anOwner();
  const maker = await aMember(db, owner.tenantId, {
    functions: ['tenant-api.view', 'tenant-api.edit', 'call-records.use', 'call-records.view'],
  });
  const { id, key } = await aKey(maker);
  const asks = async () => (await server.ask('POST', CALLS, { token: key, body: {} })).code;
  const lost = async () => (await ask(owner, 'list')).data.keys[0].lost;
  expect([await asks(), await lost()]).toEqual([0, []]);

  await db.everyTenant('a manager takes a right away', (tx) =>
    sql`update role set functions = '{tenant-api.view,tenant-api.edit}'
      where id in (select role_id from member_role where user_id = ${maker.userId})`.execute(tx.as()),
  );
  expect([await asks(), await lost()]).toEqual([403, ['calls.read']]);

  // Whoever still holds the rights switches it off and on, and answers for it.
  for (const enabled of [false, true]) await ask(owner, 'update', { id, enabled, ...fields() });
  expect([await asks(), await lost()]).toEqual([0, []]);
});

test('[SEC-01] a key shows stars as soon as the person who answers for it sees them', async () => {
  const owner = await anOwner();
  const maker = await aMember(db, owner.tenantId, {
    functions: ['tenant-api.view', 'tenant-api.edit', 'call-records.use', 'call-records.view'],
  });
  const { key } = await aKey(maker, { maskNumbers: false });
  const identity = () =>
    openApiKeys({ db, clock, demo: false }).identify(key, { address: '', requestId: '', userAgent: '' });
  expect(await identity()).toMatchObject({ needsMasking: false });
  await db.everyTenant('a manager masks a role', (tx) =>
    sql`update role set need_desensitize = true
      where id in (select role_id from member_role where user_id = ${maker.userId})`.execute(tx.as()),
  );
  expect(await identity()).toMatchObject({ needsMasking: true });
});

test('[ADMIN-05] a key has a limit of its own; another key and people go on', async () => {
  const owner = await anOwner();
  const [busy, calm] = [await aKey(owner), await aKey(owner, { name: 'calm' })];
  const code = async (token: string) => (await server.ask('POST', CALLS, { token, body: {} })).code;
  // Fewer at once than there are lines to the database: whoever waits for one too long is not counted.
  const AT_ONCE = 5;
  for (let asked = 0; asked < API_KEY_LIMIT.max; asked += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        server.ask('POST', '/cc/api/ccCdr/v1/recent', { token: busy.key, body: {} }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.code)), 'what it may not do counts as well').toEqual(new Set([403]));
  }
  expect(await code(busy.key)).toBe(429);
  expect(await code(calm.key)).toBe(0);
  expect(await code(owner.token)).toBe(0);
  clock.turn(61_000);
  expect(await code(busy.key)).toBe(0);
});

test('[ADMIN-05] whoever tries keys is refused by their address before one is looked up; others go on', async () => {
  const { key } = await aKey(await anOwner());
  const from = async (remoteAddress: string, token: string) =>
    (
      await server.built.http.inject({
        method: 'POST',
        url: CALLS,
        remoteAddress,
        headers: { authorization: `Bearer ${token}` },
        payload: {},
      })
    ).json().code as number;
  const guesses = [];
  for (let index = 0; index < UNKNOWN_KEY_LIMIT.max; index += 1)
    guesses.push(await from('192.0.2.7', `osk_${String(index).padStart(43, 'x')}`));
  expect(new Set(guesses)).toEqual(new Set([21701]));
  expect(await from('192.0.2.7', `osk_${'y'.repeat(43)}`)).toBe(429);
  expect(await from('192.0.2.7', key), 'not even a good one is looked up').toBe(429);
  expect(await from('192.0.2.8', key)).toBe(0);
  clock.turn(61_000);
  expect(await from('192.0.2.7', key)).toBe(0);
  for (let index = 0; index < 2 * UNKNOWN_KEY_LIMIT.max; index += 1)
    expect(await from('192.0.2.7', key), 'good ones do not count').toBe(0);
});

test('[ADMIN-05] the operation log names the key that did something', async () => {
  const owner = await anOwner();
  const { key } = await aKey(owner, { scopes: ['recordings.read'] });
  await server.ask('POST', '/cc/api/tenantApi/v1/remove', { token: key, body: { id: 1 } });
  const { rows } = await db.tenant(owner, (tx) =>
    sql`select user_id, user_name, module, action, outcome from operation_log order by id desc limit 2`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([
    { user_id: null, user_name: 'API: ERP', module: 'tenant-api', action: 'remove', outcome: 403 },
    { user_id: owner.userId, user_name: owner.identity.name, module: 'tenant-api', action: 'add', outcome: 0 },
  ]);
});

test('[ADMIN-05] nobody gives a key what they do not hold themselves, nor clear numbers when they see them masked', async () => {
  const tenantId = await aTenant(db);
  const owner = await aMember(db, tenantId, { isOwner: true });
  const keeper = await aMember(db, tenantId, { functions: ['tenant-api.view', 'tenant-api.edit'] });
  const masked = await aMember(db, tenantId, {
    functions: ['tenant-api.view', 'tenant-api.edit', 'call-records.use', 'call-records.view'],
    needsMasking: true,
  });
  expect(await ask(keeper, 'add', fields())).toMatchObject({ code: 403 });
  expect((await ask(keeper, 'list')).data.scopes).toContainEqual(
    expect.objectContaining({ scope: 'calls.read', mayGive: false }),
  );
  expect(await ask(masked, 'add', fields())).toMatchObject({ code: 403 });
  expect(await ask(masked, 'add', fields({ maskNumbers: true }))).toMatchObject({ code: 0 });
  const { id } = await aKey(owner, { name: 'CRM', expiresAt: toWireTime(clock.nowMs() + WHILE_MS) });
  const change = (who: Member, wishes: object) =>
    ask(who, 'update', {
      id,
      enabled: true,
      ...fields({ name: 'CRM', expiresAt: toWireTime(clock.nowMs() + WHILE_MS) }),
      ...wishes,
    });
  expect(await change(keeper, { name: 'CRM 2' }), 'a name gives nothing').toMatchObject({ code: 0 });
  expect(await change(keeper, { enabled: false }), 'nor does switching off').toMatchObject({ code: 0 });
  expect(await change(keeper, { enabled: true }), 'switching on does').toMatchObject({ code: 403 });
  expect(await change(masked, { enabled: true }), 'also for those who see less than the key would').toMatchObject({
    code: 403,
  });
  expect(await change(masked, { enabled: false, name: 'CRM 3' }), 'as long as nothing is given').toMatchObject({
    code: 0,
  });
  await change(owner, { maskNumbers: true });
  expect(await change(keeper, { expiresAt: null, maskNumbers: true }), 'so does a longer life').toMatchObject({
    code: 403,
  });
  expect(await change(masked, { maskNumbers: false }), 'so does taking off the mask').toMatchObject({ code: 403 });
});

test('[ADMIN-05] keys of another team do not exist, and without the right neither do one’s own', async () => {
  const [owner, other] = [await anOwner(), await anOwner()];
  const { id, key } = await aKey(owner);
  expect((await ask(other, 'list')).data.keys).toEqual([]);
  expect(await ask(other, 'update', { id, enabled: false, ...fields() })).toMatchObject({ code: 404 });
  expect(await ask(other, 'remove', { id })).toMatchObject({ code: 404 });
  expect((await server.ask('POST', CALLS, { token: key, body: {} })).code).toBe(0);
  const ana = await aMember(db, owner.tenantId, { functions: ['tenant-api.view'] });
  expect(await ask(ana, 'list')).toMatchObject({ code: 0 });
  for (const path of ['add', 'update', 'remove'])
    expect(await ask(ana, path, { id, enabled: true, ...fields() }), path).toMatchObject({ code: 403 });
  expect(await ask(await aMember(db, owner.tenantId), 'list')).toMatchObject({ code: 403 });
});

test('[ADMIN-05] the public API is documented by itself: its calls, their scopes, refusals and limits', async () => {
  const document = (await server.built.http.inject('/openapi.json?public=1')).json() as {
    info: { description: string };
    paths: Record<string, Record<string, { operationId: string; 'x-scope': string }>>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect([...new Set(operations.map(({ operationId }) => operationId))].sort()).toEqual(
    shared()
      .map(({ module, name }) => `${module}.${name}`)
      .sort(),
  );
  expect(operations.filter((operation) => !operation['x-scope'])).toEqual([]);
  expect(document.info.description).toContain('21701');
  expect(document.info.description).toContain(String(API_KEY_LIMIT.max));
});

test('[ADMIN-05] a key of a tenant of the demo opens nothing once the demo is switched off, and the answer says why', async () => {
  const owner = await anOwner();
  const { key } = await aKey(owner);
  const asked = () => server.ask('POST', CALLS, { token: key, body: {} });
  expect((await asked()).code).toBe(0);
  await db.everyTenant('it came with the demo', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${owner.tenantId}, 'demo', '1')`.execute(tx.as()),
  );
  expect((await asked()).code).toBe(failures.demoClosed.code);
});

test('[ADMIN-05] a key is used from the networks it names, and from nowhere else', async () => {
  const owner = await anOwner();
  const { id, key } = await aKey(owner, { networks: ['192.0.2.0/24', '2001:db8::/32'] });
  const use = () => server.ask('POST', CALLS, { token: key, body: {} });
  expect(await use()).toMatchObject({ status: 403, code: failures.networkNotAllowed.code });
  const { data } = await ask(owner, 'list');
  expect(data.keys[0]).toMatchObject({ networks: ['192.0.2.0/24', '2001:db8::/32'], lastUsedAt: null });
  const { rows } = await db.tenant(owner, (tx) =>
    sql`select user_id, user_name, address from operation_log where action = 'foreignNetwork'`.execute(tx.as()),
  );
  expect(rows).toEqual([{ user_id: null, user_name: 'API: ERP', address: '127.0.0.1' }]);
  expect((await ask(owner, 'update', fields({ id, enabled: true }))).code, 'says nothing of networks').toBe(0);
  expect((await use()).status).toBe(403);
  await ask(owner, 'update', fields({ id, enabled: true, networks: ['127.0.0.0/8'] }));
  expect((await use()).code).toBe(0);
  expect((await ask(owner, 'update', fields({ id, enabled: true, networks: ['everywhere'] }))).code).toBe(400);
});

test('[ADMIN-05] nobody widens the networks of a key whose rights they do not hold', async () => {
  const owner = await anOwner();
  const clerk = await aMember(db, owner.tenantId, { functions: ['tenant-api.view', 'tenant-api.edit'] });
  const { id } = await aKey(owner, { networks: ['192.0.2.0/24', '198.51.100.7'] });
  const update = (networks: string[]) => ask(clerk, 'update', fields({ id, enabled: true, networks }));
  expect((await update([])).code).toBe(403);
  expect((await update(['192.0.2.0/24', '10.0.0.0/8'])).code).toBe(403);
  expect((await update(['192.0.2.0/24'])).code, 'fewer are less').toBe(0);
});
