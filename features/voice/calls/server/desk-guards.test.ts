import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { aTenantHouse, houseOfTests, serve, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house } = await houseOfTests();
const { telephony, ask } = house;

const NUMBER = '525587654321';

/** Calls of a tenant that have ended: whose they are, and what everybody did in them. */
const kept = (tenantId: number) =>
  db.everyTenant('looks', (tx) =>
    sql`select r.user_id, r.sip_num, (select json_object_agg(a.user_id, a.result) from call_agent a where a.record_id = r.id) agents from call_record r where r.tenant_id = ${tenantId} and ended_at is not null`.execute(
      tx.as(),
    ),
  );

test('[SEC-02] who may have a hidden number called does not learn it by handing a colleague to it', async () => {
  const { tenantId } = await aTenantHouse(db);
  const ana = await house.anAgent(tenantId, { needsMasking: true });
  const budi = await house.anAgent(tenantId, { needsMasking: true });
  const word = await phoneWords(openTenantSecrets(db)).wordFor(tenantId, NUMBER);
  const phone = house.dials(ana, budi.sipNum);
  await house.takes(budi);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { number: word } });
  await soon(() => telephony.ringTo(NUMBER)).toBeTruthy();
  await house.settled();
  const pushed = await db.everyTenant('looks', (tx) =>
    sql`select body from outbox where tenant_id = ${tenantId} and kind = 'calls.changed'`.execute(tx.as()),
  );
  expect(pushed.rows.length).toBeGreaterThan(0);
  expect(JSON.stringify([await house.live(ana), await house.live(budi), pushed.rows])).not.toContain(NUMBER);
  expect(await house.live(ana)).toMatchObject([{ customerNumber: budi.sipNum, transfer: { to: '52******4321' } }]);
  telephony.hangsUp(phone);
  await house.settled();
});

test('[SEC-01] numbers are hidden from the moment the role says so', async () => {
  const tenant = await aTenantHouse(db);
  const ana = await house.anAgent(tenant.tenantId);
  await serve(db, house.queues, tenant, ana);
  const first = await house.callsIn(tenant);
  expect(JSON.stringify(telephony.shown(await house.rings(ana)))).toContain('525512345678');
  telephony.hangsUp(first);
  await db.tenant({ tenantId: tenant.tenantId }, async (tx) => {
    await sql`update role set need_desensitize = true where id in (select role_id from member_role where user_id = ${ana.userId})`.execute(
      tx.as(),
    );
    await house.sessions.changed(tx, { tenantId: tenant.tenantId });
  });
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe(null);
  const second = await house.callsIn(tenant);
  expect(JSON.stringify(telephony.shown(await house.rings(ana)))).not.toContain('525512345678');
  telephony.hangsUp(second);
  await house.settled();
});

test('[CALL-22] the record of a customer who was handed on belongs to who talked last, and both have talked', async () => {
  const tenant = await aTenantHouse(db);
  const [ana, budi] = [await house.anAgent(tenant.tenantId), await house.anAgent(tenant.tenantId)];
  await serve(db, house.queues, tenant, ana);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  await ask.transfer(ana.caller(), {
    callId: await house.callIdOf(ana),
    kind: 'blind',
    target: { userId: budi.userId },
  });
  await house.takes(budi);
  telephony.hangsUp(caller);
  await house.settled();
  await soon(async () => (await kept(tenant.tenantId)).rows).toEqual([
    { user_id: budi.userId, sip_num: budi.sipNum, agents: { [ana.userId]: 'talked', [budi.userId]: 'talked' } },
  ]);
});

test('[CALL-22] in a call between colleagues both have talked, and it is the caller’s', async () => {
  const { tenantId } = await aTenantHouse(db);
  const [ana, budi] = [await house.anAgent(tenantId), await house.anAgent(tenantId)];
  const phone = house.dials(ana, budi.sipNum);
  await house.takes(budi);
  telephony.hangsUp(phone);
  await house.settled();
  await soon(async () => (await kept(tenantId)).rows).toEqual([
    { user_id: ana.userId, sip_num: ana.sipNum, agents: { [ana.userId]: 'talked', [budi.userId]: 'talked' } },
  ]);
});

test('[CALL-16] a refused call to a hidden number is written down with the number, never with digits of what stood for it', async () => {
  const { tenantId } = await aTenantHouse(db, { settings: { DialerPaidUntil: '2020-01-01' } });
  const ana = await house.anAgent(tenantId, { needsMasking: true });
  house.dials(ana, await phoneWords(openTenantSecrets(db)).wordFor(tenantId, NUMBER));
  await house.settled();
  house.dials(ana, '52******4321');
  await house.settled();
  const numbers = () =>
    db.everyTenant('looks', (tx) =>
      sql`select customer_number, refusal from call_record where tenant_id = ${tenantId} order by id`.execute(tx.as()),
    );
  await soon(async () => (await numbers()).rows).toEqual([
    { customer_number: NUMBER, refusal: 810 },
    { customer_number: '', refusal: 810 },
  ]);
});

test('[CALL-17] a phone that calls ten numbers in one moment has two of them called', async () => {
  const { tenantId } = await aTenantHouse(db);
  const ana = await house.anAgent(tenantId);
  const legs = Array.from({ length: 10 }, (_, index) => house.dials(ana, `55876543${index}0`));
  await house.settled();
  expect(legs.filter((leg) => telephony.leg(leg)?.at !== 'ended')).toHaveLength(2);
  for (const leg of legs) telephony.hangsUp(leg);
  await house.settled();
});

test('[CC-16] a caller whose group is deleted in the moment they come is not left with the music', async () => {
  const tenant = await aTenantHouse(db);
  const ana = await house.anAgent(tenant.tenantId);
  await serve(db, house.queues, tenant, ana);
  const callers = [await house.callsIn(tenant), await house.callsIn(tenant, '525512345679')];
  const ringing = await house.rings(ana);
  await db.everyTenant('a manager deletes the group', async (tx) => {
    await sql`update did_number set group_id = null where tenant_id = ${tenant.tenantId}`.execute(tx.as());
    await sql`delete from agent_group where tenant_id = ${tenant.tenantId}`.execute(tx.as());
  });
  await house.queues.refresh(tenant.tenantId);
  await house.settled();
  await soon(() => telephony.leg(ringing)?.at ?? 'ended').toBe('ended');
  await soon(() => house.agentNow(ana).whyNotRoutable).toBe(null);
  for (const caller of callers) telephony.hangsUp(caller);
  await soon(async () => (await house.records(tenant.tenantId)).map(({ events }) => events.at(-1))).toEqual([
    'overflowed',
    'overflowed',
  ]);
});

test('[PHONE-18] whoever talks to a customer reads what colleagues wrote after earlier calls, and a stranger does not', async () => {
  const tenant = await aTenantHouse(db);
  const [ana, budi, eve] = [
    await house.anAgent(tenant.tenantId),
    await house.anAgent(tenant.tenantId, { needsMasking: true }),
    await house.anAgent(tenant.tenantId),
  ];
  await serve(db, house.queues, tenant, ana);
  const first = await house.callsIn(tenant);
  await house.takes(ana);
  const earlier = await house.callIdOf(ana);
  for (const text of ['wants a date', 'Tuesday; else +52 55 8765 4321'])
    await ask.note(ana.caller(), { callId: earlier, text });
  telephony.hangsUp(first);
  await house.settled();
  const wrapUpOver = { type: 'wrapUpEnded' as const, nowMs: house.clock.nowMs() };
  await house.board.send(ana, wrapUpOver);
  const second = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'blind', target: { userId: budi.userId } });
  await house.takes(budi);
  expect(await ask.customerNotes(ana.caller(), { callId })).toMatchObject([
    { callId: earlier, text: 'Tuesday; else +52 55 8765 4321', author: ana.name },
  ]);
  expect((await ask.customerNotes(budi.caller(), { callId })).map(({ text }) => text)).toEqual([
    'Tuesday; else +52******4321',
  ]);
  await expect(ask.customerNotes(eve.caller(), { callId })).rejects.toThrow('notFound');
  telephony.hangsUp(second);
  await house.settled();
});

test('[PHONE-18] what colleagues wrote is there as soon as somebody answers, before the call is in the book', async () => {
  const tenant = await aTenantHouse(db);
  const ana = await house.anAgent(tenant.tenantId);
  await serve(db, house.queues, tenant, ana);
  const first = await house.callsIn(tenant);
  await house.takes(ana);
  const earlier = await house.callIdOf(ana);
  await ask.note(ana.caller(), { callId: earlier, text: 'wants a date' });
  telephony.hangsUp(first);
  await house.settled();
  await house.board.send(ana, { type: 'wrapUpEnded', nowMs: house.clock.nowMs() });
  const book = await db.pool.connect();
  onTestFinished(() => book.release(true));
  await book.query('begin; lock table call_record in exclusive mode');
  const second = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  expect(await ask.customerNotes(ana.caller(), { callId })).toMatchObject([{ callId: earlier, text: 'wants a date' }]);
  await book.query('rollback');
  telephony.hangsUp(second);
  await house.settled();
});

test('[SEC-01] numbers in notes are hidden from a role that may not know them', async () => {
  const tenant = await aTenantHouse(db);
  const [ana, budi] = [
    await house.anAgent(tenant.tenantId),
    await house.anAgent(tenant.tenantId, { needsMasking: true }),
  ];
  await serve(db, house.queues, tenant, ana);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.note(ana.caller(), { callId, text: 'Call back at +52 55 8765 4321.' });
  await ask.transfer(ana.caller(), { callId, kind: 'blind', target: { userId: budi.userId } });
  await house.takes(budi);
  expect((await ask.notes(budi.caller(), { callId })).map(({ text }) => text)).toEqual(['Call back at +52******4321.']);
  expect((await ask.notes(ana.caller(), { callId })).map(({ text }) => text)).toEqual([
    'Call back at +52 55 8765 4321.',
  ]);
  telephony.hangsUp(caller);
  await house.settled();
});
