import { sql, type RawBuilder } from 'kysely';
import { BALANCE, type LedgerKind } from '#core/money/entry-kinds.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfWire } from '#platform/server/db/moments.ts';
import { ENTRIES_TOTAL_CAP, type EntryFilter } from '../contract.ts';

export interface EntryRow {
  id: number;
  at: string;
  kind: LedgerKind;
  amountE4: number;
  ref: string;
  detail: { callId?: string; country?: string; seconds?: number; parts?: number; note?: string };
  byName: string;
}

function matching({ kinds, startDate, endDate, callId }: EntryFilter): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (kinds.length > 0) parts.push(sql`e.kind = any(${kinds}::text[])`);
  if (startDate) parts.push(sql`e.at >= ${momentOfWire(startDate)}`);
  if (endDate) parts.push(sql`e.at < ${momentOfWire(endDate)}`);
  if (callId) parts.push(sql`e.detail ? 'callId' and e.detail ->> 'callId' = ${callId}`);
  return sql.join(parts, sql` and `);
}

/** What was paid and used; nothing here writes. */
export function entriesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async page(
      filter: EntryFilter,
      { size, offset = 0, before }: { size: number; offset?: number; before?: number | undefined },
    ): Promise<EntryRow[]> {
      const older =
        before === undefined
          ? sql`true`
          : sql`(e.at, e.id) < (select b.at, b.id from money_entry b where b.id = ${before})`;
      const { rows: found } = await sql<EntryRow>`
        select e.id, e.at, e.kind, case when e.credit = ${BALANCE} then e.amount_e4 else -e.amount_e4 end "amountE4", e.ref, e.detail, coalesce(m.nick_name, '') "byName"
        from money_entry e left join member m on m.user_id = e.by_user
        where ${matching(filter)} and ${older} order by e.at desc, e.id desc limit ${size} offset ${offset}`.execute(
        rows,
      );
      return found;
    },
    /** Counts no further than one beyond the cap. */
    async total(filter: EntryFilter, cap: number | null = ENTRIES_TOTAL_CAP): Promise<number> {
      const limit = cap === null ? sql`` : sql`limit ${cap + 1}`;
      const { rows: counted } = await sql<{ total: number }>`
        select count(*) total from (select from money_entry e where ${matching(filter)} ${limit}) counted`.execute(
        rows,
      );
      return counted[0]!.total;
    },
  };
}
