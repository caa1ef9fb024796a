import { sql } from 'kysely';
import type { Flow } from '#core/flow/flow.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FlowVersion } from '../contract.ts';
import { keepReferences } from './keep-references.ts';

/** What was published of flows, and which of it callers hear. */
export function flowVersionsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Lets callers hear this version. */
    async goLive(id: number, version: number, flow: Flow): Promise<void> {
      await sql`update flow set published_version = ${version}, is_changed = draft <> ${JSON.stringify(flow)}::jsonb where id = ${id}`.execute(
        rows,
      );
      await keepReferences(tx, id, true, flow);
    },
    async addVersion(
      id: number,
      { flow, note, userId }: { flow: Flow; note: string; userId: number | null },
    ): Promise<number> {
      const { rows: added } = await sql<{ version: number }>`
        insert into flow_version (flow_id, version, flow, note, author_id) select ${id}::bigint, coalesce(max(version), 0) + 1, ${JSON.stringify(flow)}::jsonb, ${note}, ${userId}::bigint from flow_version where flow_id = ${id} returning version`.execute(
        rows,
      );
      return added[0]!.version;
    },
    async version(id: number, version: number): Promise<Flow | null> {
      return (
        (
          await sql<{
            flow: Flow;
          }>`select flow from flow_version where flow_id = ${id} and version = ${version}`.execute(rows)
        ).rows[0]?.flow ?? null
      );
    },
    async versions(
      id: number,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: Omit<FlowVersion, 'passRate'>[]; total: number }> {
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from flow_version where flow_id = ${id}`.execute(rows);
      const { rows: list } = await sql<Omit<FlowVersion, 'passRate'>>`
        select v.version, v.note, coalesce(m.nick_name, '') author, v.created_at "createdAt", v.version = f.published_version "isLive", jsonb_array_length(v.flow -> 'nodes') nodes
        from flow_version v join flow f on f.id = v.flow_id left join member m on m.user_id = v.author_id
        where v.flow_id = ${id} order by v.version desc limit ${size} offset ${(page - 1) * size}`.execute(rows);
      return { list, total: counted[0]!.total };
    },
  };
}
