import { sql, type RawBuilder } from 'kysely';
import { isPayment, monthlyKinds, serviceOf, type BillLine } from '#core/money/bill.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/**
 * Which entries a bill is about: those of its time that were known when it was issued, and those of earlier times that came after the
 * bill before it. What is booked for a month as a whole belongs to that month's, whenever it was booked. Every entry stands on one bill.
 */
export interface BilledSpan {
  fromMs: number;
  toMs: number;
  /** Known to the bill before. */
  afterEntry: number;
  /** Null: all there are. */
  lastEntry: number | null;
  /** Null: nothing booked for a month as a whole. */
  month: string | null;
}

const MONTHLY = [...monthlyKinds];
/** Of those, what the bill itself books is no line of it. */
const CHARGED_MONTHLY = MONTHLY.filter((kind) => kind !== 'tax' && kind !== 'rounding');

/** SQL: conditions on entries of a span; each part goes along an index, and no entry is in two of them. */
function partsOf({ fromMs, toMs, afterEntry, lastEntry, month }: BilledSpan): RawBuilder<boolean>[] {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  const last = lastEntry ?? Number.MAX_SAFE_INTEGER;
  const others = sql`kind <> all (${MONTHLY}::text[])`;
  return [
    sql`kind = any (${CHARGED_MONTHLY}::text[]) and starts_with(ref, ${`${month ?? '-'}/`})`,
    sql`${others} and at < ${from} and id > ${afterEntry} and id <= ${last}`,
    sql`${others} and at >= ${from} and at < ${to} and id <= ${last}`,
  ];
}

const entriesOf = (span: BilledSpan): RawBuilder<unknown> =>
  sql.join(
    partsOf(span).map((part) => sql`select * from billed_entry where ${part}`),
    sql` union all `,
  );

interface GroupRow {
  kind: string;
  ofKind: string;
  direction: string;
  country: string;
  note: string;
  count: number;
  seconds: number;
  chargeE4: number;
}

export interface BilledSums {
  lines: BillLine[];
  paidE4: number;
}

/** What a span holds: lines of a bill, and what came in. */
export const billedLines = (tx: TenantTx, span: BilledSpan): Promise<BilledSums> => summed(tx, entriesOf(span));

/** What was booked between two entries, but for what is booked for a month as a whole. */
export const linesBetween = (tx: TenantTx, afterEntry: number, lastEntry: number | null): Promise<BilledSums> =>
  summed(
    tx,
    sql`select * from billed_entry where kind <> all (${MONTHLY}::text[]) and id > ${afterEntry} and id <= ${lastEntry ?? Number.MAX_SAFE_INTEGER}`,
  );

async function summed(tx: TenantTx, entries: RawBuilder<unknown>): Promise<BilledSums> {
  const { rows } = await sql<GroupRow>`
    select kind, coalesce(nullif(variant, ''), of_kind) "ofKind", direction, country, case when kind = 'correction' then note else '' end note,
      sum(count) count, sum(seconds) seconds, sum(charge_e4) "chargeE4"
    from (${entries}) e group by 1, 2, 3, 4, 5`.execute(tx.as());
  const lines: BillLine[] = [];
  let paidE4 = 0;
  for (const { kind, ofKind, chargeE4, ...row } of rows) {
    const service = serviceOf(kind);
    if (service) lines.push({ ...row, service, kind: kind === 'smsBack' ? 'back' : ofKind, amountE4: chargeE4 });
    else if (isPayment(kind)) paidE4 -= chargeE4;
  }
  return { lines, paidE4 };
}

/** An entry as a table tells it. */
export interface BilledEntry {
  id: number;
  at: string;
  kind: string;
  ofKind: string;
  direction: string;
  country: string;
  callId: string;
  note: string;
  seconds: number;
  chargeE4: number;
}

/** Entries of a span, so many at a time: what was booked for its month first, then what came late, then the others by their time. */
export async function* entryBatches(
  within: <T>(read: (tx: TenantTx) => Promise<T>) => Promise<T>,
  span: BilledSpan,
  size: number,
): AsyncGenerator<BilledEntry[]> {
  for (const part of partsOf(span)) {
    let behind: RawBuilder<unknown> = sql`true`;
    let rows: (BilledEntry & { place: string })[];
    do {
      const found = await within((tx) =>
        sql<BilledEntry & { place: string }>`
          select id, at, kind, coalesce(nullif(variant, ''), of_kind) "ofKind", direction, country, call_id "callId", note, seconds,
            charge_e4 "chargeE4", at::text place
          from billed_entry where ${part} and ${behind} order by billed_entry.at, billed_entry.id limit ${size}`.execute(
          tx.as(),
        ),
      );
      rows = found.rows;
      const last = rows.at(-1);
      // To the last digit the database keeps, so that none is left out and none comes twice.
      if (last) behind = sql`(at, id) > (${last.place}::timestamptz, ${last.id}::bigint)`;
      if (last) yield rows;
    } while (rows.length === size);
  }
}

/** How many there are, counted no further than asked. */
export async function countEntries(tx: TenantTx, span: BilledSpan, most: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) from (select from (${entriesOf(span)}) e limit ${most}) counted`.execute(tx.as());
  return rows[0]!.count;
}
