import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Which calendar each number follows, as a subquery to join. */
export const numberCalendars = sql`(select u.tenant_id, u.did_number_id, u.calendar_id, c.name from business_calendar_number u join business_calendar c on c.id = u.calendar_id)`;

/** Calendars to choose from, by name. */
export const calendarNames = async (tx: TenantTx): Promise<{ id: number; name: string }[]> =>
  (await sql<{ id: number; name: string }>`select id, name from business_calendar order by name, id`.execute(tx.as()))
    .rows;

/** Lets a number follow a calendar in place of the one it follows, or none; false where there is no such calendar. */
export async function followCalendar(
  tx: TenantTx,
  { numberId, calendarId }: { numberId: number; calendarId: number | null },
): Promise<boolean> {
  // Whoever edits one of the two calendars with an old list of numbers is told.
  await sql`update business_calendar set version = version + 1 where id = ${calendarId}::bigint or id in (select calendar_id from business_calendar_number where did_number_id = ${numberId})`.execute(
    tx.as(),
  );
  if (calendarId === null) {
    await sql`delete from business_calendar_number where did_number_id = ${numberId}`.execute(tx.as());
    return true;
  }
  const { rows } = await sql`
    insert into business_calendar_number (did_number_id, calendar_id) select ${numberId}::bigint, c.id from business_calendar c where c.id = ${calendarId}
    on conflict (tenant_id, did_number_id) do update set calendar_id = excluded.calendar_id returning 1`.execute(
    tx.as(),
  );
  return rows.length > 0;
}
