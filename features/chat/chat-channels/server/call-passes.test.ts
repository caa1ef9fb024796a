import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { WebSettings, type CallPass, type PublicChannel, type VisitorState } from '../contract.ts';
import { sweepPasses } from './call-passes.ts';
import { callPasses } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const passes = callPasses(db);
const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));

/** A channel whose visitors may call. */
async function aSite(settings: Partial<WebSettings> = {}, { calls = true } = {}) {
  const house = await aChatHouse(db);
  const manager = await aMember(db, house.tenantId, { functions: ['chat-channels.view', 'chat-channels.edit'] });
  const called = await house.group('Voice');
  const key = `calls-${randomUUID().slice(0, 8)}`;
  const wish = {
    name: 'Site',
    key,
    group_id: house.groupId,
    settings: WebSettings.parse({ call_group_id: calls ? called : null, ...settings }),
  };
  const made = await server.ask('POST', '/home/api/chat/channel', { token: manager.token, body: wish });
  return {
    ...house,
    manager,
    called,
    key,
    made,
    wish,
    open: async () => (await server.ask<PublicChannel>('GET', `/home/api/chat/page/${key}`)).data,
    token: async () => (await server.ask<VisitorState>('POST', '/home/api/chat/visitor', { body: { key } })).data.token,
    pass: (token: string) => server.ask<CallPass>('POST', '/home/api/chat/visitor/call', { body: { token } }),
  };
}

test('[CHAT-08] a visitor gets a pass for one call to the channel’s group; the password is kept nowhere', async () => {
  const site = await aSite();
  expect((await site.open()).calls).toBe(true);
  const { code, data } = await site.pass(await site.token());
  expect(code).toBe(0);
  expect(data).toMatchObject({
    guest: expect.stringMatching(/^guest-[\w-]{20}$/),
    ha1: expect.stringMatching(/^[0-9a-f]{32}$/),
    domain: 'openseat.test',
    url: expect.stringMatching(/^ws:\/\/.*\/cc\/sip\//),
    to: 'group',
    ice_servers: [],
  });
  expect(await passes.caller(data.guest), 'before the call').toBeNull();
  expect(await passes.find(data.guest)).toEqual({ ha1: data.ha1, to: 'group' });
  expect(await Promise.all([passes.spend(data.guest), passes.spend(data.guest)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  expect(await passes.find(data.guest), 'used').toBeNull();
  expect(await passes.caller(data.guest)).toMatchObject({
    tenantId: site.tenantId,
    groupId: site.called,
    isBlocked: false,
    customerId: null,
  });
});

test('[CHAT-08] a pass that nobody used runs out within a minute', async () => {
  const site = await aSite();
  const { guest } = (await site.pass(await site.token())).data;
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      sec: number;
    }>`select extract(epoch from expires_at - issued_at)::int sec from chat_call_pass where guest = ${guest}`.execute(
      tx.as(),
    ),
  );
  expect(rows[0]!.sec).toBe(60);
  await run(sql`update chat_call_pass set expires_at = now() - interval '1 second' where guest = ${guest}`);
  expect([await passes.find(guest), await passes.spend(guest), await passes.caller(guest)]).toEqual([
    null,
    false,
    null,
  ]);
});

test('[CHAT-08] no calls: switched off, outside the hours of the channel or of the group, or the group is gone', async () => {
  const off = await aSite({}, { calls: false });
  const closed = await aSite({ hours: [] });
  const gone = await aSite();
  await run(sql`delete from agent_group where id = ${gone.called}`);
  const away = await aSite();
  await run(
    sql`insert into business_calendar (tenant_id, name, time_zone, weekly, holidays, closed_kind, is_default) values (${away.tenantId}, 'Never', 'UTC', '[]', '[]', 'voicemail', true)`,
  );
  for (const site of [off, closed, gone, away]) {
    expect((await site.open()).calls).toBe(false);
    expect((await site.pass(await site.token())).code).toBe(22900);
  }
});

test('[CHAT-08] a group of others cannot be called', async () => {
  const [site, other] = [await aSite(), await aSite()];
  const refused = await server.ask('POST', '/home/api/chat/channel', {
    token: site.manager.token,
    body: { ...site.wish, key: `${site.key}-2`, settings: { ...site.wish.settings, call_group_id: other.called } },
  });
  expect(refused.code).toBe(404);
});

test('[CHAT-08] [CHAT-03] whoever is shut out gets no pass, and one given before leads nowhere', async () => {
  const site = await aSite();
  const token = await site.token();
  const { guest } = (await site.pass(token)).data;
  await run(sql`update chat_visitor set blocked_at = now() where tenant_id = ${site.tenantId}`);
  expect((await site.pass(token)).code).toBe(22401);
  await passes.spend(guest);
  expect(await passes.caller(guest)).toMatchObject({ isBlocked: true });
});

test('[CHAT-08] nobody asks for more than a dozen passes an hour, from one address for sixty', async () => {
  const site = await aSite();
  const token = await site.token();
  const { guest } = (await site.pass(token)).data;
  const more = (count: number, whose = sql`visitor_id`, address = sql`address`) =>
    run(sql`
    insert into chat_call_pass (guest, tenant_id, visitor_id, group_id, ha1, address, expires_at) select guest || '-' || n || '-' || ${randomUUID()}, tenant_id, ${whose}, group_id, ha1, ${address}, now() from chat_call_pass, generate_series(1, ${count}) n where guest = ${guest}`);
  await more(11, sql`visitor_id`, sql`'elsewhere'`);
  expect((await site.pass(token)).code, 'a visitor').toBe(429);
  await run(
    sql`update chat_call_pass set issued_at = now() - interval '61 minutes' where tenant_id = ${site.tenantId}`,
  );
  expect((await site.pass(token)).code, 'an hour later').toBe(0);
  const other = await site.token();
  await more(60);
  await run(sql`update chat_call_pass set issued_at = now() where tenant_id = ${site.tenantId}`);
  expect((await site.pass(other)).code, 'an address').toBe(429);
});

test('[CHAT-08] passes are forgotten after a day', async () => {
  const site = await aSite();
  const { guest } = (await site.pass(await site.token())).data;
  await run(sql`update chat_call_pass set issued_at = now() - interval '25 hours' where guest = ${guest}`);
  await sweepPasses(db).run({} as never);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select from chat_call_pass where guest = ${guest}`.execute(tx.as()),
  );
  expect(rows).toEqual([]);
});
