import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { ScimToken } from '../contract.ts';

/** The tokens of one tenant. */
export function tokensRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async all(): Promise<ScimToken[]> {
      const { rows: found } = await sql<ScimToken>`
        select id, prefix, networks, created_by "createdBy", created_at "createdAt", last_used_at "lastUsedAt", last_used_address "lastUsedAddress"
        from scim_token order by id desc`.execute(rows);
      return found;
    },
    async add(
      { prefix, hash, networks }: { prefix: string; hash: Buffer; networks: readonly string[] },
      createdBy: string,
    ): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into scim_token (prefix, hash, networks, created_by) values (${prefix}, ${hash}, ${networks}, ${createdBy}) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    /** Answers the first letters of what was removed. */
    async remove(id: number): Promise<string | null> {
      const { rows: gone } = await sql<{
        prefix: string;
      }>`delete from scim_token where id = ${id} returning prefix`.execute(rows);
      return gone[0]?.prefix ?? null;
    },
  };
}

export interface UsedToken {
  id: number;
  tenantId: number;
  prefix: string;
  networks: string[];
}

/** By the hash alone, before the tenant is known: how long the search takes tells nothing about a token. */
export async function tokenWith(tx: Tx, hash: Buffer): Promise<UsedToken | null> {
  const { rows } = await sql<UsedToken>`
    select id, tenant_id "tenantId", prefix, networks from scim_token where hash = ${hash}`.execute(tx.as());
  return rows[0] ?? null;
}

/** Written down once a minute at most. */
export async function noteUse(tx: Tx, id: number, address: string, nowMs: number): Promise<void> {
  const now = momentOfMs(nowMs);
  await sql`update scim_token set last_used_at = ${now}, last_used_address = ${address.slice(0, 60)}
    where id = ${id} and (last_used_at is null or last_used_at <= ${now} - interval '1 minute')`.execute(tx.as());
}
