import { sql } from 'kysely';
import type { TimeRange } from '#core/calendar/day-range.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { ReportFilter } from '../contract.ts';

const DEFAULT_ANSWER_SECONDS = sql.lit(120);

/** What the report was asked to look at alone. */
export type Chosen = Pick<ReportFilter, 'channel_id' | 'group_id' | 'agent_id'>;
export type Scope = Chosen & { range: TimeRange };

export const secondsBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`case when ${to} is not null then greatest(0, floor(date_part('epoch', ${to} - ${from})))::int end`;

/** The conversations that began in this range, of what was chosen. */
export const within = ({ range, channel_id, group_id, agent_id }: Scope) => sql`
  c.created_at >= ${momentOfMs(range.fromMs)} and c.created_at < ${momentOfMs(range.toMs)}
  ${channel_id ? sql`and c.channel_id = ${channel_id}` : sql``} ${group_id ? sql`and c.group_id = ${group_id}` : sql``}
  ${agent_id ? sql`and exists (select from chat_stint s where s.conversation_id = c.id and s.user_id = ${agent_id})` : sql``}`;

/** Every conversation as rules 2, 3 and 5 of the figures count it. */
export const counted = sql`
  c.closed_at is not null and c.first_answer_at is null unanswered,
  ${secondsBetween(sql`c.created_at`, sql`c.first_assigned_at`)} wait, ${secondsBetween(sql`c.created_at`, sql`c.first_answer_at`)} answer,
  case when c.closed_at is not null and c.first_assigned_at is not null then (c.handled_ms / 1000)::int end handle, c.transfers, c.rating`;

/** How soon the tenant promises an answer. */
export async function promiseSec(tx: TenantTx): Promise<number> {
  return (
    await sql<{ sec: number }>`select chat_setting('ChatAnswerSeconds', ${DEFAULT_ANSWER_SECONDS}) sec`.execute(tx.as())
  ).rows[0]!.sec;
}
