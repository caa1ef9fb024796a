import { sql } from 'kysely';
import { mergedLines } from '#core/money/bill.ts';
import { lastEntryBooked } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { billedLines, linesBetween, type BilledSums } from './billed-entries.ts';
import { billsRepo, type StoredBill } from './bills.repo.ts';

/*
 * What is not billed yet, summed up by the hour: a month of a large team is a million entries, and whoever looks at it reads those of the
 * last hour alone. Entries never change and come in the order of their ids, so that a sum up to one of them stays right until the next bill.
 */

interface KeptSum extends BilledSums {
  /** The last entry the bill before knew; of another bill it counts for nothing. */
  afterEntry: number;
  upTo: number;
}

async function keptSum(tx: TenantTx, last: StoredBill | undefined): Promise<KeptSum | null> {
  const { rows } = await sql<KeptSum>`
    select after_entry "afterEntry", up_to "upTo", lines, paid_e4 "paidE4" from bill_running`.execute(tx.as());
  const kept = rows[0];
  return kept && kept.afterEntry === (last?.lastEntry ?? 0) ? kept : null;
}

const together = (one: BilledSums, other: BilledSums): BilledSums => ({
  lines: mergedLines([...one.lines, ...other.lines]),
  paidE4: one.paidE4 + other.paidE4,
});

/** Everything since the last bill, or up to an entry. */
function sinceBill(tx: TenantTx, last: StoredBill | undefined, upTo: number | null): Promise<BilledSums> {
  const afterEntry = last?.lastEntry ?? 0;
  if (!last) return linesBetween(tx, afterEntry, upTo);
  // Of its time is also what was booked between the end of the month and the bill.
  const fromMs = fromWireTime(last.endsAt);
  return billedLines(tx, { fromMs, toMs: Number.MAX_SAFE_INTEGER / 1_000, afterEntry, lastEntry: upTo, month: null });
}

/** What is not billed yet. */
export async function unbilled(tx: TenantTx, last: StoredBill | undefined): Promise<BilledSums> {
  const kept = await keptSum(tx, last);
  return kept ? together(kept, await linesBetween(tx, kept.upTo, null)) : sinceBill(tx, last, null);
}

/** Sums up what came since it was summed up before. */
export async function keepRunningSum(tx: TenantTx): Promise<void> {
  const last = await billsRepo(tx).last();
  const upTo = await lastEntryBooked(tx);
  const kept = await keptSum(tx, last);
  if (kept?.upTo === upTo) return;
  const sums = kept ? together(kept, await linesBetween(tx, kept.upTo, upTo)) : await sinceBill(tx, last, upTo);
  await sql`
    insert into bill_running (after_entry, up_to, lines, paid_e4)
    values (${last?.lastEntry ?? 0}, ${upTo}, ${JSON.stringify(sums.lines)}::jsonb, ${sums.paidE4})
    on conflict (tenant_id) do update set after_entry = excluded.after_entry, up_to = excluded.up_to, lines = excluded.lines, paid_e4 = excluded.paid_e4`.execute(
    tx.as(),
  );
}
