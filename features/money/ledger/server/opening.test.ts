import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrations } from '#platform/server/db/schema-files.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { differencesOf, entriesOf, moneyIn } from './ledger.fixture.ts';

const { db, close } = await testDb();
afterAll(close);

const textOf = (name: string): string => migrations().find((file) => file.name === name)!.sql;

test('[CC-11] what tenants had before there was a ledger becomes the first entry of their accounts, in every currency', async () => {
  const tenants = await Promise.all(
    (
      [
        ['USD', 1_250, 125_000],
        ['JPY', 700, 7_000_000],
        ['VND', 1, 10_000],
        ['KRW', 5, 50_000],
        ['KWD', 7, 70],
        ['MXN', -30, -3_000],
        ['EUR', 0, 0],
      ] as const
    ).map(async ([currency, minor, e4]) => ({ tenantId: await aTenant(db), currency, minor, e4 })),
  );
  await db.everyTenant('as it was', async (tx) => {
    const rows = tx.as<never>();
    await sql.raw(textOf('bills/2026-11-15-10-tenant-balance.sql')).execute(rows);
    for (const { tenantId, currency, minor } of tenants)
      await sql`insert into tenant_balance (tenant_id, currency, balance_minor) values (${tenantId}, ${currency}, ${minor})`.execute(
        rows,
      );
    await sql.raw(textOf('ledger/2026-11-20-10-opening.sql')).execute(rows);
  });
  for (const { tenantId, currency, e4 } of tenants) {
    expect(await moneyIn(db, tenantId), currency).toMatchObject({ currency, balanceE4: e4, heldE4: 0 });
    expect((await entriesOf(db, tenantId)).map(({ kind, amount }) => [kind, amount])).toEqual(
      e4 === 0 ? [] : [['opening', e4]],
    );
    expect(await differencesOf(db, tenantId)).toEqual([]);
  }
  const { rows } = await db.everyTenant('gone', (tx) =>
    sql<{ gone: boolean }>`select to_regclass('tenant_balance') is null gone`.execute(tx.as()),
  );
  expect(rows).toEqual([{ gone: true }]);
});
