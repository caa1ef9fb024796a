import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { Currency } from '#shared/codes/currency.ts';

/** SQL: what the tenant pays in; dollars until it has an account. */
export const currencyText = sql<string>`coalesce((select currency from tenant_balance), ${sql.lit(Currency.usDollar)})`;

export async function currencyOf(tx: TenantTx): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select ${currencyText} currency`.execute(tx.as());
  return rows[0]!.currency;
}

/** Takes an amount off the account, in its smallest unit; false when there is not so much. What costs nothing needs no account. */
export async function charge(tx: TenantTx, minor: number): Promise<boolean> {
  if (minor <= 0) return true;
  const { rows } =
    await sql`update tenant_balance set balance_minor = balance_minor - ${minor} where balance_minor >= ${minor} returning 1`.execute(
      tx.as(),
    );
  return rows.length > 0;
}

/** Puts back what was taken for something that came to nothing. */
export async function giveBack(tx: TenantTx, minor: number): Promise<void> {
  if (minor > 0) await sql`update tenant_balance set balance_minor = balance_minor + ${minor}`.execute(tx.as());
}

/** What a demo tenant has to spend, unless it has something already. */
export async function demoBalance(tx: Tx, tenantId: number, currency: string, minor: number): Promise<void> {
  await sql`insert into tenant_balance (tenant_id, currency, balance_minor) values (${tenantId}, ${currency}, ${minor}) on conflict (tenant_id) do nothing`.execute(
    tx.as(),
  );
}

/** SQL: what the tenant has left, in the smallest unit of its currency. */
export const balanceMinor = sql`(select balance_minor from tenant_balance)`;
