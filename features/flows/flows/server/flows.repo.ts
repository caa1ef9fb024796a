import { sql } from 'kysely';
import type { Flow } from '#core/flow/flow.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FlowRow, FlowStatus, Saved } from '../contract.ts';
import { flowVersionsRepo } from './flow-versions.repo.ts';
import { keepReferences } from './keep-references.ts';

/** A flow with its draft. */
export interface StoredFlow extends Omit<FlowRow, 'nodes' | 'languages'> {
  flow: Flow;
}

export interface FlowSearch {
  page: number;
  size: number;
  words?: string | undefined;
  status?: FlowStatus | undefined;
  sort: 'name' | 'draftAt' | 'publishedAt';
  descending: boolean;
}

const status = sql`case when f.published_version is null then 'draft' when f.is_changed then 'changed' else 'published' end`;
const columns = sql`f.id, f.name, f.remark, ${status} status, f.published_version "publishedVersion", v.created_at "publishedAt", f.draft_version "draftVersion", coalesce(m.nick_name, '') "draftBy", f.draft_at "draftAt"`;
const from = sql`flow f left join member m on m.user_id = f.draft_by left join flow_version v on v.flow_id = f.id and v.version = f.published_version`;
const orders = { name: sql`f.name`, draftAt: sql`f.draft_at`, publishedAt: sql`v.created_at` } as const;

/** The flows of one tenant. */
export function flowsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    ...flowVersionsRepo(tx),

    async page({
      page,
      size,
      words,
      status: wanted,
      sort,
      descending,
    }: FlowSearch): Promise<{ list: FlowRow[]; total: number }> {
      const parts = [sql`true`];
      if (words)
        parts.push(
          sql`(position(lower(${words}) in lower(f.name)) > 0 or position(lower(${words}) in lower(f.remark)) > 0)`,
        );
      if (wanted) parts.push(sql`${status} = ${wanted}`);
      const where = sql.join(parts, sql` and `);
      const direction = descending ? sql`desc` : sql`asc`;
      const { rows: counted } = await sql<{ total: number }>`select count(*) total from flow f where ${where}`.execute(
        rows,
      );
      const { rows: list } = await sql<FlowRow>`
        select ${columns}, jsonb_array_length(f.draft -> 'nodes') nodes, f.draft -> 'languages' languages from ${from} where ${where}
        order by ${orders[sort]} ${direction} nulls last, f.id limit ${size} offset ${(page - 1) * size}`.execute(rows);
      return { list, total: counted[0]!.total };
    },
    async published(): Promise<{ id: number; name: string }[]> {
      return (
        await sql<{
          id: number;
          name: string;
        }>`select id, name from flow where published_version is not null order by name, id`.execute(rows)
      ).rows;
    },
    async count(): Promise<number> {
      return (await sql<{ count: number }>`select count(*) count from flow`.execute(rows)).rows[0]!.count;
    },
    /** `forUpdate`: nobody else changes it until this transaction ends. */
    async find(id: number, { forUpdate = false } = {}): Promise<StoredFlow | null> {
      if (forUpdate) await sql`select from flow where id = ${id} for update`.execute(rows);
      return (
        (await sql<StoredFlow>`select ${columns}, f.draft flow from ${from} where f.id = ${id}`.execute(rows))
          .rows[0] ?? null
      );
    },
    async add({
      name,
      remark,
      flow,
      userId,
    }: {
      name: string;
      remark: string;
      flow: Flow;
      userId: number | null;
    }): Promise<number> {
      const { rows: added } = await sql<{
        id: number;
      }>`insert into flow (name, remark, draft, draft_by) values (${name}, ${remark}, ${JSON.stringify(flow)}::jsonb, ${userId}) returning id`.execute(
        rows,
      );
      await keepReferences(tx, added[0]!.id, false, flow);
      return added[0]!.id;
    },
    async saveDraft(
      id: number,
      { name, remark, flow, userId }: { name: string; remark: string; flow: Flow; userId: number },
    ): Promise<Saved> {
      const { rows: saved } = await sql<Saved>`
        update flow f set name = ${name}, remark = ${remark}, draft = ${JSON.stringify(flow)}::jsonb, draft_version = f.draft_version + 1, draft_by = ${userId}, draft_at = now(),
          is_changed = not exists (select from flow_version v where v.flow_id = f.id and v.version = f.published_version and v.flow = ${JSON.stringify(flow)}::jsonb)
        where f.id = ${id} returning f.draft_version "draftVersion", f.draft_at "draftAt", ${status} status`.execute(
        rows,
      );
      await keepReferences(tx, id, false, flow);
      return saved[0]!;
    },
    remove: async (id: number) => (await sql`delete from flow where id = ${id}`.execute(rows)).numAffectedRows === 1n,
    firstGroup: async () =>
      (await sql<{ id: number }>`select id from ${groupRows} g order by group_no, id limit 1`.execute(rows)).rows[0]
        ?.id ?? null,
  };
}

/** What others may know of flows: a subquery to join, which the database resolves as if it were the table. */
export const flowRows = sql`(select id, tenant_id, name, published_version from flow)`;
