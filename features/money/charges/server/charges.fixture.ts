import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';

interface Prices {
  balanceE4: number;
  /** Of a minute to anywhere, 60/60 unless told. */
  minuteE4?: number;
  firstSec?: number;
  nextSec?: number;
  setupE4?: number;
  inboundE4?: number;
  flowE4?: number;
  /** A price for numbers that begin so, alone. */
  prefix?: string;
}

/** From now on this tenant pays for its calls, by a list of its own. */
export async function paysForCalls(db: Db, tenantId: number, prices: Prices): Promise<void> {
  const { balanceE4, minuteE4 = 600, firstSec = 60, nextSec = 60, setupE4 = 0, prefix = '' } = prices;
  await db.everyTenant('a tenant that pays', async (tx) => {
    await sql`select money_open(${tenantId}, 'USD')`.execute(tx.as());
    const { rows } = await sql<{ id: number }>`
      insert into price_list (tenant_id, name, currency, begins_at) values (${tenantId}, 'Own', 'USD', '2026-01-01') returning id`.execute(
      tx.as(),
    );
    const row = (service: string, kind: string, e4: number, ofPrefix = '') =>
      sql`insert into price_row (list_id, service, kind, prefix, first_sec, next_sec, setup_e4, price_e4) values (${rows[0]!.id}, ${service}, ${kind}, ${ofPrefix}, ${firstSec}, ${nextSec}, ${setupE4}, ${e4})`.execute(
        tx.as(),
      );
    await row('call', '', minuteE4, prefix);
    if (prices.inboundE4 !== undefined) await row('call', 'inbound', prices.inboundE4);
    if (prices.flowE4 !== undefined) await row('ai', '', prices.flowE4);
  });
  if (balanceE4 > 0) await topUp(db, tenantId, balanceE4, 'first');
}

export async function topUp(db: Db, tenantId: number, amountE4: number, ref: string): Promise<void> {
  await db.everyTenant('somebody pays', (tx) =>
    sql`select money_book(${tenantId}, 'topUp', 'cash', 'balance', ${amountE4}, ${ref}, '{}', null, false)`.execute(
      tx.as(),
    ),
  );
}

/** How the money of a tenant stands, and what was charged, the oldest first: `call 120 s 1200`. */
export async function moneyNow(db: Db, tenantId: number) {
  return db.everyTenant('looks', async (tx) => {
    const { rows } = await sql<{ balanceE4: number; heldE4: number; charged: string[] }>`
      select balance_e4 "balanceE4", held_e4 "heldE4", array(
        select e.kind || ' ' || (e.detail->>'seconds') || ' s ' || e.amount_e4 from money_entry e
        where e.tenant_id = a.tenant_id and e.debit = 'balance' order by e.id) charged
      from money_account a where a.tenant_id = ${tenantId}`.execute(tx.as());
    return rows[0]!;
  });
}
