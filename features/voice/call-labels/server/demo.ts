import { sql } from 'kysely';
import type { FoundedTenant } from '#platform/server/contributions.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { layOutLabels } from './first-labels.ts';

/** Six labels, and one on two of three conversations so far. */
export async function demoLabels(
  tx: Tx,
  { tenantId, chance }: Pick<DemoTenant, 'tenantId' | 'chance'>,
  say: FoundedTenant['say'],
): Promise<void> {
  const rows = tx.as<never>();
  const ids = await layOutLabels(tx, { tenantId, say });
  const calls = await sql<{ call_id: string; user_id: number; ended_at: string }>`
    select call_id, user_id, ended_at from call_record where tenant_id = ${tenantId} and outcome = 1 and user_id is not null and ended_at is not null order by id limit 2000`.execute(
    rows,
  );
  const chosen = calls.rows.flatMap((call) =>
    chance() < 0.66 ? [{ ...call, label_id: ids[Math.floor(chance() ** 2 * ids.length)]! }] : [],
  );
  await sql`insert into call_label_choice (tenant_id, call_id, label_id, user_id, chosen_at)
    select ${tenantId}, c.call_id, c.label_id, c.user_id, c.ended_at at time zone 'UTC' from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as c (call_id text, label_id bigint, user_id bigint, ended_at timestamp)`.execute(
    rows,
  );
}
