import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { daysIn, nextMonth, startOfMonth } from '#core/money/bill-month.ts';
import { minorE4 } from '#core/money/money.ts';
import { moneyOf } from '#features/money/ledger/server/index.ts';
import { differencesOf, entriesOf, moneyIn } from '#features/money/ledger/server/ledger.fixture.ts';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { BillDetail, BillRow } from '../contract.ts';
import {
  aBilledTenant,
  aChargedCall,
  aCloser,
  bookedAt,
  closingMs,
  lookedAt,
  monthlyPrices,
  quietZone,
  thisMonth,
} from './bills.fixture.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const setTaxes = (tenantId: number, taxes: [string, number][]) =>
  db.everyTenant('taxes', async (tx) => {
    for (const [place, [name, rate]] of taxes.entries())
      await sql`insert into bill_tax (tenant_id, place, name, rate) values (${tenantId}, ${place}, ${name}, ${rate})`.execute(
        tx.as(),
      );
  });

async function billsOf(tenantId: number): Promise<BillDetail[]> {
  const owner = await aMember(db, tenantId, { isOwner: true });
  const page = await server.ask<{ list: BillRow[] }>('GET', '/cc/api/bill/v1/page', {
    token: owner.token,
    query: { size: '50' },
  });
  return Promise.all(
    page.data.list.map(
      async ({ id }) => (await server.ask<BillDetail>('GET', `/cc/api/bill/v1/${id}`, { token: owner.token })).data,
    ),
  );
}

/** Of entries between two ids, what the tenant was charged. */
const charged = (entries: Awaited<ReturnType<typeof entriesOf>>, kinds: readonly string[]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum - amount, 0);

test.each([
  ['USD', 'MX', { firstSec: 60, nextSec: 6, minuteE4: 123, setupE4: 7 }],
  ['EUR', 'DE', { firstSec: 1, nextSec: 1, minuteE4: 97, setupE4: 0 }],
  ['JPY', 'JP', { firstSec: 6, nextSec: 6, minuteE4: 41_234, setupE4: 5_555 }],
] as const)(
  '[CC-11] a month with calls, messages and monthly charges in %s is closed, and its bill agrees with the records to the smallest unit',
  async (currency, country, price) => {
    const tenantId = await aBilledTenant(db, currency);
    await setTaxes(tenantId, [
      ['VAT', 1_600],
      ['City', 125],
    ]);
    await monthlyPrices(db, tenantId, currency, { voice: 29, text: 9, number: 2, storage: 1 });
    let calls = 0;
    for (const [place, seconds] of [0, 1, 37, 60, 61, 599, 3_601].entries())
      calls += await aChargedCall(db, tenantId, {
        id: `${currency}-${place}`,
        seconds,
        country,
        kind: place % 2 ? 'task' : 'manual',
        price,
      });
    calls += await aChargedCall(db, tenantId, {
      id: `${currency}-in`,
      seconds: 45,
      country: 'CN',
      kind: 'inbound',
      price,
    });
    await db.tenant({ tenantId }, async (tx) => {
      const book = moneyOf(tx);
      await book.post({ kind: 'sms', amountE4: 333, ref: '1', detail: { country, parts: 1 } });
      await book.post({ kind: 'sms', amountE4: 666, ref: '2', detail: { country, parts: 2 } });
      await book.post({ kind: 'smsBack', amountE4: 333, ref: '1', detail: { country, parts: 1 } });
      await book.post({ kind: 'topUp', amountE4: 500_000, ref: 'cash 1' });
    });
    // Half of the month it had two seats for calls, on one day a number and three gigabytes.
    for (let day = 1; day <= 14; day += 1)
      await lookedAt(db, tenantId, `${thisMonth}-${String(day).padStart(2, '0')}`, {
        voice: 2,
        text: day === 3 ? 1 : 0,
        numbers: day === 3 ? 1 : 0,
        bytes: day === 3 ? 3_000_000_000 : 0,
      });
    const closer = aCloser(server.world);
    await closer.run();

    const [bill, ...others] = await billsOf(tenantId);
    expect(others).toEqual([]);
    expect(bill).toMatchObject({ month: thisMonth, currency, party: { address: '', taxId: '' } });
    const entries = await entriesOf(db, tenantId);
    // Every line is what its entries say, and all of them are what the lines say.
    const byService = (service: string) =>
      bill!.lines.filter((line) => line.service === service).reduce((sum, { amountE4 }) => sum + amountE4, 0);
    expect(byService('call')).toBe(calls);
    expect(byService('sms')).toBe(charged(entries, ['sms', 'smsBack']));
    const days = daysIn(thisMonth);
    const part = (units: number, thingDays: number) => Math.round((units * 10_000 * thingDays) / days);
    expect(byService('seat')).toBe(part(29, 28) + part(9, 1));
    expect(byService('number')).toBe(part(2, 1));
    expect(byService('storage')).toBe(part(1, 3));
    expect(bill!.sumE4).toBe(
      charged(entries, ['call', 'ai', 'sms', 'smsBack', 'seat', 'number', 'storage', 'correction']),
    );
    expect(bill!.totalE4 % minorE4(currency)).toBe(0);
    expect(bill!.totalE4).toBe(bill!.sumE4 + charged(entries, ['tax', 'rounding']));
    expect(bill!.paidE4).toBe((10_000 + 50) * 10_000);
    // What the bill leaves is what the account has, in whole units.
    const { balanceE4 } = await moneyIn(db, tenantId);
    expect(bill!.balanceE4).toBe(balanceE4);
    expect(balanceE4 % minorE4(currency)).toBe(0);
    expect(await differencesOf(db, tenantId)).toEqual([]);
  },
);

test('a running sum that cannot be read keeps no month from being closed, and is begun anew with the bill', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  await bookedAt(db, tenantId, { kind: 'call', amountE4: 1_234, ref: 'c', detail: { country: 'MX', seconds: 60 } });
  await db.everyTenant('as a fault would leave it', (tx) =>
    sql`insert into bill_running (tenant_id, after_entry, up_to, lines, paid_e4) values (${tenantId}, 0, 0, '{}', 0)`.execute(
      tx.as(),
    ),
  );
  await aCloser(server.world).run();
  expect((await billsOf(tenantId)).map(({ month }) => month)).toEqual([thisMonth]);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select 1 from bill_running where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  expect(rows).toEqual([]);
});

test('however often and in however many processes it runs, a month has one bill, and numbers have no gaps', async () => {
  const tenants = await Promise.all(['USD', 'EUR', 'JPY'].map((currency) => aBilledTenant(db, currency)));
  for (const [place, tenantId] of tenants.entries())
    await bookedAt(db, tenantId, {
      kind: 'call',
      amountE4: 1_234 + place,
      ref: 'c',
      detail: { country: 'MX', seconds: 60 },
    });
  const closers = [aCloser(server.world), aCloser(server.world), aCloser(server.world)];
  await Promise.all(closers.map(({ run }) => run()));
  for (const { clock, run } of closers) {
    // Clocks that go back and forth close nothing twice.
    clock.setWall(-40 * 86_400_000);
    await run();
    clock.setWall(40 * 86_400_000);
    await run();
  }
  for (const tenantId of tenants) {
    expect((await billsOf(tenantId)).map(({ month }) => month)).toEqual([thisMonth]);
    expect((await entriesOf(db, tenantId)).filter(({ kind }) => kind === 'rounding').length).toBeLessThanOrEqual(1);
  }
  const { rows } = await db.everyTenant('numbers', (tx) =>
    sql<{ no: number }>`select no from bill order by no`.execute(tx.as()),
  );
  expect(rows.map(({ no }) => no)).toEqual(rows.map((_, place) => place + 1));
});

test('a month is not closed before its last calls had time to be written down', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  const early = aCloser(server.world, startOfMonth(nextMonth(thisMonth), quietZone) + 3_600_000);
  await early.run();
  expect(await billsOf(tenantId)).toEqual([]);
  early.clock.turn(6 * 3_600_000);
  await early.run();
  expect((await billsOf(tenantId)).length).toBe(1);
});

test('what comes after the closing stands on the next bill, once, whenever it happened; a correction says why', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  await bookedAt(db, tenantId, {
    kind: 'call',
    amountE4: 10_000,
    ref: 'in time',
    detail: { country: 'MX', seconds: 60 },
  });
  const closer = aCloser(server.world);
  await closer.run();
  const monthEndMs = startOfMonth(nextMonth(thisMonth), quietZone);
  await bookedAt(db, tenantId, { kind: 'call', amountE4: 20_000, ref: 'late', detail: { country: 'MX', seconds: 60 } });
  await bookedAt(db, tenantId, {
    kind: 'correction',
    amountE4: 5_000,
    ref: 'k',
    atMs: monthEndMs + 86_400_000,
    detail: { note: 'Line fault in Puebla' },
  });
  await bookedAt(db, tenantId, {
    kind: 'call',
    amountE4: 40_000,
    ref: 'next',
    atMs: monthEndMs + 86_400_000,
    detail: { country: 'ID', seconds: 60 },
  });
  closer.clock.turn(31 * 86_400_000);
  await closer.run();
  const [second, first, ...others] = await billsOf(tenantId);
  expect(others).toEqual([]);
  expect(first!.lines.map(({ amountE4 }) => amountE4)).toEqual([10_000]);
  expect(second!.month).toBe(nextMonth(thisMonth));
  expect(second!.lines.map(({ service, country, note, amountE4 }) => [service, country, note, amountE4])).toEqual([
    ['call', 'ID', '', 40_000],
    ['call', 'MX', '', 20_000],
    ['correction', '', 'Line fault in Puebla', -5_000],
  ]);
  expect(second!.paidE4).toBe(0);
  expect(second!.balanceE4).toBe((await moneyIn(db, tenantId)).balanceE4);
});

test('a bill never changes after it was issued, whoever asks, nor when company data do', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  await aCloser(server.world).run();
  const [before] = await billsOf(tenantId);
  const tries = [
    sql`update bill set total_e4 = 0 where tenant_id = ${tenantId}`,
    sql`delete from bill where tenant_id = ${tenantId}`,
    sql`truncate bill`,
  ];
  for (const statement of tries)
    await expect(db.everyTenant('somebody tries', (tx) => statement.execute(tx.as()))).rejects.toThrow('append-only');
  await db.everyTenant('the company moves', async (tx) => {
    await sql`update bill_issuer set name = 'Another'`.execute(tx.as());
    await sql`update tenant set company = 'Renamed' where id = ${tenantId}`.execute(tx.as());
  });
  expect((await billsOf(tenantId))[0]).toEqual(before);
  // With its tenant it goes.
  await db.everyTenant('a tenant is deleted', (tx) => sql`delete from tenant where id = ${tenantId}`.execute(tx.as()));
});

test('months of a standstill are closed one after another, each with its own entries', async () => {
  const tenantId = await aBilledTenant(db, 'EUR');
  const closer = aCloser(server.world, closingMs + 95 * 86_400_000);
  await bookedAt(db, tenantId, { kind: 'call', amountE4: 10_000, ref: 'a', detail: { seconds: 1 } });
  await bookedAt(db, tenantId, {
    kind: 'call',
    amountE4: 30_000,
    ref: 'b',
    atMs: startOfMonth(nextMonth(nextMonth(thisMonth)), quietZone),
    detail: { seconds: 1 },
  });
  await closer.run();
  const bills = (await billsOf(tenantId)).toReversed();
  expect(bills.map(({ sumE4 }) => sumE4).slice(0, 3)).toEqual([10_000, 0, 30_000]);
  expect(bills.length).toBeGreaterThanOrEqual(3);
});

test('what is looked at by the hour keeps the most of the day: seats of people, numbers that were lent', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  await aMember(db, tenantId, { voiceSeat: true, textSeat: true });
  const second = await aMember(db, tenantId, { voiceSeat: true });
  await db.everyTenant('numbers', (tx) =>
    sql`insert into did_number (tenant_id, number, carrier) values (${tenantId}, ${`5255${tenantId}01`}, 'lent-main'), (${tenantId}, ${`5255${tenantId}02`}, 'sip-7')`.execute(
      tx.as(),
    ),
  );
  const closer = aCloser(server.world, Date.now());
  await closer.run();
  await db.everyTenant('somebody leaves', (tx) =>
    sql`update member set enabled = false where tenant_id = ${tenantId} and user_id = ${second.userId}`.execute(
      tx.as(),
    ),
  );
  await closer.run();
  const { rows } = await db.tenant({ tenantId }, (tx) =>
    sql`select voice_seats, text_seats, numbers, storage_bytes from bill_day`.execute(tx.as()),
  );
  expect(rows).toEqual([{ voice_seats: 2, text_seats: 1, numbers: 1, storage_bytes: 0 }]);
});

test('a tenant without an account has no bills', async () => {
  const { rows } = await db.everyTenant('a tenant', (tx) =>
    sql<{ id: number }>`insert into tenant (name) values ('Free') returning id`.execute(tx.as()),
  );
  await aCloser(server.world).run();
  expect(await billsOf(rows[0]!.id)).toEqual([]);
});
