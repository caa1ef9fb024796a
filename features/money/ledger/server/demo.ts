import { sql } from 'kysely';
import { e4OfMinor } from '#core/money/money.ts';
import { sidesOf } from '#core/money/entry-kinds.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { Currency } from '#shared/codes/currency.ts';
import { openAccount } from './accounts.ts';
import type { Posting } from './money-of.ts';

const DAY_MS = 86_400_000;
const currencies: Readonly<Record<string, string>> = { 'Borealis Bank': Currency.euro };
/** Below this its owners are told. */
const WARN_MINOR = 10_000;

/** What came in, by days ago and in the smallest unit. */
const payments = [
  { days: 62, kind: 'opening', minor: 150_000, note: '' },
  { days: 34, kind: 'topUp', minor: 100_000, note: 'Bank transfer 2041' },
  { days: 21, kind: 'voucher', minor: 5_000, note: '…7K2M' },
  { days: 9, kind: 'correction', minor: 1_240, note: 'Calls of a broken line' },
  { days: 6, kind: 'card', minor: 25_000, note: 'cs_demo' },
] as const;

/** What the tenant pays in; null where nobody counts. */
export async function currencyOfDemo(tx: Tx, tenantId: number): Promise<string | null> {
  const { rows } = await sql<{ currency: string }>`
    select currency from money_account where tenant_id = ${tenantId}`.execute(tx.as());
  return rows[0]?.currency ?? null;
}

/** Books what a demo tells of earlier days. */
export async function bookPast(
  tx: Tx,
  tenantId: number,
  { kind, amountE4: signed, ref, detail = {}, atMs }: Posting & { atMs: number },
): Promise<void> {
  const { debit, credit, amountE4 } = sidesOf(kind, signed);
  if (amountE4 === 0) return;
  const { rows } = await sql`
    insert into money_entry (tenant_id, at, debit, credit, amount_e4, kind, ref, detail)
    values (${tenantId}, ${momentOfMs(atMs)}, ${debit}, ${credit}, ${amountE4}, ${kind}, ${ref}, ${JSON.stringify(detail)}::jsonb)
    on conflict (tenant_id, kind, ref) do nothing returning 1`.execute(tx.as());
  if (rows.length > 0)
    await sql`update money_account set balance_e4 = balance_e4 + ${credit === 'balance' ? amountE4 : -amountE4} where tenant_id = ${tenantId}`.execute(
      tx.as(),
    );
}

/** An account with two months of payments. */
export async function demoLedger(tx: Tx, { tenantId, name, nowMs }: DemoTenant): Promise<void> {
  await openAccount(tx, tenantId, currencies[name] ?? Currency.usDollar);
  const currency = (await currencyOfDemo(tx, tenantId))!;
  for (const { days, kind, minor, note } of payments)
    await bookPast(tx, tenantId, {
      kind,
      amountE4: e4OfMinor(minor, currency),
      ref: kind === 'opening' ? 'opening' : `demo-${days}`,
      detail: note === '' ? {} : { note },
      atMs: nowMs - days * DAY_MS,
    });
  await sql`update money_account set warn_below_e4 = ${e4OfMinor(WARN_MINOR, currency)} where tenant_id = ${tenantId} and warn_below_e4 is null`.execute(
    tx.as(),
  );
}
