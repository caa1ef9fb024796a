import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CampaignAttempt } from './attempts.repo.ts';

/** A call that a campaign made by itself, with all that is known of its way. */
export interface DialledCall extends CampaignAttempt {
  memberName: string;
  number: string;
  customerId: number | null;
  sipCallId: string | null;
  aiResult: AiCallResult | null;
  byMachine: boolean;
  isAbandoned: boolean;
  /** Whoever took the line was gone before anybody spoke. */
  hungUp: boolean;
  /** How long it rang, and how long whoever answered waited for somebody; null where it did not, or does still. */
  ringSec: number | null;
  waitSec: number | null;
  answeredAt: string | null;
}

/** Which calls of a campaign. */
export interface DialledSearch {
  campaignId: number;
  memberId?: number | undefined;
  /** A name or the beginning of a number; those who see stars find by the name alone. */
  words?: string | undefined;
  byNumber: boolean;
  status?: number | undefined;
  aiResult?: AiCallResult | undefined;
  wasAnswered?: boolean | undefined;
  isLive: boolean;
}

function matching(search: DialledSearch): RawBuilder<unknown> {
  const { campaignId, memberId, words = '', byNumber, status, aiResult, wasAnswered, isLive } = search;
  const digits = words.replace(/\D/g, '');
  const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`a.campaign_id = ${campaignId}
    ${memberId === undefined ? sql`` : sql`and a.member_id = ${memberId}`}
    ${words === '' ? sql`` : sql`and (x.name ilike ${like} ${byNumber && digits.length > 2 ? sql`or a.number like ${`${digits}%`}` : sql``})`}
    ${status === undefined ? sql`` : sql`and a.status = ${status}`}
    ${aiResult === undefined ? sql`` : sql`and a.ai_result = ${aiResult}`}
    ${wasAnswered === undefined ? sql`` : wasAnswered ? sql`and a.answered_at is not null` : sql`and a.answered_at is null`}
    ${isLive ? sql`and a.ended_at is null` : sql``}`;
}

const columns = sql`a.id, a.campaign_id "campaignId", a.member_id "memberId", x.name "memberName", a.number, a.customer_id "customerId", a.call_id "callId", a.sip_call_id "sipCallId",
  coalesce(m.nick_name, '') "agentName", a.status, a.result, a.ai_result "aiResult", a.by_machine "byMachine", a.abandoned_at is not null "isAbandoned", a.hung_up "hungUp", a.talk_sec "talkSec",
  extract(epoch from coalesce(a.answered_at, a.ended_at) - a.rang_at)::int "ringSec",
  extract(epoch from coalesce(a.connected_at, a.abandoned_at) - a.answered_at)::int "waitSec",
  a.began_at "beganAt", a.answered_at "answeredAt", a.ended_at "endedAt"`;
const from = sql`campaign_attempt a join campaign_customer x on x.id = a.member_id left join member m on m.user_id = a.user_id`;

/** The calls that campaigns of one tenant made by themselves. */
export function dialledCallsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async find(id: number): Promise<DialledCall | undefined> {
      return (await sql<DialledCall>`select ${columns} from ${from} where a.id = ${id}`.execute(rows)).rows[0];
    },
    /** The newest first. */
    async page(search: DialledSearch, { offset, size }: { offset: number; size: number }): Promise<DialledCall[]> {
      return (
        await sql<DialledCall>`select ${columns} from ${from} where ${matching(search)} order by a.began_at desc, a.id desc limit ${size} offset ${offset}`.execute(
          rows,
        )
      ).rows;
    },
    /** Counted no further than the cap. */
    async total(search: DialledSearch, cap: number): Promise<number> {
      return (
        await sql<{ count: number }>`
          select count(*) count from (select 1 from campaign_attempt a join campaign_customer x on x.id = a.member_id where ${matching(search)} limit ${cap}) counted`.execute(
          rows,
        )
      ).rows[0]!.count;
    },
    /** What came of a call that is over, once more is known of it. */
    async setResult(id: number, aiResult: AiCallResult): Promise<void> {
      await sql`update campaign_attempt set ai_result = ${aiResult} where id = ${id} and ended_at is not null`.execute(
        rows,
      );
    },
    /** Those of these calls that campaigns made, with the flow that talked for it, if one did. */
    async ofCalls(callIds: readonly string[]): Promise<(DialledCall & { flowId: number | null })[]> {
      return (
        await sql<DialledCall & { flowId: number | null }>`
          select ${columns}, c.flow_id "flowId" from ${from} join campaign c on c.id = a.campaign_id where a.call_id = any(${callIds}::text[]) order by a.id`.execute(
          rows,
        )
      ).rows;
    },
    /** The one of a campaign that this call is. */
    async ofCall(callId: string): Promise<DialledCall | undefined> {
      return (await sql<DialledCall>`select ${columns} from ${from} where a.call_id = ${callId}`.execute(rows)).rows[0];
    },
    /** Of a customer of a campaign, the newest first. */
    async ofMember(memberId: number, most = 100): Promise<DialledCall[]> {
      return (
        await sql<DialledCall>`select ${columns} from ${from} where a.member_id = ${memberId} order by a.id desc limit ${most}`.execute(
          rows,
        )
      ).rows;
    },
    /** The last of each of these customers. */
    async lastOf(memberIds: readonly number[]): Promise<Map<number, DialledCall>> {
      const { rows: found } = await sql<DialledCall>`
        select ${columns} from unnest(${memberIds}::bigint[]) one
        cross join lateral (select id from campaign_attempt where member_id = one order by id desc limit 1) last
        join campaign_attempt a on a.id = last.id join campaign_customer x on x.id = a.member_id left join member m on m.user_id = a.user_id`.execute(
        rows,
      );
      return new Map(found.map((call) => [call.memberId, call]));
    },
    /** Behind that one, in the order of time, for files. */
    async behind(campaignId: number, afterId: number | null, size: number): Promise<DialledCall[]> {
      return (
        await sql<DialledCall>`
          select ${columns} from ${from} where a.campaign_id = ${campaignId}
          ${afterId === null ? sql`` : sql`and (a.began_at, a.id) > (select o.began_at, o.id from campaign_attempt o where o.id = ${afterId})`}
          order by a.began_at, a.id limit ${size}`.execute(rows)
      ).rows;
    },
  };
}
