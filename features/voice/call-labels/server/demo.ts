import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { MarkColour } from '#shared/codes/mark-colour.ts';
import type { Language } from '#shared/languages.ts';

const names: Record<Language, readonly string[]> = {
  'zh-CN': ['已成交', '感兴趣', '需回访', '投诉', '打错了', '不再联系'],
  'en-US': ['Sold', 'Interested', 'Call again', 'Complaint', 'Wrong number', 'Do not call'],
  'es-MX': ['Venta', 'Interesado', 'Volver a llamar', 'Queja', 'Número equivocado', 'No llamar'],
  'id-ID': ['Terjual', 'Tertarik', 'Hubungi lagi', 'Keluhan', 'Salah sambung', 'Jangan hubungi'],
};
const colours: readonly MarkColour[] = ['green', 'blue', 'amber', 'red', 'grey', 'violet'];

/** Six labels, and one on two of three conversations so far. */
export async function demoLabels(tx: Tx, { tenantId, language, chance }: DemoTenant): Promise<void> {
  const rows = tx.as<never>();
  const ids: number[] = [];
  for (const [index, name] of names[language].entries()) {
    const added = await sql<{
      id: number;
    }>`insert into call_label (tenant_id, name, colour, position) values (${tenantId}, ${name}, ${colours[index]}, ${index + 1}) returning id`.execute(
      rows,
    );
    ids.push(added.rows[0]!.id);
  }
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
