import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createBuiltInRoles } from '#features/team/account/server/index.ts';
import { makeOperator } from '#platform/server/operators.ts';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aChief, aGroup, aPhoneOf } from './roster.fixture.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
/** Letters as they leave. */
const { mail } = server.world;
const send = mail.send.bind(mail);
const waiting = new Map<string, (letter: { text: string }) => void>();
mail.send = async (letter) => {
  await send(letter);
  waiting.get(letter.to)?.(letter);
};
const letterTo = (email: string) => new Promise<{ text: string }>((resolve) => waiting.set(email, resolve));
let made = 0;
const address = () => `new.${(made += 1)}@aurora.example`;

const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/agent/v1/${path}`, { token: who.token, body });
const sendFile = (who: Member, path: string, csv: string, entrance: string) => {
  const edge = '----edge';
  const part = (head: string, body: string) =>
    `--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const payload = `${part('name="entrance"', entrance)}${part('name="file"; filename="agents.csv"\r\nContent-Type: text/csv', csv)}--${edge}--\r\n`;
  return server.built.http
    .inject({
      method: 'POST',
      url: `/cc/api/agent/v1/${path}`,
      payload,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${edge}` },
    })
    .then((answer) => answer.json());
};
const count = async (tenantId: number) => {
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      members: number;
      agents: number;
      promises: number;
    }>`select (select count(*) from member) members, (select count(*) from agent) agents, (select count(*) from agent_promise) promises`.execute(
      tx.as(),
    ),
  );
  return rows[0]!;
};
const signIn = (email: string, password: string) =>
  server.ask('PUT', '/admin/saas_plat/user/login', { body: { email, password } });

async function aTeam(wishes: Parameters<typeof aChief>[2] = { isOwner: true }) {
  const tenantId = await aTenant(db);
  await db.everyTenant('roles', (tx) => createBuiltInRoles(tx, tenantId, server.world));
  return { tenantId, sofia: await aChief(db, tenantId, wishes), sales: await aGroup(db, tenantId, 'Sales', 71) };
}
const limitSeats = (tenantId: number, seats: number) =>
  db.tenant({ tenantId }, (tx) =>
    sql`insert into tenant_setting (name, value) values ('SeatLimitVoice', ${String(seats)})`.execute(tx.as()),
  );

test('[CC-03] an agent with a first password is there in one step: member, role, seat, phone, groups and skills', async () => {
  const { sofia, sales } = await aTeam();
  const email = address();
  const wish = { email, name: 'Noor', entrance: 'password', groupIds: [sales], skills: [{ skill: 'es', level: 7 }] };
  const { code, data } = await ask(sofia, 'create', { ...wish, agentType: 1, recordCalls: false, textSeat: true });
  expect(code).toBe(0);
  expect(data).toMatchObject({ email, wasMember: false, password: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) });
  expect((await ask(sofia, 'page', { name: email })).data.list).toMatchObject([
    {
      userId: data.userId,
      name: 'Noor',
      sipNum: expect.stringMatching(/^\d{7}$/),
      agentType: 1,
      recordCalls: false,
      voiceSeat: true,
      textSeat: true,
      groups: [{ id: sales }],
      skills: [{ skill: 'es', level: 7 }],
    },
  ]);
  expect((await signIn(email, data.password)).data).toMatchObject({ secondStep: { kind: 'newPassword' } });
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{ text: string }>`select operation_log::text text from operation_log where target = ${email}`.execute(tx.as()),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).not.toContain(data.password);
});

test('[CC-03] somebody invited has the promised phone and groups when they accept', async () => {
  const { tenantId, sofia, sales } = await aTeam();
  const email = address();
  const wish = { email, entrance: 'invitation', groupIds: [sales], lineId: 2, wrapUp: false };
  const letter = letterTo(email);
  expect(await ask(sofia, 'create', wish)).toMatchObject({ code: 0, data: { userId: null, password: null } });
  expect(await count(tenantId)).toMatchObject({ members: 1, agents: 0, promises: 1 });
  const invitation = /invitation\/([\w-]+)/.exec((await letter).text)![1];
  const accepted = await server.ask('POST', `/admin/saas_plat/invitation/${invitation}/accept`, {
    body: { name: 'Noor', password: 'correct horse staple' },
  });
  expect(accepted.code).toBe(0);
  await expect.poll(() => count(tenantId)).toMatchObject({ members: 2, agents: 1, promises: 0 });
  expect((await ask(sofia, 'page', { name: 'Noor' })).data.list).toMatchObject([
    { lineId: 2, wrapUp: false, voiceSeat: true, groups: [{ id: sales }] },
  ]);
});

test('[CC-03] a member without a phone is given one; whoever is an agent, or has an account elsewhere, is refused', async () => {
  const { tenantId, sofia } = await aTeam();
  const member = await aMember(db, tenantId, { name: 'Budi', textSeat: true });
  const agent = await aPhoneOf(db, tenantId);
  const stranger = await aMember(db, await aTenant(db));
  const create = (email: string, entrance: string) => ask(sofia, 'create', { email, entrance, name: 'Somebody' });
  expect(await create(member.email.toUpperCase(), 'password')).toMatchObject({
    code: 0,
    data: { userId: member.userId, wasMember: true, password: null },
  });
  expect((await ask(sofia, 'page', { name: 'Budi' })).data.list).toMatchObject([{ voiceSeat: true, textSeat: true }]);
  expect(await create(agent.email, 'invitation')).toMatchObject({ code: 20804 });
  expect(await create(stranger.email, 'password')).toMatchObject({ code: 20805 });
  expect(await create('nobody', 'password')).toMatchObject({ code: 400 });
  expect(await ask(sofia, 'create', { email: address(), entrance: 'password' })).toMatchObject({ code: 400 });
});

test('[CC-03] a limit of seats counts, and a refused agent leaves nothing behind', async () => {
  const { tenantId, sofia } = await aTeam();
  await limitSeats(tenantId, 1);
  expect((await ask(sofia, 'choices')).data).toMatchObject({ seatsLeft: 1 });
  expect(await ask(sofia, 'create', { email: address(), entrance: 'invitation' })).toMatchObject({ code: 0 });
  const before = await count(tenantId);
  const email = address();
  for (const entrance of ['invitation', 'password'])
    expect(await ask(sofia, 'create', { email, entrance, name: 'Noor' }), entrance).toMatchObject({ code: 20309 });
  expect(await count(tenantId)).toEqual(before);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select 1 from user_account where email = ${email}`.execute(tx.as()),
  );
  expect(rows).toEqual([]);
});

test('[CC-03] nobody makes an agent with a role beyond their own keys', async () => {
  const { sofia } = await aTeam({});
  for (const entrance of ['invitation', 'password'])
    expect(await ask(sofia, 'create', { email: address(), entrance, name: 'Noor' })).toMatchObject({ code: 403 });
});

test('[CC-03] a file is looked at row by row before anything is made', async () => {
  const { tenantId, sofia } = await aTeam();
  const agent = await aPhoneOf(db, tenantId);
  const file = [
    'Correo;Nombre;Grupos;Habilidades;Llamadas;Línea',
    'ana@file.example;Ana;sales;es 9;Solo salientes;Second line',
    'ANA@file.example;Ana again;;;;',
    'not an address;Budi;;;;',
    `${agent.email};Carla;;;;`,
    'dan@file.example;Dan;Nobody knows;;;',
    'eve@file.example;;;;;',
    'fay@file.example;Fay;;;sometimes;',
    ';Gus;;;;',
  ].join('\r\n');
  const { code, data } = await sendFile(sofia, 'checkFile', file, 'password');
  expect(code).toBe(0);
  expect(data).toMatchObject({
    right: 1,
    wrongCount: 7,
    wrong: [
      { line: 3, column: 'email', why: 'twice' },
      { line: 4, column: 'email', why: 'notEmail' },
      { line: 5, column: 'email', why: 'isAgent' },
      { line: 6, column: 'groups', why: 'unknown' },
      { line: 7, column: 'name', why: 'missing' },
      { line: 8, column: 'type', why: 'notChoice' },
      { line: 9, column: 'email', why: 'missing' },
    ],
    sample: [{ email: 'ana@file.example', name: 'Ana', groups: ['Sales'] }],
  });
  const before = await count(tenantId);
  expect(await sendFile(sofia, 'createMany', file, 'password')).toMatchObject({ code: 20807 });
  expect(await count(tenantId)).toEqual(before);
});

test('[CC-03] a right file makes everybody of it, or nobody when one of them is refused', async () => {
  const { tenantId, sofia, sales } = await aTeam();
  const rows = Array.from({ length: 4 }, () => `${address()},Agent ${made},Sales`);
  const csv = ['email,name,groups', ...rows].join('\n');
  await limitSeats(tenantId, 3);
  expect(await sendFile(sofia, 'createMany', csv, 'password')).toMatchObject({ code: 20309 });
  expect(await count(tenantId)).toMatchObject({ members: 1, agents: 0 });
  await db.tenant({ tenantId }, (tx) => sql`update tenant_setting set value = '4'`.execute(tx.as()));
  const { code, data } = await sendFile(sofia, 'createMany', csv, 'password');
  expect([code, data.length, new Set(data.map(({ password }: { password: string }) => password)).size]).toEqual([
    0, 4, 4,
  ]);
  expect((await ask(sofia, 'page', { groupId: sales })).data.total).toBe(4);
  expect(await sendFile(sofia, 'checkFile', 'email,name\n', 'password')).toMatchObject({ code: 22203 });
  expect(await sendFile(sofia, 'checkFile', 'who,what\na,b\n', 'password')).toMatchObject({ code: 22204 });
});

test('[CC-03] new passwords are for agents below the caller who belong to this team alone, for all of them or nobody', async () => {
  const { tenantId, sofia } = await aTeam({});
  const ana = await aPhoneOf(db, tenantId);
  const budi = await aPhoneOf(db, tenantId);
  const chief = await aPhoneOf(db, tenantId, { functions: ['access.members'] });
  const olga = await aPhoneOf(db, tenantId, { isOwner: true });
  const elsewhere = await aPhoneOf(db, await aTenant(db));
  const reset = (...people: Member[]) =>
    ask(sofia, 'batchResetPassword', { userIds: people.map(({ userId }) => userId) });
  expect((await reset(ana, chief)).code).toBe(403);
  expect((await reset(ana, olga)).code).toBe(403);
  expect((await reset(ana, elsewhere)).code).toBe(404);
  expect((await reset(ana, sofia)).code, 'no agent').toBe(404);
  await db.everyTenant('joins another team', async (tx) => {
    const other = await sql<{
      id: number;
    }>`select id from tenant where id <> ${tenantId} order by id desc limit 1`.execute(tx.as());
    await sql`insert into member (tenant_id, user_id, nick_name) values (${other.rows[0]!.id}, ${budi.userId}, 'Budi')`.execute(
      tx.as(),
    );
  });
  expect((await reset(ana, budi)).code).toBe(20806);
  const otto = await aPhoneOf(db, tenantId);
  await db.everyTenant('runs the installation', (tx) => makeOperator(tx, otto.userId));
  expect((await reset(ana, otto)).code, 'a password that opens the console').toBe(20806);
  expect((await ask(ana, 'page')).code, 'nobody was signed out').toBe(403);
  const { code, data } = await reset(ana);
  expect(code).toBe(0);
  expect((await ask(ana, 'page')).code).toBe(401);
  expect((await signIn(ana.email, data[0].password)).data).toMatchObject({ secondStep: { kind: 'newPassword' } });
});

test('[CC-03] 500 agents are paged without gaps, and changed, switched off and deleted in one call each', async () => {
  const { tenantId, sofia, sales } = await aTeam();
  await db.everyTenant('a large team', async (tx) => {
    await sql`with people as (insert into user_account (email, password_hash) select 'many.' || ${tenantId}::text || '.' || n || '@aurora.example', '!' from generate_series(1, 500) n returning id)
      insert into member (tenant_id, user_id, nick_name, voice_seat) select ${tenantId}, id, 'Agent ' || id, true from people`.execute(
      tx.as(),
    );
    await sql`insert into agent (tenant_id, user_id) select tenant_id, user_id from member where tenant_id = ${tenantId} and voice_seat`.execute(
      tx.as(),
    );
    await sql`insert into agent_group_member (tenant_id, group_id, user_id) select tenant_id, ${sales}, user_id from agent where tenant_id = ${tenantId}`.execute(
      tx.as(),
    );
  });
  const seen = new Set<number>();
  for (let page = 1; page <= 5; page += 1) {
    const { data } = await ask(sofia, 'page', { page, size: 100, groupId: sales });
    expect([data.total, data.list.length]).toEqual([500, 100]);
    for (const { userId } of data.list) seen.add(userId);
  }
  expect(seen.size, 'pages overlap nowhere').toBe(500);
  const userIds = [...seen];
  expect((await ask(sofia, 'batchUpdate', { userIds, change: { wrapUp: false } })).code).toBe(0);
  expect((await ask(sofia, 'batchStatus', { userIds, enabled: false })).data.userIds).toHaveLength(500);
  expect((await ask(sofia, 'batchDelete', { userIds })).code).toBe(0);
  expect((await ask(sofia, 'page')).data.total).toBe(0);
});
