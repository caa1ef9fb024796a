import { sql } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import type { DidNumber, Menu } from '../contract.ts';

/** A number of ours that somebody outside called. */
export interface CalledNumber {
  tenantId: number;
  id: number;
  number: string;
  inboundConfig: InboundConfig;
  groupId: number | null;
  menu: Menu | null;
  /** Published, or gone meanwhile. */
  flowId: number | null;
  language: string | null;
}

/** Whose number this is; null for one nobody answers here. */
export async function calledNumber(db: Db, number: string): Promise<CalledNumber | null> {
  const { rows } = await db.everyTenant('a number alone does not tell the tenant', (tx) =>
    sql<CalledNumber>`
      select tenant_id "tenantId", id, number, inbound_config "inboundConfig", group_id "groupId", menu, flow_id "flowId", language from did_number where number = ${number} and enabled`.execute(
      tx.as(),
    ),
  );
  return rows[0] ?? null;
}

const select = sql`
  select d.id, d.number, coalesce(d.country_iso2, '') "countryIso2", d.remark, d.inbound_config "inboundConfig", d.group_id "groupId", coalesce(g.name, '') "groupName", d.menu, d.flow_id "flowId", coalesce(f.name, '') "flowName", d.enabled
  from did_number d left join ${groupRows} g on g.id = d.group_id left join flow f on f.id = d.flow_id`;

export interface DidFilter {
  number?: string | undefined;
  remark?: string | undefined;
}

/** The numbers of one tenant. */
export function didNumbersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const where = ({ number = '', remark = '' }: DidFilter) =>
    sql`where position(${number} in d.number) > 0 and position(lower(${remark}) in lower(d.remark)) > 0`;
  return {
    async page(
      filter: DidFilter,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: DidNumber[]; total: number }> {
      const { rows: list } =
        await sql<DidNumber>`${select} ${where(filter)} order by d.number limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from did_number d ${where(filter)}`.execute(rows);
      return { list, total: counted[0]!.total };
    },
    async find(id: number): Promise<DidNumber | null> {
      const found = await sql<DidNumber>`${select} where d.id = ${id}`.execute(rows);
      return found.rows[0] ?? null;
    },
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
    async setRemark(id: number, remark: string): Promise<void> {
      await sql`update did_number set remark = ${remark} where id = ${id}`.execute(rows);
    },
    async setInbound(
      id: number,
      {
        inboundConfig,
        groupId,
        menu,
        flowId,
      }: { inboundConfig: InboundConfig; groupId: number | null; menu: Menu | null; flowId: number | null },
    ): Promise<void> {
      await sql`update did_number set inbound_config = ${inboundConfig}, group_id = ${groupId}, flow_id = ${flowId}, menu = ${menu === null ? null : JSON.stringify(menu)}::jsonb where id = ${id}`.execute(
        rows,
      );
    },
  };
}

/** The groups a menu leads to. */
export const groupsIn = ({ keys, otherwise }: Menu): number[] =>
  [...Object.values(keys), otherwise].flatMap((goal) => (goal.kind === 'group' ? [goal.groupId] : []));

/** What others may know of numbers: a subquery to join, which the database resolves as if it were the table. */
export const numberRows = sql`(select id, tenant_id, number, remark, inbound_config, group_id, enabled from did_number)`;
