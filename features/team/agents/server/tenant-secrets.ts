import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';

/** Keys of a tenant: each purpose has its own, all from one secret that no request can read. */
export interface TenantSecrets {
  /** 32 bytes, the same for the same tenant and purpose for ever. */
  derive(tenantId: number, purpose: string): Promise<Buffer>;
}

const MAX_REMEMBERED = 10_000;
const SECRET_BYTES = 32;

export function openTenantSecrets(db: Db): TenantSecrets {
  const known = new Map<number, Promise<Buffer>>();

  async function read(tenantId: number): Promise<Buffer> {
    const { rows } = await db.everyTenant('requests never see secrets', async (tx) => {
      await sql`insert into tenant_secret (tenant_id, secret) values (${tenantId}, ${randomBytes(SECRET_BYTES)}) on conflict do nothing`.execute(
        tx.as(),
      );
      return sql<{ secret: Buffer }>`select secret from tenant_secret where tenant_id = ${tenantId}`.execute(tx.as());
    });
    return rows[0]!.secret;
  }

  function secretOf(tenantId: number): Promise<Buffer> {
    let secret = known.get(tenantId);
    if (!secret) {
      secret = read(tenantId);
      if (known.size >= MAX_REMEMBERED) known.delete(known.keys().next().value!);
      known.set(tenantId, secret);
      secret.catch(() => known.delete(tenantId));
    }
    return secret;
  }

  return {
    async derive(tenantId, purpose) {
      return createHmac('sha256', await secretOf(tenantId))
        .update(purpose)
        .digest();
    },
  };
}
