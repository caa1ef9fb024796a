import { sql } from 'kysely';
import { dayOf } from '#core/calendar/day-range.ts';
import { CLOSED_AFTER_MS, monthOf, nextMonth, startOfMonth } from '#core/money/bill-month.ts';
import { callCostE4, type MinutePrice } from '#core/money/cost.ts';
import { sidesOf, type LedgerKind } from '#core/money/entry-kinds.ts';
import { e4OfMinor } from '#core/money/money.ts';
import { openAccount } from '#features/money/ledger/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openLog } from '#platform/server/log.ts';
import type { World } from '#platform/server/world.ts';
import { aTenant } from '#test/builders.ts';
import { handClock, type HandClock } from '#test/clock.ts';
import { closeMonths } from './close-months.ts';

const HOUR_MS = 3_600_000;

/** A zone in which no month begins or ends within the next hour, so that what is booked now is of one month. */
export const quietZone = ((): string => {
  const hour = new Date().getUTCHours();
  return hour === 23 || hour === 0 ? 'Asia/Tokyo' : 'UTC';
})();
export const thisMonth = monthOf(dayOf(Date.now(), quietZone));
/** A moment at which this month is closed. */
export const closingMs = startOfMonth(nextMonth(thisMonth), quietZone) + CLOSED_AFTER_MS + HOUR_MS;

/** A tenant that pays, with so much to begin with. */
export async function aBilledTenant(db: Db, currency: string, units = 10_000): Promise<number> {
  const tenantId = await aTenant(db);
  await db.everyTenant('a tenant that pays', async (tx) => {
    await sql`update tenant set default_zone = ${quietZone} where id = ${tenantId}`.execute(tx.as());
    await openAccount(tx, tenantId, currency, units * (currency === 'JPY' ? 1 : 100));
  });
  return tenantId;
}

/** Books something at a moment, as the ledger would have then. */
export async function bookedAt(
  db: Db,
  tenantId: number,
  entry: { kind: LedgerKind; amountE4: number; ref: string; atMs?: number; detail?: object },
): Promise<void> {
  const { debit, credit, amountE4 } = sidesOf(entry.kind, entry.amountE4);
  await db.everyTenant('an entry of another time', async (tx) => {
    await sql`select from money_account where tenant_id = ${tenantId} for update`.execute(tx.as());
    await sql`insert into money_entry (tenant_id, at, debit, credit, amount_e4, kind, ref, detail)
      values (${tenantId}, ${new Date(entry.atMs ?? Date.now())}, ${debit}, ${credit}, ${amountE4}, ${entry.kind}, ${entry.ref}, ${JSON.stringify(entry.detail ?? {})}::jsonb)`.execute(
      tx.as(),
    );
    await sql`update money_account set balance_e4 = balance_e4 + ${credit === 'balance' ? amountE4 : -amountE4} where tenant_id = ${tenantId}`.execute(
      tx.as(),
    );
  });
}

/** A call that was charged by the settling of its record; answers what it cost. */
export async function aChargedCall(
  db: Db,
  tenantId: number,
  call: { id: string; seconds: number; country: string; kind?: 'manual' | 'task' | 'inbound'; price: MinutePrice },
): Promise<number> {
  const { id, seconds, country, kind = 'manual', price } = call;
  const direction = kind === 'inbound' ? 'inbound' : 'outbound';
  const held = { service: 'call', kind, direction, country, prefix: '', listId: 1, ...price };
  const endMs = Date.now();
  await db.tenant({ tenantId }, async (tx) => {
    await sql`select money_hold_take(${id}, ${id}, 0, ${JSON.stringify(held)}::jsonb, now() + interval '1 hour')`.execute(
      tx.as(),
    );
    await sql`select money_hold_answered(${id}, ${new Date(endMs - seconds * 1_000)})`.execute(tx.as());
    await sql`insert into call_record (call_id, node, direction, started_at, ended_at, customer_number, our_number)
      values (${id}, 'n', ${direction}, ${new Date(endMs - seconds * 1_000)}, ${new Date(endMs)}, '525512345678', '525550000101')`.execute(
      tx.as(),
    );
  });
  return callCostE4(price, seconds);
}

/** Prices of what costs by the month, for one tenant. */
export async function monthlyPrices(
  db: Db,
  tenantId: number,
  currency: string,
  units: { voice: number; text: number; number: number; storage: number },
): Promise<void> {
  await db.everyTenant('prices', async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into price_list (tenant_id, name, currency, begins_at) values (${tenantId}, 'Own', ${currency}, '2026-01-01') returning id`.execute(
      tx.as(),
    );
    const e4 = (amount: number) => e4OfMinor(amount * (currency === 'JPY' ? 1 : 100), currency);
    await sql`insert into price_row (list_id, service, variant, price_e4) values
      (${rows[0]!.id}, 'seat', 'voice', ${e4(units.voice)}), (${rows[0]!.id}, 'seat', 'text', ${e4(units.text)}),
      (${rows[0]!.id}, 'number', '', ${e4(units.number)}), (${rows[0]!.id}, 'storage', '', ${e4(units.storage)})`.execute(
      tx.as(),
    );
  });
}

/** Days on which so much was there, as the hourly look would have kept them. */
export async function lookedAt(
  db: Db,
  tenantId: number,
  day: string,
  things: { voice: number; text: number; numbers: number; bytes: number },
): Promise<void> {
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into bill_day (day, voice_seats, text_seats, numbers, storage_bytes)
      values (${day}::date, ${things.voice}, ${things.text}, ${things.numbers}, ${things.bytes})
      on conflict (tenant_id, day) do update set voice_seats = excluded.voice_seats, text_seats = excluded.text_seats,
        numbers = excluded.numbers, storage_bytes = excluded.storage_bytes`.execute(tx.as()),
  );
}

/** Somebody who closes months by a clock of their own: each is a process. */
export function aCloser(
  world: Pick<World, 'db' | 'catalogue'>,
  atMs = closingMs,
): { clock: HandClock; run(): Promise<void> } {
  const clock = handClock(atMs);
  const own = { db: world.db, catalogue: world.catalogue, clock, log: openLog('silent') };
  return { clock, run: () => closeMonths(own) };
}
