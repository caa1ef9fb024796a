import { sql } from 'kysely';
import type { FlowCase } from '#core/flow/case.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CaseResult, CaseRow, CaseRun } from '../contract.ts';

export interface KeptCase {
  caseId: number;
  flowId: number;
  content: FlowCase;
}

const RUNS_KEPT = 200;
const run = sql`r.id "runId", r.flow_id "flowId", r.version, r.draft_version "draftVersion", r.state, r.total, r.done, r.passed, coalesce(m.nick_name, '') "askedBy", r.started_at "startedAt", r.ended_at "endedAt"`;
const runs = sql`flow_case_run r left join member m on m.user_id = r.asked_by`;

/** Kept conversations of one tenant, and how they went. */
export function casesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
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

    /** One that began long ago and did not end was lost. */
    isRunning: async (flowId: number) =>
      (
        await sql`select from flow_case_run where flow_id = ${flowId} and state = 'running' and started_at > now() - interval '10 minutes'`.execute(
          rows,
        )
      ).rows.length > 0,
    async begin(
      flowId: number,
      against: { version: number | null; draftVersion: number | null },
      total: number,
      userId: number,
    ): Promise<number> {
      return (
        await sql<{
          id: number;
        }>`insert into flow_case_run (flow_id, version, draft_version, total, asked_by) values (${flowId}, ${against.version}, ${against.draftVersion}, ${total}, ${userId}) returning id`.execute(
          rows,
        )
      ).rows[0]!.id;
    },
    /** False when it was cancelled meanwhile. */
    async progress(runId: number, done: number, passed: number): Promise<boolean> {
      return (
        (
          await sql`update flow_case_run set done = ${done}, passed = ${passed} where id = ${runId} and state = 'running' returning id`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    /** False when it is over. */
    async cancel(runId: number): Promise<boolean> {
      return (
        (
          await sql`update flow_case_run set state = 'cancelled', ended_at = now() where id = ${runId} and state = 'running' returning id`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    async end(runId: number, flowId: number, results: readonly CaseResult[]): Promise<void> {
      await sql`update flow_case_run set state = 'done', total = ${results.length}, done = ${results.length}, passed = ${results.filter(({ passed }) => passed).length}, results = ${JSON.stringify(results)}::jsonb, ended_at = now() where id = ${runId} and state = 'running'`.execute(
        rows,
      );
      await sql`delete from flow_case_run where flow_id = ${flowId} and id <= (select id from flow_case_run where flow_id = ${flowId} order by id desc offset ${RUNS_KEPT} limit 1)`.execute(
        rows,
      );
    },
    async runs(
      flowId: number,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: CaseRun[]; total: number }> {
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from flow_case_run where flow_id = ${flowId}`.execute(rows);
      const { rows: list } =
        await sql<CaseRun>`select ${run} from ${runs} where r.flow_id = ${flowId} order by r.id desc limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      return { list, total: counted[0]!.total };
    },
    async run(runId: number): Promise<(CaseRun & { results: CaseResult[] }) | null> {
      return (
        (
          await sql<
            CaseRun & { results: CaseResult[] }
          >`select ${run}, r.results from ${runs} where r.id = ${runId}`.execute(rows)
        ).rows[0] ?? null
      );
    },
  };
}
