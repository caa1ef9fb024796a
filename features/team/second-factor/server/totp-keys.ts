import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/db.ts';
import type { SecretKeys } from '#platform/server/secrets/secret-keys.ts';
import { digitsOf } from '../core/totp.ts';

/** As long as the HMAC, which RFC 4226 recommends. */
const KEY_BYTES = 20;
const boundTo = (userId: number): string => `totp key ${userId}`;

export const newTotpKey = (): Buffer => randomBytes(KEY_BYTES);

export const sealTotpKey = (keys: SecretKeys, userId: number, key: Buffer): Buffer => keys.seal(key, boundTo(userId));

export const openTotpKey = (keys: SecretKeys, userId: number, kept: Buffer): Buffer => keys.open(kept, boundTo(userId));

/** The code of a step. */
export function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  return digitsOf(createHmac('sha1', key).update(counter).digest());
}

/** Seals anew, under the key that is first now, what is not; answers how many. */
export const resealTotpKeys = ({ everyTenant, keys }: Db): Promise<number> =>
  everyTenant('people belong to no tenant', async (tx) => {
    const { rows } = await sql<{ user_id: number; is_confirmed: boolean; secret: Buffer }>`
      select user_id, is_confirmed, secret from totp_factor order by user_id, is_confirmed for update`.execute(tx.as());
    const old = rows.filter(({ secret }) => !keys.isFresh(secret));
    for (const { user_id: id, is_confirmed: isConfirmed, secret } of old)
      await sql`update totp_factor set secret = ${sealTotpKey(keys, id, openTotpKey(keys, id, secret))}
        where user_id = ${id} and is_confirmed = ${isConfirmed}`.execute(tx.as());
    return old.length;
  });
