import { sql } from 'kysely';
import { dayOf, daysRange, nextDay, startOfDay, type TimeRange } from '#core/calendar/day-range.ts';
import type { Figures } from '#core/chat/report.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { TALKS_A_PAGE, type Report, type ReportFilter, type Talk, type talkSorts } from '../contract.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_ANSWER_SECONDS = sql.lit(120);

type Chosen = Pick<ReportFilter, 'channel_id' | 'group_id' | 'agent_id'>;
type Scope = Chosen & { range: TimeRange };

/** The moments at which the steps of a report begin: hours of a single day, else days, as the clocks of the zone count. */
export function stepsOf({ from, to, zone }: Pick<ReportFilter, 'from' | 'to' | 'zone'>): { step: 'hour' | 'day'; starts: number[]; range: TimeRange } {
  const range = daysRange(from, to, zone);
  const starts: number[] = [];
  if (from === to) {
    for (let ms = range.fromMs; ms < range.toMs; ms += HOUR_MS) starts.push(ms);
    return { step: 'hour', starts, range };
  }
  // A day some zones left out begins when the next one does.
  for (let day = from; day <= to; day = nextDay(day)) {
    const ms = startOfDay(day, zone);
    if (dayOf(ms, zone) === day) starts.push(ms);
  }
  return { step: 'day', starts, range };
}

const moment = (ms: number) => sql`to_timestamp(${ms / 1_000}::float8)`;
const secondsBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) => sql`case when ${to} is not null then greatest(0, floor(date_part('epoch', ${to} - ${from})))::int end`;

const within = ({ range, channel_id, group_id, agent_id }: Scope) => sql`
  c.created_at >= ${moment(range.fromMs)} and c.created_at < ${moment(range.toMs)}
  ${channel_id ? sql`and c.channel_id = ${channel_id}` : sql``} ${group_id ? sql`and c.group_id = ${group_id}` : sql``}
  ${agent_id ? sql`and exists (select from chat_stint s where s.conversation_id = c.id and s.user_id = ${agent_id})` : sql``}`;

/** Every conversation as rules 2, 3 and 5 of the figures count it. */
const counted = sql`
  c.first_answer_at is not null answered, c.closed_at is not null and c.first_answer_at is null unanswered,
  ${secondsBetween(sql`c.created_at`, sql`c.first_assigned_at`)} wait, ${secondsBetween(sql`c.created_at`, sql`c.first_answer_at`)} answer,
  case when c.closed_at is not null and c.first_assigned_at is not null then (c.handled_ms / 1000)::int end handle, c.transfers, c.rating`;

const spread = (name: 'wait' | 'answer' | 'handle') => {
  const column = sql.ref(name);
  return sql`count(${column})::int ${sql.ref(`${name}_n`)}, sum(${column})::float8 ${sql.ref(`${name}_sum`)}, percentile_disc(array[0.5, 0.9]) within group (order by ${column}) ${sql.ref(`${name}_at`)}`;
};

const figures = (promiseSec: number) => sql`
  count(*)::int begun, (count(*) filter (where answered))::int answered, (count(*) filter (where unanswered))::int unanswered, (count(*) filter (where answer <= ${promiseSec}))::int kept, coalesce(sum(transfers), 0)::int transfers,
  ${spread('wait')}, ${spread('answer')}, ${spread('handle')},
  array[count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5)]::int[] ratings`;

type SpreadRow<Name extends string> = { [K in `${Name}_n`]: number } & { [K in `${Name}_sum`]: number | null } & { [K in `${Name}_at`]: (number | null)[] | null };
type FigureRow = { begun: number; answered: number; unanswered: number; kept: number; transfers: number; ratings: number[] } & SpreadRow<'wait'> & SpreadRow<'answer'> & SpreadRow<'handle'>;

const spreadOf = (count: number, sum: number | null, at: (number | null)[] | null) => ({ count, meanSec: count === 0 ? null : sum! / count, medianSec: at?.[0] ?? null, ninetySec: at?.[1] ?? null });
const figuresOf = ({ begun, answered, unanswered, kept, transfers, ratings, ...row }: FigureRow): Figures => ({
  begun, answered, unanswered, kept, transfers, ratings,
  wait: spreadOf(row.wait_n, row.wait_sum, row.wait_at), answer: spreadOf(row.answer_n, row.answer_sum, row.answer_at), handle: spreadOf(row.handle_n, row.handle_sum, row.handle_at),
});

/** A conversation as it is kept; names in clear. */
export type TalkRow = Talk;

/** What the report reads of one tenant. */
export function reportRepo(tx: TenantTx) {
  const rows = tx.as<never>();

  async function promiseSec(): Promise<number> {
    return (await sql<{ sec: number }>`select chat_setting('ChatAnswerSeconds', ${DEFAULT_ANSWER_SECONDS}) sec`.execute(rows)).rows[0]!.sec;
  }

  /** All of them, and by channel, group and step, in one reading. */
  async function wholes(scope: Scope, starts: readonly number[], promise: number) {
    const { rows: found } = await sql<FigureRow & { sort: number; channel_id: number | null; group_id: number | null; step: number | null }>`
      with talk as materialized (
        select c.channel_id, c.group_id, width_bucket(c.created_at, (select array_agg(to_timestamp(ms / 1000) order by ms) from unnest(${starts}::float8[]) ms)) step, ${counted} from chat_conversation c where ${within(scope)}
      )
      select grouping(channel_id, group_id, step) sort, channel_id, group_id, step, ${figures(promise)} from talk group by grouping sets ((), (channel_id), (group_id), (step))`.execute(rows);
    return found;
  }

  /** By agent, each with their own part. */
  async function parts(scope: Scope, promise: number) {
    const { rows: found } = await sql<FigureRow & { user_id: number; name: string }>`
      with part as materialized (
        select s.user_id, c.id, bool_or(s.first_answer_at is not null) answered,
          c.closed_at is not null and c.agent_id = s.user_id and bool_and(s.first_answer_at is null) unanswered, null::int wait,
          (array_agg(${secondsBetween(sql`s.began_at`, sql`s.first_answer_at`)} order by s.no) filter (where s.first_answer_at is not null))[1] answer,
          case when c.closed_at is not null then floor(sum(chat_ms(s.began_at, s.ended_at)) / 1000)::int end handle,
          count(*) filter (where s.ended_by = 'transferred') transfers, case when c.closed_at is not null and c.agent_id = s.user_id then c.rating end rating
        from chat_conversation c join chat_stint s on s.conversation_id = c.id where ${within(scope)} ${scope.agent_id ? sql`and s.user_id = ${scope.agent_id}` : sql``}
        group by c.id, s.user_id
      )
      select p.*, coalesce(m.nick_name, '') name from (select user_id, ${figures(promise)} from part group by user_id) p left join member m on m.user_id = p.user_id`.execute(rows);
    return found;
  }

  async function names(table: 'chat_channel' | 'agent_group', ids: readonly (number | null)[]): Promise<Map<number, string>> {
    const { rows: found } = await sql<{ id: number; name: string }>`select id, name from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(rows);
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  return {
    async report(filter: ReportFilter): Promise<Report> {
      const { step, starts, range } = stepsOf(filter);
      const scope = { ...filter, range };
      const promise = await promiseSec();
      const found = await wholes(scope, starts, promise);
      const channels = found.filter(({ sort }) => sort === 0b011);
      const groups = found.filter(({ sort }) => sort === 0b101);
      const channelNames = await names('chat_channel', channels.map(({ channel_id: id }) => id));
      const groupNames = await names('agent_group', groups.map(({ group_id: id }) => id));
      const byStep = new Map(found.filter(({ sort }) => sort === 0b110).map((row) => [row.step, row]));
      const none = figuresOf(emptyRow);
      return {
        promiseSec: promise,
        total: figuresOf(found.find(({ sort }) => sort === 0b111) ?? emptyRow),
        step,
        times: starts.map((ms, place) => ({ start: toWireTime(ms), end: toWireTime(starts[place + 1] ?? range.toMs), ...(byStep.has(place + 1) ? figuresOf(byStep.get(place + 1)!) : none) })),
        channels: mostFirst(channels.map((row) => ({ id: row.channel_id!, name: channelNames.get(row.channel_id!) ?? '', ...figuresOf(row) }))),
        groups: mostFirst(groups.map((row) => ({ id: row.group_id!, name: groupNames.get(row.group_id!) ?? '', ...figuresOf(row) }))),
        agents: mostFirst((await parts(scope, promise)).map((row) => ({ id: row.user_id, name: row.name, ...figuresOf(row) }))),
      };
    },

    /** The newest first, after one of them. */
    async talks(filter: ReportFilter & { start?: number | undefined; end?: number | undefined; only: (typeof talkSorts)[number]; after?: number | undefined }, size = TALKS_A_PAGE): Promise<{ list: TalkRow[]; more: boolean }> {
      const whole = daysRange(filter.from, filter.to, filter.zone);
      const range = { fromMs: Math.max(whole.fromMs, filter.start ?? whole.fromMs), toMs: Math.min(whole.toMs, filter.end ?? whole.toMs) };
      const late = filter.only === 'late' ? await promiseSec() : 0;
      const only = {
        all: sql``, answered: sql`and c.first_answer_at is not null`, unanswered: sql`and c.closed_at is not null and c.first_answer_at is null`,
        late: sql`and (c.first_answer_at is not null or c.closed_at is not null) and (c.first_answer_at is null or ${secondsBetween(sql`c.created_at`, sql`c.first_answer_at`)} > ${late})`,
        transferred: sql`and c.transfers > 0`, rated: sql`and c.rating is not null`,
      }[filter.only];
      const { rows: found } = await sql<TalkRow & { wait: number | null; answer: number | null; handle: number | null }>`
        select c.id, c.state, coalesce(nullif(cu.full_name, ''), v.name) name, c.visitor_id, ch.name channel_name, ch.kind channel_kind, g.name group_name, coalesce(m.nick_name, '') agent_name, c.created_at begun_at, c.closed_at, c.rating_note, ${counted}
        from chat_conversation c join chat_channel ch on ch.id = c.channel_id join agent_group g on g.id = c.group_id join chat_visitor v on v.id = c.visitor_id
          left join member m on m.user_id = c.agent_id left join customer cu on cu.id = c.customer_id and cu.deleted_at is null
        where ${within({ ...filter, range })} ${only} ${filter.after ? sql`and (c.created_at, c.id) < (select a.created_at, a.id from chat_conversation a where a.id = ${filter.after})` : sql``}
        order by c.created_at desc, c.id desc limit ${size + 1}`.execute(rows);
      return { list: found.slice(0, size).map(({ wait, answer, handle, ...row }) => ({ ...row, waitSec: wait, answerSec: answer, handleSec: handle })), more: found.length > size };
    },

    /** What the filters are called. */
    async called({ channel_id, group_id, agent_id }: Chosen): Promise<{ channel?: string; group?: string; agent?: string }> {
      const { rows: found } = await sql<{ channel: string | null; group: string | null; agent: string | null }>`
        select (select name from chat_channel where id = ${channel_id ?? null}) channel, (select name from agent_group where id = ${group_id ?? null}) "group", (select nick_name from member where user_id = ${agent_id ?? null}) agent`.execute(rows);
      return Object.fromEntries(Object.entries(found[0]!).filter(([, name]) => name !== null));
    },

    async count(filter: ReportFilter): Promise<number> {
      const scope = { ...filter, range: daysRange(filter.from, filter.to, filter.zone) };
      return (await sql<{ n: number }>`select count(*)::int n from chat_conversation c where ${within(scope)}`.execute(rows)).rows[0]!.n;
    },
  };
}

const emptyRow: FigureRow = { begun: 0, answered: 0, unanswered: 0, kept: 0, transfers: 0, ratings: [0, 0, 0, 0, 0], wait_n: 0, wait_sum: null, wait_at: null, answer_n: 0, answer_sum: null, answer_at: null, handle_n: 0, handle_sum: null, handle_at: null };
const mostFirst = <Row extends { begun: number; id: number }>(list: Row[]): Row[] => list.sort((a, b) => b.begun - a.begun || a.id - b.id);
