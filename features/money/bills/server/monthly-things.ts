import { sql } from 'kysely';
import { dayOf } from '#core/calendar/day-range.ts';
import { daysIn, monthOf, nextMonth } from '#core/money/bill-month.ts';
import { monthlyCharges, type MonthlyCharge } from '#core/money/monthly-charges.ts';
import { moneyOf } from '#features/money/ledger/server/index.ts';
import { sharedSeatLimits } from '#features/team/seats/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';

/*
 * Seats, numbers and storage: looked at every hour, charged by the day when the month is closed (core/money/monthly-charges.ts).
 * A day has what the highest look of it saw; storage is looked at once a day.
 */

type MonthlyService = 'seat' | 'number' | 'storage';

export interface ThingCharge extends MonthlyCharge {
  service: MonthlyService;
  variant: string;
}

/** Keeps how many there are today. */
export async function lookAtThings(
  tx: TenantTx,
  { catalogue }: Pick<World, 'catalogue'>,
  { zone, nowMs }: { zone: string; nowMs: number },
): Promise<void> {
  const day = dayOf(nowMs, zone);
  const { rows } = await sql<{ voice: number; text: number; isNew: boolean }>`
    select count(*) filter (where voice_seat) voice, count(*) filter (where text_seat) as text,
      not exists (select from bill_day where day = ${day}::date) "isNew"
    from member where enabled`.execute(tx.as());
  const { voice, text, isNew } = rows[0]!;
  // A team that shares its seats pays for those it may use at once.
  const limits = await sharedSeatLimits(tx);
  let numbers = 0;
  for (const { count } of catalogue.monthlyThings) numbers += await count(tx);
  const stored = isNew ? sql`coalesce((select sum(bytes) from stored_file where deleted_at is null), 0)` : sql`0`;
  await sql`
    insert into bill_day (day, voice_seats, text_seats, numbers, storage_bytes)
    values (${day}::date, ${Math.min(voice, limits.voice ?? voice)}, ${Math.min(text, limits.text ?? text)}, ${numbers}, ${stored})
    on conflict (tenant_id, day) do update set voice_seats = greatest(bill_day.voice_seats, excluded.voice_seats),
      text_seats = greatest(bill_day.text_seats, excluded.text_seats), numbers = greatest(bill_day.numbers, excluded.numbers)`.execute(
    tx.as(),
  );
}

interface ThingSpan {
  /** The month the bill is called by. */
  month: string;
  currency: string;
  zone: string;
  /** The last day of the bill before; null: there is none. */
  afterDay: string | null;
  /** Where there is no bill before: the month the account was opened in. */
  fromMonth?: string;
}

/**
 * What they cost since the bill before. That may have ended within a month, for a tenant that was closed and goes on: the other days of
 * that month are charged with the next bill.
 */
export async function thingCharges(
  tx: TenantTx,
  { month, currency, zone, afterDay, fromMonth = month }: ThingSpan,
): Promise<(ThingCharge & { ofMonth: string })[]> {
  const charges: (ThingCharge & { ofMonth: string })[] = [];
  let ofMonth = afterDay === null ? fromMonth : monthOf(afterDay);
  for (; ofMonth <= month; ofMonth = nextMonth(ofMonth))
    for (const charge of await chargesOfMonth(tx, { month: ofMonth, currency, zone, afterDay }))
      charges.push({ ...charge, ofMonth });
  return charges;
}

async function chargesOfMonth(tx: TenantTx, { month, currency, zone, afterDay }: ThingSpan): Promise<ThingCharge[]> {
  const { rows } = await sql<{ service: MonthlyService; variant: string; count: number; priceE4: number }>`
    select s.service, s.variant, s.count, p.price_e4 "priceE4"
    from bill_day d
    cross join lateral (values ('seat', 'voice', d.voice_seats::bigint), ('seat', 'text', d.text_seats), ('number', '', d.numbers), ('storage', '', d.storage_bytes))
      s (service, variant, count)
    cross join lateral price_of(d.tenant_id, ${currency}, s.service, '', s.variant, '', '', (d.day + 1)::timestamp at time zone ${zone}) p
    where d.day >= ${`${month}-01`}::date and d.day < ${`${nextMonth(month)}-01`}::date and (${afterDay}::date is null or d.day > ${afterDay}::date) and s.count > 0
    order by d.day`.execute(tx.as());
  const groups = Map.groupBy(rows, ({ service, variant }) => `${service}/${variant}`);
  return [...groups.values()].flatMap((days) => {
    const { service, variant } = days[0]!;
    return monthlyCharges(days, daysIn(month), service === 'storage' ? 'byte' : 'thing').map((charge) => ({
      ...charge,
      service,
      variant,
    }));
  });
}

/** Books what they cost, under the month of the bill; what was booked before is not booked again. */
export async function postThings(tx: TenantTx, span: ThingSpan): Promise<void> {
  const book = moneyOf(tx);
  for (const { service, variant, count, priceE4, amountE4, ofMonth } of await thingCharges(tx, span))
    await book.post({
      kind: service,
      amountE4,
      ref: `${span.month}/${variant}/${priceE4}${ofMonth === span.month ? '' : `/${ofMonth}`}`,
      detail: { month: ofMonth, variant, count, priceE4, days: daysIn(ofMonth) },
    });
}
