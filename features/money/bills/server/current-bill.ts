import { dayOf } from '#core/calendar/day-range.ts';
import { billSum, type BillLine } from '#core/money/bill.ts';
import { monthOf, nextMonth } from '#core/money/bill-month.ts';
import { openAccounts } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import type { BillSums } from '../contract.ts';
import { billedLines } from './billed-entries.ts';
import { billsRepo } from './bills.repo.ts';
import { thingCharges } from './monthly-things.ts';

/** What was used since the last bill, with the days of this month so far of what costs by the month. */
export async function currentBill(tx: TenantTx, nowMs: number): Promise<BillSums> {
  const [account] = await openAccounts(tx, tx.tenantId);
  if (!account) throw new Failure('notFound');
  const repo = billsRepo(tx);
  const zone = await tenantZone(tx);
  const last = await repo.last();
  const { currency } = account;
  const beginsMs = last ? fromWireTime(last.endsAt) : fromWireTime(account.openedAt);
  const endsMs = Math.max(nowMs, beginsMs + 1_000);
  const { lines, paidE4 } = await billedLines(tx, {
    fromMs: beginsMs,
    // Whatever was booked by a clock ahead of ours is there too.
    toMs: endsMs + 86_400_000,
    afterEntry: last?.lastEntry ?? 0,
    lastEntry: null,
    month: null,
  });
  const thisMonth = monthOf(dayOf(endsMs, zone));
  const things: BillLine[] = [];
  for (
    let month = last ? nextMonth(last.month) : monthOf(dayOf(beginsMs, zone));
    month <= thisMonth;
    month = nextMonth(month)
  )
    for (const { service, variant, count, amountE4 } of await thingCharges(tx, { month, currency, zone }))
      things.push({ service, kind: variant, direction: '', country: '', note: '', count, seconds: 0, amountE4 });
  return {
    ...billSum([...lines, ...things], currency, await repo.taxes()),
    currency,
    paidE4,
    beginsAt: toWireTime(beginsMs),
    endsAt: toWireTime(endsMs),
    firstDay: dayOf(beginsMs, zone),
    lastDay: dayOf(endsMs, zone),
  };
}
