import { sql } from 'kysely';
import { daysRange } from '#core/calendar/day-range.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { TALKS_A_PAGE, type ReportFilter, type ReportedTalk, type talkSorts } from '../contract.ts';
import { counted, promiseSec, secondsBetween, within } from './counted-talks.ts';

/** A conversation as it is kept; names in clear. */
type TalkRow = ReportedTalk;

/** The conversations behind the figures. */
export function reportTalksRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** The newest first, after one of them. */
    async talks(
      filter: ReportFilter & {
        start?: number | undefined;
        end?: number | undefined;
        only: (typeof talkSorts)[number];
        after?: number | undefined;
      },
      size = TALKS_A_PAGE,
    ): Promise<{ list: TalkRow[]; more: boolean }> {
      const whole = daysRange(filter.from, filter.to, filter.zone);
      const range = {
        fromMs: Math.max(whole.fromMs, filter.start ?? whole.fromMs),
        toMs: Math.min(whole.toMs, filter.end ?? whole.toMs),
      };
      const late = filter.only === 'late' ? await promiseSec(tx) : 0;
      const only = {
        all: sql``,
        answered: sql`and c.first_answer_at is not null`,
        unanswered: sql`and c.closed_at is not null and c.first_answer_at is null`,
        late: sql`and (c.first_answer_at is not null or c.closed_at is not null) and (c.first_answer_at is null or ${secondsBetween(sql`c.created_at`, sql`c.first_answer_at`)} > ${late})`,
        transferred: sql`and c.transfers > 0`,
        rated: sql`and c.rating is not null`,
      }[filter.only];
      const { rows: found } = await sql<
        TalkRow & { wait: number | null; answer: number | null; handle: number | null }
      >`
        with c as materialized (
          select c.* from chat_conversation c where ${within({ ...filter, range })} ${only} ${filter.after ? sql`and (c.created_at, c.id) < (select a.created_at, a.id from chat_conversation a where a.id = ${filter.after})` : sql``}
          order by c.created_at desc, c.id desc limit ${size + 1}
        )
        select c.id, c.state, coalesce(nullif(cu.full_name, ''), v.name) name, c.visitor_id, ch.name channel_name, ch.kind channel_kind, g.name group_name, coalesce(m.nick_name, '') agent_name, c.created_at begun_at, c.closed_at, c.rating_note, ${counted}
        from c join chat_channel ch on ch.id = c.channel_id join ${groupRows} g on g.id = c.group_id join chat_visitor v on v.id = c.visitor_id
          left join member m on m.user_id = c.agent_id left join ${customerRows} cu on cu.id = c.customer_id and cu.deleted_at is null
        order by c.created_at desc, c.id desc`.execute(rows);
      return {
        list: found
          .slice(0, size)
          .map(({ wait, answer, handle, ...row }) => ({ ...row, waitSec: wait, answerSec: answer, handleSec: handle })),
        more: found.length > size,
      };
    },

    async count(filter: ReportFilter): Promise<number> {
      const scope = { ...filter, range: daysRange(filter.from, filter.to, filter.zone) };
      return (
        await sql<{ n: number }>`select count(*)::int n from chat_conversation c where ${within(scope)}`.execute(rows)
      ).rows[0]!.n;
    },
  };
}
