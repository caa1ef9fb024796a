import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';
import type { SecretKeys } from '#platform/server/secrets/secret-keys.ts';

const SEALED = 'sealed.';

/** What is sealed, by the names it is bound to: sealed as one, it opens as no other. */
export type SealedKind = 'key' | 'decryption key' | 'client secret';
const boundTo = (tenantId: number, kind: SealedKind): string => `sso ${kind} ${tenantId}`;

/** Where each of them stands. */
const places = [
  { table: 'sso_key', column: 'private_key', kind: 'key' },
  { table: 'sso_key', column: 'decryption_key', kind: 'decryption key' },
  { table: 'sso_key', column: 'old_decryption_key', kind: 'decryption key' },
  { table: 'sso_config', column: 'client_secret', kind: 'client secret' },
] as const satisfies { table: string; column: string; kind: SealedKind }[];

/** What an older version kept is the key itself. */
const bytesOf = (kept: string): Buffer =>
  kept.startsWith(SEALED) ? Buffer.from(kept.slice(SEALED.length), 'base64url') : Buffer.from(kept);

export const openKey = (keys: SecretKeys, tenantId: number, kept: string, kind: SealedKind = 'key'): string =>
  keys.open(bytesOf(kept), boundTo(tenantId, kind)).toString('utf8');

export const sealKey = (keys: SecretKeys, tenantId: number, secret: string, kind: SealedKind = 'key'): string =>
  SEALED + keys.seal(Buffer.from(secret), boundTo(tenantId, kind)).toString('base64url');

/** Seals anew, under the key that is first now, what is not; answers how many. */
export const resealSsoKeys = ({ everyTenant, keys }: Db): Promise<number> =>
  everyTenant('keys of all tenants are under one key', async (tx) => {
    let sealed = 0;
    for (const place of places) sealed += await resealPlace(tx, keys, place);
    return sealed;
  });

async function resealPlace(
  tx: Tx,
  keys: SecretKeys,
  { table, column, kind }: (typeof places)[number],
): Promise<number> {
  const { rows } = await sql<{
    id: number;
    kept: string;
  }>`select tenant_id id, ${sql.ref(column)} kept from ${sql.table(table)} where ${sql.ref(column)} is not null order by tenant_id for update`.execute(
    tx.as(),
  );
  const old = rows.filter(({ kept }) => !keys.isFresh(bytesOf(kept)));
  for (const { id, kept } of old)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealKey(keys, id, openKey(keys, id, kept, kind), kind)} where tenant_id = ${id}`.execute(
      tx.as(),
    );
  return old.length;
}
