import { sql } from 'kysely';
import type { BillLine, BillTax, BillTaxLine } from '#core/money/bill.ts';
import { dayOf } from '#core/calendar/day-range.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { BillDetail, BillIssuer, BillParty, BillRow } from '../contract.ts';
import type { BilledSpan } from './billed-entries.ts';

export interface StoredBill extends BillRow {
  no: number;
  beginsAt: string;
  endsAt: string;
  zone: string;
  lastEntry: number;
  issuer: BillIssuer;
  party: BillParty;
  lines: BillLine[];
  taxes: BillTaxLine[];
  sumE4: number;
  roundingE4: number;
  paidE4: number;
  balanceE4: number;
}

/** The columns of a bill as `StoredBill` names them. */
export const billColumns = sql`b.id, b.no, b.number, b.month, b.begins_at "beginsAt", b.ends_at "endsAt", b.zone, b.currency, b.last_entry "lastEntry",
  b.issuer, b.party, b.lines, b.taxes, b.sum_e4 "sumE4", b.rounding_e4 "roundingE4", b.total_e4 "totalE4", b.paid_e4 "paidE4",
  b.balance_e4 "balanceE4", b.issued_at "issuedAt"`;

/** Bills of one tenant, and what the next one needs. */
export const billsRepo = (tx: TenantTx) => ({
  async page({ page, size }: { page: number; size: number }): Promise<{ list: BillRow[]; total: number }> {
    const { rows: list } = await sql<BillRow>`
      select id, number, month, currency, total_e4 "totalE4", issued_at "issuedAt"
      from bill order by month desc limit ${size} offset ${(page - 1) * size}`.execute(tx.as());
    const counted = await sql<{ total: number }>`select count(*) total from bill`.execute(tx.as());
    return { list, total: counted.rows[0]!.total };
  },
  async find(id: number): Promise<StoredBill | undefined> {
    const { rows } = await sql<StoredBill>`select ${billColumns} from bill b where b.id = ${id}`.execute(tx.as());
    return rows[0];
  },
  async ofMonth(month: string): Promise<{ id: number } | undefined> {
    const { rows } = await sql<{ id: number }>`select id from bill where month = ${month}`.execute(tx.as());
    return rows[0];
  },
  /** The newest, or the newest before a month. */
  async last(beforeMonth: string | null = null): Promise<StoredBill | undefined> {
    const { rows } = await sql<StoredBill>`
      select ${billColumns} from bill b where ${beforeMonth}::text is null or b.month < ${beforeMonth} order by b.month desc limit 1`.execute(
      tx.as(),
    );
    return rows[0];
  },
  async add(
    bill: Omit<StoredBill, 'id' | 'issuedAt' | 'beginsAt' | 'endsAt'> & {
      endsMs: number;
      beginsMs: number;
      issuedMs: number;
    },
  ): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into bill (no, number, month, begins_at, ends_at, zone, currency, last_entry, issuer, party, lines, taxes, sum_e4, rounding_e4,
        total_e4, paid_e4, balance_e4, issued_at)
      values (${bill.no}, ${bill.number}, ${bill.month}, ${new Date(bill.beginsMs)}, ${new Date(bill.endsMs)}, ${bill.zone}, ${bill.currency},
        ${bill.lastEntry}, ${JSON.stringify(bill.issuer)}::jsonb, ${JSON.stringify(bill.party)}::jsonb, ${JSON.stringify(bill.lines)}::jsonb,
        ${JSON.stringify(bill.taxes)}::jsonb, ${bill.sumE4}, ${bill.roundingE4}, ${bill.totalE4}, ${bill.paidE4}, ${bill.balanceE4}, ${new Date(bill.issuedMs)})
      returning id`.execute(tx.as());
    return rows[0]!.id;
  },
  /** As the tenant says it; its company's name where it said none. */
  async party(): Promise<{ entered: BillParty; shown: BillParty }> {
    const { rows } = await sql<BillParty & { company: string }>`
      select coalesce(p.name, '') name, coalesce(p.address, '') address, coalesce(p.tax_id, '') "taxId",
        coalesce(nullif(t.company, ''), t.name) company
      from tenant t left join bill_party p on p.tenant_id = t.id`.execute(tx.as());
    const { company, ...entered } = rows[0]!;
    return { entered, shown: { ...entered, name: entered.name || company } };
  },
  async setParty({ name, address, taxId }: BillParty): Promise<void> {
    await sql`
      insert into bill_party (name, address, tax_id) values (${name}, ${address}, ${taxId})
      on conflict (tenant_id) do update set name = excluded.name, address = excluded.address, tax_id = excluded.tax_id`.execute(
      tx.as(),
    );
  },
  async taxes(): Promise<BillTax[]> {
    const { rows } = await sql<BillTax>`select name, rate from bill_tax order by place`.execute(tx.as());
    return rows;
  },
  /** The number of the bill that is being issued, and who issues it. */
  async nextNumber(): Promise<{ no: number; number: string; issuer: BillIssuer }> {
    const { rows } = await sql<{
      no: number;
      prefix: string;
      issuer: BillIssuer;
    }>`select * from next_bill_number()`.execute(tx.as());
    const { no, prefix, issuer } = rows[0]!;
    return { no, number: `${prefix}${String(no).padStart(6, '0')}`, issuer };
  },
  /** Issuing waits for whoever issues for this tenant. */
  async lock(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('bills ' || current_tenant(), 0))`.execute(tx.as());
  },
});

/** The last day a bill covers, by the calendar it was made by; null: there is no bill. */
export const lastDayOf = (bill: Pick<StoredBill, 'endsAt' | 'zone'> | undefined): string | null =>
  bill ? dayOf(fromWireTime(bill.endsAt) - 1_000, bill.zone) : null;

/** The entries a bill is about, given the one before it. */
export const spanOf = (
  bill: Pick<StoredBill, 'beginsAt' | 'endsAt' | 'lastEntry' | 'month'>,
  before: Pick<StoredBill, 'lastEntry'> | undefined,
): BilledSpan => ({
  fromMs: fromWireTime(bill.beginsAt),
  toMs: fromWireTime(bill.endsAt),
  afterEntry: before?.lastEntry ?? 0,
  lastEntry: bill.lastEntry,
  month: bill.month,
});

/** A bill as its readers see it. */
export function shownBill(bill: StoredBill): BillDetail {
  const { zone } = bill;
  return {
    ...bill,
    firstDay: dayOf(fromWireTime(bill.beginsAt), zone),
    lastDay: dayOf(fromWireTime(bill.endsAt) - 1_000, zone),
  };
}
