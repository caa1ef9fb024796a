import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { RouteType } from '#shared/codes/route-type.ts';

/** What others may know of trunks: a subquery to join. */
export const trunkRows = sql`(select id, tenant_id, name from trunk)`;

/** Whether the tenant has this route, of one of these types. */
export const hasRoute = async (tx: TenantTx, id: number, types: readonly RouteType[]): Promise<boolean> =>
  (await sql`select 1 from router where id = ${id} and type = any(${types}::int[])`.execute(tx.as())).rows.length > 0;

/** Numbers of ours that may be shown to called people. */
export const showableNumbers = async (tx: TenantTx): Promise<{ number: string; remark: string }[]> =>
  (
    await sql<{ number: string; remark: string }>`
      select n.number, n.remark from showable_number n order by n.number collate "C"`.execute(tx.as())
  ).rows;

/** The routes of these types by name, for whoever lets calls leave by one. */
export const namedRoutes = async (tx: TenantTx, types: readonly RouteType[]): Promise<{ id: number; name: string }[]> =>
  (
    await sql<{ id: number; name: string }>`
      select id, name from router where type = any(${types}::int[]) order by name, id`.execute(tx.as())
  ).rows;
