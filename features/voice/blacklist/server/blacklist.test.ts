import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openCallPlans } from '#features/voice/call-routes/server/index.ts';
import { aMember, aTenant, type MemberWishes } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { BlacklistEntry } from '../contract.ts';
import { isListed, keepOut } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const plans = openCallPlans(server.world);
const ALL = ['blacklist.view', 'blacklist.use', 'blacklist.edit'];

async function aTeam() {
  const tenantId = await aTenant(db);
  const person = (wishes: MemberWishes = {}) => aMember(db, tenantId, { functions: ALL, ...wishes });
  const sofia = await person();
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = sofia) =>
    server.ask(method, `/admin/saas_plat/blacklist/${path}`, { token: who.token, ...(body ? { body } : {}) });
  const list = async (query = '', who = sofia): Promise<BlacklistEntry[]> =>
    (await ask('GET', `page?${query}`, undefined, who)).data.list;
  const listed = (number: string, scope: 'call' | 'sms' = 'call') =>
    db.tenant({ tenantId }, (tx) => isListed(tx, number, scope));
  return { tenantId, sofia, person, ask, list, listed };
}

test('[CDP-06] a number or all numbers that begin so are kept out of what was chosen, until the time is over', async () => {
  const { ask, list, listed } = await aTeam();
  const other = await aTeam();
  expect((await ask('POST', 'add', { pattern: '+52 (55) 1234-5678', reason: 'Crank', scopes: ['call'] })).code).toBe(0);
  expect((await ask('POST', 'add', { pattern: '1900*', scopes: ['call', 'sms'] })).code).toBe(0);
  expect((await ask('POST', 'add', { pattern: '525512345678' })).code).toBe(20101);
  for (const pattern of ['abc', '*', '1', '19*00'])
    expect((await ask('POST', 'add', { pattern })).code, pattern).toBe(400);
  expect([
    await listed('525512345678'),
    await listed('525512345678', 'sms'),
    await listed('5255123456789'),
    await listed('52551234567'),
  ]).toEqual([true, false, false, false]);
  expect([
    await listed('19001234567', 'sms'),
    await listed('1900'),
    await listed('19012345678'),
    await other.listed('19001234567'),
  ]).toEqual([true, true, false, false]);
  const [shape, crank] = await list();
  expect([shape, crank]).toMatchObject([
    { pattern: '1900*', countryIso2: 'US' },
    { pattern: '525512345678', countryIso2: 'MX', reason: 'Crank', expiresAt: null },
  ]);
  expect(
    (
      await ask('PUT', 'update', {
        id: crank!.id,
        pattern: '525512345678',
        reason: 'Crank',
        expiresAt: '2020-01-01 00:00:00',
      })
    ).code,
  ).toBe(0);
  expect(await listed('525512345678')).toBe(false);
  expect([
    (await list('expired=true')).length,
    (await list('expired=false')).length,
    (await list('scope=sms')).length,
    (await list('words=crank')).length,
    (await list('words=1900')).length,
  ]).toEqual([1, 1, 2, 1, 1]);
  expect(
    (await ask('POST', 'add', { pattern: '525512345678', reason: 'Again' })).code,
    'what is over can be added again',
  ).toBe(0);
  expect(await listed('525512345678')).toBe(true);
});

test('[CDP-06] what was taken off can be put back', async () => {
  const { ask, list, listed } = await aTeam();
  const { id } = (await ask('POST', 'add', { pattern: '525512345678' })).data;
  expect((await ask('DELETE', `delete?ids=${id}`)).data).toEqual({ removed: 1 });
  expect([await listed('525512345678'), await list()]).toEqual([false, []]);
  expect((await ask('POST', 'restore', { ids: [id] })).data).toEqual({ restored: 1 });
  expect([await listed('525512345678'), (await list()).length]).toEqual([true, 1]);
});

test('[CDP-06] a list is pasted: known ones stay, wrong lines are named', async () => {
  const { ask, list } = await aTeam();
  await ask('POST', 'add', { pattern: '525512345678', reason: 'First' });
  const { data } = await ask('POST', 'addMany', {
    lines: ['+52 55 1234 5678', '', '5215598765432', '5215598765432', 'nobody', '1900*'],
    reason: 'Pasted',
  });
  expect(data).toEqual({ added: 2, known: 2, wrong: ['nobody'], wrongCount: 1 });
  expect((await list()).map(({ pattern, reason }) => [pattern, reason]).toSorted()).toEqual([
    ['1900*', 'Pasted'],
    ['5215598765432', 'Pasted'],
    ['525512345678', 'First'],
  ]);
});

test('[SEC-01] a masked agent blocks the caller of a call of theirs without ever seeing the number', async () => {
  const { tenantId, sofia, person, ask, list, listed } = await aTeam();
  const ana = await person({ functions: ['blacklist.use', 'blacklist.view'], needsMasking: true });
  await db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into call_record (call_id, node, direction, started_at, customer_number, our_number, outcome) values ('bl-1', 'test', 'inbound', now(), '525512345678', '525550000101', 1), ('bl-2', 'test', 'inbound', now(), '525587654321', '525550000101', 1) returning id`.execute(
      tx.as(),
    );
    await sql`insert into call_agent (record_id, user_id, started_at, result) values (${rows[0]!.id}, ${ana.userId}, now(), 'talked')`.execute(
      tx.as(),
    );
  });
  expect((await ask('POST', 'addCaller', { callId: 'bl-2' }, ana)).code, 'a call of others').toBe(404);
  const { id } = (await ask('POST', 'addCaller', { callId: 'bl-1', reason: 'Rude' }, ana)).data;
  expect(await listed('525512345678')).toBe(true);
  const shown = (await list('', ana))[0]!;
  expect(shown.pattern).toBe('52******5678');
  expect(await list('words=1234', ana), 'no search by hidden digits').toEqual([]);
  const masked = await person({ needsMasking: true });
  expect((await ask('PUT', 'update', { id, pattern: shown.pattern, reason: 'Very rude' }, masked)).code).toBe(0);
  expect(await list('', sofia)).toMatchObject([{ pattern: '525512345678', reason: 'Very rude' }]);
  expect((await ask('DELETE', `delete?ids=${id}`, undefined, ana)).code).toBe(403);
});

test('[CDP-06] a listed number that calls in is refused with 814, and the entry counts it', async () => {
  const { tenantId, ask, list } = await aTeam();
  await db.everyTenant('arranges', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (tenant_id, name, group_no) values (${tenantId}, 'Sales', 1) returning id`.execute(
      tx.as(),
    );
    await sql`insert into did_number (tenant_id, number, carrier, inbound_config, group_id) values (${tenantId}, '525558887701', 'rehearsal', 1, ${rows[0]!.id})`.execute(
      tx.as(),
    );
  });
  const call = () => plans.inbound({ line: 'rehearsal', did: '525558887701', from: '+525512345678' });
  expect(await call()).toMatchObject({ kind: 'inbound' });
  await ask('POST', 'add', { pattern: '5255*' });
  expect(await call()).toMatchObject({ refused: 'numberBlacklisted' });
  expect((await list())[0]).toMatchObject({ hits: 1, lastHitAt: expect.any(String) });
});

test('[CDP-06] a hundred thousand entries do not slow a call down', async () => {
  const { tenantId, listed } = await aTeam();
  await db.everyTenant('many numbers', async (tx) => {
    await sql`insert into blacklist_entry (tenant_id, pattern, scopes) select ${tenantId}, (525500000000 + n)::text, '{call}' from generate_series(1, 100000) n`.execute(
      tx.as(),
    );
  });
  await db.pool.query('analyze blacklist_entry');
  expect(await listed('525500050000')).toBeTruthy();
  const plan = await db.tenant({ tenantId }, (tx) =>
    sql<
      Record<string, string>
    >`explain select id from blacklist_entry where pattern = any(${['5255', '525500050000']}::text[]) and removed_at is null`.execute(
      tx.as(),
    ),
  );
  expect(plan.rows.map((row) => Object.values(row)[0]).join('\n')).toContain('blacklist_pattern');
});

test('[CDP-06] a shape, which keeps many out, is for those who may edit the list', async () => {
  const { ask, person, listed } = await aTeam();
  const agent = await person({ functions: ['blacklist.use'] });
  expect((await ask('POST', 'add', { pattern: '52*' }, agent)).code).toBe(403);
  expect(await listed('525512345678')).toBe(false);
  expect((await ask('POST', 'add', { pattern: '525512345678' }, agent)).code).toBe(0);
});

test('[SEC-01] who sees stars learns from no number they type whether it is listed', async () => {
  const { ask, person, list } = await aTeam();
  const stars = await person({ needsMasking: true });
  await ask('POST', 'add', { pattern: '525512345678' });
  const [entry] = await list('', stars);
  for (const pattern of ['525512345678', '525512345679']) {
    expect((await ask('POST', 'add', { pattern }, stars)).code).toBe(21502);
    expect((await ask('POST', 'addMany', { lines: [pattern] }, stars)).code).toBe(21502);
    expect((await ask('PUT', 'update', { id: entry!.id, pattern }, stars)).code).toBe(21502);
  }
  expect((await ask('PUT', 'update', { id: entry!.id, pattern: entry!.pattern, reason: 'Crank' }, stars)).code).toBe(0);
});

test('[CDP-06] who is erased stays kept out, by a hash of the number that nobody can read', async () => {
  const { tenantId, ask, list, listed } = await aTeam();
  await ask('POST', 'add', { pattern: '525512345678', reason: 'Ana Ruiz shouted', scopes: ['call', 'sms'] });
  const { personData } = server.world.catalogue;
  const data = personData.find(({ name }) => name === 'blacklist')!;
  const person = { customerIds: [], numbers: ['525512345678'], emails: [] };
  expect(await db.tenant({ tenantId }, (tx) => data.export(tx, person))).toMatchObject([{ number: '525512345678' }]);
  expect(await db.tenant({ tenantId }, (tx) => data.erase(tx, person))).toBe(1);
  const [entry] = await list();
  expect(entry).toMatchObject({ pattern: '***', reason: '', scopes: ['call', 'sms'] });
  expect((await ask('PUT', 'update', { id: entry!.id, pattern: '***', scopes: ['call'] })).code).toBe(0);
  expect([await listed('525512345678'), await listed('525512345678', 'sms'), await listed('525512345679')]).toEqual([
    true,
    false,
    false,
  ]);
  const { rows } = await db.pool.query('select pattern from blacklist_entry where tenant_id = $1', [tenantId]);
  expect(JSON.stringify(rows)).not.toContain('525512345678');
});

test('[CDP-06] [TASK-01] who asks never to be called by tasks again is kept out for good, also where they were listed for a while or for something else', async () => {
  const { tenantId, ask, list } = await aTeam();
  const [forAWhile, forChat] = ['525512345671', '525512345672'];
  const expiresAt = '2099-01-01 00:00:00';
  expect((await ask('POST', 'add', { pattern: forAWhile, scopes: ['task'], expiresAt })).code).toBe(0);
  expect((await ask('POST', 'add', { pattern: forChat, scopes: ['chat'] })).code).toBe(0);
  const asked = [forAWhile, forChat, '525512345673'];
  for (const number of asked) await db.tenant({ tenantId }, (tx) => keepOut(tx, number, 'MX', ['task']));
  for (const number of asked)
    expect(await db.tenant({ tenantId }, (tx) => isListed(tx, number, 'task')), number).toBe(true);
  const entries = (await list()).toSorted((a, b) => a.id - b.id);
  expect(entries).toMatchObject([
    { scopes: ['task'], expiresAt: null },
    { scopes: ['chat', 'task'], expiresAt: null },
    { scopes: ['task'], expiresAt: null },
  ]);
});
