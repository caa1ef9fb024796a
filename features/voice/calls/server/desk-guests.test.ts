import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { CallHeader } from '#shared/call-headers.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aVisitorWithPass, houseOfTests, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 30_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony } = house;

const record = async (callId: string) => {
  await house.desk.settled();
  const read = () =>
    db.everyTenant(
      'looks',
      async (tx) =>
        (await sql<Record<string, unknown>>`select * from call_record where call_id = ${callId}`.execute(tx.as()))
          .rows[0],
    );
  await soon(read).toBeDefined();
  return (await read())!;
};

test('[CHAT-08] a visitor waits in the line of the group like any caller, rings by name, talks and is in the book', async () => {
  const [tenant, ana] = await aTeam(1);
  const { visitorId, guest } = await aVisitorWithPass(db, tenant, { name: 'Mei Lin 梅' });
  const leg = telephony.guestCalls(guest);
  await house.settled();
  const ringing = await house.rings(ana);
  expect(telephony.shown(ringing)).toMatchObject({
    callerId: 'chat',
    headers: {
      [CallHeader.customerNumber]: '',
      [CallHeader.customerName]: encodeURIComponent('Mei Lin 梅'),
      [CallHeader.groupName]: 'Sales',
    },
  });
  expect(await house.live(ana)).toMatchObject([
    { direction: 'inbound', fromChat: true, customerNumber: '', ourNumber: '', groupId: tenant.groupId },
  ]);
  telephony.says(leg, [500]);
  await house.takes(ana);
  expect(telephony.hearsHz(ringing)).toEqual([500]);
  const callId = await house.callIdOf(ana);
  telephony.hangsUp(leg);
  await house.settled();
  await soon(async () => (await record(callId))['ended_at']).not.toBeNull();
  expect(await record(callId)).toMatchObject({
    direction: 'inbound',
    outcome: CallOutcome.talked,
    visitor_id: visitorId,
    customer_name: 'Mei Lin 梅',
    customer_number: '',
    customer_id: null,
    ended_by: 'customer',
    group_id: tenant.groupId,
  });
});

test('[CHAT-08] a visitor who is a customer calls as that customer', async () => {
  const [tenant, ana] = await aTeam(1);
  const { rows } = await db.everyTenant('a customer', (tx) =>
    sql<{
      id: number;
    }>`insert into customer (tenant_id, full_name) values (${tenant.tenantId}, 'Rosa Díaz') returning id`.execute(
      tx.as(),
    ),
  );
  const { guest } = await aVisitorWithPass(db, tenant, { name: 'rosa', customerId: rows[0]!.id });
  const leg = telephony.guestCalls(guest);
  const ringing = await house.rings(ana);
  expect(telephony.shown(ringing)?.headers?.[CallHeader.customerName]).toBe(encodeURIComponent('Rosa Díaz'));
  const callId = await house.callIdOf(ana);
  telephony.hangsUp(leg);
  await house.settled();
  expect(await record(callId)).toMatchObject({ customer_id: String(rows[0]!.id), customer_name: 'Rosa Díaz' });
});

test('[CHAT-08] [SEC-01] whoever sees stars sees no more than the first letter of the name', async () => {
  const [tenant] = await aTeam(0);
  const budi = await house.anAgent(tenant.tenantId, { needsMasking: true });
  await db.everyTenant('a member', (tx) =>
    sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenant.tenantId}, ${tenant.groupId}, ${budi.userId})`.execute(
      tx.as(),
    ),
  );
  await house.queues.refresh(tenant.tenantId);
  const leg = telephony.guestCalls((await aVisitorWithPass(db, tenant, { name: 'Rosa Díaz' })).guest);
  const name = decodeURIComponent(telephony.shown(await house.rings(budi))!.headers![CallHeader.customerName]!);
  expect(name).toMatch(/^R/);
  expect(name).not.toContain('osa');
  telephony.hangsUp(leg);
  await house.settled();
});

test('[CHAT-08] one visitor has one call at a time; the next comes when it is over', async () => {
  const [tenant] = await aTeam(0);
  const visitor = await aVisitorWithPass(db, tenant);
  const first = telephony.guestCalls(visitor.guest);
  await house.settled();
  const second = telephony.guestCalls(await visitor.again());
  await house.settled();
  expect(telephony.leg(second)).toMatchObject({ at: 'ended' });
  expect(telephony.leg(first)).toMatchObject({ at: 'answered' });
  telephony.hangsUp(first);
  await house.settled();
  const third = telephony.guestCalls(await visitor.again());
  await house.settled();
  expect(telephony.leg(third)).toMatchObject({ at: 'answered' });
  telephony.hangsUp(third);
  await house.settled();
});

test('[CHAT-08] [CHAT-03] whoever is shut out, and a pass nobody gave or used, reach nobody', async () => {
  const [tenant, ana] = await aTeam(1);
  const shutOut = await aVisitorWithPass(db, tenant, { blocked: true });
  const unused = await aVisitorWithPass(db, tenant, { used: false });
  for (const guest of [shutOut.guest, unused.guest, 'guest-nobody-knows']) {
    const leg = telephony.guestCalls(guest);
    await house.settled();
    expect(telephony.leg(leg), guest).toMatchObject({ at: 'ended' });
  }
  expect(telephony.ringing(ana.sipNum)).toBeUndefined();
});

test('[CHAT-08] a visitor who calls as the group closes is told so and may leave a message, like any caller', async () => {
  const [tenant, ana] = await aTeam(1);
  await db.everyTenant('hours', (tx) =>
    sql`insert into business_calendar (tenant_id, name, time_zone, weekly, holidays, closed_kind, is_default) values (${tenant.tenantId}, 'Never', 'UTC', '[]', '[]', 'voicemail', true)`.execute(
      tx.as(),
    ),
  );
  const leg = telephony.guestCalls((await aVisitorWithPass(db, tenant)).guest);
  await house.settled();
  expect(telephony.leg(leg)).toMatchObject({ at: 'answered' });
  expect(telephony.ringing(ana.sipNum)).toBeUndefined();
  telephony.hangsUp(leg);
  await house.settled();
});

test('[CHAT-08] a visitor hears no offer to be called back: there is no number', async () => {
  const [tenant] = await aTeam(0, { allowCallback: true });
  const leg = telephony.guestCalls((await aVisitorWithPass(db, tenant)).guest);
  await house.settled();
  telephony.presses(leg, '1');
  await house.settled();
  expect(telephony.leg(leg)).toMatchObject({ at: 'answered' });
  telephony.hangsUp(leg);
  await house.settled();
});
