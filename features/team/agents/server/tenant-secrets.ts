import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import { seal, unseal } from '#platform/server/seal.ts';

/** Keys of a tenant: each purpose has its own, all from one secret that no request can read. */
export interface TenantSecrets {
  /** 32 bytes, the same for the same tenant and purpose for ever. */
  derive(tenantId: number, purpose: string): Promise<Buffer>;
}

const MAX_REMEMBERED = 10_000;
const SECRET_BYTES = 32;
const boundTo = (tenantId: number): string => `tenant secret ${tenantId}`;

export function openTenantSecrets(db: Db): TenantSecrets {
  const known = new Map<number, Promise<Buffer>>();

  async function read(tenantId: number): Promise<Buffer> {
    const made = db.keys.seal(randomBytes(SECRET_BYTES), boundTo(tenantId));
    const { rows } = await db.everyTenant('requests never see secrets', async (tx) => {
      await sql`insert into tenant_secret (tenant_id, secret) values (${tenantId}, ${made}) on conflict do nothing`.execute(
        tx.as(),
      );
      return sql<{ secret: Buffer }>`select secret from tenant_secret where tenant_id = ${tenantId}`.execute(tx.as());
    });
    return db.keys.open(rows[0]!.secret, boundTo(tenantId));
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

/** Seals anew, under the key that is first now, what is not; answers how many. Throws when one of them cannot be opened. */
export const resealTenantSecrets = (db: Db): Promise<number> =>
  db.everyTenant('secrets of all tenants are under one key', async (tx) => {
    const { rows } = await sql<{
      tenant_id: number;
      secret: Buffer;
    }>`select tenant_id, secret from tenant_secret order by tenant_id for update`.execute(tx.as());
    const opened = rows.map(({ tenant_id: id, secret }) => ({ id, secret, plain: db.keys.open(secret, boundTo(id)) }));
    const old = opened.filter(({ secret }) => !db.keys.isFresh(secret));
    for (const { id, plain } of old)
      await sql`update tenant_secret set secret = ${db.keys.seal(plain, boundTo(id))} where tenant_id = ${id}`.execute(
        tx.as(),
      );
    return old.length;
  });

const SEALED = 'sealed.';

/** Seals texts of one tenant, and opens them; what was kept before is read as it is. */
export interface TextSeal {
  seal(text: string): string;
  open(kept: string): string;
}

export const isSealedText = (kept: string): boolean => kept.startsWith(SEALED);

/** Asked for before a transaction: the key may have to be read. */
export async function textSealOf(secrets: TenantSecrets, tenantId: number, purpose: string): Promise<TextSeal> {
  const key = await secrets.derive(tenantId, purpose);
  return {
    seal: (text) => SEALED + seal(key, text).toString('base64url'),
    open(kept) {
      if (!isSealedText(kept)) return kept;
      const text = unseal(key, Buffer.from(kept.slice(SEALED.length), 'base64url'));
      if (text === null) throw new Error(`a sealed text (${purpose}) cannot be opened`);
      return text;
    },
  };
}
