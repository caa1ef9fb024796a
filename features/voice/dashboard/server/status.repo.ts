import { sql, type RawBuilder } from 'kysely';
import type { TimeRange } from '#core/calendar/day-range.ts';
import type { StatusSums } from '#core/figures/figure-sums.ts';
import type { StatusSpan } from '#core/figures/status-time.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfMsColumn } from '#platform/server/db/moments.ts';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import { spansByQuarter, spanUs, statusesCountedUntil, statusSpans } from './count-statuses.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const down = (ms: number, to: number): number => Math.floor(ms / to) * to;
const up = (ms: number, to: number): number => Math.ceil(ms / to) * to;

/** Whose statuses: everybody's unless said. */
export interface StatusScope {
  range: TimeRange;
  userIds?: readonly number[] | undefined;
}

interface Row {
  key: number;
  status: AgentStatus;
  us: number;
}

/** Rows of several questions by their keys, in milliseconds. */
class Times {
  readonly of = new Map<number, StatusSums>();

  add(rows: readonly Row[]): void {
    for (const { key, status, us } of rows) {
      const before = this.of.get(key) ?? {};
      this.of.set(key, { ...before, [status]: (before[status] ?? 0) + us / 1_000 });
    }
  }
}

/** How long agents were in each status. What is counted and the history beside it are read one after another: what is over stays. */
export function statusRepo(tx: TenantTx) {
  const db = tx.as<never>();
  const among = (column: string, { userIds }: StatusScope): RawBuilder<unknown> =>
    userIds ? sql`and ${sql.ref(column)} = any(${[...userIds]}::bigint[])` : sql``;
  const ask = async (question: RawBuilder<unknown>): Promise<Row[]> =>
    (question as RawBuilder<Row>).execute(db).then(({ rows }) => rows);
  const between = (column: string, fromMs: number, toMs: number): RawBuilder<unknown> =>
    sql`${sql.ref(column)} >= ${momentOfMs(fromMs)} and ${sql.ref(column)} < ${momentOfMs(toMs)}`;
  const stepOf = (column: string, starts: readonly number[]): RawBuilder<unknown> =>
    sql`width_bucket(${sql.ref(column)}, (select array_agg(${momentOfMsColumn('ms')} order by ms) from unnest(${starts}::float8[]) ms))`;

  return {
    /** Of each agent: whole days, the hours beside them, and the history of what is left. */
    async ofAgents(scope: StatusScope, nowMs: number): Promise<Map<number, StatusSums>> {
      const { fromMs } = scope.range;
      const toMs = Math.min(scope.range.toMs, nowMs);
      const times = new Times();
      const knownMs = Math.min((await statusesCountedUntil(tx)) ?? fromMs, toMs);
      const [hours, days] = [
        { fromMs: up(fromMs, HOUR_MS), toMs: down(knownMs, HOUR_MS) },
        { fromMs: up(fromMs, DAY_MS), toMs: down(knownMs, DAY_MS) },
      ];
      const history = async (from: number, to: number): Promise<void> => {
        if (from < to)
          times.add(
            await ask(
              sql`select user_id key, status, sum(${spanUs}) us from (${statusSpans(from, to, { userIds: scope.userIds, nowMs })}) s group by 1, 2`,
            ),
          );
      };
      const hourly = async (from: number, to: number): Promise<void> => {
        if (from < to)
          times.add(
            await ask(
              sql`select user_id key, status, sum(us) us from agent_status_hour where ${between('hour', from, to)} ${among('user_id', scope)} group by 1, 2`,
            ),
          );
      };
      if (hours.fromMs >= hours.toMs) {
        await history(fromMs, toMs);
        return times.of;
      }
      await history(fromMs, hours.fromMs);
      if (days.fromMs < days.toMs) {
        await hourly(hours.fromMs, days.fromMs);
        times.add(
          await ask(
            sql`select user_id key, status, sum(us) us from agent_status_time where ${between('day', days.fromMs, days.toMs)} ${among('user_id', scope)} group by 1, 2`,
          ),
        );
        await hourly(days.toMs, hours.toMs);
      } else await hourly(hours.fromMs, hours.toMs);
      await history(hours.toMs, toMs);
      return times.of;
    },

    /** All together by steps, which are whole quarters. */
    async bySteps(scope: StatusScope, starts: readonly number[], nowMs: number): Promise<StatusSums[]> {
      const { fromMs } = scope.range;
      const toMs = Math.min(scope.range.toMs, nowMs);
      const times = new Times();
      // Hours are no parts of days that begin at half past.
      const fits = scope.userIds === undefined || starts.every((ms) => ms % HOUR_MS === 0);
      const knownMs = fits
        ? Math.max(fromMs, Math.min((await statusesCountedUntil(tx)) ?? fromMs, down(toMs, HOUR_MS)))
        : fromMs;
      const [table, column] = scope.userIds ? ['agent_status_hour', 'hour'] : ['status_quarter', 'quarter'];
      if (fromMs < knownMs)
        times.add(
          await ask(
            sql`select ${stepOf(column, starts)} key, status, sum(us) us from ${sql.table(table)} where ${between(column, fromMs, knownMs)} ${among('user_id', scope)} group by 1, 2`,
          ),
        );
      if (knownMs < toMs)
        times.add(
          await ask(
            sql`select ${stepOf('quarter', starts)} key, status, sum(us) us from (${spansByQuarter(statusSpans(knownMs, toMs, { userIds: scope.userIds, nowMs }))}) p group by 1, 2`,
          ),
        );
      return starts.map((_, place) => times.of.get(place + 1) ?? {});
    },

    /** The history of a few people, uncut, by person. */
    async spans({ range, userIds = [] }: StatusScope): Promise<Map<number, StatusSpan[]>> {
      const { rows } = await sql<{ id: number; status: AgentStatus; at: number; until: number | null }>`
        select e.user_id id, e.status, (extract(epoch from e.at) * 1000)::float8 at, (extract(epoch from e.until) * 1000)::float8 until
        from unnest(${[...userIds]}::bigint[]) p (id) cross join lateral (
          select * from agent_status_event e where e.user_id = p.id and e.at < ${momentOfMs(range.toMs)}
            and e.at >= coalesce((select max(b.at) from agent_status_event b where b.user_id = p.id and b.at <= ${momentOfMs(range.fromMs)}), '-infinity')
          offset 0) e order by e.at, e.id`.execute(db);
      return new Map(
        [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
          id,
          own.map(({ status, at, until }) => ({ status, atMs: at, untilMs: until })),
        ]),
      );
    },

    /** Who is meant: one agent, or who is in a group now; undefined: everybody. */
    async chosen({
      group_id: groupId,
      agent_id: agentId,
    }: {
      group_id?: number | undefined;
      agent_id?: number | undefined;
    }): Promise<number[] | undefined> {
      if (!groupId) return agentId ? [agentId] : undefined;
      const { rows } = await sql<{
        user_id: number;
      }>`select user_id from ${groupMembers} gm where group_id = ${groupId}`.execute(db);
      return rows.map(({ user_id }) => user_id).filter((id) => !agentId || id === agentId);
    },
  };
}
