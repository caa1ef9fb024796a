import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { PassRate } from '../contract.ts';

const rate = sql`version, version is null "isOfDraft", passed, total, ended_at at`;

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
