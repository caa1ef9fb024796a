import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const at = (path: string) => `/admin/saas_plat/${path}`;
const switchTo = (who: Member, online_status: number, path = at('user/switch_online_status')) =>
  server.ask('PUT', path, { token: who.token, body: { online_status } });
const shiftTo = (who: Member, type: string) =>
  server.ask('PUT', at('user/getShiftSeat'), { token: who.token, body: { type } });
const statusOf = async (who: Member) => (await server.ask('GET', at('user/online_status'), { token: who.token })).data;
const set = (tenantId: number, name: string, value: string) =>
  db.everyTenant('a setting', (tx) =>
    sql`insert into tenant_setting (tenant_id, name, value) values (${tenantId}, ${name}, ${value})`.execute(tx.as()),
  );
const pushedTo = async (who: Member) => {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      body: object;
    }>`select body from (select body, at, 0 seq from outbox where user_id = ${who.userId} union all select body, at, seq from realtime_event where user_id = ${who.userId}) e order by at, seq`.execute(
      tx.as(),
    ),
  );
  return rows.map(({ body }) => body);
};

test('[ADMIN-02] seat users are the enabled people with a text or voice seat, with their state', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { name: 'Ana', textSeat: true, voiceSeat: true });
  const budi = await aMember(db, tenant, { name: 'Budi', voiceSeat: true });
  await aMember(db, tenant, { name: 'Chen' });
  const gone = await aMember(db, tenant, { name: 'Dewi', textSeat: true });
  await db.everyTenant('left', (tx) =>
    sql`update member set enabled = false where user_id = ${gone.userId}`.execute(tx.as()),
  );
  await switchTo(ana, 1);
  const { data } = await server.ask('GET', at('user/getSeatUser'), { token: budi.token });
  expect(data).toEqual([
    { id: ana.userId, name: 'Ana', email: ana.email, textSeat: true, voiceSeat: true, onlineStatus: 1 },
    { id: budi.userId, name: 'Budi', email: budi.email, textSeat: false, voiceSeat: true, onlineStatus: 0 },
  ]);
});

test('[API-03] people of another tenant are not among the seat users', async () => {
  const [ana, noor] = [
    await aMember(db, await aTenant(db), { textSeat: true }),
    await aMember(db, await aTenant(db), { textSeat: true }),
  ];
  const { data } = await server.ask('GET', at('user/getSeatUser'), { token: noor.token });
  expect(data.map(({ id }: { id: number }) => id)).toEqual([noor.userId]);
  expect(ana.userId).not.toBe(noor.userId);
});

test('[ADMIN-02] online and offline are kept and told to the other tabs, once each', async () => {
  const ana = await aMember(db, await aTenant(db), { textSeat: true });
  expect(await statusOf(ana)).toEqual({ online_status: 0, seatInUse: 'text' });
  expect(await switchTo(ana, 1)).toMatchObject({ code: 0, data: { online_status: 1 } });
  await switchTo(ana, 1);
  expect(await statusOf(ana)).toEqual({ online_status: 1, seatInUse: 'text' });
  await switchTo(ana, 0);
  expect(await pushedTo(ana)).toEqual([
    { online_status: 1, seatInUse: 'text' },
    { online_status: 0, seatInUse: 'text' },
  ]);
});

test('[API-02] a closing page goes offline through the short path too', async () => {
  const ana = await aMember(db, await aTenant(db), { textSeat: true });
  await switchTo(ana, 1);
  expect((await switchTo(ana, 0, '/saas_plat/user/switch_online_status')).code).toBe(0);
  expect(await statusOf(ana)).toMatchObject({ online_status: 0 });
});

test('without a text seat nobody goes online, and going offline does no harm', async () => {
  const budi = await aMember(db, await aTenant(db), { voiceSeat: true });
  expect((await switchTo(budi, 1)).code).toBe(20701);
  expect((await switchTo(budi, 0)).code).toBe(0);
  expect((await switchTo(budi, 2)).code).toBe(400);
  expect(await statusOf(budi)).toEqual({ online_status: 0, seatInUse: 'voice' });
});

test('a text seat that was taken away is offline at once', async () => {
  const ana = await aMember(db, await aTenant(db), { textSeat: true });
  await switchTo(ana, 1);
  await db.everyTenant('an administrator', (tx) =>
    sql`update member set text_seat = false where user_id = ${ana.userId}`.execute(tx.as()),
  );
  expect(await statusOf(ana)).toEqual({ online_status: 0, seatInUse: null });
});

test('[ADMIN-02] whoever has both seats shifts between them; at the voice seat the text seat is offline', async () => {
  const ana = await aMember(db, await aTenant(db), { textSeat: true, voiceSeat: true });
  expect(await statusOf(ana)).toMatchObject({ seatInUse: 'voice' });
  expect(await shiftTo(ana, 'text')).toMatchObject({ code: 0, data: { online_status: 0, seatInUse: 'text' } });
  await switchTo(ana, 1);
  expect((await shiftTo(ana, 'text')).data).toEqual({ online_status: 1, seatInUse: 'text' });
  expect((await shiftTo(ana, 'voice')).data).toEqual({ online_status: 0, seatInUse: 'voice' });
  const budi = await aMember(db, await aTenant(db), { voiceSeat: true });
  expect((await shiftTo(budi, 'text')).code).toBe(20701);
  expect((await shiftTo(budi, 'fax')).code).toBe(400);
});

test('[ADMIN-02] the seat limit counts seats of enabled people; without a setting there is none', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { textSeat: true, voiceSeat: true });
  await aMember(db, tenant, { voiceSeat: true });
  const limit = async () => (await server.ask('GET', at('seat/limit'), { token: ana.token })).data;
  expect(await limit()).toEqual({
    text: { limit: null, used: 1, working: 0, waiting: 0 },
    voice: { limit: null, used: 2, working: 0, waiting: 0 },
  });
  await set(tenant, 'SeatLimitText', '5');
  await set(tenant, 'SeatLimitVoice', 'many');
  expect(await limit()).toEqual({
    text: { limit: 5, used: 1, working: 0, waiting: 0 },
    voice: { limit: null, used: 2, working: 0, waiting: 0 },
  });
});

test('[ADMIN-02] the workbench gets name, seats, seat type and state in one answer', async () => {
  const tenant = await aTenant(db, { name: 'Aurora' });
  const ana = await aMember(db, tenant, { name: 'Ana', textSeat: true });
  const seatType = async () => (await server.ask('GET', at('seat/type'), { token: ana.token })).data;
  expect(await seatType()).toEqual({ seat_type: 0 });
  await set(tenant, 'SeatType', '1');
  expect(await seatType()).toEqual({ seat_type: 1 });
  expect((await server.ask('GET', at('user/workbenchUserInfo'), { token: ana.token })).data).toEqual({
    id: ana.userId,
    name: 'Ana',
    email: ana.email,
    textSeat: true,
    voiceSeat: false,
    onlineStatus: 0,
    tenantId: tenant,
    tenantName: 'Aurora',
    seat_type: 1,
    seatInUse: 'text',
  });
});
