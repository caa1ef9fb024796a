import { X509Certificate } from 'node:crypto';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { EncryptionKey, ssoApi } from '../contract.ts';
import { decryptionKeysOf, useDecryptionKey, type DecryptionKey } from './decryption-keys.ts';
import { newKeyPair } from './key-pair.ts';
import { keyOf } from './service-provider.ts';

/** The key that companies encrypt for, made and replaced by an owner. */
export function encryptionKeyHandlers({
  db,
  clock,
}: Pick<World, 'clock' | 'db'>): Pick<Handlers<typeof ssoApi>, 'renewKey'> {
  return {
    async renewKey({ isOwner, tenantId, operation }) {
      if (!isOwner) throw new Failure('ssoOwnerOnly');
      // Before anything is held: looking for primes takes its time.
      const made = await newKeyPair();
      const { before, after } = await db.everyTenant('a key is out of reach of requests', async (tx) => {
        const now = async () => shownKeys(await decryptionKeysOf(db, tx, tenantId, clock.nowMs()));
        // The row they stand in.
        await keyOf(db, tx, tenantId);
        const before = await now();
        await useDecryptionKey(db, tx, tenantId, made, clock.nowMs());
        return { before, after: await now() };
      });
      operation.note(after[0]!.fingerprint, { before: { encryptionKeys: before }, after: { encryptionKeys: after } });
      return after;
    },
  };
}

export const shownKeys = (keys: readonly DecryptionKey[]): EncryptionKey[] =>
  keys.map(({ cert, untilMs }) => ({
    fingerprint: new X509Certificate(cert).fingerprint256,
    until: untilMs === null ? null : toWireTime(untilMs),
  }));
