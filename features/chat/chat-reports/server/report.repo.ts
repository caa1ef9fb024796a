import { sql } from 'kysely';
import { daysRange, type TimeRange } from '#core/calendar/day-range.ts';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { spreadOf, type Figures } from '../core/report.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { TALKS_A_PAGE, type Report, type ReportFilter, type ReportedTalk, type talkSorts } from '../contract.ts';

const DEFAULT_ANSWER_SECONDS = sql.lit(120);

type Chosen = Pick<ReportFilter, 'channel_id' | 'group_id' | 'agent_id'>;
type Scope = Chosen & { range: TimeRange };

const moment = (ms: number) => sql`to_timestamp(${ms / 1_000}::float8)`;
const secondsBetween = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`case when ${to} is not null then greatest(0, floor(date_part('epoch', ${to} - ${from})))::int end`;

const within = ({ range, channel_id, group_id, agent_id }: Scope) => sql`
  c.created_at >= ${moment(range.fromMs)} and c.created_at < ${moment(range.toMs)}
  ${channel_id ? sql`and c.channel_id = ${channel_id}` : sql``} ${group_id ? sql`and c.group_id = ${group_id}` : sql``}
  ${agent_id ? sql`and exists (select from chat_stint s where s.conversation_id = c.id and s.user_id = ${agent_id})` : sql``}`;

/** Every conversation as rules 2, 3 and 5 of the figures count it. */
const counted = sql`
  c.closed_at is not null and c.first_answer_at is null unanswered,
  ${secondsBetween(sql`c.created_at`, sql`c.first_assigned_at`)} wait, ${secondsBetween(sql`c.created_at`, sql`c.first_answer_at`)} answer,
  case when c.closed_at is not null and c.first_assigned_at is not null then (c.handled_ms / 1000)::int end handle, c.transfers, c.rating`;

/*
 * The database counts, and brings the seconds of each measure along as they are, four bytes each; what is the middle of any set
 * of cells is found here. Sorting in the database, once for every table of the page, takes twice as long.
 */
const bytesOf = (name: 'wait' | 'answer' | 'handle' | 'rating') =>
  sql`coalesce(string_agg(int4send(${sql.ref(name)}::int), ''), '') ${sql.ref(`${name}s`)}`;
const tally = sql`count(*)::int begun, (count(*) filter (where unanswered))::int unanswered, coalesce(sum(transfers), 0)::int transfers, ${bytesOf('wait')}, ${bytesOf('answer')}, ${bytesOf('handle')}, ${bytesOf('rating')}`;

interface Tally {
  begun: number;
  unanswered: number;
  transfers: number;
  waits: Buffer;
  answers: Buffer;
  handles: Buffer;
  ratings: Buffer;
}

/** The numbers of several cells. */
function numbersOf(parts: readonly Buffer[]): Int32Array {
  const bytes = new Uint8Array(parts.reduce((all, part) => all + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  Buffer.from(bytes.buffer).swap32();
  return new Int32Array(bytes.buffer);
}

/** The figures of several cells together. */
function figuresOf(cells: readonly Tally[], promiseSec: number): Figures {
  const sum = (of: (cell: Tally) => number): number => cells.reduce((all, cell) => all + of(cell), 0);
  const answers = numbersOf(cells.map((cell) => cell.answers));
  const ratings = [0, 0, 0, 0, 0];
  for (const stars of numbersOf(cells.map((cell) => cell.ratings))) ratings[stars - 1]! += 1;
  return {
    begun: sum(({ begun }) => begun),
    answered: answers.length,
    unanswered: sum(({ unanswered }) => unanswered),
    kept: answers.reduce((kept, sec) => kept + (sec <= promiseSec ? 1 : 0), 0),
    transfers: sum(({ transfers }) => transfers),
    wait: spreadOf(numbersOf(cells.map((cell) => cell.waits))),
    answer: spreadOf(answers),
    handle: spreadOf(numbersOf(cells.map((cell) => cell.handles))),
    ratings,
  };
}

/** A conversation as it is kept; names in clear. */
export type TalkRow = ReportedTalk;

/** What the report reads of one tenant. */
export function reportRepo(tx: TenantTx) {
  const rows = tx.as<never>();

  async function promiseSec(): Promise<number> {
    return (
      await sql<{ sec: number }>`select chat_setting('ChatAnswerSeconds', ${DEFAULT_ANSWER_SECONDS}) sec`.execute(rows)
    ).rows[0]!.sec;
  }

  /** Every channel, group and step that has any. */
  async function wholes(scope: Scope, starts: readonly number[]) {
    const { rows: found } = await sql<Tally & { channel_id: number; group_id: number; step: number }>`
      select channel_id, group_id, step, ${tally} from (
        select c.channel_id, c.group_id, width_bucket(c.created_at, (select array_agg(to_timestamp(ms / 1000) order by ms) from unnest(${starts}::float8[]) ms)) step, ${counted} from chat_conversation c where ${within(scope)}
      ) talk group by channel_id, group_id, step`.execute(rows);
    return found;
  }

  /** Every agent who had one, with their own part of it. */
  async function parts(scope: Scope) {
    // The answer of the first stint that has one: its number above, the seconds below.
    const firstAnswer = sql`(min((s.no::bigint << 32) + greatest(0, floor(date_part('epoch', s.first_answer_at - s.began_at)))::bigint) filter (where s.first_answer_at is not null) & 4294967295)::int`;
    const { rows: found } = await sql<Tally & { user_id: number; name: string }>`
      select p.*, coalesce(m.nick_name, '') name from (select user_id, ${tally} from (
        select s.user_id, c.closed_at is not null and c.agent_id = s.user_id and bool_and(s.first_answer_at is null) unanswered, null::int wait, ${firstAnswer} answer,
          case when c.closed_at is not null then floor(sum(date_part('epoch', s.ended_at - s.began_at)))::int end handle,
          count(*) filter (where s.ended_by = 'transferred') transfers, case when c.closed_at is not null and c.agent_id = s.user_id then c.rating end rating
        from chat_conversation c join chat_stint s on s.conversation_id = c.id where ${within(scope)} ${scope.agent_id ? sql`and s.user_id = ${scope.agent_id}` : sql``}
        group by c.id, s.user_id
      ) part group by user_id) p left join member m on m.user_id = p.user_id`.execute(rows);
    return found;
  }

  async function names(all: ReturnType<typeof sql>, ids: readonly number[]): Promise<Map<number, string>> {
    const { rows: found } = await sql<{
      id: number;
      name: string;
    }>`select id, name from ${all} x where id = any(${ids}::bigint[])`.execute(rows);
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  return {
    /** Everything but the agents. */
    async report(filter: ReportFilter): Promise<Omit<Report, 'agents'>> {
      const { step, starts, range } = stepsOf(filter);
      const scope = { ...filter, range };
      const promise = await promiseSec();
      const cells = await wholes(scope, starts);
      const channels = Map.groupBy(cells, ({ channel_id }) => channel_id);
      const groups = Map.groupBy(cells, ({ group_id }) => group_id);
      const byStep = Map.groupBy(cells, (cell) => cell.step);
      const channelNames = await names(sql`chat_channel`, [...channels.keys()]);
      const groupNames = await names(groupRows, [...groups.keys()]);
      return {
        promiseSec: promise,
        total: figuresOf(cells, promise),
        step,
        times: starts.map((ms, place) => ({
          start: toWireTime(ms),
          end: toWireTime(starts[place + 1] ?? range.toMs),
          ...figuresOf(byStep.get(place + 1) ?? [], promise),
        })),
        channels: mostFirst(
          [...channels].map(([id, own]) => ({ id, name: channelNames.get(id) ?? '', ...figuresOf(own, promise) })),
        ),
        groups: mostFirst(
          [...groups].map(([id, own]) => ({ id, name: groupNames.get(id) ?? '', ...figuresOf(own, promise) })),
        ),
      };
    },

    async agents(filter: ReportFilter): Promise<Report['agents']> {
      const promise = await promiseSec();
      const own = await parts({ ...filter, range: daysRange(filter.from, filter.to, filter.zone) });
      return mostFirst(own.map((part) => ({ id: part.user_id, name: part.name, ...figuresOf([part], promise) })));
    },

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
      const late = filter.only === 'late' ? await promiseSec() : 0;
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

    /** What the filters are called. */
    async called({
      channel_id,
      group_id,
      agent_id,
    }: Chosen): Promise<{ channel?: string; group?: string; agent?: string }> {
      const { rows: found } = await sql<{ channel: string | null; group: string | null; agent: string | null }>`
        select (select name from chat_channel where id = ${channel_id ?? null}) channel, (select name from ${groupRows} g where id = ${group_id ?? null}) "group", (select nick_name from member where user_id = ${agent_id ?? null}) agent`.execute(
        rows,
      );
      return Object.fromEntries(Object.entries(found[0]!).filter(([, name]) => name !== null));
    },

    async count(filter: ReportFilter): Promise<number> {
      const scope = { ...filter, range: daysRange(filter.from, filter.to, filter.zone) };
      return (
        await sql<{ n: number }>`select count(*)::int n from chat_conversation c where ${within(scope)}`.execute(rows)
      ).rows[0]!.n;
    },
  };
}

const mostFirst = <Row extends { begun: number; id: number }>(list: Row[]): Row[] =>
  list.sort((a, b) => b.begun - a.begun || a.id - b.id);

/** The whole report. Its two halves are read side by side: each takes as long as the other. */
export async function readReport(db: Db, { tenantId }: { tenantId: number }, filter: ReportFilter): Promise<Report> {
  const [whole, agents] = await Promise.all([
    db.tenant({ tenantId }, (tx) => reportRepo(tx).report(filter)),
    db.tenant({ tenantId }, (tx) => reportRepo(tx).agents(filter)),
  ]);
  return { ...whole, agents };
}
