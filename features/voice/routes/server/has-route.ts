import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { RouteType } from '#shared/codes/route-type.ts';

/** Whether the tenant has this route, of one of these types. */
export const hasRoute = async (tx: TenantTx, id: number, types: readonly RouteType[]): Promise<boolean> =>
  (await sql`select 1 from router where id = ${id} and type = any(${types}::int[])`.execute(tx.as())).rows.length > 0;
