import { afterAll, expect, test } from 'vitest';
import { openAccount } from '#features/money/ledger/server/index.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const balanceOf = (token: string) => server.ask('GET', '/admin/saas_plat/order/balance', { token });

test('[ADMIN-02] the balance comes with its currency, exact to the last digit', async () => {
  const tenant = await aTenant(db);
  const owner = await aMember(db, tenant, { isOwner: true });
  expect(await balanceOf(owner.token)).toMatchObject({ code: 0, data: { currency: 'USD', balance: '0.00' } });
  await db.everyTenant('a payment', (tx) => openAccount(tx, tenant, 'MXN', 90_071_992_547_409));
  expect((await balanceOf(owner.token)).data).toEqual({ currency: 'MXN', balance: '900719925474.09' });
});

test('[API-03] another tenant has its own balance, and only holders of the key see it', async () => {
  const [ours, theirs] = [await aTenant(db), await aTenant(db)];
  await db.everyTenant('a payment', (tx) => openAccount(tx, theirs, 'EUR', 500));
  const ana = await aMember(db, ours, { functions: ['bills.view'] });
  const budi = await aMember(db, theirs);
  expect((await balanceOf(ana.token)).data).toEqual({ currency: 'USD', balance: '0.00' });
  expect((await balanceOf(budi.token)).code).toBe(403);
});
