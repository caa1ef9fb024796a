import { sql } from 'kysely';
import { isSealedText, openTenantSecrets, textSealOf, type TextSeal } from '#features/team/agents/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';

/** What seals the secrets that deliveries are signed with; asked for outside of a transaction. */
export function openHookSeals(db: Db): (tenantId: number) => Promise<TextSeal> {
  const secrets = openTenantSecrets(db);
  return (tenantId) => textSealOf(secrets, tenantId, 'webhook secrets');
}

/** Seals what an older version kept as it was; answers how many. */
export async function sealOldHookSecrets(db: Db): Promise<number> {
  const sealOf = openHookSeals(db);
  const { rows } = await db.everyTenant('hooks of all tenants were kept open', (tx) =>
    sql<{
      id: number;
      tenant_id: number;
      secret: string;
      previous_secret: string | null;
    }>`select id, tenant_id, secret, previous_secret from webhook where not starts_with(secret, 'sealed.') or not starts_with(previous_secret, 'sealed.')`.execute(
      tx.as(),
    ),
  );
  for (const { id, tenant_id: tenantId, secret, previous_secret: previous } of rows) {
    const box = await sealOf(tenantId);
    const sealed = (text: string): string => (isSealedText(text) ? text : box.seal(text));
    // Only while it is what was read: somebody may have rotated it meanwhile.
    await db.everyTenant('a hook of this tenant', (tx) =>
      sql`update webhook set secret = ${sealed(secret)}, previous_secret = ${previous === null ? null : sealed(previous)} where id = ${id} and secret = ${secret}`.execute(
        tx.as(),
      ),
    );
  }
  return rows.length;
}
