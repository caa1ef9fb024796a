import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aChief, aGroup, aPhoneOf, talks } from './roster.fixture.ts';
import { sipAccounts } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db, telephony } = server.world;
const retired: string[] = [];
telephony.retire = async (account) => void retired.push(account);
const accounts = sipAccounts(db);

const ask = (who: Member, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/agent/v1/${path}`, { token: who.token, body });
const page = async (who: Member, query: object = {}) => (await ask(who, 'page', query)).data;
const seatsOf = async ({ tenantId, userId }: Member) => {
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql<{
      voice_seat: boolean;
      text_seat: boolean;
      enabled: boolean;
    }>`select voice_seat, text_seat, enabled from member where user_id = ${userId}`.execute(tx.as()),
  );
  return rows[0]!;
};

/** A tenant with somebody who runs it, two agents and a group. */
async function aTeam() {
  const tenantId = await aTenant(db);
  const sofia = await aChief(db, tenantId);
  const ana = await aPhoneOf(db, tenantId, { name: 'Ana Núñez' });
  const budi = await aPhoneOf(db, tenantId, { name: 'Budi', textSeat: true });
  return { tenantId, sofia, ana, budi, sales: await aGroup(db, tenantId, 'Sales', 71) };
}
const settings = { agentType: 0, autoAnswer: false, recordCalls: true, wrapUp: true, lineId: 1 };

test('[CC-03] agents are found by name, address and number, and by group, state, seat, device and kind', async () => {
  const { tenantId, sofia, ana, budi, sales } = await aTeam();
  await aMember(db, tenantId, { name: 'No agent', textSeat: true });
  const carla = await aMember(db, tenantId, { name: 'Carla', voiceSeat: true });
  const change = { userId: ana.userId, ...settings, voiceSeat: true, textSeat: false };
  expect(
    await ask(sofia, 'update', { ...change, groupIds: [sales], skills: [{ skill: 'es', level: 9 }], agentType: 1 }),
  ).toMatchObject({ code: 0 });
  const { list, total } = await page(sofia);
  expect([total, list.map(({ name }: { name: string }) => name)]).toEqual([3, ['Ana Núñez', 'Budi', 'Carla']]);
  expect(list[0]).toMatchObject({
    userId: ana.userId,
    sipNum: ana.sipNum,
    email: ana.email,
    device: 'browser',
    enabled: true,
    mayEnter: true,
    voiceSeat: true,
    inCall: false,
    lastSeenAt: expect.any(String),
    groups: [{ id: sales, name: 'Sales' }],
    skills: [{ skill: 'es', level: 9 }],
  });
  expect(list[2], 'a seat and no phone yet').toMatchObject({ userId: carla.userId, sipNum: '' });
  const found = async (query: object) => (await page(sofia, query)).list.map(({ name }: { name: string }) => name);
  expect(await found({ name: 'nunez ana' })).toEqual(['Ana Núñez']);
  expect(await found({ name: budi.sipNum })).toEqual(['Budi']);
  expect(await found({ name: budi.email.slice(0, 8) })).toContain('Budi');
  expect(await found({ groupId: sales })).toEqual(['Ana Núñez']);
  expect(await found({ agentType: 1 })).toEqual(['Ana Núñez']);
  expect(await found({ seat: 'text' })).toEqual(['Budi']);
  expect(await found({ enabled: false })).toEqual([]);
  expect(await found({ device: 'sipPhone' })).toEqual([]);
  expect(await found({ page: 2, size: 2 })).toEqual(['Carla']);
});

test('[CC-03] a change reaches seats, groups, skills and the phone together, and what does not exist refuses all of it', async () => {
  const { sofia, ana, sales } = await aTeam();
  const elsewhere = await aTeam();
  const change = { userId: ana.userId, ...settings, voiceSeat: true, textSeat: true, groupIds: [sales], skills: [] };
  expect(await ask(sofia, 'update', { ...change, groupIds: [elsewhere.sales] })).toMatchObject({ code: 400 });
  expect(await ask(sofia, 'update', { ...change, lineId: 99 })).toMatchObject({ code: 404 });
  expect(await seatsOf(ana)).toMatchObject({ text_seat: false });
  expect(await ask(sofia, 'update', { ...change, autoAnswer: true, lineId: 2 })).toMatchObject({ code: 0 });
  expect((await page(sofia, { name: 'nunez' })).list).toMatchObject([
    { textSeat: true, autoAnswer: true, lineId: 2, groups: [{ id: sales }] },
  ]);
});

test('[CC-03] many are changed at once, and one id too many changes nobody', async () => {
  const { sofia, ana, budi, sales } = await aTeam();
  const elsewhere = await aTeam();
  const change = { recordCalls: false, wrapUp: false, agentType: 1, lineId: 3, addGroupIds: [sales] };
  for (const stranger of [elsewhere.ana.userId, sofia.userId])
    expect(await ask(sofia, 'batchUpdate', { userIds: [ana.userId, stranger], change })).toMatchObject({ code: 404 });
  expect((await page(sofia, { groupId: sales })).total).toBe(0);
  const userIds = [ana.userId, budi.userId];
  expect(await ask(sofia, 'batchUpdate', { userIds, change })).toMatchObject({ code: 0 });
  expect((await page(sofia, { groupId: sales })).list).toMatchObject([
    { recordCalls: false, wrapUp: false, agentType: 1, lineId: 3, autoAnswer: false },
    { recordCalls: false },
  ]);
  expect(await ask(sofia, 'batchUpdate', { userIds, change: { removeGroupIds: [sales] } })).toMatchObject({ code: 0 });
  expect((await page(sofia, { groupId: sales })).total).toBe(0);
  expect(await ask(sofia, 'recordSwitch', { userId: ana.userId, recordCalls: true })).toMatchObject({ code: 0 });
  expect((await page(sofia)).list).toMatchObject([{ recordCalls: true }, { recordCalls: false }]);
});

test('[CC-03] a phone that is switched off registers no more, and the answer says which were', async () => {
  const { sofia, ana, budi } = await aTeam();
  const userIds = [ana.userId, budi.userId];
  await ask(sofia, 'batchStatus', { userIds: [budi.userId], enabled: false });
  expect(await ask(sofia, 'batchStatus', { userIds, enabled: false })).toMatchObject({
    code: 0,
    data: { userIds: [ana.userId] },
  });
  expect(retired).toContain(ana.sipNum);
  expect((await page(sofia, { enabled: false })).total).toBe(2);
  expect(await ask(sofia, 'batchStatus', { userIds, enabled: true })).toMatchObject({ data: { userIds } });
});

test('[CC-03] somebody in a call is named first; whoever means it takes the phone and nobody is hung up on', async () => {
  const { sofia, ana, budi } = await aTeam();
  await talks(db, ana);
  const userIds = [ana.userId, budi.userId];
  expect((await page(sofia)).list[0]).toMatchObject({ inCall: true });
  for (const [path, body] of [
    ['batchStatus', { userIds, enabled: false }],
    ['batchDelete', { userIds }],
    ['delete', { userId: ana.userId }],
    ['deviceChange', { userId: ana.userId, device: 'sipPhone' }],
    ['update', { userId: ana.userId, ...settings, voiceSeat: false, textSeat: false, groupIds: [], skills: [] }],
  ] as const)
    expect(await ask(sofia, path, body), path).toMatchObject({ code: 20803, msg: expect.stringContaining('Ana') });
  expect((await page(sofia)).total).toBe(2);
  expect(await ask(sofia, 'batchStatus', { userIds, enabled: false, evenInCall: true })).toMatchObject({ code: 0 });
  expect(retired).toContain(ana.sipNum);
});

test('[CC-03] deleting takes phone and voice seat; the member stays, with the groups of who writes with customers', async () => {
  const { sofia, ana, budi, sales } = await aTeam();
  const userIds = [ana.userId, budi.userId];
  await ask(sofia, 'batchUpdate', { userIds, change: { addGroupIds: [sales] } });
  expect(await ask(sofia, 'delete', { userId: ana.userId })).toMatchObject({ code: 0 });
  expect(await ask(sofia, 'batchDelete', { userIds: [budi.userId] })).toMatchObject({ code: 0 });
  expect((await page(sofia)).total).toBe(0);
  expect(await seatsOf(ana)).toEqual({ voice_seat: false, text_seat: false, enabled: true });
  expect(await seatsOf(budi)).toEqual({ voice_seat: false, text_seat: true, enabled: true });
  const { data } = await server.ask('POST', '/cc/api/agentGroup/v1/members', {
    token: sofia.token,
    body: { id: sales },
  });
  expect(data.map(({ userId }: { userId: number }) => userId)).toEqual([budi.userId]);
  expect(await ask(sofia, 'delete', { userId: ana.userId }), 'no agent any more').toMatchObject({ code: 404 });
});

test('[CC-03] a member is shut out with the phone only by somebody above them, and nobody does it to themselves', async () => {
  const { tenantId, sofia, ana } = await aTeam();
  const chief = await aPhoneOf(db, tenantId, { name: 'Chief', functions: ['access.members'] });
  const olga = await aPhoneOf(db, tenantId, { name: 'Olga', isOwner: true });
  expect(await ask(sofia, 'delete', { userId: chief.userId, alsoMember: true })).toMatchObject({ code: 403 });
  for (const path of ['delete', 'batchDelete'])
    expect(await ask(sofia, path, { userId: olga.userId, userIds: [olga.userId] })).toMatchObject({ code: 403 });
  expect(await ask(sofia, 'batchStatus', { userIds: [olga.userId], enabled: false })).toMatchObject({ code: 403 });
  expect(await ask(olga, 'delete', { userId: olga.userId, alsoMember: true })).toMatchObject({ code: 20308 });
  expect(await seatsOf(olga)).toMatchObject({ voice_seat: true, enabled: true });
  expect(await ask(sofia, 'delete', { userId: ana.userId, alsoMember: true })).toMatchObject({ code: 0 });
  expect(await seatsOf(ana)).toMatchObject({ voice_seat: false, enabled: false });
  expect((await ask(ana, 'page')).code, 'signed out').toBe(401);
});

test('[CC-03] whoever loses the text seat, or may not come in any more, is offline: their chats go back to the line', async () => {
  const { tenantId, sofia, budi } = await aTeam();
  const carla = await aPhoneOf(db, tenantId, { textSeat: true });
  const isOnline = async ({ userId }: Member) => {
    const { rows } = await db.tenant({ tenantId }, (tx) =>
      sql<{ online: boolean }>`select online from seat_presence where user_id = ${userId}`.execute(tx.as()),
    );
    return rows[0]?.online;
  };
  for (const { userId } of [budi, carla])
    await db.tenant({ tenantId }, (tx) =>
      sql`insert into seat_presence (user_id, online) values (${userId}, true)`.execute(tx.as()),
    );
  const change = { userId: budi.userId, ...settings, voiceSeat: true, textSeat: false, groupIds: [], skills: [] };
  expect(await ask(sofia, 'update', change)).toMatchObject({ code: 0 });
  expect(await ask(sofia, 'delete', { userId: carla.userId, alsoMember: true })).toMatchObject({ code: 0 });
  expect([await isOnline(budi), await isOnline(carla)]).toEqual([false, false]);
});

test('[CC-03] a SIP phone has an account that stands without a session; renewed, the old password ends', async () => {
  const { sofia, ana } = await aTeam();
  const body = { userId: ana.userId, device: 'sipPhone' };
  const { code, data: first } = await ask(sofia, 'deviceChange', body);
  expect(code).toBe(0);
  expect(first).toMatchObject({
    account: ana.sipNum,
    domain: 'openseat.test',
    ways: [],
    url: expect.stringMatching(/^ws/),
  });
  const before = await accounts.find(ana.sipNum);
  expect(before).not.toBeNull();
  expect(await accounts.find(ana.sipNum, '203.0.113.9', true), 'a desk phone, too').toEqual(before);
  await db.everyTenant('signs out', (tx) =>
    sql`update session set ended_at = now() where user_id = ${ana.userId} and id <> ${ana.sessionId}`.execute(tx.as()),
  );
  expect(await accounts.find(ana.sipNum), 'no session of hers is needed').toEqual(before);
  const info = await ask(ana, 'sipInfo', { agentName: ana.email, deviceUniqueIdentification: 'desk' });
  expect(info.code, 'the page has no phone meanwhile').toBe(20808);
  const { data: second } = await ask(sofia, 'deviceChange', body);
  expect(second.password).not.toBe(first.password);
  expect(await accounts.find(ana.sipNum)).not.toEqual(before);
  expect((await page(sofia, { device: 'sipPhone' })).total).toBe(1);
  expect(await ask(sofia, 'deviceChange', { ...body, device: 'browser' })).toMatchObject({ code: 0, data: null });
  expect(await accounts.find(ana.sipNum)).toBeNull();
  expect((await ask(ana, 'sipInfo', { agentName: ana.email, deviceUniqueIdentification: 'desk' })).code).toBe(0);
  expect(await accounts.find(ana.sipNum)).not.toBeNull();
  expect(await accounts.find(ana.sipNum, '203.0.113.9', true), 'what the page has is for the page').toBeNull();
});

test('[CC-03] a mobile is a whole number that may be called; the page has no phone meanwhile, and the number goes with the device', async () => {
  const { tenantId, sofia, ana } = await aTeam();
  const body = { userId: ana.userId, device: 'mobile' };
  for (const wrong of [undefined, '911', '5512345678', '+1 900 555 1234', '+52 55', 'none'])
    expect(await ask(sofia, 'deviceChange', { ...body, mobileNumber: wrong }), String(wrong)).toMatchObject({
      code: 20810,
    });
  expect(await ask(sofia, 'deviceChange', { ...body, mobileNumber: '+52 55 1234-5678' })).toMatchObject({
    code: 0,
    data: null,
  });
  expect(retired).toContain(ana.sipNum);
  expect((await page(sofia, { device: 'mobile' })).list).toMatchObject([
    { userId: ana.userId, mobileNumber: '525512345678' },
  ]);
  const masked = await aChief(db, tenantId, { name: 'Mira', needsMasking: true });
  expect((await page(masked, { device: 'mobile' })).list[0].mobileNumber).toContain('***');
  expect((await ask(ana, 'sipInfo', { agentName: ana.email, deviceUniqueIdentification: 'desk' })).code).toBe(20809);
  expect(await accounts.find(ana.sipNum)).toBeNull();
  expect(await ask(sofia, 'deviceChange', { ...body, device: 'browser' })).toMatchObject({ code: 0 });
  expect((await page(sofia)).list[0]).toMatchObject({ device: 'browser', mobileNumber: '' });
});

test('[CC-03] an agent lets calls ring at the phone bound to their account, and at no other; a SIP phone is whose who gave it', async () => {
  const { tenantId, sofia } = await aTeam();
  const carla = await aPhoneOf(db, tenantId, { name: 'Carla', functions: ['agents.use'] });
  const own = (body?: object) =>
    server.ask(body ? 'POST' : 'GET', '/cc/api/agent/v1/ownDevice', { token: carla.token, ...(body ? { body } : {}) });
  expect((await own()).data).toEqual({ device: 'browser', mobileNumber: '', provenPhone: '' });
  expect((await own({ device: 'mobile' })).code).toBe(20811);
  const phone = `+5255${String(10_000_000 + carla.userId)}`;
  await db.everyTenant('a code proved it', (tx) =>
    sql`update user_account set phone = ${phone} where id = ${carla.userId}`.execute(tx.as()),
  );
  expect((await own({ device: 'mobile' })).data).toEqual({
    device: 'mobile',
    mobileNumber: phone.slice(1),
    provenPhone: phone,
  });
  expect((await own({ device: 'browser' })).data).toMatchObject({ device: 'browser', mobileNumber: '' });
  await ask(sofia, 'deviceChange', { userId: carla.userId, device: 'sipPhone' });
  expect((await own({ device: 'mobile' })).code).toBe(20808);
});

test('[CC-03] what is shown is taken along as a file, in the words of who asked', async () => {
  const { sofia, ana, budi, sales } = await aTeam();
  await ask(sofia, 'batchUpdate', { userIds: [ana.userId], change: { addGroupIds: [sales] } });
  expect(await ask(sofia, 'output', { kind: 'csv', groupId: sales })).toMatchObject({ code: 0 });
  const output = server.world.catalogue.exports.find(({ kind }) => kind === 'agents.output')!;
  const pieces: Uint8Array[] = [];
  const caller = { ...sofia.identity, timeZone: 'UTC' };
  for await (const piece of output.write(caller, { kind: 'csv', zone: 'UTC', groupId: sales } as never, () => {}))
    pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  expect(text).toContain('Name,E-mail,Number,State,Seats,Groups');
  expect(text).toContain(`Ana Núñez,${ana.email},${ana.sipNum},On,Voice seat,Sales`);
  expect(text).not.toContain(budi.email);
});

test('[CC-03] without the key nobody sees or changes agents', async () => {
  const { tenantId, ana } = await aTeam();
  const viewer = await aMember(db, tenantId, { functions: ['agents.view'] });
  expect((await ask(ana, 'page')).code).toBe(403);
  expect((await ask(viewer, 'page')).code).toBe(0);
  for (const path of ['update', 'delete', 'batchStatus', 'batchDelete', 'batchUpdate', 'deviceChange', 'create'])
    expect((await ask(viewer, path, { userId: ana.userId, userIds: [ana.userId] })).code, path).toBe(403);
});
