import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfMsColumn, msOfColumn } from '#platform/server/db/moments.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { LiveCallStatus } from '#shared/codes/live-call-status.ts';

/** What is new of a call that a program dialled; what is not given stays. */
export interface AttemptNews {
  callId: string;
  status?: LiveCallStatus;
  leftMs?: number;
  rangMs?: number;
  answeredMs?: number;
  connectedMs?: number;
  userId?: number;
  abandonedMs?: number;
  byMachine?: boolean;
  hungUp?: boolean;
  aiResult?: AiCallResult;
}

/** One that was written down, and of which nobody wrote the end. */
export interface UnderWay {
  callId: string;
  campaignId: number;
  number: string;
  wasMachine: boolean;
  /** A person, or a flow's listener, was on the line. */
  wasHeard: boolean;
}

/** Calls of a stretch of time. */
export interface AnsweredThen {
  atMs: number;
  answered: number;
  abandoned: number;
}

/** What a campaign's calls were like lately. */
export interface CallsLately {
  calls: number;
  answered: number;
  /** Null where nobody talked. */
  talkSec: number | null;
  stretches: AnsweredThen[];
}

const ofPrograms = sql`(select c.kind from campaign c where c.id = a.campaign_id) in ('dialer', 'ai')`;

/** Attempts that the dialler and flows make, many at a time. */
export function dialledAttempts(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Told in the order it happened; what is over stays as it ended. */
    async note(news: readonly AttemptNews[]): Promise<void> {
      if (news.length === 0) return;
      await sql`
        update campaign_attempt a set status = case when a.ended_at is null then coalesce(n.status, a.status) else a.status end,
          left_at = coalesce(a.left_at, ${momentOfMsColumn('n.leftMs')}), rang_at = coalesce(a.rang_at, ${momentOfMsColumn('n.rangMs')}),
          answered_at = coalesce(a.answered_at, ${momentOfMsColumn('n.answeredMs')}), connected_at = coalesce(a.connected_at, ${momentOfMsColumn('n.connectedMs')}),
          abandoned_at = coalesce(a.abandoned_at, ${momentOfMsColumn('n.abandonedMs')}), user_id = coalesce(n."userId", a.user_id),
          by_machine = a.by_machine or coalesce(n."byMachine", false), hung_up = a.hung_up or coalesce(n."hungUp", false),
          ai_result = coalesce(n."aiResult", a.ai_result)
        from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n ("callId" text, status smallint, "leftMs" float8, "rangMs" float8, "answeredMs" float8,
          "connectedMs" float8, "abandonedMs" float8, "userId" bigint, "byMachine" boolean, "hungUp" boolean, "aiResult" smallint)
        where a.call_id = n."callId"`.execute(rows);
    },
    async underWay({ beforeMs = null }: { beforeMs?: number | null } = {}): Promise<UnderWay[]> {
      return (
        await sql<UnderWay>`
          select a.call_id "callId", a.campaign_id "campaignId", a.number, a.by_machine "wasMachine", a.answered_at is not null "wasHeard" from campaign_attempt a
          where a.ended_at is null and a.call_id is not null and ${ofPrograms} ${beforeMs === null ? sql`` : sql`and a.began_at < ${momentOfMs(beforeMs)}`} order by a.id`.execute(
          rows,
        )
      ).rows;
    },
    /** Since a moment, in stretches of five minutes, the oldest first. */
    async lately(campaignId: number, sinceMs: number): Promise<CallsLately> {
      const { rows: found } = await sql<AnsweredThen & { calls: number; talkSec: number | null }>`
        select ${msOfColumn('slot')} "atMs", count(*) calls, count(*) filter (where person) answered, count(*) filter (where abandoned) abandoned, avg(talk_sec) filter (where person and not abandoned)::float8 "talkSec"
        from (select date_bin('5 minutes', coalesce(a.answered_at, a.began_at), 'epoch') slot, a.answered_at is not null and not a.by_machine person, a.abandoned_at is not null abandoned, a.talk_sec
          from campaign_attempt a where a.campaign_id = ${campaignId} and a.began_at > ${momentOfMs(sinceMs)} and a.left_at is not null) one
        group by slot order by slot`.execute(rows);
      const sum = (of: (row: (typeof found)[number]) => number): number => found.reduce((all, row) => all + of(row), 0);
      const talked = sum(({ answered, abandoned, talkSec }) => (talkSec === null ? 0 : answered - abandoned));
      return {
        calls: sum(({ calls }) => calls),
        answered: sum(({ answered }) => answered),
        talkSec:
          talked === 0
            ? null
            : sum(({ answered, abandoned, talkSec }) => (talkSec ?? 0) * (answered - abandoned)) / talked,
        stretches: found
          .filter(({ answered }) => answered > 0)
          .map(({ atMs, answered, abandoned }) => ({ atMs, answered, abandoned })),
      };
    },
  };
}
