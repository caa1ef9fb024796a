import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';

/** Groups and flows that numbers of one tenant lead to. */
export function numberGoalsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async groups(): Promise<{ groupId: number; groupName: string; numbers: { id: number; number: string }[] }[]> {
      const found = await sql<{ groupId: number; groupName: string; numbers: { id: number; number: string }[] }>`
        select g.id "groupId", g.name "groupName",
          coalesce((select json_agg(json_build_object('id', d.id, 'number', d.number) order by d.number) from did_number d where d.group_id = g.id and d.inbound_config = ${InboundConfig.agentGroup}), '[]') numbers
        from ${groupRows} g order by g.name, g.id`.execute(rows);
      return found.rows;
    },
    /** Those callers can be sent to. */
    async flows(): Promise<{ flowId: number; flowName: string }[]> {
      return (
        await sql<{
          flowId: number;
          flowName: string;
        }>`select id "flowId", name "flowName" from flow where published_version is not null order by name, id`.execute(
          rows,
        )
      ).rows;
    },
    async hasFlow(id: number): Promise<boolean> {
      return (
        (await sql`select 1 from flow where id = ${id} and published_version is not null for key share`.execute(rows))
          .rows.length > 0
      );
    },
    /** Numbers a flow answers. */
    async ofFlow(flowId: number): Promise<{ id: number; number: string }[]> {
      return (
        await sql<{
          id: number;
          number: string;
        }>`select id, number from did_number where flow_id = ${flowId} order by number`.execute(rows)
      ).rows;
    },
    async existingGroups(ids: readonly number[]): Promise<Set<number>> {
      const found = await sql<{
        id: number;
      }>`select id from ${groupRows} g where id = any(${ids}) for key share`.execute(rows);
      return new Set(found.rows.map(({ id }) => id));
    },
  };
}
