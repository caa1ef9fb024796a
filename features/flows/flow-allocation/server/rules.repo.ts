import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { calendarRows } from '#features/voice/business-hours/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import { flowRows } from '#features/flows/flows/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { AllocationRule, Goal, GoalKind, RuleFields } from '../contract.ts';

interface RuleRow extends Omit<AllocationRule, 'goal'> {
  goalKind: GoalKind;
  goalId: number;
}

export interface RuleSearch {
  didNumberId?: number | undefined;
  goalKind?: GoalKind | undefined;
  words?: string | undefined;
}

/** A thing of the tenant that a rule may name. */
export interface Named {
  id: number;
  name: string;
}

export const goalOf = (kind: GoalKind, id: number): Goal =>
  kind === 'flow' ? { kind, flowId: id } : kind === 'group' ? { kind, groupId: id } : { kind, userId: id };
const shown = ({ goalKind, goalId, ...row }: RuleRow): AllocationRule => ({ ...row, goal: goalOf(goalKind, goalId) });
/** The three columns a goal is kept in, of which one is filled. */
const idsOf = (goal: Goal) => ({
  flowId: goal.kind === 'flow' ? goal.flowId : null,
  groupId: goal.kind === 'group' ? goal.groupId : null,
  userId: goal.kind === 'agent' ? goal.userId : null,
});

const columns = sql`a.id, a.priority, a.did_number_id "didNumberId", coalesce(d.number, '') "didNumber", a.caller_prefix "callerPrefix", a.hours, a.calendar_id "calendarId", coalesce(c.name, '') "calendarName",
  a.goal_kind "goalKind", coalesce(a.flow_id, a.group_id, a.user_id) "goalId", coalesce(f.name, g.name, m.nick_name, '') "goalName", a.goal_kind <> 'flow' or f.published_version is not null "isReady",
  a.enabled, a.remark, coalesce(u.nick_name, '') "updatedBy", a.updated_at "updatedAt"`;
const from = sql`flow_allocation a left join ${numberRows} d on d.id = a.did_number_id left join ${calendarRows} c on c.id = a.calendar_id left join ${flowRows} f on f.id = a.flow_id
  left join ${groupRows} g on g.id = a.group_id left join member m on m.user_id = a.user_id left join member u on u.user_id = a.updated_by`;

type Callers = Pick<RuleFields, 'didNumberId' | 'callerPrefix' | 'hours' | 'calendarId'>;
/** One word for the callers a rule is for; two rules never share it. */
export const callersOf = ({ didNumberId, callerPrefix, hours, calendarId }: Callers): string =>
  JSON.stringify([didNumberId, callerPrefix, hours, calendarId]);

/** The rules of one tenant. */
export function rulesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const where = ({ didNumberId, goalKind, words }: RuleSearch) => {
    const parts = [sql`true`];
    if (didNumberId !== undefined) parts.push(sql`a.did_number_id = ${didNumberId}`);
    if (goalKind) parts.push(sql`a.goal_kind = ${goalKind}`);
    if (words)
      parts.push(
        sql`(position(lower(${words}) in lower(concat_ws(' ', a.remark, d.number, f.name, g.name, m.nick_name))) > 0)`,
      );
    return sql.join(parts, sql` and `);
  };
  const named = async (query: ReturnType<typeof sql>): Promise<Named[]> =>
    (await sql<Named>`${query}`.execute(rows)).rows;

  return {
    async page(
      search: RuleSearch,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: AllocationRule[]; total: number }> {
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from ${from} where ${where(search)}`.execute(rows);
      const { rows: list } =
        await sql<RuleRow>`select ${columns} from ${from} where ${where(search)} order by a.priority, a.id limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      return { list: list.map(shown), total: counted[0]!.total };
    },
    /** The rule that stands for exactly these callers, if any, as the list shows it. */
    async forSameCallers({
      didNumberId,
      callerPrefix,
      hours,
      calendarId,
    }: Callers): Promise<(Named & { priority: number }) | null> {
      const { rows: found } = await sql<Named & { priority: number }>`
        select a.id, a.priority, coalesce(nullif(a.remark, ''), nullif(concat_ws(' → ', d.number, coalesce(f.name, g.name, m.nick_name)), ''), '*') name
        from ${from} where a.did_number_id is not distinct from ${didNumberId} and a.caller_prefix = ${callerPrefix} and a.hours = ${hours}
          and a.calendar_id is not distinct from ${calendarId}`.execute(rows);
      return found[0] ?? null;
    },
    async find(id: number): Promise<AllocationRule | null> {
      const { rows: found } = await sql<RuleRow>`select ${columns} from ${from} where a.id = ${id}`.execute(rows);
      return found[0] ? shown(found[0]) : null;
    },
    count: async () =>
      (await sql<{ count: number }>`select count(*) count from flow_allocation`.execute(rows)).rows[0]!.count,
    /** What rules can name. */
    targets: async () => ({
      numbers: await named(sql`select id, number name from ${numberRows} n order by number`),
      calendars: await named(sql`select id, name from ${calendarRows} h order by name, id`),
      flows: await named(sql`select id, name from ${flowRows} f order by name, id`),
      groups: await named(sql`select id, name from ${groupRows} g order by name, id`),
      agents: await named(
        sql`select m.user_id id, m.nick_name name from member m join ${agentRows} a on a.user_id = m.user_id where m.enabled and a.enabled order by m.nick_name, m.user_id`,
      ),
    }),
    /** Whether everything a rule names is there. */
    async knows({
      didNumberId,
      calendarId,
      goal,
    }: Pick<RuleFields, 'didNumberId' | 'calendarId' | 'goal'>): Promise<boolean> {
      const { flowId, groupId, userId } = idsOf(goal);
      const { rows: found } = await sql<{ known: boolean }>`
        select (${didNumberId}::bigint is null or exists (select from ${numberRows} n where id = ${didNumberId})) and (${calendarId}::bigint is null or exists (select from ${calendarRows} h where id = ${calendarId}))
          and (exists (select from ${flowRows} f where id = ${flowId}::bigint) or exists (select from ${groupRows} g where id = ${groupId}::bigint) or exists (select from ${agentRows} a where user_id = ${userId}::bigint)) known`.execute(
        rows,
      );
      return found[0]!.known;
    },
    async add(
      { priority, didNumberId, callerPrefix, hours, calendarId, goal, enabled, remark }: RuleFields,
      author: number,
    ): Promise<number> {
      const { flowId, groupId, userId } = idsOf(goal);
      const { rows: added } = await sql<{ id: number }>`
        insert into flow_allocation (priority, did_number_id, caller_prefix, hours, calendar_id, goal_kind, flow_id, group_id, user_id, enabled, remark, updated_by)
        values (${priority}, ${didNumberId}, ${callerPrefix}, ${hours}, ${calendarId}, ${goal.kind}, ${flowId}, ${groupId}, ${userId}, ${enabled}, ${remark}, ${author}) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    async update(
      id: number,
      { priority, didNumberId, callerPrefix, hours, calendarId, goal, enabled, remark }: RuleFields,
      author: number,
    ): Promise<void> {
      const { flowId, groupId, userId } = idsOf(goal);
      await sql`
        update flow_allocation set priority = ${priority}, did_number_id = ${didNumberId}, caller_prefix = ${callerPrefix}, hours = ${hours}, calendar_id = ${calendarId}, goal_kind = ${goal.kind}, flow_id = ${flowId},
          group_id = ${groupId}, user_id = ${userId}, enabled = ${enabled}, remark = ${remark}, updated_by = ${author}, updated_at = now() where id = ${id}`.execute(
        rows,
      );
    },
    /** The rules there are, by the callers they are for (`callersOf`). */
    async byCallers(): Promise<Map<string, number>> {
      const { rows: found } = await sql<
        Callers & { id: number }
      >`select id, did_number_id "didNumberId", caller_prefix "callerPrefix", hours, calendar_id "calendarId" from flow_allocation`.execute(
        rows,
      );
      return new Map(found.map((one) => [callersOf(one), one.id]));
    },
    remove: async (ids: readonly number[]) =>
      Number(
        (await sql`delete from flow_allocation where id = any(${ids}::bigint[])`.execute(rows)).numAffectedRows ?? 0n,
      ),
  };
}
