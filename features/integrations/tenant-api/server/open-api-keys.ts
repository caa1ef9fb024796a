import { randomBytes } from 'node:crypto';
import { languageFor } from '#shared/languages.ts';
import { refuseClosedDemo } from '#platform/server/demo-tenants.ts';
import { refuseInactive } from '#platform/server/tenant-state.ts';
import { API_KEY_PREFIX, apiKeyName, type ApiKeys } from '#platform/server/http/api-keys.ts';
import { allowedNetworks, ForeignNetwork } from '#platform/server/sessions/allowed-networks.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { everyKey } from './tenant-api.repo.ts';

const KEY_BYTES = 32;
const PREFIX_SHOWN = 12;

/** A new key: shown once, stored as a hash. */
export function newKey(): { key: string; prefix: string; hash: Buffer } {
  const key = API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, prefix: key.slice(0, PREFIX_SHOWN), hash: hashToken(key) };
}

/** Finds whose key it is. Asks the database every time, so that a key that was switched off is refused from the next call on, everywhere. */
export const openApiKeys = ({ db, clock, demo }: Pick<World, 'db' | 'clock' | 'demo'>): ApiKeys => ({
  identify: (secret, { address }) =>
    db.everyTenant('a key alone does not tell the tenant', async (tx) => {
      const found = await everyKey(tx).goodWith(hashToken(secret));
      const nowMs = clock.nowMs();
      if (!found || (found.expires_ms !== null && found.expires_ms <= nowMs)) return null;
      await refuseClosedDemo(tx, found.tenant_id, demo);
      await refuseInactive(tx, found.tenant_id);
      if (allowedNetworks(found.networks)?.includes(address) === false)
        throw new ForeignNetwork({ tenantId: found.tenant_id, userId: null, name: apiKeyName(found.name), address });
      await everyKey(tx).noteUse(found.id, address, nowMs);
      return {
        keyId: found.id,
        tenantId: found.tenant_id,
        name: found.name,
        scopes: new Set(found.scopes),
        needsMasking: found.mask_numbers || (found.keeper_masked && !found.keeper_owner),
        keeper: { isOwner: found.keeper_owner, functions: new Set(found.keeper_functions) },
        language: languageFor([found.language]),
      };
    }),
});
