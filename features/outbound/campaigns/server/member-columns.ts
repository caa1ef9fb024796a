import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** A column that came with customers, and what stands in it. */
export interface MemberColumn {
  column: string;
  values: { value: string; customers: number }[];
  /** There are more than are named. */
  isMore: boolean;
}

/** So many open customers tell what columns hold, and so many values of each are named. */
const [LOOKED_AT, VALUES_MOST] = [10_000, 50];

/** What the columns of a campaign's open customers say, by its first ones; the commonest first, whatever their letters' size. */
export async function memberColumns(tx: TenantTx, campaignId: number): Promise<MemberColumn[]> {
  const { rows } = await sql<{ column: string; value: string; customers: number }>`
    select "column", value, customers from (
      select e.key "column", min(btrim(e.value)) value, count(*) customers, row_number() over (partition by e.key order by count(*) desc, lower(btrim(e.value))) place
      from (select columns from campaign_customer where campaign_id = ${campaignId} and task_state = 0 order by id limit ${LOOKED_AT}) x cross join lateral jsonb_each_text(x.columns) e
      where btrim(e.value) <> '' group by e.key, lower(btrim(e.value))) placed
    where place <= ${VALUES_MOST + 1} order by "column", place`.execute(tx.as());
  const columns = new Map<string, MemberColumn>();
  for (const { column, value, customers } of rows) {
    const one = columns.get(column) ?? { column, values: [], isMore: false };
    if (one.values.length === VALUES_MOST) one.isMore = true;
    else one.values.push({ value, customers });
    columns.set(column, one);
  }
  return [...columns.values()];
}
