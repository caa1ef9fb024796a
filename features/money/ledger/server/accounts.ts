import { sql } from 'kysely';
import { e4OfMinor } from '#core/money/money.ts';
import { sidesOf } from '#core/money/entry-kinds.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { Currency } from '#shared/codes/currency.ts';

/** What is known of a tenant's money. */
export interface MoneyAccount {
  currency: string;
  balanceE4: number;
  heldE4: number;
  creditE4: number;
  warnBelowE4: number | null;
}

/** Null: nobody counts this tenant's money; everything is free, and nothing about money is shown. */
export async function accountOf(tx: TenantTx): Promise<MoneyAccount | null> {
  const { rows } = await sql<MoneyAccount>`
    select currency, balance_e4 "balanceE4", held_e4 "heldE4", credit_e4 "creditE4", warn_below_e4 "warnBelowE4" from money_account`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

/** SQL: what the tenant pays in; dollars until it has an account. */
export const currencyText = sql<string>`coalesce((select currency from money_account), ${sql.lit(Currency.usDollar)})`;

export async function currencyOf(tx: TenantTx): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select ${currencyText} currency`.execute(tx.as());
  return rows[0]!.currency;
}

/** SQL: what the tenant may still spend; null where nobody counts. */
export const availableE4 = sql`(select balance_e4 + credit_e4 - held_e4 from money_account)`;

/** From now on this tenant's money is counted, in this currency, beginning with so many of its smallest units. One that has an account keeps it. */
export async function openAccount(tx: Tx, tenantId: number, currency: string, openingMinor = 0): Promise<void> {
  const { rows } = await sql<{ isNew: boolean }>`select money_open(${tenantId}, ${currency}) "isNew"`.execute(tx.as());
  if (!rows[0]!.isNew || openingMinor === 0) return;
  const { debit, credit, amountE4 } = sidesOf('opening', e4OfMinor(openingMinor, currency));
  await sql`select money_book(${tenantId}, 'opening', ${debit}, ${credit}, ${amountE4}, 'opening', '{}', null, false)`.execute(
    tx.as(),
  );
}

/** How far below nothing the tenant of the transaction may go. */
export async function setCredit(tx: TenantTx, creditE4: number): Promise<void> {
  await sql`select money_set_credit(${creditE4})`.execute(tx.as());
}

/** SQL: the accounts of all tenants, for whoever runs the installation; columns as in `MoneyAccount`. */
export const everyAccount = sql`(
  select tenant_id, currency, balance_e4 "balanceE4", held_e4 "heldE4", credit_e4 "creditE4", warn_below_e4 "warnBelowE4" from money_account)`;
