import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { PassRate } from '../contract.ts';

const rate = sql`version, version is null "isOfDraft", passed, total, ended_at at`;

/** How the kept conversations went when they were last played, whatever against. */
export async function lastPassRate(tx: TenantTx, flowId: number): Promise<PassRate | null> {
  const { rows } = await sql<PassRate>`select ${rate} from flow_case_run where flow_id = ${flowId} and state = 'done' order by id desc limit 1`.execute(tx.as());
  return rows[0] ?? null;
}

/** The last of each version that was played. */
export async function passRates(tx: TenantTx, flowId: number, versions: readonly number[]): Promise<Map<number, PassRate>> {
  const { rows } = await sql<PassRate>`select distinct on (version) ${rate} from flow_case_run where flow_id = ${flowId} and state = 'done' and version = any(${versions}::int[]) order by version, id desc`.execute(tx.as());
  return new Map(rows.map((row) => [row.version!, row]));
}
