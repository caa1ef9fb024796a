import { sql } from 'kysely';
import { openingOf, type Calendar } from '#core/calendar/business-hours.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { calendarRows } from '#features/voice/business-hours/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { CallRoute, RouteFields, RouteHours } from '../contract.ts';

interface RouteRow extends Omit<CallRoute, 'hours' | 'isOpen'> {
  calendarId: number | null;
  calendar: Calendar | null;
  weekly: Calendar['weekly'] | null;
  timeZone: string | null;
}

const select = sql`
  select r.id, r.name, r.type, r.countries, r.enabled, r.strategy, r.number_strategy "numberStrategy", r.version,
    r.calendar_id "calendarId", r.weekly, r.time_zone "timeZone", coalesce(c.name, '') "calendarName",
    case when c.id is not null then json_build_object('timeZone', c.time_zone, 'weekly', c.weekly, 'holidays', c.holidays) end calendar,
    coalesce((select json_agg(json_build_object('trunkId', t.id, 'name', t.name, 'enabled', t.enabled, 'weight', rt.weight) order by rt.position, t.id)
      from router_trunk rt join trunk t on t.id = rt.trunk_id where rt.router_id = r.id), '[]') trunks,
    (select count(*) from router_number p where p.router_id = r.id) numbers,
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id)
      from agent_group_router gr join ${groupRows} g on g.id = gr.group_id where gr.router_id = r.id), '[]') groups
  from router r left join ${calendarRows} c on c.id = r.calendar_id`;

function shown({ calendarId, calendar, weekly, timeZone, ...row }: RouteRow, nowMs: number): CallRoute {
  const hours: RouteHours =
    calendarId !== null
      ? { kind: 'calendar', calendarId }
      : weekly && timeZone
        ? { kind: 'weekly', timeZone, weekly: [...weekly] }
        : { kind: 'always' };
  const followed = calendar ?? (weekly && timeZone ? { timeZone, weekly, holidays: [] } : null);
  return { ...row, hours, isOpen: followed === null || openingOf(followed, nowMs).open };
}

/** The routes of one tenant, as those see them who set them up. */
export function routeRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const columns = ({ name, type, countries, hours, enabled, strategy }: RouteFields) => ({
    name,
    type,
    countries: [...new Set(countries)].sort(),
    calendarId: hours.kind === 'calendar' ? hours.calendarId : null,
    weekly: hours.kind === 'weekly' ? JSON.stringify(hours.weekly) : null,
    timeZone: hours.kind === 'weekly' ? hours.timeZone : null,
    enabled,
    strategy,
  });
  async function setTrunks(id: number, trunks: RouteFields['trunks']): Promise<void> {
    await sql`delete from router_trunk where router_id = ${id}`.execute(rows);
    await sql`
      insert into router_trunk (router_id, trunk_id, position, weight)
      select ${id}::bigint, t."trunkId", t.ordinality - 1, t.weight
      from rows from (jsonb_to_recordset(${JSON.stringify(trunks)}::jsonb) as ("trunkId" bigint, weight int)) with ordinality as t ("trunkId", weight, ordinality)`.execute(
      rows,
    );
  }
  return {
    async all(nowMs: number): Promise<CallRoute[]> {
      const found = await sql<RouteRow>`${select} order by r.type, r.name, r.id`.execute(rows);
      return found.rows.map((row) => shown(row, nowMs));
    },
    async find(id: number, nowMs: number): Promise<CallRoute | null> {
      const found = await sql<RouteRow>`${select} where r.id = ${id}`.execute(rows);
      return found.rows[0] ? shown(found.rows[0], nowMs) : null;
    },
    count: async () => (await sql<{ n: number }>`select count(*) n from router`.execute(rows)).rows[0]!.n,
    /** Whether all of its trunks and its calendar are there. */
    async knows({ trunks, hours }: RouteFields): Promise<{ trunks: boolean; calendar: boolean }> {
      const ids = trunks.map(({ trunkId }) => trunkId);
      const found = await sql<{ trunks: boolean; calendar: boolean }>`
        select (select count(*) from trunk where id = any(${ids}::bigint[])) = ${ids.length} trunks,
          ${hours.kind === 'calendar' ? sql`exists (select from ${calendarRows} c where c.id = ${hours.calendarId})` : sql`true`} calendar`.execute(
        rows,
      );
      return found.rows[0]!;
    },
    async add(fields: RouteFields): Promise<number> {
      const { name, type, countries, calendarId, weekly, timeZone, enabled, strategy } = columns(fields);
      const found = await sql<{ id: number }>`
        insert into router (name, type, countries, calendar_id, weekly, time_zone, enabled, strategy)
        values (${name}, ${type}, ${countries}, ${calendarId}, ${weekly}::jsonb, ${timeZone}, ${enabled}, ${strategy}) returning id`.execute(
        rows,
      );
      const { id } = found.rows[0]!;
      await setTrunks(id, fields.trunks);
      return id;
    },
    /** False where somebody changed it meanwhile. */
    async update(id: number, version: number, fields: RouteFields): Promise<boolean> {
      const { name, type, countries, calendarId, weekly, timeZone, enabled, strategy } = columns(fields);
      const { numAffectedRows } = await sql`
        update router set name = ${name}, type = ${type}, countries = ${countries}, calendar_id = ${calendarId}, weekly = ${weekly}::jsonb,
          time_zone = ${timeZone}, enabled = ${enabled}, strategy = ${strategy}, version = version + 1
        where id = ${id} and version = ${version}`.execute(rows);
      if (numAffectedRows !== 1n) return false;
      await setTrunks(id, fields.trunks);
      return true;
    },
    remove: async (id: number) => void (await sql`delete from router where id = ${id}`.execute(rows)),
  };
}
