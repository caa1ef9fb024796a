import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { shownMoney } from '#core/money/shown-money.ts';
import { pdfTexts } from '#platform/server/pdf/pdf-text.fixture.ts';
import { languages } from '#shared/languages.ts';
import { aMember } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import type { BillDetail, BillRow, BillSums } from '../contract.ts';
import { billPdf } from './bill-pdf.ts';
import { aBilledTenant, aCloser, bookedAt, lookedAt, monthlyPrices, thisMonth } from './bills.fixture.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const fetched = (token: string, path: string) =>
  server.built.http.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } });

async function aBill(currency: string, entries: { amountE4: number; country: string }[]) {
  const tenantId = await aBilledTenant(db, currency);
  for (const [place, { amountE4, country }] of entries.entries())
    await bookedAt(db, tenantId, {
      kind: 'call',
      amountE4,
      ref: `call-${place}`,
      detail: { kind: 'manual', direction: 'outbound', country, seconds: 61, callId: `call-${place}` },
    });
  const owner = await aMember(db, tenantId, { isOwner: true });
  return { tenantId, owner };
}
const lastBill = async (token: string) =>
  (await server.ask<{ list: BillRow[] }>('GET', '/cc/api/bill/v1/page', { token })).data.list[0]!;

test('[CC-11] a bill is a document in the language of its reader, with Chinese names and addresses in it', async () => {
  const { tenantId, owner } = await aBill('CNY', [
    { amountE4: 123_456, country: 'CN' },
    { amountE4: 7, country: 'ID' },
  ]);
  await db.everyTenant('company data', async (tx) => {
    await sql`update bill_issuer set name = '上海云席科技有限公司', address = E'上海市浦东新区世纪大道100号\n200120', tax_id = '91310000MA1K', bank = '招商银行 6225 8888', prefix = 'OS-'`.execute(
      tx.as(),
    );
    await sql`insert into bill_tax (tenant_id, place, name, rate) values (${tenantId}, 1, '增值税', 600)`.execute(
      tx.as(),
    );
  });
  const party = { name: '龙腾国际贸易（深圳）有限公司', address: '深圳市南山区科技园\nC/ Núñez 5', taxId: '9144 0300' };
  expect((await server.ask('PUT', '/cc/api/bill/v1/party', { token: owner.token, body: party })).code).toBe(0);
  await aCloser(server.world).run();
  const { id, number, totalE4 } = await lastBill(owner.token);
  expect(number).toMatch(/^OS-\d{6}$/);
  const { data: bill } = await server.ask<BillDetail>('GET', `/cc/api/bill/v1/${id}`, { token: owner.token });
  for (const language of languages) {
    const texts = pdfTexts(billPdf(bill, language, server.world.texts));
    const billText = texts.join('\n');
    const names = [
      '上海云席科技有限公司',
      party.name,
      '深圳市南山区科技园',
      'C/ Núñez 5',
      '招商银行 6225 8888',
      '增值税',
    ];
    for (const name of names) expect(billText).toContain(name);
    expect(texts).toContain({ 'en-US': 'Bill', 'zh-CN': '账单', 'es-MX': 'Factura', 'id-ID': 'Tagihan' }[language]);
    expect(texts).toContain(shownMoney(totalE4, 'CNY', language));
    expect(texts).toContain(shownMoney(7, 'CNY', language, 'exact'));
  }
  const reader = await aMember(db, tenantId, { functions: ['bills.view'], language: 'es-MX' });
  const answer = await fetched(reader.token, `/cc/api/bill/v1/${id}/pdf`);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toContain(`${number}.pdf`);
  // The same document as here: in a thread of its own it has the same words.
  expect(answer.rawPayload).toEqual(billPdf(bill, 'es-MX', server.world.texts));
  expect(answer.rawPayload.length).toBeLessThan(80_000);
});

test('[CC-11] the table behind a bill has every entry, and its amounts are the bill to the last digit', async () => {
  const entries = Array.from({ length: 2_100 }, (_, place) => ({
    amountE4: 1 + ((place * 7_919) % 90_001),
    country: place % 2 ? 'MX' : 'JP',
  }));
  const tenantId = await aBilledTenant(db, 'JPY', 1_000_000);
  await db.everyTenant('many calls', async (tx) => {
    await sql`insert into money_entry (tenant_id, debit, credit, amount_e4, kind, ref, detail)
      select ${tenantId}, 'balance', 'revenue', amount, 'call', 'c' || place, jsonb_build_object('kind', 'task', 'direction', 'outbound', 'country', country, 'seconds', 30, 'callId', 'c' || place)
      from unnest(${entries.map(({ amountE4 }) => amountE4)}::bigint[], ${entries.map(({ country }) => country)}::text[]) with ordinality e (amount, country, place)`.execute(
      tx.as(),
    );
    await sql`update money_account set balance_e4 = balance_e4 - ${entries.reduce((sum, { amountE4 }) => sum + amountE4, 0)} where tenant_id = ${tenantId}`.execute(
      tx.as(),
    );
  });
  const owner = await aMember(db, tenantId, { isOwner: true });
  await aCloser(server.world).run();
  const { id } = await lastBill(owner.token);
  const { data: bill } = await server.ask<BillDetail>('GET', `/cc/api/bill/v1/${id}`, { token: owner.token });
  const answer = await fetched(owner.token, `/cc/api/bill/v1/${id}/records?kind=csv`);
  const rows = answer.payload
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  // The opening balance is told too: it is no charge.
  const charges = rows.filter(([, entry]) => entry !== 'Opening balance');
  expect(charges.length).toBe(2_100);
  expect(new Set(charges.map((row) => row.at(-1))).size).toBe(2_100);
  const sumE4 = charges.reduce((sum, row) => sum + Math.round(Number(row[6]) * 10_000), 0);
  expect(sumE4).toBe(bill.sumE4);
  const book = await fetched(owner.token, `/cc/api/bill/v1/${id}/records?kind=xlsx`);
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('a long table comes to the downloads', async () => {
  const tenantId = await aBilledTenant(db, 'USD');
  await db.everyTenant('many calls', (tx) =>
    sql`insert into money_entry (tenant_id, debit, credit, amount_e4, kind, ref)
      select ${tenantId}, 'balance', 'revenue', 1, 'call', 'c' || n from generate_series(1, 5001) n`.execute(tx.as()),
  );
  await db.everyTenant('and their sum', (tx) =>
    sql`update money_account set balance_e4 = balance_e4 - 5001 where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  const owner = await aMember(db, tenantId, { isOwner: true });
  await aCloser(server.world).run();
  const { id } = await lastBill(owner.token);
  const { code, data } = await server.ask('GET', `/cc/api/bill/v1/${id}/records`, { token: owner.token });
  expect(code).toBe(0);
  expect(data.task_id).toBeGreaterThan(0);
});

test('this month so far has what was booked and the days of what costs by the month, and is empty after the bill', async () => {
  const { tenantId, owner } = await aBill('USD', [{ amountE4: 1_234, country: 'MX' }]);
  await monthlyPrices(db, tenantId, 'USD', { voice: 30, text: 0, number: 0, storage: 0 });
  await lookedAt(db, tenantId, `${thisMonth}-01`, { voice: 1, text: 0, numbers: 0, bytes: 0 });
  const ask = async () => (await server.ask<BillSums>('GET', '/cc/api/bill/v1/current', { token: owner.token })).data;
  const before = await ask();
  expect(before.lines.map(({ service, kind, count }) => [service, kind, count])).toEqual([
    ['call', 'manual', 1],
    ['seat', 'voice', 1],
  ]);
  await aCloser(server.world).run();
  const { data: bill } = await server.ask<BillDetail>('GET', `/cc/api/bill/v1/${(await lastBill(owner.token)).id}`, {
    token: owner.token,
  });
  expect(bill.sumE4).toBe(before.sumE4);
  const after = await ask();
  expect(after.lines.filter(({ service }) => service === 'call')).toEqual([]);
  expect(after.paidE4).toBe(0);
});

test('[CC-11] bills are for those who may see them, of their own team, and where money is counted', async () => {
  const { tenantId, owner } = await aBill('USD', []);
  const stranger = await aMember(db, await aBilledTenant(db, 'USD'), { isOwner: true });
  const agent = await aMember(db, tenantId);
  const viewer = await aMember(db, tenantId, { functions: ['bills.view'] });
  await aCloser(server.world).run();
  const { id } = await lastBill(owner.token);
  for (const path of [`/cc/api/bill/v1/${id}`, `/cc/api/bill/v1/${id}/pdf`, `/cc/api/bill/v1/${id}/records`]) {
    expect((await server.ask('GET', path, { token: stranger.token })).code).toBe(404);
    expect((await server.ask('GET', path, { token: agent.token })).code).toBe(403);
  }
  const party = { name: 'x', address: '', taxId: '' };
  expect((await server.ask('PUT', '/cc/api/bill/v1/party', { token: viewer.token, body: party })).code).toBe(403);
  const free = await aMember(
    db,
    (
      await db.everyTenant('free', (tx) =>
        sql<{ id: number }>`insert into tenant (name) values ('Free') returning id`.execute(tx.as()),
      )
    ).rows[0]!.id,
    { isOwner: true },
  );
  expect((await server.ask('GET', '/cc/api/bill/v1/current', { token: free.token })).code).toBe(404);
  const menu = await server.ask('GET', '/admin/saas_plat/resource', { token: free.token });
  expect(JSON.stringify(menu.data)).not.toContain('/settings/bills');
  expect(JSON.stringify((await server.ask('GET', '/admin/saas_plat/resource', { token: owner.token })).data)).toContain(
    '/settings/bills',
  );
});
