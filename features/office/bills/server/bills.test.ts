import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { decimalText } from './money.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const balanceOf = (token: string) => server.ask('GET', '/admin/saas_plat/order/balance', { token });

test('[ADMIN-02] the balance comes with its currency, exact to the last digit', async () => {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  expect(await balanceOf(owner.token)).toMatchObject({ code: 0, data: { currency: 'USD', balance: '0.00' } });
  await db.everyTenant('a payment', (tx) =>
    sql`insert into tenant_balance (tenant_id, currency, balance_minor) values (${tenant}, 'MXN', 9007199254740991)`.execute(
      tx.as(),
    ),
  );
  expect((await balanceOf(owner.token)).data).toEqual({ currency: 'MXN', balance: '90071992547409.91' });
});

test('[API-03] another tenant has its own balance, and only holders of the key see it', async () => {
  const [ours, theirs] = [await aTenant(db), await aTenant(db)];
  await db.everyTenant('a payment', (tx) =>
    sql`insert into tenant_balance (tenant_id, currency, balance_minor) values (${theirs}, 'EUR', 500)`.execute(
      tx.as(),
    ),
  );
  const ana = await aMember(db, ours, { functions: ['bills.view'] });
  const budi = await aMember(db, theirs);
  expect((await balanceOf(ana.token)).data).toEqual({ currency: 'USD', balance: '0.00' });
  expect((await balanceOf(budi.token)).code).toBe(403);
});

test.each([
  [5, 'USD', '0.05'],
  [-1250, 'USD', '-12.50'],
  [700, 'JPY', '700'],
  [0, 'VND', '0'],
  [1, 'KWD', '0.001'],
])('[ADMIN-02] %i of %s is written %s', (minor, currency, text) => {
  expect(decimalText(minor, currency)).toBe(text);
});
