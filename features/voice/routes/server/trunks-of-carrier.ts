import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

// All that others do with trunks stands here.

/** The carriers the tenant's trunks lead to, as far as these are on. */
export async function carriersInUse(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ carrier: string }>`select distinct carrier from trunk where enabled`.execute(tx.as());
  return rows.map(({ carrier }) => carrier);
}

/** Adds a trunk to a carrier. A name that is taken gets a number behind it. */
export async function addTrunk(tx: TenantTx, { name, carrier }: { name: string; carrier: string }): Promise<void> {
  await sql`
    insert into trunk (name, carrier)
    select free.name, ${carrier} from (
      select case when n = 1 then ${name}::text else ${name}::text || ' ' || n end name, n from generate_series(1, 1000) n
    ) free
    where not exists (select from trunk t where t.name = free.name) order by n limit 1`.execute(tx.as());
}

/** Takes the tenant's trunks to a carrier away; routes lose them too. */
export async function removeTrunks(tx: TenantTx, carrier: string): Promise<void> {
  await sql`delete from trunk where carrier = ${carrier}`.execute(tx.as());
}
