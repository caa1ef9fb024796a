import { sql } from 'kysely';
import { mergedLines } from '#core/money/bill.ts';
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

/**
 * Sums up what came since it was summed up before. `upTo`: the last entry booked, as a transaction of its own found it: whoever books waits
 * for the end of that one, and a month of a large team is not summed up in a moment.
 */
export async function keepRunningSum(tx: TenantTx, upTo: number): Promise<void> {
  // Not while a bill is issued, which begins the sum anew.
  await billsRepo(tx).lock();
  const last = await billsRepo(tx).last();
  const afterEntry = last?.lastEntry ?? 0;
  const kept = await keptSum(tx, last);
  // Somebody else has been here with a later one.
  if (kept ? kept.upTo >= upTo : afterEntry > upTo) return;
  const sums = kept ? together(kept, await linesBetween(tx, kept.upTo, upTo)) : await sinceBill(tx, last, upTo);
  await sql`
    insert into bill_running (after_entry, up_to, lines, paid_e4)
    values (${afterEntry}, ${upTo}, ${JSON.stringify(sums.lines)}::jsonb, ${sums.paidE4})
    on conflict (tenant_id) do update set after_entry = excluded.after_entry, up_to = excluded.up_to, lines = excluded.lines, paid_e4 = excluded.paid_e4`.execute(
    tx.as(),
  );
}

/** A bill was issued. It may know no later entry than the bill before it, whose sum would then be taken for what came after this one. */
export async function beginRunningSum(tx: TenantTx): Promise<void> {
  await sql`delete from bill_running`.execute(tx.as());
}
