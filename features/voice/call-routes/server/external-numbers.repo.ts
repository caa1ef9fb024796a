import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** A number that is not one of ours and may be shown to called people. */
export interface ExternalNumberRow {
  id: number;
  number: string;
  remark: string;
  countryIso2: string;
  /** The router that shows it alone; null: all of them. */
  routerId: number | null;
  routerName: string;
  enabled: boolean;
  isVerified: boolean;
}

export interface ExternalNumberFilter {
  number?: string | undefined;
  remark?: string | undefined;
  isVerified?: boolean | undefined;
}

const select = sql`
  select e.id, e.number, e.remark, coalesce(e.country_iso2, '') "countryIso2", e.router_id "routerId", coalesce(r.name, '') "routerName", e.enabled, e.verified_at is not null "isVerified"
  from external_number e left join router r on r.id = e.router_id`;

/** Numbers to show of one tenant, for the feature that keeps them. */
export function externalNumbersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const where = ({ number = '', remark = '', isVerified }: ExternalNumberFilter) =>
    sql`where position(${number} in e.number) > 0 and position(lower(${remark}) in lower(e.remark)) > 0 and (${isVerified ?? null}::boolean is null or (e.verified_at is not null) = ${isVerified ?? null})`;
  return {
    async page(
      filter: ExternalNumberFilter,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: ExternalNumberRow[]; total: number }> {
      const { rows: list } =
        await sql<ExternalNumberRow>`${select} ${where(filter)} order by e.number limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from external_number e ${where(filter)}`.execute(rows);
      return { list, total: counted[0]!.total };
    },
    async find(id: number): Promise<ExternalNumberRow | null> {
      return (await sql<ExternalNumberRow>`${select} where e.id = ${id}`.execute(rows)).rows[0] ?? null;
    },
    async routers(): Promise<{ id: number; name: string }[]> {
      return (await sql<{ id: number; name: string }>`select id, name from router order by name, id`.execute(rows))
        .rows;
    },
    /** Nobody has proven yet whose it is. */
    async add({
      number,
      country,
      remark,
      routerId,
    }: {
      number: string;
      country: string;
      remark: string;
      routerId: number | null;
    }): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into external_number (number, country_iso2, remark, router_id, verified_at) values (${number}, ${country}, ${remark}, ${routerId}, null) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    async update(
      id: number,
      { remark, routerId, enabled }: Pick<ExternalNumberRow, 'remark' | 'routerId' | 'enabled'>,
    ): Promise<void> {
      await sql`update external_number set remark = ${remark}, router_id = ${routerId}, enabled = ${enabled} where id = ${id}`.execute(
        rows,
      );
    },
    async remove(id: number): Promise<void> {
      await sql`delete from external_number where id = ${id}`.execute(rows);
    },
    async setVerified(id: number, nowMs: number): Promise<void> {
      await sql`update external_number set verified_at = ${new Date(nowMs)} where id = ${id}`.execute(rows);
    },
  };
}
