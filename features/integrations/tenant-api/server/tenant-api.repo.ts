import { sql } from 'kysely';
import type { ApiScope } from '#shared/api-scopes.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { functionsOfMember } from '#platform/server/sessions/identity-row.ts';
import type { ApiKey } from '../contract.ts';
import { hiddenFromMember, hiddenOutside } from '#platform/server/number-protection.ts';

export type KeyFields = Pick<ApiKey, 'name' | 'scopes' | 'expiresAt' | 'maskNumbers' | 'networks'>;
export type StoredApiKey = Omit<ApiKey, 'state' | 'lost'> & {
  keeperId: number;
  keeperEnabled: boolean | null;
  keeperOwner: boolean | null;
  keeperFunctions: string[];
};

const columns = sql`k.id, name, prefix, scopes, mask_numbers "maskNumbers", networks, expires_at "expiresAt", k.enabled, created_by "createdBy", keeper_id "keeperId", coalesce(m.nick_name, '') keeper, m.enabled "keeperEnabled", m.is_owner "keeperOwner", ${functionsOfMember('m')} "keeperFunctions", created_at "createdAt", last_used_at "lastUsedAt", last_used_address "lastUsedAddress"`;

const keys = sql`tenant_api_key k left join member m on m.tenant_id = k.tenant_id and m.user_id = k.keeper_id`;

/** The keys of one tenant. */
export function tenantApiRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async all(): Promise<StoredApiKey[]> {
      return (await sql<StoredApiKey>`select ${columns} from ${keys} order by k.id desc`.execute(rows)).rows;
    },
    async find(id: number): Promise<StoredApiKey | undefined> {
      return (await sql<StoredApiKey>`select ${columns} from ${keys} where k.id = ${id} for update of k`.execute(rows))
        .rows[0];
    },
    async count(): Promise<number> {
      return (await sql<{ total: number }>`select count(*) total from tenant_api_key`.execute(rows)).rows[0]!.total;
    },
    async add(
      { name, scopes, expiresAt, maskNumbers, networks }: KeyFields,
      { prefix, hash, maker }: { prefix: string; hash: Buffer; maker: { userId: number; name: string } },
    ): Promise<number> {
      const added = await sql<{ id: number }>`
        insert into tenant_api_key (name, prefix, hash, scopes, mask_numbers, networks, expires_at, created_by, keeper_id)
        values (${name}, ${prefix}, ${hash}, ${scopes}, ${maskNumbers}, ${networks}, ${expiresAt}, ${maker.name}, ${maker.userId}) returning id`.execute(
        rows,
      );
      return added.rows[0]!.id;
    },
    async update(
      id: number,
      { name, scopes, expiresAt, maskNumbers, networks, enabled }: KeyFields & { enabled: boolean },
      keeperId: number,
    ): Promise<void> {
      await sql`update tenant_api_key set name = ${name}, scopes = ${scopes}, mask_numbers = ${maskNumbers}, networks = ${networks}, expires_at = ${expiresAt}, enabled = ${enabled}, keeper_id = ${keeperId} where id = ${id}`.execute(
        rows,
      );
    },
    async remove(id: number): Promise<void> {
      await sql`delete from tenant_api_key where id = ${id}`.execute(rows);
    },
  };
}

export interface UsedKey {
  id: number;
  tenant_id: number;
  name: string;
  scopes: ApiScope[];
  mask_numbers: boolean;
  networks: string[];
  expires_ms: number | null;
  language: string;
  keeper_owner: boolean;
  keeper_functions: string[];
  keeper_masked: boolean;
}

/** Before the tenant is known. */
export function everyKey(tx: Tx) {
  const rows = tx.as<never>();
  return {
    /** By the hash alone: how long the search takes tells nothing about a key. Not of somebody who is no longer there. */
    async goodWith(hash: Buffer): Promise<UsedKey | undefined> {
      return (
        await sql<UsedKey>`
        select k.id, k.tenant_id, k.name, k.scopes, k.mask_numbers or ${hiddenOutside(sql`k.tenant_id`)} mask_numbers, k.networks, ${msOfColumn('k.expires_at')} expires_ms, t.default_language language,
          m.is_owner keeper_owner, ${functionsOfMember('m')} keeper_functions, ${hiddenFromMember} keeper_masked
        from tenant_api_key k join tenant t on t.id = k.tenant_id join member m on m.tenant_id = k.tenant_id and m.user_id = k.keeper_id and m.enabled where k.hash = ${hash} and k.enabled`.execute(
          rows,
        )
      ).rows[0];
    },
    /** Written down once a minute at most. */
    async noteUse(id: number, address: string, nowMs: number): Promise<void> {
      const now = momentOfMs(nowMs);
      await sql`update tenant_api_key set last_used_at = ${now}, last_used_address = ${address.slice(0, 60)} where id = ${id} and (last_used_at is null or last_used_at <= ${now} - interval '1 minute')`.execute(
        rows,
      );
    },
  };
}
