import { sql } from 'kysely';
import { openingOf, type Calendar } from '#core/calendar/business-hours.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import { calendarRows } from '#features/voice/business-hours/server/index.ts';
import { flowRows } from '#features/flows/flows/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Goal, GoalKind, RuleHours } from '../contract.ts';
import { goalOf } from './rules.repo.ts';

interface FittingRow {
  goalKind: GoalKind;
  goalId: number;
  hours: RuleHours;
  calendar: Calendar | null;
}

/**
 * Where a caller goes by the rules; null when none fits. The first that fits by its priority counts; one that leads to a flow nobody
 * published, or to an agent who is gone, is passed over.
 */
export async function allocationFor(
  tx: TenantTx,
  { didNumberId, from, nowMs }: { didNumberId: number; from: string; nowMs: number },
): Promise<Goal | null> {
  const { rows } = await sql<FittingRow>`
    select a.goal_kind "goalKind", coalesce(a.flow_id, a.group_id, a.user_id) "goalId", a.hours,
      case when c.id is not null then json_build_object('timeZone', c.time_zone, 'weekly', c.weekly, 'holidays', c.holidays) end calendar
    from flow_allocation a left join ${calendarRows} c on c.id = a.calendar_id
    where a.enabled and (a.did_number_id is null or a.did_number_id = ${didNumberId}) and starts_with(${from.replace(/\D/g, '')}, a.caller_prefix)
      and case a.goal_kind
        when 'flow' then exists (select from ${flowRows} f where f.id = a.flow_id and f.published_version is not null)
        when 'agent' then exists (select from ${agentRows} g join member m on m.user_id = g.user_id and m.enabled where g.user_id = a.user_id and g.enabled)
        else true end
    order by a.priority, a.id`.execute(tx.as());
  const fits = rows.find(
    ({ hours, calendar }) =>
      hours === 'any' || (calendar !== null && openingOf(calendar, nowMs).open === (hours === 'open')),
  );
  return fits ? goalOf(fits.goalKind, fits.goalId) : null;
}
