import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import type { SecretKeys } from '#platform/server/secrets/secret-keys.ts';

const SEALED = 'sealed.';
const boundTo = (tenantId: number): string => `sso key ${tenantId}`;

/** What an older version kept is the key itself. */
const bytesOf = (kept: string): Buffer =>
  kept.startsWith(SEALED) ? Buffer.from(kept.slice(SEALED.length), 'base64url') : Buffer.from(kept);

export const openKey = (keys: SecretKeys, tenantId: number, kept: string): string =>
  keys.open(bytesOf(kept), boundTo(tenantId)).toString('utf8');

export const sealKey = (keys: SecretKeys, tenantId: number, pem: string): string =>
  SEALED + keys.seal(Buffer.from(pem), boundTo(tenantId)).toString('base64url');

/** Seals anew, under the key that is first now, what is not; answers how many. */
export const resealSsoKeys = ({ everyTenant, keys }: Db): Promise<number> =>
  everyTenant('keys of all tenants are under one key', async (tx) => {
    const { rows } = await sql<{
      tenant_id: number;
      private_key: string;
    }>`select tenant_id, private_key from sso_key order by tenant_id for update`.execute(tx.as());
    const old = rows.filter(({ private_key: kept }) => !keys.isFresh(bytesOf(kept)));
    for (const { tenant_id: id, private_key: kept } of old)
      await sql`update sso_key set private_key = ${sealKey(keys, id, openKey(keys, id, kept))} where tenant_id = ${id}`.execute(
        tx.as(),
      );
    return old.length;
  });
