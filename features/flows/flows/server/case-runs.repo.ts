import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CaseResult, CaseRun, PassRate } from '../contract.ts';

const RUNS_KEPT = 200;
const run = sql`r.id "runId", r.flow_id "flowId", r.version, r.draft_version "draftVersion", r.state, r.total, r.done, r.passed, coalesce(m.nick_name, '') "askedBy", r.started_at "startedAt", r.ended_at "endedAt"`;
const runs = sql`flow_case_run r left join member m on m.user_id = r.asked_by`;
const rate = sql`version, version is null "isOfDraft", passed, total, ended_at at`;

/** Kept conversations while they are played, and how they went. */
export function caseRunsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
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

/** How the kept conversations went when they were last played, whatever against. */
export async function lastPassRate(tx: TenantTx, flowId: number): Promise<PassRate | null> {
  const { rows } =
    await sql<PassRate>`select ${rate} from flow_case_run where flow_id = ${flowId} and state = 'done' order by id desc limit 1`.execute(
      tx.as(),
    );
  return rows[0] ?? null;
}

/** What was played against this draft was played against the version it became. */
export async function runsBecome(tx: TenantTx, flowId: number, draftVersion: number, version: number): Promise<void> {
  await sql`update flow_case_run set version = ${version}, draft_version = null where flow_id = ${flowId} and draft_version = ${draftVersion} and state = 'done'`.execute(
    tx.as(),
  );
}

/** The last of each version that was played. */
export async function passRates(
  tx: TenantTx,
  flowId: number,
  versions: readonly number[],
): Promise<Map<number, PassRate>> {
  const { rows } =
    await sql<PassRate>`select distinct on (version) ${rate} from flow_case_run where flow_id = ${flowId} and state = 'done' and version = any(${versions}::int[]) order by version, id desc`.execute(
      tx.as(),
    );
  return new Map(rows.map((row) => [row.version!, row]));
}
