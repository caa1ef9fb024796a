import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { BusinessCalendar, CalendarFields, ClosedGoal } from '../contract.ts';

interface CalendarRow extends Omit<BusinessCalendar, 'closed'> {
  closedKind: ClosedGoal['kind'];
  closedGroupId: number | null;
}

const goalOf = ({ closedKind, closedGroupId }: Pick<CalendarRow, 'closedKind' | 'closedGroupId'>): ClosedGoal =>
  closedKind === 'group' ? { kind: 'group', groupId: closedGroupId! } : { kind: closedKind };
const shown = ({ closedKind, closedGroupId, ...row }: CalendarRow): BusinessCalendar => ({
  ...row,
  closed: goalOf({ closedKind, closedGroupId }),
});

const columns = sql`c.id, c.name, c.time_zone "timeZone", c.weekly, c.holidays, c.closed_kind "closedKind", c.closed_group_id "closedGroupId", c.is_default "isDefault", c.version,
  array(select u.group_id from business_calendar_group u where u.calendar_id = c.id order by 1) "groupIds",
  array(select u.did_number_id from business_calendar_number u where u.calendar_id = c.id order by 1) "numberIds"`;

/** The calendars of one tenant. */
export function calendarsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const stored = ({ name, timeZone, weekly, holidays, closed, isDefault }: CalendarFields) => ({
    name,
    timeZone,
    weekly: JSON.stringify(weekly),
    holidays: JSON.stringify(holidays),
    kind: closed.kind,
    groupId: closed.kind === 'group' ? closed.groupId : null,
    isDefault,
  });

  /** There is one default; whoever becomes it takes the place. */
  async function makeRoom(isDefault: boolean): Promise<void> {
    if (isDefault) await sql`update business_calendar set is_default = false where is_default`.execute(rows);
  }
  async function follow(id: number, { groupIds, numberIds }: CalendarFields): Promise<void> {
    await sql`delete from business_calendar_group where calendar_id = ${id} and not group_id = any(${groupIds}::bigint[])`.execute(
      rows,
    );
    await sql`delete from business_calendar_number where calendar_id = ${id} and not did_number_id = any(${numberIds}::bigint[])`.execute(
      rows,
    );
    await sql`insert into business_calendar_group (group_id, calendar_id) select distinct x, ${id}::bigint from unnest(${groupIds}::bigint[]) x on conflict (tenant_id, group_id) do update set calendar_id = excluded.calendar_id`.execute(
      rows,
    );
    await sql`insert into business_calendar_number (did_number_id, calendar_id) select distinct x, ${id}::bigint from unnest(${numberIds}::bigint[]) x on conflict (tenant_id, did_number_id) do update set calendar_id = excluded.calendar_id`.execute(
      rows,
    );
  }

  return {
    all: async () =>
      (
        await sql<CalendarRow>`select ${columns} from business_calendar c order by c.is_default desc, c.name, c.id`.execute(
          rows,
        )
      ).rows.map(shown),
    async find(id: number): Promise<BusinessCalendar | null> {
      const { rows: found } =
        await sql<CalendarRow>`select ${columns} from business_calendar c where c.id = ${id}`.execute(rows);
      return found[0] ? shown(found[0]) : null;
    },
    async targets() {
      const groups = await sql<{ id: number; name: string }>`select id, name from ${groupRows} g order by name`.execute(
        rows,
      );
      const numbers = await sql<{
        id: number;
        number: string;
        remark: string;
      }>`select id, number, remark from did_number order by number`.execute(rows);
      return { groups: groups.rows, numbers: numbers.rows };
    },
    /** Whether all of these are there. */
    async know({ groupIds, numberIds, closed }: CalendarFields): Promise<boolean> {
      const groups = [...new Set(closed.kind === 'group' ? [...groupIds, closed.groupId] : groupIds)];
      const numbers = [...new Set(numberIds)];
      const { rows: found } = await sql<{ known: boolean }>`
        select (select count(*) from ${groupRows} g where id = any(${groups}::bigint[])) = ${groups.length} and (select count(*) from did_number where id = any(${numbers}::bigint[])) = ${numbers.length} known`.execute(
        rows,
      );
      return found[0]!.known;
    },
    async add(fields: CalendarFields): Promise<number> {
      await makeRoom(fields.isDefault);
      const { name, timeZone, weekly, holidays, kind, groupId, isDefault } = stored(fields);
      const { rows: added } = await sql<{ id: number }>`
        insert into business_calendar (name, time_zone, weekly, holidays, closed_kind, closed_group_id, is_default)
        values (${name}, ${timeZone}, ${weekly}::jsonb, ${holidays}::jsonb, ${kind}, ${groupId}, ${isDefault}) returning id`.execute(
        rows,
      );
      await follow(added[0]!.id, fields);
      return added[0]!.id;
    },
    async update(id: number, version: number, fields: CalendarFields): Promise<boolean> {
      await makeRoom(fields.isDefault);
      const { name, timeZone, weekly, holidays, kind, groupId, isDefault } = stored(fields);
      const { numAffectedRows } = await sql`
        update business_calendar set name = ${name}, time_zone = ${timeZone}, weekly = ${weekly}::jsonb, holidays = ${holidays}::jsonb, closed_kind = ${kind}, closed_group_id = ${groupId}, is_default = ${isDefault}, version = version + 1
        where id = ${id} and version = ${version}`.execute(rows);
      if (numAffectedRows !== 1n) return false;
      await follow(id, fields);
      return true;
    },
    remove: async (id: number) =>
      (await sql`delete from business_calendar where id = ${id}`.execute(rows)).numAffectedRows === 1n,
  };
}

/** What others may know of calendars: a subquery to join, which the database resolves as if it were the table. */
export const calendarRows = sql`(select id, tenant_id, name, time_zone, weekly, holidays from business_calendar)`;
