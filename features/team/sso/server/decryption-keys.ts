import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';
import type { SelfSigned } from '#platform/server/self-signed.ts';
import { openKey, sealKey } from './sealed-keys.ts';

/*
 * The pairs that companies encrypt for. Rules:
 * 1. There is none until an owner makes one: a provider that finds a certificate in our metadata may begin to encrypt at
 *    once, and one that can do it only in a way we refuse would shut everybody out.
 * 2. They are not the pair we sign with: replacing one does not touch the other.
 * 3. One that was replaced opens for a week: the time a provider has to read our metadata again.
 */

const OLD_OPENS_MS = 7 * 86_400_000;

export interface DecryptionKey extends SelfSigned {
  /** When it stops opening, because another replaced it; null: it is the one in use. */
  untilMs: number | null;
}

interface Row {
  key: string | null;
  cert: string;
  oldKey: string | null;
  oldCert: string;
  oldUntilMs: number;
}

/** The pairs that open now, the one in use first. */
export async function decryptionKeysOf(
  { keys }: Pick<Db, 'keys'>,
  tx: Tx,
  tenantId: number,
  nowMs: number,
): Promise<DecryptionKey[]> {
  const { rows } = await sql<Row>`
    select decryption_key "key", decryption_certificate cert, old_decryption_key "oldKey", old_decryption_certificate "oldCert",
      (extract(epoch from old_decryption_until) * 1000)::float8 "oldUntilMs"
    from sso_key where tenant_id = ${tenantId}`.execute(tx.as());
  const row = rows[0];
  const opened = (kept: string): string => openKey(keys, tenantId, kept, 'decryption key');
  return [
    ...(row?.key ? [{ cert: row.cert, key: opened(row.key), untilMs: null }] : []),
    ...(row?.oldKey && row.oldUntilMs > nowMs
      ? [{ cert: row.oldCert, key: opened(row.oldKey), untilMs: row.oldUntilMs }]
      : []),
  ];
}

/** Puts a pair in use; the tenant's row is there. Of those before it only the last still opens. */
export async function useDecryptionKey(
  { keys }: Pick<Db, 'keys'>,
  tx: Tx,
  tenantId: number,
  { cert, key }: SelfSigned,
  nowMs: number,
): Promise<void> {
  await sql`
    update sso_key set old_decryption_key = decryption_key, old_decryption_certificate = decryption_certificate,
      old_decryption_until = case when decryption_key is not null then ${new Date(nowMs + OLD_OPENS_MS)}::timestamptz end,
      decryption_key = ${sealKey(keys, tenantId, key, 'decryption key')}, decryption_certificate = ${cert}
    where tenant_id = ${tenantId}`.execute(tx.as());
}

/** Forgets what opens no more. */
export async function dropOldKeys(tx: Tx, nowMs: number): Promise<void> {
  await sql`
    update sso_key set old_decryption_key = null, old_decryption_certificate = null, old_decryption_until = null
    where old_decryption_until <= ${new Date(nowMs)}`.execute(tx.as());
}
