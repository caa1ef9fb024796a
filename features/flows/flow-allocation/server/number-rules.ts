import { sql } from 'kysely';
import { openingOf, type Calendar } from '#core/calendar/business-hours.ts';
import type { NumberRule } from '#core/numbers/number-rule.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { calendarRows } from '#features/voice/business-hours/server/index.ts';
import { flowRows } from '#features/flows/flows/server/index.ts';
import type { NumberRules } from '#platform/server/contributions.ts';

interface RuleOfNumber extends Omit<NumberRule, 'holdsNow' | 'goal'> {
  calendar: Calendar | null;
  goalKind: NumberRule['goal']['kind'];
  goalId: number;
  goalName: string;
}

/** The rules `allocationFor` looks at for callers of a number, with what they name. */
export const numberRules: NumberRules = async (tx, { didNumberId, nowMs }) => {
  const { rows } = await sql<RuleOfNumber>`
    select a.priority, a.caller_prefix "callerPrefix", a.hours, coalesce(c.name, '') "calendarName",
      case when c.id is not null then json_build_object('timeZone', c.time_zone, 'weekly', c.weekly, 'holidays', c.holidays) end calendar,
      a.goal_kind "goalKind", coalesce(a.flow_id, a.group_id, a.user_id) "goalId", coalesce(f.name, g.name, m.nick_name, '') "goalName",
      case a.goal_kind when 'flow' then f.published_version is not null when 'agent' then coalesce(m.enabled and p.enabled, false) else g.id is not null end "isReady"
    from flow_allocation a left join ${calendarRows} c on c.id = a.calendar_id left join ${flowRows} f on f.id = a.flow_id left join ${groupRows} g on g.id = a.group_id
      left join member m on m.user_id = a.user_id left join ${agentRows} p on p.user_id = a.user_id
    where a.enabled and (a.did_number_id is null or a.did_number_id = ${didNumberId}) order by a.priority, a.id`.execute(
    tx.as(),
  );
  return rows.map(({ calendar, goalKind, goalId, goalName, ...rule }) => ({
    ...rule,
    holdsNow:
      rule.hours === 'any' || (calendar !== null && openingOf(calendar, nowMs).open === (rule.hours === 'open')),
    goal: { kind: goalKind, id: goalId, name: goalName },
  }));
};
