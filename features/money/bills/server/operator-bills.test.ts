import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { moneyIn } from '#features/money/ledger/server/ledger.fixture.ts';
import { aMember, anOperator } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aBilledTenant, aCloser, bookedAt, thisMonth } from './bills.fixture.ts';

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
