import { sql } from 'kysely';
import type { RouterFact } from '#core/call/plan-facts.ts';
import { groupMembers, groupRows } from '#features/team/agent-groups/server/index.ts';
import { calendarRows } from '#features/voice/business-hours/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { DisplayNumber } from '../contract.ts';
import { numbersOfGroups } from './shown-numbers.ts';

interface NumberRow extends Omit<DisplayNumber, 'kind'> {
  kind: 'did' | 'external';
}

/** Selects routers as the decision wants them. */
export const selectRouters = sql`
  select r.id, r.name, r.type, r.enabled, r.countries, r.strategy, r.number_strategy "numberStrategy",
    coalesce((select json_agg(json_build_object('id', rt.trunk_id, 'weight', rt.weight) order by rt.position, rt.trunk_id) from router_trunk rt where rt.router_id = r.id), '[]') trunks,
    exists (select from router_number p where p.router_id = r.id) "hasPool",
    case when c.id is not null then json_build_object('timeZone', c.time_zone, 'weekly', c.weekly, 'holidays', c.holidays)
      when r.weekly is not null then json_build_object('timeZone', r.time_zone, 'weekly', r.weekly, 'holidays', '[]'::jsonb) end hours
  from router r left join ${calendarRows} c on c.id = r.calendar_id order by r.id`;

/** SQL: the routes of somebody's groups; null where none of them has any. */
export const routersOfGroups = (userId: number) => sql`
  (select array_agg(distinct gr.router_id) from agent_group_router gr join ${groupMembers} m on m.group_id = gr.group_id where m.user_id = ${userId})`;

/** Routers and numbers of one tenant, as agents choose them. */
export function routesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const numbers = async (where: ReturnType<typeof sql>): Promise<NumberRow[]> => {
    const found = await sql<NumberRow>`
      select n.id, n.number, n.remark, coalesce(n.country_iso2, '') "countryIso2", n.kind from showable_number n where ${where} order by n.kind desc, n.id`.execute(
      rows,
    );
    return found.rows;
  };
  /** Numbers this person may show: any, or those of their groups. */
  const mayShow = (userId: number) =>
    sql`(select not mine.has or case n.kind when 'did' then n.id = any(mine.dids) else n.id = any(mine.externals) end from (${numbersOfGroups(userId)}) mine)`;
  return {
    /** Those this person may call by. */
    async routers(userId: number): Promise<(RouterFact & { name: string })[]> {
      const found = await sql<RouterFact & { name: string }>`
        select r.* from (${selectRouters}) r, (select ${routersOfGroups(userId)} ids) mine where mine.ids is null or r.id = any(mine.ids)`.execute(
        rows,
      );
      return found.rows;
    },
    all: () => numbers(sql`true`),
    onRouter: (routerId: number, userId: number) =>
      numbers(
        routerId === 0
          ? mayShow(userId)
          : sql`${mayShow(userId)} and (n.router_id = ${routerId} or (n.router_id is null and (not exists (select from router_number p where p.router_id = ${routerId})
              or exists (select from router_number p where p.router_id = ${routerId} and case n.kind when 'did' then p.did_number_id else p.external_number_id end = n.id))))`,
      ),
    ofGroup: (groupId: number) =>
      numbers(
        sql`exists (select from agent_group_number g where g.group_id = ${groupId} and case n.kind when 'did' then g.did_number_id else g.external_number_id end = n.id)`,
      ),
    async hasGroup(groupId: number): Promise<boolean> {
      const found = await sql`select 1 from ${groupRows} g where id = ${groupId}`.execute(rows);
      return found.rows.length > 0;
    },
  };
}
