import { sql } from 'kysely';
import { openingOf, type Calendar, type Opening } from '#core/calendar/business-hours.ts';
import type { ClosedHours } from '#core/call/closed-hours.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ClosedGoal } from '../contract.ts';

interface FollowedRow extends Calendar {
  ofNumber: boolean;
  isDefault: boolean;
  groupIds: number[];
  kind: ClosedGoal['kind'];
  groupId: number | null;
}

/** Who is away at this moment: a number, unless there is none, and whichever of the groups its callers may reach. */
export async function closedNow(
  tx: TenantTx,
  { numberId, nowMs }: { numberId: number | null; nowMs: number },
): Promise<ClosedHours> {
  const { rows } = await sql<FollowedRow>`
    select c.time_zone "timeZone", c.weekly, c.holidays, c.is_default "isDefault", c.closed_kind kind, c.closed_group_id "groupId",
      exists (select from business_calendar_number u where u.calendar_id = c.id and u.did_number_id = ${numberId}::bigint) "ofNumber",
      array(select u.group_id from business_calendar_group u where u.calendar_id = c.id) "groupIds"
    from business_calendar c`.execute(tx.as());
  const goal = ({ kind, groupId, ...calendar }: FollowedRow): ClosedGoal | null =>
    openingOf(calendar, nowMs).open ? null : kind === 'group' ? { kind, groupId: groupId! } : { kind };
  const goals = rows.map((row) => ({ ...row, goal: goal(row) }));
  const otherwise = goals.find(({ isDefault }) => isDefault)?.goal ?? null;
  const own = goals.find(({ ofNumber }) => ofNumber);
  return {
    number: own ? { goal: own.goal } : null,
    group(id) {
      const followed = goals.find(({ groupIds }) => groupIds.includes(id));
      return followed ? followed.goal : otherwise;
    },
  };
}

/** Whether a calendar is open at this moment: the one named, else that of the number, else the usual one. Null where there is none. */
export async function openNow(
  tx: TenantTx,
  { calendarId, numberId, nowMs }: { calendarId: number | null; numberId: number | null; nowMs: number },
): Promise<{ isOpen: boolean; isHoliday: boolean } | null> {
  const { rows } = await sql<Calendar>`
    select c.time_zone "timeZone", c.weekly, c.holidays from business_calendar c
    where ${calendarId === null ? sql`c.is_default or exists (select from business_calendar_number u where u.calendar_id = c.id and u.did_number_id = ${numberId}::bigint)` : sql`c.id = ${calendarId}`}
    order by c.is_default limit 1`.execute(tx.as());
  if (!rows[0]) return null;
  const { open, holiday } = openingOf(rows[0], nowMs);
  return { isOpen: open, isHoliday: holiday !== null };
}

/** Whether a group is there at this moment, and when it is next, by its calendar or else the usual one; without any it always is. */
export async function groupOpening(
  tx: TenantTx,
  { groupId, nowMs }: { groupId: number; nowMs: number },
): Promise<Pick<Opening, 'open' | 'opensAtMs'>> {
  const { rows } = await sql<Calendar>`
    select c.time_zone "timeZone", c.weekly, c.holidays from business_calendar c
    where c.is_default or exists (select from business_calendar_group u where u.calendar_id = c.id and u.group_id = ${groupId})
    order by exists (select from business_calendar_group u where u.calendar_id = c.id and u.group_id = ${groupId}) desc limit 1`.execute(
    tx.as(),
  );
  return rows[0] ? openingOf(rows[0], nowMs) : { open: true, opensAtMs: nowMs };
}
