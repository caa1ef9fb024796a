import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openPasswords } from '#features/team/account/server/index.ts';
import { aMember, aSession, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { SipInfo } from '../contract.ts';
import { phoneAccount, sipAccounts } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db, telephony } = server.world;
const registered = new Set<string>();
const forgotten: string[] = [];
const retired: string[] = [];
const cutOff: string[] = [];
telephony.isRegistered = (account) => registered.has(account);
telephony.forget = async (account) => {
  forgotten.push(account);
  registered.delete(account);
};
telephony.retire = async (account) => {
  retired.push(account);
  registered.delete(account);
};
telephony.cutOff = async (account) => {
  cutOff.push(account);
  registered.delete(account);
};
const accounts = sipAccounts(db);

const anAgent = async (wishes: Parameters<typeof aMember>[2] = {}): Promise<Member> =>
  aMember(db, await aTenant(db), { voiceSeat: true, ...wishes });
const sipInfo = (who: Member, more: object = {}, token = who.token) =>
  server.ask<SipInfo>('POST', '/cc/api/agent/v1/sipInfo', {
    token,
    body: { agentName: who.email, deviceUniqueIdentification: 'desk', ...more },
  });
const run = (query: ReturnType<typeof sql>) => db.everyTenant('arranges', (tx) => query.execute(tx.as()));

test('[PHONE-22] the sip info lets my phone register, and says how it shall behave', async () => {
  const ana = await anAgent();
  const { code, data } = await sipInfo(ana, { agentName: ana.email.toUpperCase() });
  expect(code).toBe(0);
  expect(data).toMatchObject({
    domain: 'openseat.test',
    email: ana.email,
    agentType: 0,
    callMonitorInterval: 5,
    enableWrapUp: true,
    autoAnswerEnable: false,
    groupNo: '',
    ccAgent: data.sipNum,
    iceServers: [],
    endPointId: 1,
  });
  expect(data.sipNum).toMatch(/^\d{7}$/);
  expect(data.utcDate).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const ha1 = createHash('md5').update(`${data.sipNum}:${data.domain}:${data.password}`).digest('hex');
  expect(data.md5Pwd).toBe(ha1);
  expect(await accounts.find(data.sipNum)).toEqual({ ha1 });
  expect((await phoneAccount(db, data.sipNum))!.holds(data.ccToken)).toBe(true);
  expect((await phoneAccount(db, data.sipNum))!.holds('another')).toBe(false);
  expect((await sipInfo(ana, { agentName: data.sipNum })).code).toBe(0);
});

test('[PHONE-22] groupNo is the number of the first group', async () => {
  const ana = await anAgent();
  await sipInfo(ana);
  await db.tenant(ana, async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into agent_group (name, group_no) values ('Sales', 71), ('Support', 12) returning id`.execute(tx.as());
    for (const { id } of rows)
      await sql`insert into agent_group_member (group_id, user_id) values (${id}, ${ana.userId})`.execute(tx.as());
  });
  expect((await sipInfo(ana)).data.groupNo).toBe('71');
});

test('[SEC-04] 407 for an account that is not mine, as for one nobody has', async () => {
  const [ana, budi] = [await anAgent(), await anAgent()];
  const { data } = await sipInfo(budi);
  for (const agentName of [budi.email, data.sipNum, 'nobody@aurora.example', '1234567'])
    expect((await sipInfo(ana, { agentName })).code).toBe(407);
});

test('[SEC-04] 408 for a phone that is switched off, which then does not open the exchange either', async () => {
  const ana = await anAgent();
  const { data } = await sipInfo(ana);
  await run(sql`update agent set enabled = false where user_id = ${ana.userId}`);
  expect((await sipInfo(ana)).code).toBe(408);
  expect(await accounts.find(data.sipNum)).toBeNull();
});

test('[SEC-04] 411 without a voice seat', async () => {
  const chen = await anAgent({ voiceSeat: false, textSeat: true });
  expect((await sipInfo(chen)).code).toBe(411);
  expect((await server.ask('POST', '/cc/api/webCall/v1/register', { token: chen.token, body: {} })).code).toBe(411);
});

test('[SEC-04] 409 while the phone is registered on another device, until that one is taken over', async () => {
  const ana = await anAgent();
  const { data: desk } = await sipInfo(ana);
  expect((await sipInfo(ana, { deviceUniqueIdentification: 'lap' })).code, 'not registered: nobody is disturbed').toBe(
    0,
  );
  const { data: lap } = await sipInfo(ana, { deviceUniqueIdentification: 'lap' });
  registered.add(lap.sipNum);
  expect((await sipInfo(ana)).code).toBe(409);
  expect(await accounts.find(lap.sipNum)).toEqual({ ha1: lap.md5Pwd });
  const { data: again } = await sipInfo(ana, { takeOver: true });
  expect([cutOff.includes(lap.sipNum), forgotten.includes(lap.sipNum)], 'a call goes on').toEqual([true, false]);
  expect(again.password).not.toBe(lap.password);
  expect(again.password).not.toBe(desk.password);
  expect(await accounts.find(lap.sipNum)).toEqual({ ha1: again.md5Pwd });
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      body: object;
    }>`select body from outbox where user_id = ${ana.userId} and kind = 'agents.phoneTakenOver' union all select body from realtime_event where user_id = ${ana.userId} and kind = 'agents.phoneTakenOver'`.execute(
      tx.as(),
    ),
  );
  expect(rows).toEqual([{ body: { deviceUniqueIdentification: 'desk' } }]);
});

test('[PHONE-22] another sign-in under the name of the same device has the phone alone: the one of the first sign-in ends', async () => {
  const ana = await anAgent();
  const { data: first } = await sipInfo(ana);
  registered.add(first.sipNum);
  const { token } = await aSession(db, ana);
  const { data: second, code } = await sipInfo(ana, {}, token);
  expect([
    code,
    second.password === first.password,
    cutOff.filter((account) => account === first.sipNum).length,
  ]).toEqual([0, false, 1]);
  expect(await accounts.find(first.sipNum)).toEqual({ ha1: second.md5Pwd });
  await sipInfo(ana, {}, token);
  expect(cutOff.filter((account) => account === first.sipNum).length, 'a reload disturbs nobody').toBe(1);
});

test('[PHONE-22] a second tab and a reload get the same password, also when they ask at once', async () => {
  const ana = await anAgent();
  const asked = await Promise.all(Array.from({ length: 5 }, () => sipInfo(ana)));
  registered.add(asked[0]!.data.sipNum);
  asked.push(await sipInfo(ana));
  expect(new Set(asked.map(({ data }) => data.password)).size).toBe(1);
  expect(new Set(asked.map(({ data }) => data.ccToken)).size).toBe(1);
});

test('[PHONE-22] a signed-out session ends its phone at once, and the next sign-in gets another password', async () => {
  const ana = await anAgent();
  const { token } = await aSession(db, ana);
  const { data } = await sipInfo(ana, {}, token);
  registered.add(data.sipNum);
  expect((await server.ask('PUT', '/admin/saas_plat/user/logout', { token, body: {} })).code).toBe(0);
  expect(await accounts.find(data.sipNum)).toBeNull();
  await expect.poll(() => retired).toContain(data.sipNum);
  const { data: next } = await sipInfo(ana);
  expect(next.sipNum).toBe(data.sipNum);
  expect(next.password).not.toBe(data.password);
});

test('[PHONE-22] a session that ended elsewhere or ran out opens the exchange no more', async () => {
  for (const end of [sql`ended_at = now()`, sql`expires_at = now() - interval '1 s'`]) {
    const ana = await anAgent();
    const { data } = await sipInfo(ana);
    expect(await accounts.find(data.sipNum)).not.toBeNull();
    await run(sql`update session set ${end} where id = ${ana.sessionId}`);
    expect(await accounts.find(data.sipNum)).toBeNull();
  }
});

test('[PHONE-22] a seat or member taken away closes the exchange', async () => {
  const [ana, budi] = [await anAgent(), await anAgent()];
  const { data: anas } = await sipInfo(ana);
  const { data: budis } = await sipInfo(budi);
  await run(sql`update member set voice_seat = false where user_id = ${ana.userId}`);
  await run(sql`update member set enabled = false where user_id = ${budi.userId}`);
  expect(await accounts.find(anas.sipNum)).toBeNull();
  expect(await accounts.find(budis.sipNum)).toBeNull();
  for (const account of ['', '0000000', "' or 1=1", 'ana@aurora.example'])
    expect(await accounts.find(account)).toBeNull();
});

test('[PHONE-22] no password and no token stands in the database', async () => {
  const { data } = await sipInfo(await anAgent());
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      text: string;
    }>`select sip_login::text text from sip_login where sip_num = ${data.sipNum} union all select operation_log::text from operation_log where target = ${data.sipNum}`.execute(
      tx.as(),
    ),
  );
  expect(rows.length).toBeGreaterThanOrEqual(2);
  for (const { text } of rows) for (const secret of [data.password, data.ccToken]) expect(text).not.toContain(secret);
});

test('[CALL-12] [PHONE-22] automatic answering is kept and told to the other tabs', async () => {
  const ana = await anAgent();
  expect(
    await server.ask('POST', '/cc/api/agent/v1/autoAnswer', { token: ana.token, body: { autoAnswerEnable: true } }),
  ).toMatchObject({ code: 0, data: { autoAnswerEnable: true } });
  expect((await sipInfo(ana)).data.autoAnswerEnable).toBe(true);
});

test('[CC-01] three lines to register over, in my language; the one I change to is used from then on', async () => {
  const ana = await anAgent({ language: 'es-MX' });
  const { data: lines } = await server.ask('POST', '/cc/api/webCall/v1/register', {
    token: ana.token,
    body: {},
    headers: { host: 'phones.test:8080' },
  });
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({
    id: 1,
    name: 'Línea principal',
    domain: 'openseat.test',
    url: 'ws://phones.test:8080/cc/sip/main',
    is_check: 0,
    endPointName: 'main',
    email: ana.email,
    current: true,
  });
  const { data: changed } = await server.ask('POST', '/cc/api/webCall/v1/changeLine', {
    token: ana.token,
    body: { endPointId: 3 },
  });
  expect(changed).toMatchObject({ id: 3, current: true });
  expect((await server.ask('POST', '/cc/api/webCall/v1/info', { token: ana.token, body: {} })).data).toMatchObject({
    id: 3,
    sipNum: lines[0].sipNum,
  });
  expect((await sipInfo(ana)).data).toMatchObject({ endPointId: 3 });
  expect((await sipInfo(ana)).data.url).toMatch(/\/cc\/sip\/third$/);
  expect(
    (await server.ask('POST', '/cc/api/webCall/v1/changeLine', { token: ana.token, body: { endPointId: 4 } })).code,
  ).toBe(404);
});

const PASSWORD = 'correct horse staple';
const passwordHash = await openPasswords().hash(PASSWORD);
const userinfo = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  server.ask('GET', '/api/userinfo', {
    headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`, ...headers },
  });

test('[CALL-18] e-mail and password by HTTP Basic give a phone its SIP account', async () => {
  const noor = await anAgent({ name: 'Noor', passwordHash });
  const { code, data } = await userinfo(noor.email);
  expect(code).toBe(0);
  expect(Object.keys(data).sort()).toEqual(
    [
      'ccAgent',
      'ccQueue',
      'ccToken',
      'cip',
      'domain',
      'flushreg',
      'isdid',
      'nxpass',
      'nxuser',
      'sendsms',
      'sipaccount',
      'sipdomain',
      'sippassword',
      'username',
      'wssserver',
      'wssurl',
      // What a phone works with besides the specified fields.
      'agentType',
      'autoAnswerEnable',
      'callMonitorInterval',
      'iceServers',
      'md5Pwd',
      'utcDate',
    ].sort(),
  );
  expect(data).toMatchObject({ nxuser: noor.email, username: 'Noor', sipdomain: 'openseat.test', isdid: 0 });
  const ha1 = createHash('md5').update(`${data.sipaccount}:${data.sipdomain}:${data.sippassword}`).digest('hex');
  expect(await accounts.find(data.sipaccount)).toEqual({ ha1 });
  expect(data.md5Pwd).toBe(ha1);
  const { data: devices } = await server.ask('GET', '/cc/api/devices/v1/list', { token: noor.token });
  expect(devices).toMatchObject([{ kind: 'phone' }]);
  await run(sql`update user_account set password_changed_at = clock_timestamp() where id = ${noor.userId}`);
  expect(await accounts.find(data.sipaccount), 'a new password ends what the old one opened').toBeNull();
});

test('[CALL-18] a phone that is removed from my devices is signed out', async () => {
  const noor = await anAgent({ passwordHash });
  const { data } = await userinfo(noor.email);
  const { data: devices } = await server.ask('GET', '/cc/api/devices/v1/list', { token: noor.token });
  expect(await accounts.find(data.sipaccount)).not.toBeNull();
  expect((await server.ask('DELETE', `/cc/api/devices/v1/${devices[0].id}`, { token: noor.token })).code).toBe(0);
  expect(await accounts.find(data.sipaccount)).toBeNull();
});

test('[CALL-18] wrong, missing and broken credentials are refused alike and counted like sign-ins', async () => {
  const noor = await anAgent({ passwordHash });
  expect((await server.ask('GET', '/api/userinfo')).code).toBe(20201);
  for (const authorization of ['Basic', 'Basic %%%', 'Basic bm9jb2xvbg==', `Bearer ${noor.token}`])
    expect((await server.ask('GET', '/api/userinfo', { headers: { authorization } })).code).toBe(20201);
  for (let i = 0; i < 3; i += 1) expect((await userinfo(noor.email, 'wrong')).code).toBe(20201);
  expect((await userinfo(noor.email)).code, 'as the sign-in would ask for a picture').toBe(20203);
});

test('[CALL-18] somebody without a voice seat gets no phone', async () => {
  const chen = await anAgent({ voiceSeat: false, passwordHash });
  expect((await userinfo(chen.email)).code).toBe(411);
});

test('[SEC-02] a phone registers from the networks of its team alone', async () => {
  const ana = await anAgent();
  const { data } = await sipInfo(ana);
  await db.tenant(ana, (tx) =>
    sql`insert into tenant_setting (name, value) values ('AllowedNetworks', '192.0.2.0/24')`.execute(tx.as()),
  );
  expect(await accounts.find(data.sipNum, '192.0.2.9')).toEqual({ ha1: expect.any(String) });
  expect(await accounts.find(data.sipNum, '198.51.100.7')).toBeNull();
});
