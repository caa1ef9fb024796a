import { sql } from 'kysely';
import { daysRange } from '#core/calendar/day-range.ts';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMsColumn } from '#platform/server/db/moments.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { Report, ReportFilter } from '../contract.ts';
import { counted, promiseSec, within, type Chosen, type Scope } from './counted-talks.ts';
import { reportTalksRepo } from './report-talks.repo.ts';
import { figuresOf, tally, type Tally } from './tally.ts';

/** What the report reads of one tenant. */
export function reportRepo(tx: TenantTx) {
  const rows = tx.as<never>();

  /** Every channel, group and step that has any. */
  async function wholes(scope: Scope, starts: readonly number[]) {
    const { rows: found } = await sql<Tally & { channel_id: number; group_id: number; step: number }>`
      select channel_id, group_id, step, ${tally} from (
        select c.channel_id, c.group_id, width_bucket(c.created_at, (select array_agg(${momentOfMsColumn('ms')} order by ms) from unnest(${starts}::float8[]) ms)) step, ${counted} from chat_conversation c where ${within(scope)}
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
    ...reportTalksRepo(tx),

    /** Everything but the agents. */
    async report(filter: ReportFilter): Promise<Omit<Report, 'agents'>> {
      const { step, starts, range } = stepsOf(filter);
      const scope = { ...filter, range };
      const promise = await promiseSec(tx);
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
      const promise = await promiseSec(tx);
      const own = await parts({ ...filter, range: daysRange(filter.from, filter.to, filter.zone) });
      return mostFirst(own.map((part) => ({ id: part.user_id, name: part.name, ...figuresOf([part], promise) })));
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
  };
}

const mostFirst = <Row extends { begun: number; id: number }>(list: Row[]): Row[] =>
  list.sort((a, b) => b.begun - a.begun || a.id - b.id);

/** The whole report. Its two halves are read side by side: each takes as long as the other. */
export async function readReport(db: Db, { tenantId }: { tenantId: number }, filter: ReportFilter): Promise<Report> {
  const [whole, agents] = await Promise.all([
    db.readAside({ tenantId }, (tx) => reportRepo(tx).report(filter)),
    db.readAside({ tenantId }, (tx) => reportRepo(tx).agents(filter)),
  ]);
  return { ...whole, agents };
}
