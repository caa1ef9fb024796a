import { sql } from 'kysely';
import type { RouterFact } from '#core/call/call-permission.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { DisplayNumber } from '../contract.ts';

export interface NumberRow extends Omit<DisplayNumber, 'kind'> {
  kind: 'did' | 'external';
  routerId: number | null;
}

/** External numbers that were proven and our own, both of which can be shown. */
const allNumbers = sql`(
  select id, number, remark, country_iso2, router_id, 'external' kind, enabled from external_number where verified_at is not null
  union all
  select id, number, remark, country_iso2, null, 'did', enabled from did_number where not exists (select 1 from external_number e where e.number = did_number.number and e.verified_at is not null)) n`;

/** Selects routers as the decision wants them. */
export const selectRouters = sql`
  select r.id, r.name, r.type, r.enabled, r.countries, array(select rl.line_id from router_line rl where rl.router_id = r.id order by rl.position, rl.line_id) "lineIds" from router r order by r.id`;

/** Selects numbers that can be shown. */
export const selectNumbers = (where: ReturnType<typeof sql>) => sql`
  select n.id, n.number, n.remark, coalesce(n.country_iso2, '') "countryIso2", n.kind, n.router_id "routerId" from ${allNumbers} where n.enabled and ${where} order by n.kind desc, n.id`;

/** Lines, routers and numbers of one tenant. */
export function routesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const numbers = async (where: ReturnType<typeof sql>): Promise<NumberRow[]> => {
    const found = await sql<NumberRow>`${selectNumbers(where)}`.execute(rows);
    return found.rows;
  };
  return {
    async routers(): Promise<(RouterFact & { name: string })[]> {
      const found = await sql<RouterFact & { name: string }>`${selectRouters}`.execute(rows);
      return found.rows;
    },
    all: () => numbers(sql`true`),
    onRouter: (routerId: number) =>
      numbers(routerId === 0 ? sql`true` : sql`(n.router_id is null or n.router_id = ${routerId})`),
    ofGroup: (groupId: number) =>
      numbers(
        sql`exists (select 1 from agent_group_number g where g.group_id = ${groupId} and ((n.kind = 'did' and g.did_number_id = n.id) or (n.kind = 'external' and g.external_number_id = n.id)))`,
      ),
    async hasGroup(groupId: number): Promise<boolean> {
      const found = await sql`select 1 from ${groupRows} g where id = ${groupId}`.execute(rows);
      return found.rows.length > 0;
    },
  };
}
