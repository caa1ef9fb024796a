import { sql } from 'kysely';
import { billSum } from '#core/money/bill.ts';
import { monthOf, monthToClose, nextMonth, startOfMonth } from '#core/money/bill-month.ts';
import { dayOf } from '#core/calendar/day-range.ts';
import { lastEntryBooked, moneyOf, openAccounts } from '#features/money/ledger/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { BILLS_CHANGED } from '../contract.ts';
import { billedLines } from './billed-entries.ts';
import { billsRepo, lastDayOf } from './bills.repo.ts';
import { lookAtThings, postThings } from './monthly-things.ts';
import { beginRunningSum, keepRunningSum } from './running-sum.ts';

/*
 * Rules:
 * 1. Every month of an account gets one bill, some hours after it ended in the tenant's zone; months are closed in their order.
 * 2. What costs by the month is booked before. Then the last entry is noted: what comes later stands on the next bill.
 * 3. The bill, its number, its taxes and its rounding are one transaction. Whoever comes second finds it there.
 * 4. A closed tenant's last bill may be issued at once, up to that moment. Where it goes on afterwards, what is left of that month stands on
 *    the next bill; where it is closed again, that one may be issued at once too, though it is called by the month behind.
 */

type ClosingWorld = Pick<World, 'db' | 'clock' | 'catalogue' | 'log'>;

/** A stretch of standstill in months: more is closed by the next runs. */
const AT_ONCE = 24;

interface PayingTenant {
  tenantId: number;
  currency: string;
  openedMs: number;
  zone: string;
  state: string;
  stateMs: number | null;
}

/** Goes through all tenants that pay: looks at what costs by the month, and closes what is over. */
export async function closeMonths(world: ClosingWorld): Promise<void> {
  for (const tenant of await payingTenants(world, null)) {
    try {
      await sumUp(world, tenant);
      if (tenant.state !== 'closed')
        await world.db.tenant(tenant, (tx) =>
          lookAtThings(tx, world, { zone: tenant.zone, nowMs: world.clock.nowMs() }),
        );
      for (let month = 0; month < AT_ONCE; month += 1) if (!(await closeNext(world, tenant))) break;
    } catch (problem) {
      // Others do not wait for one that cannot be closed; it is tried again by the clock.
      world.log.error({ err: problem, tenantId: tenant.tenantId }, 'a month could not be closed');
    }
  }
}

/** Makes looking at the running month quick and nothing else: one that fails keeps no bill from being issued, which begins it anew. */
async function sumUp({ db, log }: ClosingWorld, tenant: PayingTenant): Promise<void> {
  try {
    const upTo = await db.tenant(tenant, lastEntryBooked);
    await db.tenant(tenant, (tx) => keepRunningSum(tx, upTo));
  } catch (problem) {
    log.error({ err: problem, tenantId: tenant.tenantId }, 'what is not billed yet could not be summed up');
  }
}

async function payingTenants({ db }: Pick<World, 'db'>, only: number | null): Promise<PayingTenant[]> {
  return db.everyTenant('months of all tenants are closed', async (tx) => {
    const accounts = await openAccounts(tx, only);
    const { rows } = await sql<{ id: number; zone: string; state: string; stateAt: string | null }>`
      select id, default_zone zone, state, state_at "stateAt" from tenant where id = any (${accounts.map(({ tenantId }) => tenantId)})`.execute(
      tx.as(),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return accounts.flatMap(({ tenantId, currency, openedAt }) => {
      const tenant = byId.get(tenantId);
      if (!tenant) return [];
      const { zone, state, stateAt } = tenant;
      const stateMs = stateAt === null ? null : fromWireTime(stateAt);
      return [{ tenantId, currency, zone, state, stateMs, openedMs: fromWireTime(openedAt) }];
    });
  });
}

/** Closes the next month of a tenant that is over; answers whether there was one. */
async function closeNext(world: ClosingWorld, tenant: PayingTenant): Promise<boolean> {
  const last = await world.db.tenant(tenant, (tx) => billsRepo(tx).last());
  const month = monthToClose({
    afterMonth: last?.month ?? null,
    firstMonth: monthOf(dayOf(tenant.openedMs, tenant.zone)),
    zone: tenant.zone,
    nowMs: world.clock.nowMs(),
  });
  if (month === null) return false;
  // Behind its end a closed tenant uses nothing.
  const isOver =
    tenant.state === 'closed' && tenant.stateMs !== null && startOfMonth(month, tenant.zone) > tenant.stateMs;
  if (isOver && !isBilledEarly(tenant, last)) return false;
  await issue(world, tenant, { month, endMs: startOfMonth(nextMonth(month), tenant.zone) });
  return true;
}

/** The last bill was issued before the tenant was closed for good. */
const isBilledEarly = ({ stateMs }: PayingTenant, last: { endsAt: string } | undefined): boolean =>
  last !== undefined && stateMs !== null && fromWireTime(last.endsAt) < stateMs;

/** The last bill of a closed tenant, up to now. Null where it is no such tenant, or has its bill. */
export async function issueLastBill(world: ClosingWorld, tenantId: number): Promise<number | null> {
  const [tenant] = await payingTenants(world, tenantId);
  if (tenant?.state !== 'closed') return null;
  while (await closeNext(world, tenant));
  const nowMs = world.clock.nowMs();
  const thisMonth = monthOf(dayOf(nowMs, tenant.zone));
  const last = await world.db.tenant(tenant, (tx) => billsRepo(tx).last());
  const isTaken = last !== undefined && last.month >= thisMonth;
  if (isTaken && !isBilledEarly(tenant, last)) return null;
  return issue(world, tenant, { month: isTaken ? nextMonth(last.month) : thisMonth, endMs: nowMs });
}

async function issue(
  { db, clock }: ClosingWorld,
  { tenantId, currency, zone, openedMs }: PayingTenant,
  { month, endMs }: { month: string; endMs: number },
): Promise<number | null> {
  const lastEntry = await db.tenant({ tenantId }, async (tx) => {
    if (await billsRepo(tx).ofMonth(month)) return null;
    await postThings(tx, { month, currency, zone, afterDay: lastDayOf(await billsRepo(tx).last()) });
    return lastEntryBooked(tx);
  });
  if (lastEntry === null) return null;
  return db.tenant({ tenantId }, async (tx) => {
    const repo = billsRepo(tx);
    await repo.lock();
    if (await repo.ofMonth(month)) return null;
    const before = await repo.last();
    const beginsMs = before ? fromWireTime(before.endsAt) : Math.min(openedMs, endMs - 1_000);
    // Whole seconds, as they are told.
    const endsMs = Math.max(beginsMs + 1_000, Math.ceil(endMs / 1_000) * 1_000);
    const span = { fromMs: beginsMs, toMs: endsMs, afterEntry: before?.lastEntry ?? 0, lastEntry, month };
    const { lines, paidE4 } = await billedLines(tx, span);
    const sum = billSum(lines, currency, await repo.taxes());
    const party = (await repo.party()).shown;
    await postSums(tx, month, sum);
    const balanceE4 = (before?.balanceE4 ?? 0) + paidE4 - sum.totalE4;
    const id = await repo.add({
      ...(await repo.nextNumber()),
      ...sum,
      month,
      zone,
      currency,
      lastEntry,
      party,
      paidE4,
      balanceE4,
      beginsMs,
      endsMs,
      issuedMs: clock.nowMs(),
    });
    await beginRunningSum(tx);
    await tx.push({ kind: BILLS_CHANGED, body: {}, access: 'bills.view' });
    return id;
  });
}

/** Taxes and what is missing to a whole unit, as entries of their own. */
async function postSums(tx: TenantTx, month: string, { roundingE4, taxes }: ReturnType<typeof billSum>): Promise<void> {
  const book = moneyOf(tx);
  // More on the bill is less for the tenant.
  if (roundingE4 !== 0)
    await book.post({ kind: 'rounding', amountE4: -roundingE4, ref: `${month}/rounding`, detail: { month } });
  for (const [place, { name, rate, baseE4, amountE4 }] of taxes.entries())
    if (amountE4 !== 0)
      await book.post({
        kind: 'tax',
        amountE4: -amountE4,
        ref: `${month}/${place}`,
        detail: { month, name, rate, baseE4 },
      });
}
