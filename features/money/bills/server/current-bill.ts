import { dayOf } from '#core/calendar/day-range.ts';
import { billSum, type BillLine } from '#core/money/bill.ts';
import { monthOf } from '#core/money/bill-month.ts';
import { openAccounts } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { Failure } from '#shared/errors.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import type { BillSums } from '../contract.ts';
import { billsRepo, lastDayOf } from './bills.repo.ts';
import { thingCharges } from './monthly-things.ts';
import { unbilled } from './running-sum.ts';

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
  const { lines, paidE4 } = await unbilled(tx, last);
  const [fromMonth, month] = [monthOf(dayOf(beginsMs, zone)), monthOf(dayOf(endsMs, zone))];
  const charges = await thingCharges(tx, { month, currency, zone, afterDay: lastDayOf(last), fromMonth });
  const things = charges.map(({ service, variant, count, amountE4 }): BillLine => ({
    service,
    kind: variant,
    direction: '',
    country: '',
    note: '',
    count,
    seconds: 0,
    amountE4,
  }));
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
