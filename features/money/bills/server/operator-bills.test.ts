import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { dayOf, nextDay } from '#core/calendar/day-range.ts';
import { daysIn, monthOf, nextMonth, startOfMonth } from '#core/money/bill-month.ts';
import { moneyIn } from '#features/money/ledger/server/ledger.fixture.ts';
import { aMember, anOperator } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aBilledTenant, aCloser, bookedAt, lookedAt, monthlyPrices, quietZone, thisMonth } from './bills.fixture.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const olivia = await anOperator(db);
const asOperator = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.ask(method, `/admin/operator/bills${path}`, { token: olivia.token, ...(body ? { body } : {}) });

const company = {
  name: '云席有限公司',
  address: 'Paseo 1\nCDMX',
  taxId: 'OPS010101',
  contact: 'bills@openseat.example',
  bank: 'IBAN 1',
  prefix: 'OS-',
};

test('the operator says who sends the bills and which taxes they carry, and finds the bills of all tenants', async () => {
  const tenantId = await aBilledTenant(db, 'MXN');
  await bookedAt(db, tenantId, { kind: 'call', amountE4: 1_000_000, ref: 'c', detail: { seconds: 60, country: 'MX' } });
  expect((await asOperator('PUT', '/issuer', company)).code).toBe(0);
  expect((await asOperator('GET', '/issuer')).data).toEqual({ ...company, nextNo: 1 });
  const billing = { party: { name: 'Aurora', address: '', taxId: 'AUR1' }, taxes: [{ name: 'IVA', rate: 1_600 }] };
  expect((await asOperator('PUT', `/tenants/${tenantId}`, billing)).code).toBe(0);
  expect((await asOperator('GET', `/tenants/${tenantId}`)).data).toEqual(billing);
  await aCloser(server.world).run();
  const { data } = await asOperator('POST', '/page', { tenantId, month: thisMonth });
  expect(data.total).toBe(1);
  expect(data.list[0]).toMatchObject({ tenantId, number: 'OS-000001', currency: 'MXN', totalE4: 1_160_000 });
  const pdf = await server.built.http.inject({
    method: 'GET',
    url: `/admin/operator/bills/${data.list[0].id}/pdf`,
    headers: { authorization: `Bearer ${olivia.token}` },
  });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test('the last bill of a closed tenant is issued at once and up to now, once; others wait for their month', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  await bookedAt(db, tenantId, {
    kind: 'call',
    amountE4: 12_345,
    ref: 'c',
    atMs: Date.now() - 5_000,
    detail: { seconds: 60, country: 'MX' },
  });
  expect((await asOperator('POST', `/tenants/${tenantId}/issue`)).code).toBe(404);
  await db.everyTenant('it is closed', (tx) =>
    sql`update tenant set state = 'closed', state_at = now() where id = ${tenantId}`.execute(tx.as()),
  );
  const { code, data } = await asOperator('POST', `/tenants/${tenantId}/issue`);
  expect(code).toBe(0);
  expect((await asOperator('POST', `/tenants/${tenantId}/issue`)).code).toBe(404);
  const { list } = (await asOperator('POST', '/page', { tenantId })).data;
  expect(list).toMatchObject([{ id: data.id, totalE4: 12_300, month: thisMonth }]);
  // Taxes and rounding are booked: what is left is what people can pay out.
  expect((await moneyIn(db, tenantId)).balanceE4 % 100).toBe(0);
  await aCloser(server.world).run();
  expect((await asOperator('POST', '/page', { tenantId })).data.total).toBe(1);
});

test('a tenant that goes on after its last bill is billed for the rest of the month once, with the next bill, and again when it is closed again', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  await monthlyPrices(db, tenantId, 'USD', { voice: 30, text: 0, number: 0, storage: 0 });
  const state = (next: string) =>
    db.everyTenant('its state', (tx) =>
      sql`update tenant set state = ${next}, state_at = now() where id = ${tenantId}`.execute(tx.as()),
    );
  const seats = (day: string) => lookedAt(db, tenantId, day, { voice: 1, text: 0, numbers: 0, bytes: 0 });
  const today = dayOf(Date.now(), quietZone);
  await seats(today);
  await bookedAt(db, tenantId, {
    kind: 'call',
    amountE4: 10_000,
    ref: 'a',
    atMs: Date.now() - 5_000,
    detail: { seconds: 60 },
  });
  await state('closed');
  expect((await asOperator('POST', `/tenants/${tenantId}/issue`)).code).toBe(0);
  const { rows: deeds } = await db.tenant({ tenantId }, (tx) =>
    sql<{ target: string }>`select target from operation_log where module = 'bills' and action = 'issueLast'`.execute(
      tx.as(),
    ),
  );
  expect(deeds).toHaveLength(1);
  expect(deeds[0]!.target).not.toMatch(/^\d/);
  // It goes on: another call, and a seat on the days that follow, which the calendar of this test takes from the next month where this one ends.
  await state('active');
  const rest = nextDay(today);
  await seats(rest);
  await bookedAt(db, tenantId, {
    kind: 'call',
    amountE4: 20_000,
    ref: 'b',
    atMs: Date.now() + 2_000,
    detail: { seconds: 60 },
  });
  const owner = await aMember(db, tenantId, { isOwner: true });
  const now = (await server.ask('GET', '/cc/api/bill/v1/current', { token: owner.token })).data;
  const perDay = Math.round(300_000 / daysIn(monthOf(rest)));
  if (monthOf(rest) === thisMonth) expect(now.sumE4).toBe(20_000 + perDay);
  const later = aCloser(server.world, startOfMonth(nextMonth(nextMonth(thisMonth)), quietZone) + 12 * 3_600_000);
  await later.run();
  const { list } = (await asOperator('POST', '/page', { tenantId })).data as {
    list: { month: string; totalE4: number }[];
  };
  const byMonth = Object.fromEntries(list.map(({ month, totalE4 }) => [month, totalE4]));
  const first = 10_000 + Math.round(300_000 / daysIn(thisMonth));
  const inCents = (e4: number) => Math.round(e4 / 100) * 100;
  // One look of the closing clock itself may see nobody's seat: members there are none.
  expect(byMonth).toEqual({ [thisMonth]: inCents(first), [nextMonth(thisMonth)]: inCents(20_000 + perDay) });
});

test('a tenant that is closed twice in a month has a last bill each time', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  const state = (next: string) =>
    db.everyTenant('its state', (tx) =>
      sql`update tenant set state = ${next}, state_at = now() + interval '1 second' where id = ${tenantId}`.execute(
        tx.as(),
      ),
    );
  await state('closed');
  expect((await asOperator('POST', `/tenants/${tenantId}/issue`)).code).toBe(0);
  await bookedAt(db, tenantId, { kind: 'call', amountE4: 20_000, ref: 'b', detail: { seconds: 60 } });
  await db.everyTenant('closed again, a while later', (tx) =>
    sql`update tenant set state_at = now() + interval '1 minute' where id = ${tenantId}`.execute(tx.as()),
  );
  expect((await asOperator('POST', `/tenants/${tenantId}/issue`)).code).toBe(0);
  const { list } = (await asOperator('POST', '/page', { tenantId })).data as { list: { totalE4: number }[] };
  expect(list.map(({ totalE4 }) => totalE4).toSorted((a, b) => a - b)).toEqual([0, 20_000]);
});

test('what is not billed yet is summed up by the hour, and whoever looks adds what came since', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  const owner = await aMember(db, tenantId, { isOwner: true });
  const now = async () => (await server.ask('GET', '/cc/api/bill/v1/current', { token: owner.token })).data;
  const call = (ref: string, amountE4: number) =>
    bookedAt(db, tenantId, { kind: 'call', amountE4, ref, detail: { seconds: 60, country: 'MX' } });
  await call('a', 10_000);
  await aCloser(server.world, Date.now()).run();
  await call('b', 5_000);
  await aCloser(server.world, Date.now()).run();
  await call('c', 2_000);
  expect(await now()).toMatchObject({
    sumE4: 17_000,
    paidE4: 100_000_000,
    lines: [{ count: 3, seconds: 180, amountE4: 17_000 }],
  });
  // Earlier ones are not read again.
  await db.everyTenant('another sum', (tx) =>
    sql`update bill_running set paid_e4 = 7 where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  expect((await now()).paidE4).toBe(7);
  await aCloser(server.world).run();
  await call('d', 1_000);
  expect(await now()).toMatchObject({ sumE4: 1_000, paidE4: 0 });
});

test('nobody but operators is asked', async () => {
  const owner = await aMember(db, await aBilledTenant(db, 'USD'), { isOwner: true });
  for (const [method, path] of [
    ['POST', '/page'],
    ['GET', '/issuer'],
    ['PUT', '/issuer'],
  ] as const)
    expect(
      (
        await server.ask(method, `/admin/operator/bills${path}`, {
          token: owner.token,
          ...(method === 'GET' ? {} : { body: {} }),
        })
      ).code,
    ).toBe(403);
});
