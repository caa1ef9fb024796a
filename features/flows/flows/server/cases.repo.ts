import { sql } from 'kysely';
import type { FlowCase } from '#core/flow/case.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CaseRow } from '../contract.ts';
import { caseRunsRepo } from './case-runs.repo.ts';

export interface KeptCase {
  caseId: number;
  flowId: number;
  content: FlowCase;
}

/** Kept conversations of one tenant, and how they went. */
export function casesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    ...caseRunsRepo(tx),

    async list(flowId: number): Promise<CaseRow[]> {
      return (
        await sql<CaseRow>`
        select c.id "caseId", c.name, jsonb_array_length(c.content -> 'steps') steps, jsonb_array_length(c.content -> 'expects') expects, coalesce(m.nick_name, '') "updatedBy", c.updated_at "updatedAt"
        from flow_case c left join member m on m.user_id = c.updated_by where c.flow_id = ${flowId} order by c.name, c.id`.execute(
          rows,
        )
      ).rows;
    },
    async find(caseId: number): Promise<KeptCase | null> {
      return (
        (
          await sql<KeptCase>`select id "caseId", flow_id "flowId", content from flow_case where id = ${caseId}`.execute(
            rows,
          )
        ).rows[0] ?? null
      );
    },
    async all(flowId: number): Promise<KeptCase[]> {
      return (
        await sql<KeptCase>`select id "caseId", flow_id "flowId", content from flow_case where flow_id = ${flowId} order by name, id`.execute(
          rows,
        )
      ).rows;
    },
    count: async (flowId: number) =>
      (await sql<{ count: number }>`select count(*) count from flow_case where flow_id = ${flowId}`.execute(rows))
        .rows[0]!.count,
    async add(flowId: number, content: FlowCase, userId: number): Promise<number> {
      return (
        await sql<{
          id: number;
        }>`insert into flow_case (flow_id, name, content, updated_by) values (${flowId}, ${content.name}, ${JSON.stringify(content)}::jsonb, ${userId}) returning id`.execute(
          rows,
        )
      ).rows[0]!.id;
    },
    async update(caseId: number, content: FlowCase, userId: number): Promise<void> {
      await sql`update flow_case set name = ${content.name}, content = ${JSON.stringify(content)}::jsonb, updated_by = ${userId}, updated_at = now() where id = ${caseId}`.execute(
        rows,
      );
    },
    remove: async (flowId: number, caseIds: readonly number[]) =>
      Number(
        (await sql`delete from flow_case where flow_id = ${flowId} and id = any(${caseIds}::bigint[])`.execute(rows))
          .numAffectedRows ?? 0n,
      ),
  };
}
