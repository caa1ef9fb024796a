import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { FinalCallStatus } from '#shared/codes/final-call-status.ts';

/** Calls of a campaign that are over, added up. */
export interface DialledSums {
  status: FinalCallStatus;
  aiResult: AiCallResult | null;
  /** By the clock of the zone. */
  day: string;
  hour: number;
  calls: number;
  connected: number;
  talkSec: number;
}

/** SQL: the quarters of an hour in which a campaign called, with day and hour of a zone. Writing a day is dear: it is done once for each. */
export const slotsOf = (campaignId: number, zone: string) => sql`
  select o.slot, to_char(o.slot at time zone ${zone}, 'YYYY-MM-DD') as day, extract(hour from o.slot at time zone ${zone})::int as hour
  from (select distinct u.slot from campaign_tally u where u.campaign_id = ${campaignId} offset 0) o`;

/** Of the tally of a campaign: by what came of its calls, and when. */
export async function dialledSums(tx: TenantTx, campaignId: number, zone: string): Promise<DialledSums[]> {
  return (
    await sql<DialledSums>`
      select t.status, nullif(t.ai_result, 0) "aiResult", s.day, s.hour, sum(t.calls)::int calls, sum(t.taken)::int connected, sum(t.talk_sec)::int "talkSec"
      from campaign_tally t join (${slotsOf(campaignId, zone)}) s on s.slot = t.slot where t.campaign_id = ${campaignId} and t.calls > 0 group by 1, 2, 3, 4`.execute(
      tx.as(),
    )
  ).rows;
}

/** Calls that go on, by the code of where they are (shared/codes/live-call-status.ts). */
export async function dialledUnderWay(tx: TenantTx, campaignId: number): Promise<{ status: number; calls: number }[]> {
  return (
    await sql<{ status: number; calls: number }>`
      select a.status, count(*) calls from campaign_attempt a where a.campaign_id = ${campaignId} and a.ended_at is null group by 1`.execute(
      tx.as(),
    )
  ).rows;
}
