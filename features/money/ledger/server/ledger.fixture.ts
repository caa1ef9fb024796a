import { sql } from 'kysely';
import type { HeldPrice } from '#core/money/held-price.ts';
import type { Db } from '#platform/server/db/db.ts';
import { aTenant } from '#test/builders.ts';
import { accountOf, openAccount, type MoneyAccount } from './accounts.ts';

export const aPrice = (wishes: Partial<HeldPrice> = {}): HeldPrice => ({
  service: 'call',
  kind: 'manual',
  direction: 'outbound',
  country: 'MX',
  prefix: '52',
  firstSec: 60,
  nextSec: 60,
  minuteE4: 1_200,
  setupE4: 0,
  listId: 1,
  ...wishes,
});

/** A tenant whose money is counted, with so many of the smallest units. */
export async function aPayingTenant(db: Db, minor: number, currency = 'USD'): Promise<number> {
  const tenantId = await aTenant(db);
  await db.everyTenant('money', (tx) => openAccount(tx, tenantId, currency, minor));
  return tenantId;
}

export const moneyIn = async (db: Db, tenantId: number): Promise<MoneyAccount> =>
  (await db.tenant({ tenantId }, accountOf))!;

export const entriesOf = async (
  db: Db,
  tenantId: number,
): Promise<{ kind: string; ref: string; amount: number; detail: Record<string, unknown> }[]> =>
  (
    await db.tenant({ tenantId }, (tx) =>
      sql<{ kind: string; ref: string; amount: number; detail: Record<string, unknown> }>`
        select kind, ref, case when credit = 'balance' then amount_e4 else -amount_e4 end amount, detail from money_entry order by id`.execute(
        tx.as(),
      ),
    )
  ).rows;

/** A call the book has, open unless it is told when it ended. */
export const aRecord = (db: Db, tenantId: number, callId: string, endedMs: number | null = null) =>
  db.everyTenant('a call', (tx) =>
    sql`insert into call_record (tenant_id, call_id, node, direction, started_at, ended_at, customer_number, our_number)
      values (${tenantId}, ${callId}, 'n', 'outbound', to_timestamp(0), to_timestamp(${endedMs === null ? null : endedMs / 1_000}::float8), '525512345600', '525550000101')`.execute(
      tx.as(),
    ),
  );

export const endRecord = (db: Db, tenantId: number, callId: string, endedMs: number) =>
  db.tenant({ tenantId }, (tx) =>
    sql`update call_record set ended_at = coalesce(ended_at, to_timestamp(${endedMs / 1_000}::float8)) where call_id = ${callId}`.execute(
      tx.as(),
    ),
  );

/** What the books say of themselves that is not so. */
export const differencesOf = async (db: Db, tenantId: number): Promise<object[]> =>
  (
    await db.everyTenant('looks', (tx) =>
      sql<object>`select * from money_differences() where tenant_id = ${tenantId}`.execute(tx.as()),
    )
  ).rows;
