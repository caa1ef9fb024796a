import { sql, type RawBuilder } from 'kysely';
import { unread, type TenantTx } from '#platform/server/db/db.ts';

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}
export type ChangeKind = 'created' | 'edited' | 'tagged' | 'imported' | 'merged' | 'deleted' | 'restored';
/** Who changed something: a person, or a program by its name. */
export interface Author {
  userId: number | null;
  actor: string;
}

interface ChangeRow {
  id: number;
  at: string;
  user_name: string | null;
  actor: string;
  kind: ChangeKind;
  changes: Change[];
}

/**
 * What was changed of these. That an import brought somebody stands in their own row alone: a million rows of history would cost a third
 * of an import. Its id is less than that of any change, and no other's.
 */
export const historyOf = (customerIds: readonly number[]): RawBuilder<unknown> => sql`(
  select id, customer_id, at, user_id, actor, kind, changes from customer_change where customer_id = any(${customerIds}::bigint[])
  union all select -id, id, created_at, created_by, '', 'imported', '[]' from customer where id = any(${customerIds}::bigint[]) and import_id is not null)`;

/** What was changed of customers, by whom. */
export function customerChangesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** One row for each, in one statement. */
    async noteChanges(
      kind: ChangeKind,
      author: Author,
      changed: readonly { id: number; changes: readonly Change[] }[],
    ): Promise<void> {
      if (changed.length === 0) return;
      await sql`${unread} insert into customer_change (customer_id, user_id, actor, kind, changes)
        select r.id, ${author.userId}::bigint, ${author.actor}, ${kind}, r.changes from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (id bigint, changes jsonb)`.execute(
        rows,
      );
    },

    /** What was changed of these before a moment, the newest first. */
    async changes(
      customerIds: readonly number[],
      before: { at: string; seq: number },
      size: number,
    ): Promise<ChangeRow[]> {
      return (
        await sql<ChangeRow>`
        select h.id, h.at, m.nick_name user_name, h.actor, h.kind, h.changes from ${historyOf(customerIds)} h left join member m on m.user_id = h.user_id
        where (date_trunc('second', h.at), h.id) < (${before.at}::timestamptz, ${before.seq}::bigint)
        order by date_trunc('second', h.at) desc, h.id desc limit ${size}`.execute(rows)
      ).rows;
    },
  };
}
